"""Open windows: messages for one of them wait here until its socket has sent them."""

from __future__ import annotations

import asyncio

from front1914.server.access import EVERYTHING, Access

MOST_WAITING = 4_000  #: messages that a slow window may leave unread before it is cut off; it can resume


class Window:
    """An open window: it shows the game as one side sees it. Messages wait here to be sent."""

    def __init__(self, side: str, access: Access = EVERYTHING) -> None:
        self.side = side
        self.access = access  #: what whoever looks may do
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.closed = False
        self.code = 1012  #: the close code; by default one after which the client reconnects

    def send(self, message: bytes | None) -> None:
        """Queues a message; None ends the connection."""
        if self.closed:
            return
        if message is None or self.waiting.qsize() >= MOST_WAITING:
            self.closed = True
            self.waiting.put_nowait(None)
        else:
            self.waiting.put_nowait(message)
