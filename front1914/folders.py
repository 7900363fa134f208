"""Where a player's games and studies are kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_data_path

VARIABLE = "FRONT1914_DATA"


def data_folder(given: str | os.PathLike[str] | None = None, environ: Mapping[str, str] = os.environ) -> Path:
    """The folder that was named, or that FRONT1914_DATA names, or the usual one of the platform.

    >>> str(data_folder(None, {VARIABLE: "/games"}))
    '/games'
    """
    named = given or environ.get(VARIABLE)
    return Path(named).expanduser().absolute() if named else user_data_path("front1914", appauthor=False)
