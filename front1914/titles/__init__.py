"""The shelf: which games there are, and where. A title's package is loaded when it is first asked for.

Each package offers `INFO`, a TitleInfo that costs nothing to read, and `load()`, which builds the Title. Further
packages, kept elsewhere, can be named in the environment variable FRONT1914_TITLES, separated by commas.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

from front1914.engine.errors import UnknownTitle
from front1914.engine.title import Title, TitleInfo

PACKAGES: tuple[str, ...] = ()
_loaded: dict[str, Title] = {}


def _modules() -> list[ModuleType]:
    more = [name for name in os.environ.get("FRONT1914_TITLES", "").split(",") if name]
    return [import_module(name) for name in (*PACKAGES, *more)]


def infos() -> list[TitleInfo]:
    """What the library shows, in the order of the shelf."""
    return [module.INFO for module in _modules()]


def find(title: object) -> Title:
    """The title of that id; UnknownTitle if there is none."""
    if isinstance(title, str) and title in _loaded:
        return _loaded[title]
    for module in _modules():
        if title == module.INFO.id:
            return register(module.load())
    known = ", ".join(info.id for info in infos()) or "none"
    raise UnknownTitle("title", f"no title {title!r}; there is {known}")


def register(title: Title) -> Title:
    """Puts a title on the shelf for this process."""
    _loaded[title.info.id] = title
    return title
