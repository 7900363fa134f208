"""What is studied: a grid over titles, scenarios, options, commanders, temperaments and own data, and so many seeds.

A study file is TOML; wherever a list may stand, each of its entries is tried with each of all others:

    title = "schlieffens_war"
    scenario = ["introduction", "campaign"]
    games = 100                        # of each cell of the grid
    seed = 1914

    [commanders]
    german = ["staff", "staff/bold"]
    entente = "staff"

    [temperaments.bold]                # numbers of front1914.commanders.levels.Temper
    mark = 0.1
    loss = 0.6

    [options]
    setup = ["free", "historical"]

    [data]                             # folders with own data, beside the file; "" is what is printed
    printed = ""
    few_guns = "few_guns"

The n-th game of every cell has the same dice, so that cells can be compared pair by pair.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import front1914
from front1914 import BadInput
from front1914.commanders.base import make
from front1914.lab.record import Job

MOST_GAMES = 1_000_000
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
KEYS = ("name", "title", "scenario", "games", "seed", "budget", "commanders", "temperaments", "options", "data")


class Cell(NamedTuple):
    """One setting of the grid."""

    number: int
    title: str
    scenario: str
    options: dict[str, Any]  #: only those that were named
    commanders: dict[str, str]  #: by side, as in the plan: "staff/bold"
    data: str  #: name of the own data

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        return self._asdict()

    def words(self, among: Sequence[Cell], name_of: Callable[[str], str] = str) -> str:
        """What tells this cell from the others; `name_of` a side, if it is to be called by more than its id."""
        told = [
            getattr(self, key) for key in ("title", "scenario", "data") if len({getattr(c, key) for c in among}) > 1
        ]
        for key in self.options:
            if len({str(c.options.get(key)) for c in among}) > 1:
                told.append(f"{key} {self.options[key]}")
        if len({tuple(sorted(c.commanders.items())) for c in among}) > 1:
            told.append(" against ".join(f"{level} ({name_of(side)})" for side, level in self.commanders.items()))
        return ", ".join(told) or "all games"


@dataclass(frozen=True)
class Plan:
    """Everything that fixes the results of a study."""

    name: str
    titles: tuple[str, ...]
    scenarios: tuple[str, ...] = ()  #: the first of each title if none is named
    games: int = 100  #: of each cell
    seed: str = "0"
    budget: int | None = None
    commanders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: by side; "" for all others
    temperaments: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    options: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    #: own data by name: the files of the folder, by path; nothing for what is printed
    data: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: {"": {}})

    def cells(self) -> list[Cell]:
        """The grid; BadInput if a part of it does not exist."""
        found: list[Cell] = []
        for title, data in product(self.titles, self.data):
            info = front1914.title(title).info
            scenarios = [s for s in self.scenarios if s in {known.id for known in info.scenarios}]
            if self.scenarios and not scenarios:
                front1914.title(title).check_choice(self.scenarios[0], {})
            for scenario in scenarios or [info.scenarios[0].id]:
                for options in _product(self.options):
                    sides = front1914.title(title).sides(front1914.title(title).check_choice(scenario, options))
                    for levels in product(*(self._levels(side) for side in sides)):
                        commanders = dict(zip(sides, levels, strict=True))
                        found.append(Cell(len(found), title, scenario, options, commanders, data))
        return found

    def _levels(self, side: str) -> tuple[str, ...]:
        return self.commanders.get(side) or self.commanders.get("") or ("staff",)

    def check(self) -> list[Cell]:
        """The grid, once everything in it has been looked at."""
        if not NAME.fullmatch(self.name):
            raise BadInput("name", f"{self.name!r}: letters, digits, dots, hyphens and underlines, at most 80")
        if not 1 <= self.games <= MOST_GAMES:
            raise BadInput("games", f"1 to {MOST_GAMES:,}, not {self.games}")
        known = {side for title in self.titles for side in _sides(title)}
        for side in self.commanders:
            if side and side not in known:
                raise BadInput(f"commanders.{side}", f"no such side; there is {', '.join(sorted(known))}")
        cells = self.cells()
        for cell in cells:
            for side, spoken in cell.commanders.items():
                level, temper = self.temper(spoken)
                make(level, cell.title, 0, self.budget, temper)
                del side
        return cells

    def temper(self, spoken: str) -> tuple[str, Mapping[str, float]]:
        """The level and the temperament of a commander such as "staff/bold"."""
        if spoken.startswith("stdio:"):  # the command line of a program, which has a temper of its own
            return spoken, {}
        level, slash, name = spoken.partition("/")
        if slash and name not in self.temperaments:
            named = ", ".join(self.temperaments) or "none is named"
            raise BadInput(f"commanders: {spoken}", f"no temperament {name!r}; {named}")
        return level, self.temperaments[name] if slash else {}

    def jobs(self) -> Iterator[Job]:
        """Every game. Its number in the study counts round the cells, so that all of them grow evenly."""
        cells = self.cells()
        for number in range(self.games):
            for cell in cells:
                chosen = {side: self.temper(spoken) for side, spoken in cell.commanders.items()}
                yield Job(
                    number * len(cells) + cell.number,
                    cell.number,
                    number,
                    cell.title,
                    cell.scenario,
                    cell.options,
                    {side: level for side, (level, _) in chosen.items()},
                    {side: dict(temper) for side, (_, temper) in chosen.items() if temper},
                    f"{self.seed}:{number}",
                    self.budget,
                )

    def plain(self) -> dict[str, Any]:
        """JSON-ready, and enough to make the same plan again."""
        found = asdict(self)
        return found | {key: list(found[key]) for key in ("titles", "scenarios")}

    def digest(self) -> str:
        """Equal for equal plans of equal names and numbers of games."""
        return _digest(repr(sorted(_flat(self.plain()))))


def plan_of(given: Mapping[str, Any], folder: Path | None = None) -> Plan:
    """A plan from a study file's tables; BadInput names what is wrong."""
    for key in given:
        if key not in KEYS:
            raise BadInput(key, f"no such entry; there is {', '.join(KEYS)}")
    if "title" not in given:
        raise BadInput("title", "missing: name a title, or several")
    commanders = (
        _table(given, "commanders") if not isinstance(given.get("commanders"), str) else {"": given["commanders"]}
    )
    data = {name: _own(str(where), name, folder) for name, where in _table(given, "data").items()}
    return Plan(
        name=str(given.get("name", "study")),
        titles=tuple(map(str, _several(given["title"]))),
        scenarios=tuple(map(str, _several(given.get("scenario", ())))),
        games=_number(given, "games", 100),
        seed=str(given.get("seed", 0)),
        budget=_number(given, "budget", None),
        commanders={str(side): tuple(map(str, _several(levels))) for side, levels in commanders.items()},
        temperaments={name: dict(table) for name, table in _tables(given, "temperaments").items()},
        options={name: tuple(_several(values)) for name, values in _table(given, "options").items()},
        data=data or {"": {}},
    )


