"""Somebody who looks on: messages wait here until the socket has sent them."""

from __future__ import annotations

import asyncio

MOST_WAITING = 4_000  #: messages that a slow board may leave unread before it is cut off; it can resume


class Board:
    """Somebody who looks at the game through one side's eyes: messages wait here to be sent."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.closed = False
        self.code = 1012  #: why the connection ends: by default, come again

    def send(self, message: bytes | None) -> None:
        """Queues a message; None ends the connection."""
        if self.closed:
            return
        if message is None or self.waiting.qsize() >= MOST_WAITING:
            self.closed = True
            self.waiting.put_nowait(None)
        else:
            self.waiting.put_nowait(message)
