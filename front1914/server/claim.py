"""One server for one folder of games: a second one would not know what the first has in memory."""

from __future__ import annotations

import contextlib
import errno
import re
from pathlib import Path

from filelock import FileLock, Timeout

LOCK, ADDRESS = "server.lock", "server.address"
#: what a server says of itself; anything else in the file is not opened in a browser
ADDRESSES = re.compile(r"http://[A-Za-z0-9.:\[\]-]{1,260}:[0-9]{1,5}/")


class Claim:
    """Holds the folder as long as the process lives, however it ends."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / ADDRESS
        self._lock = FileLock(folder / LOCK)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            pass  # another process holds the folder
        except (OSError, NotImplementedError) as bad:
            raise OSError(errno.EIO, f"the lock cannot be made ({bad})", str(folder / LOCK)) from bad

    @property
    def ours(self) -> bool:
        return self._lock.is_locked

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
        if self.ours:
            with contextlib.suppress(OSError):
                self._file.unlink(missing_ok=True)
            self._lock.release()