def read_plan(file: Path, **more: Any) -> Plan:
    """The plan in a study file; what is given besides replaces what stands there."""
    try:
        given = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as bad:
        raise BadInput(str(file), f"not TOML: {bad}") from None
    try:
        return plan_of({"name": file.stem, **given, **more}, file.parent)
    except BadInput as bad:
        raise BadInput(f"{file}: {bad.place}", bad.reason) from None


def unpack_own(files: Mapping[str, str]) -> str | None:
    """Lays own data into a folder of this machine, the same for the same data; None if there are none."""
    if not files:
        return None
    import tempfile

    folder = (
        Path(tempfile.gettempdir()) / f"front1914-own-{os.getuid() if hasattr(os, 'getuid') else 0}-{own_digest(files)}"
    )
    for path, text in files.items():
        file = folder / path
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            part = file.with_name(f"{file.name}.{os.getpid()}")
            part.write_text(text, encoding="utf-8")
            part.replace(file)
    return str(folder)


def own_digest(files: Mapping[str, str]) -> str:
    """Equal for equal own data; empty for none."""
    return _digest(repr(sorted(files.items()))) if files else ""


def _own(where: str, name: str, folder: Path | None) -> dict[str, str]:
    if not where:
        return {}
    found = (folder or Path()) / where
    if not found.is_dir():
        raise BadInput(f"data.{name}", f"there is no folder {found}")
    files = sorted(file for file in found.rglob("*") if file.suffix in (".csv", ".toml") and file.is_file())
    return {file.relative_to(found).as_posix(): file.read_text(encoding="utf-8") for file in files}


def _product(axes: Mapping[str, tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    for values in product(*axes.values()):
        yield dict(zip(axes, values, strict=True))


def _sides(title: str) -> set[str]:
    info = front1914.title(title).info
    return {*info.sides, *(side for option in info.options for sides in option.sides.values() for side in sides)}


def _several(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _table(given: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = given.get(key, {})
    if not isinstance(found, Mapping):
        raise BadInput(key, "must be a table")
    return found


def _tables(given: Mapping[str, Any], key: str) -> Mapping[str, Mapping[str, Any]]:
    found = _table(given, key)
    for name, table in found.items():
        if not isinstance(table, Mapping):
            raise BadInput(f"{key}.{name}", "must be a table of numbers")
    return found


def _number(given: Mapping[str, Any], key: str, usual: Any) -> Any:
    found = given.get(key, usual)
    if found is not None and (not isinstance(found, int) or isinstance(found, bool) or found < 1):
        raise BadInput(key, f"a number from 1 on, not {found!r}")
    return found


def _flat(value: Any, way: str = "") -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(inner, f"{way}/{key}")
    elif isinstance(value, list | tuple):
        for n, inner in enumerate(value):
            yield from _flat(inner, f"{way}/{n}")
    else:
        yield f"{way}={value!r}"


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()
