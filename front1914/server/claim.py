"""One server for one folder of games: a second one would not know what the first has in memory."""

from __future__ import annotations

import contextlib
import errno
import re
import sqlite3
from pathlib import Path

LOCK, ADDRESS = "server.lock", "server.address"
#: what a server says of itself; anything else in the file is not opened in a browser
ADDRESSES = re.compile(r"http://[A-Za-z0-9.:\[\]-]{1,260}:[0-9]{1,5}/")


class Claim:
    """Holds the folder as long as the process lives, however it ends: SQLite's file locks work on every platform."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / ADDRESS
        self._lock = self._claim(folder / LOCK)

    @staticmethod
    def _claim(file: Path) -> sqlite3.Connection | None:
        """The lock, or None if another process holds it; OSError if there can be none."""
        for _ in range(2):
            try:
                lock = sqlite3.connect(file, isolation_level=None, timeout=0)
            except sqlite3.Error as bad:
                raise OSError(errno.EIO, f"the lock cannot be made ({bad})", str(file)) from bad
            try:
                lock.execute("begin exclusive")
                return lock
            except sqlite3.DatabaseError as bad:
                lock.close()
                if isinstance(bad, sqlite3.OperationalError):
                    if "locked" in str(bad):
                        return None
                    raise OSError(errno.EIO, f"the lock cannot be made ({bad})", str(file)) from bad
            file.unlink()  # nothing is ever written into it: whatever stands there is not ours, and nobody holds it
        raise OSError(errno.EIO, "the lock cannot be made", str(file))

    @property
    def ours(self) -> bool:
        return self._lock is not None

    @property
    def address(self) -> str | None:
        """The address of the server that holds the folder."""
        with contextlib.suppress(OSError, UnicodeDecodeError):
            said = self._file.read_text(encoding="utf-8").strip()
            return said if ADDRESSES.fullmatch(said) else None
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
