"""One server for one folder of games: a second one would not know what the first has in memory."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

LOCK, ADDRESS = "server.lock", "server.address"


class Claim:
    """Holds the folder as long as the process lives, however it ends: SQLite's file locks work on every platform."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / ADDRESS
        self._lock: sqlite3.Connection | None = sqlite3.connect(folder / LOCK, isolation_level=None, timeout=0)
        try:
            self._lock.execute("begin exclusive")
        except sqlite3.OperationalError:
            self._lock.close()
            self._lock = None

    @property
    def ours(self) -> bool:
        return self._lock is not None

    @property
    def address(self) -> str | None:
        """The address of the server that holds the folder."""
        with contextlib.suppress(OSError):
            return self._file.read_text(encoding="utf-8").strip() or None
        return None

    def announce(self, address: str) -> None:
        """Writes down the address of this server, for later ones to find."""
        self._file.write_text(address, encoding="utf-8")

    def release(self) -> None:
        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._file.unlink(missing_ok=True)
            self._lock.close()
            self._lock = None
