"""The scenarios: how long, what decides, the rules of set-up, ready plans (data/scenarios)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from front1914.engine.words import Words
from front1914.kit.data import DataFolder, Section
from front1914.titles.fixed_1914.board import BOARD, HEXES, IN, OPEN
from front1914.titles.fixed_1914.world import GROUP, UNITS


@dataclass(frozen=True)
class Count:
    """What decides a short scenario: points for each side's deeds on enemy ground."""

    corps_on_enemy_ground: int
    corps_eliminated: int
    city: int
    objectives: tuple[str, ...]


class Plan(NamedTuple):
    """A ready deployment of one side."""

    id: str
    side: str
    name: str
    about: str
    boxes: dict[str, tuple[int, ...]]  #: the secret allocation: units by box (PP-13)
    hexes: dict[int, int]  #: the hex of each unit; in a hex the first named lies on top


class Zone(NamedTuple):
    """PP-13: where the corps of a box are placed."""

    centre: int
    hexes: int

    @property
    def area(self) -> int:
        return BOARD.within(self.centre, self.hexes) & IN["germany"]


class SetUp(NamedTuple):
    """PP-12 to PP-16, OU: the rules of a free set-up."""

    fixed: tuple[int, ...]
    track: tuple[int, ...]
    staging: tuple[int, ...]
    zones: dict[str, Zone]
    german_cavalry: int
    french_cavalry: int
    blanks: int
    from_edge: int
    upgrades: dict[int, int]  #: Belgian divisions and the corps that may replace them (OU-1)
    extra: tuple[int, ...]  #: additional Belgian corps (OU-2)
    extra_at: tuple[int, ...]
    guns: tuple[int, ...]  #: German compensation
    italians: tuple[int, ...]


class Rules(NamedTuple):
    """A scenario."""

    id: str
    name: str
    about: str
    first_turn: int
    last_turn: int  #: 0: as many as follow from the corps in Russia (GT-1, DP-5.2)
    minutes: int
    area: int  #: bitset of the open hexes in play
    beyond: int  #: and of those that are not
    points: Count | None  #: None: VC
    setup: SetUp | None  #: None: nobody chooses
    plans: dict[str, Plan]
    russia: int  #: corps thought to be in Russia where nobody sends them
    present: tuple[int, ...]  #: units that are in the game from the start without a plan

    def plans_of(self, side: str) -> list[Plan]:
        return [plan for plan in self.plans.values() if plan.side == side]


def _unit(section: Section, word: str) -> int:
    found = UNITS.find(word)
    if found is None:
        raise section.error(f"no unit {word!r}")
    return found


def _units(section: Section, key: str) -> tuple[int, ...]:
    return tuple(_unit(section, word) for word in section.take(key, tuple[str, ...]))


def _groups(section: Section, key: str) -> tuple[int, ...]:
    names = section.take(key, tuple[str, ...])
    return tuple(u for u in UNITS.numbers if GROUP[u] in names)


def _hex(section: Section, word: str) -> int:
    found = HEXES.find(word)
    if found is None:
        raise section.error(f"no hex {word!r}")
    return found


def _plan(section: Section) -> Plan:
    boxes = section.section("allocation") if "allocation" in section else None
    hexes = section.section("hexes")
    return Plan(
        section.take("id", str),
        section.take("side", str),
        section.take("name", str),
        section.take("about", str),
        {key: _units(boxes, key) for key in boxes.data} if boxes else {},
        {_unit(hexes, word): _hex(hexes, place) for word, place in hexes.data.items()},
    )


def _setup(section: Section) -> SetUp:
    zones, belgian = section.section("allocation"), section.section("belgian_options")
    german, french = section.section("german"), section.section("french")
    upgrades, paid = belgian.section("upgrades"), belgian.section("compensation")
    return SetUp(
        _groups(section, "fixed"),
        _groups(section, "track"),
        _groups(section, "staging"),
        {
            name: Zone(_hex(zones, zones.section(name).take("at", str)), zones.section(name).take("hexes", int))
            for name in ("coln", "metz", "strasburg")
        },
        german.take("cavalry", int),
        french.take("cavalry", int),
        german.take("blanks", int),
        section.section("dutch").take("from_edge", int),
        {_unit(upgrades, old): _unit(upgrades, str(new)) for old, new in upgrades.data.items()},
        _units(belgian, "extra"),
        tuple(_hex(belgian, word) for word in belgian.take("extra_at", tuple[str, ...])),
        _units(paid, "guns"),
        _units(paid, "italians"),
    )


def _read(top: Section) -> Rules:
    area = OPEN
    if "area" in top:
        where = top.section("area")
        area &= BOARD.within(_hex(where, where.take("centre", str)), where.take("hexes", int))
    listed = top.section("units") if "units" in top else None
    plans = [_plan(section) for section in top.sections("plan")]
    return Rules(
        top.take("id", str),
        top.take("name", str),
        top.take("about", str),
        top.take("first_turn", int),
        0 if top.data["last_turn"] == "russia" else top.take("last_turn", int),
        top.take("minutes", int),
        area,
        OPEN & ~area,
        top.section("victory").record(Count) if "victory" in top else None,
        _setup(top.section("setup")) if "setup" in top else None,
        {plan.id: plan for plan in plans},
        listed.take("russia", int) if listed else 0,
        _units(listed, "forts") if listed else (),
    )


_folder = DataFolder.of(__package__)
SCENARIOS = {name: _read(_folder.toml(f"scenarios/{name}.toml")) for name in ("campaign", "introduction")}
PLANS = Words(
    "plan",
    [plan.id for rules in SCENARIOS.values() for plan in rules.plans.values()],
    {plan.id: plan.name for rules in SCENARIOS.values() for plan in rules.plans.values()},
)
