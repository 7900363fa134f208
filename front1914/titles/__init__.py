"""The shelf: which games there are, and where. A title's package is loaded when it is first asked for.

Each package offers `INFO`, a TitleInfo that costs nothing to read, and `load()`, which builds the Title. Further
packages, kept elsewhere, can be named in the environment variable FRONT1914_TITLES, separated by commas. Data of a
player's own stand in the folder that FRONT1914_OWN names, in a folder named like the title.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from types import ModuleType

from front1914.engine.errors import BadData, BadInput, UnknownTitle
from front1914.engine.title import Title, TitleInfo

ELSEWHERE = "FRONT1914_TITLES"
PACKAGES: tuple[str, ...] = (
    "front1914.titles.schlieffens_war",
    "front1914.titles.germany_at_war",
    "front1914.titles.fixed_1914",
    "front1914.titles.der_weltkrieg",
    "front1914.titles.offensive_a_outrance",
)
GAMES = "games"  #: where the library keeps the games that are played with a player's own data
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
    module = package(title)
    try:
        loaded: Title = module.load()
    except BadInput:
        raise
    except Exception as bad:
        _blame_own(module.INFO.id, bad)
        raise
    _take_own(module.__name__, loaded)
    return register(loaded)


def _blame_own(title: str, bad: Exception) -> None:
    """A title that cannot be made with data of a player's own: then they are at fault, and it is said in words."""
    from front1914.kit.data import OWN

    if OWN in os.environ and (Path(os.environ[OWN]) / title).is_dir():
        reason = f"{title} cannot be made with what stands there ({type(bad).__name__}: {bad})"
        raise BadData(str(Path(os.environ[OWN]) / title), reason) from bad


def _take_own(package: str, title: Title) -> None:
    """The title's data have been read: notes what a player's own folder changed in them."""
    from front1914.kit.data import OWN, DataFolder

    if OWN in os.environ:
        check_own(Path(os.environ[OWN]))
        folder = DataFolder.of(package)
        title.overrides, title.own = tuple(map(str, folder.finish())), folder.fingerprint


def check_own(folder: Path) -> None:
    """A player's folder holds one folder for each title that it changes, and perhaps games; BadData otherwise."""
    if not folder.is_dir():
        raise BadData(str(folder), "there is no such folder")
    known = [info.id for info in infos()]
    for path in sorted(folder.iterdir()):
        data = path.is_dir() or path.suffix in (".csv", ".toml")
        if data and path.name not in (*known, GAMES) and not path.name.startswith("."):
            raise BadData(str(path), f"data stand in a folder named like their title: {', '.join(known)}")


def use_own(folder: Path) -> None:
    """Takes the data of a player's folder; BadInput if a title has read its data already."""
    from front1914.kit.data import OWN

    check_own(folder)
    if _loaded:
        raise BadInput("own data", f"too late: {', '.join(_loaded)} has been loaded without them")
    os.environ[OWN] = str(folder.absolute())


def overrides(title: str | None = None) -> tuple[str, ...]:
    """What a player's own data change in a title, or in all that are loaded."""
    found = _loaded.values() if title is None else [find(title)]
    return tuple(line for one in found for line in one.overrides)


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
