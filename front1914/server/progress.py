"""How far a long job has come: the process that does it says so to the server."""

from __future__ import annotations

import time
from collections.abc import Callable

EVERY = 0.25  #: seconds between two words at least


def _nobody(done: int, of: int) -> None:
    """Nobody listens."""


tell: Callable[[int, int], None] = _nobody
_last = 0.0


def report(done: int, of: int) -> None:
    """So much is done, of so much."""
    global _last
    now = time.monotonic()
    if now - _last > EVERY or done >= of:
        _last = now
        tell(done, of)
