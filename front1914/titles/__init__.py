"""The shelf: which games there are, and where. A title's package is loaded when it is first asked for.

Each package offers `INFO`, a TitleInfo that costs nothing to read, and `load()`, which builds the Title. Further
packages, kept elsewhere, can be named in the environment variable FRONT1914_TITLES, separated by commas.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

from front1914.engine.errors import BadInput, UnknownTitle
from front1914.engine.title import Title, TitleInfo

ELSEWHERE = "FRONT1914_TITLES"
PACKAGES: tuple[str, ...] = (
    "front1914.titles.schlieffens_war",
    "front1914.titles.germany_at_war",
    "front1914.titles.fixed_1914",
)
_loaded: dict[str, Title] = {}


def _modules() -> list[ModuleType]:
    more = [name.strip() for name in os.environ.get(ELSEWHERE, "").split(",") if name.strip()]
    return [import_module(name) for name in PACKAGES] + [_foreign(name) for name in more]


def _foreign(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{name}.".startswith(f"{missing.name}."):
            raise  # the package is there, something that it needs is not
        raise BadInput(ELSEWHERE, f"no package {name}") from None


def infos() -> list[TitleInfo]:
    """What the library shows, in the order of the shelf."""
    return [module.INFO for module in _modules()]


def find(title: object) -> Title:
    """The title of that id; UnknownTitle if there is none."""
    if isinstance(title, str) and title in _loaded:
        return _loaded[title]
    loaded: Title = package(title).load()
    return register(loaded)


def package(title: object) -> ModuleType:
    """The package that holds a title; UnknownTitle if there is none. It need not be fit to play."""
    for module in _modules():
        if title == module.INFO.id:
            return module
    known = ", ".join(info.id for info in infos()) or "none"
    raise UnknownTitle("title", f"no title {title!r}; there is {known}")


def register(title: Title) -> Title:
    """Puts a title on the shelf for this process."""
    _loaded[title.info.id] = title
    return title
