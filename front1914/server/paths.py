"""Where a player's games are kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "FRONT1914_DATA"


def data_folder(
    given: str | os.PathLike[str] | None = None,
    environ: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    home: Path | None = None,
) -> Path:
    """The folder that was named, or that FRONT1914_DATA names, or the usual one of the platform.

    >>> str(data_folder(None, {}, "linux", Path("/home/joffre")))
    '/home/joffre/.local/share/front1914'
    """
    named = given or environ.get(VARIABLE)
    if named:
        return Path(named).expanduser().absolute()
    home = home or Path.home()
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Front1914"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Front1914"
    base = environ.get("XDG_DATA_HOME", "")
    return (Path(base) if Path(base).is_absolute() else home / ".local" / "share") / "front1914"
