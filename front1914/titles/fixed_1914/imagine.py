"""Samples of what is hidden: from a view alone, a full position that agrees with it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from front1914.titles.fixed_1914.board import BANKS, BANKS_OF, HEXES
from front1914.titles.fixed_1914.charts import LENGTH, escorts
from front1914.titles.fixed_1914.position import MOST_LANDWEHR
from front1914.titles.fixed_1914.replacements import RATES
from front1914.titles.fixed_1914.setup import WAITING
from front1914.titles.fixed_1914.view import AT
from front1914.titles.fixed_1914.world import (
    BLANKS,
    CLASS,
    COUNTED,
    DEFENCE,
    GROUP,
    IS_LANDWEHR,
    LANDWEHR,
    NATION,
    SET_UP,
    STRENGTH,
    UNIT_ROWS,
    UNITS,
)

Row = dict[str, Any]


def imagine(view: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """The hidden units are dealt anew over the hidden counters, and to Russia."""
    told = dict(view["position"])
    position: dict[str, Any] = {"title": view["title"], "scenario": view["scenario"], "options": view["options"]}
    position |= {key: value for key, value in told.items() if key not in ("flow", "units")}
    position["control"] = view["control"]
    units: dict[str, Row] = {word: dict(row) for word, row in told["units"].items()}
    slots = [piece["at"] for piece in view["pieces"] if piece.get("hidden")]
    nations = [piece["nation"] for piece in view["pieces"] if piece.get("hidden")]
    by_nation = {n: [at for at, nation in zip(slots, nations, strict=True) if nation == n] for n in set(nations)}
    for nation in ("french", "dutch"):
        if view["side"] != "allied" and view["result"] is None:
            _deal_allies(view, nation, by_nation.get(nation, []), units, rng)
    if view["side"] != "german" and view["result"] is None:
        _deal_germans(view, by_nation.get("german", []), units, rng)
    _order(units, {word for word in units if word not in told["units"]})
    position["units"] = units
    if view["result"] is not None:
        return position | {"result": list(view["result"].values())}
    return position | {"flow": [_named(frame, units) for frame in told["flow"]]}


def _named(frame: list[Any], units: Mapping[str, Row]) -> list[Any]:
    """A frame in which a counter is known by its hex alone, with one that may be it."""
    if frame[0] != "bank" or frame[1] != AT:
        return frame
    return ["bank", next(word for word, row in units.items() if row["at"] == frame[2] and row.get("hidden"))]


def _missing(units: Mapping[str, Row], nation: str) -> list[int]:
    """Units of a nation that were there from the start and that the view does not name."""
    return [u for u in UNITS.numbers if NATION[u] == nation and GROUP[u] in WAITING and str(UNITS[u]) not in units]


def _deal_allies(
    view: Mapping[str, Any], nation: str, slots: list[str], units: dict[str, Row], rng: random.Random
) -> None:
    if view["scenario"] != "campaign":
        return
    pool = _missing(units, nation)
    rng.shuffle(pool)
    pool.sort(key=lambda u: SET_UP[u] < 0)  # garrisons stand before anybody else is placed
    free = list(slots)
    rng.shuffle(free)
    for u in pool:
        home = str(HEXES[SET_UP[u]]) if SET_UP[u] >= 0 else ""
        if home in free:
            free.remove(home)
            units[str(UNITS[u])] = _inverted(home)
        elif free:
            units[str(UNITS[u])] = _inverted(free.pop())
        elif view["position"]["phase"] == "setup":
            units[str(UNITS[u])] = {"at": "pool"}


def _inverted(at: str) -> Row:
    row: Row = {"at": at, "hidden": 1}
    bank = BANKS_OF[HEXES.number(at)][0]
    return row | {"bank": BANKS[bank]} if bank else row


# ---- the Germans: corps in Russia, blanks, Landwehr


def _deal_germans(view: Mapping[str, Any], slots: list[str], units: dict[str, Row], rng: random.Random) -> None:
    if view["scenario"] != "campaign":
        return
    secrets, setting_up = view["secrets"], view["position"]["phase"] == "setup"
    real = [u for u in _missing(units, "german") if u not in BLANKS and not IS_LANDWEHR[u]]
    real += [UNITS.number(word) for word in secrets["optional"] if word not in units]
    frames = [frame[0] for frame in view["position"]["flow"]]
    allocated = not setting_up or "allocate" not in frames
    corps, blanks = _choose_russia(view, real, slots, units, rng) if allocated else (0, 0)
    away = _sent(real, corps, rng)
    for u in away:
        units[str(UNITS[u])] = {"at": "russia"} | ({"box": "russia"} if COUNTED[u] else {})
    for u in BLANKS[:blanks]:
        units[str(UNITS[u])] = {"at": "russia"}
    here = [u for u in real if u not in away]
    rng.shuffle(here)
    here.sort(key=lambda u: SET_UP[u] < 0)
    if setting_up and "german_place" in frames:
        here += [u for u in LANDWEHR if GROUP[u] == "initial" and str(UNITS[u]) not in units]
    else:
        here += _landwehr(units, len(slots) - len(here), len(BLANKS) - blanks, rng)
    queue = [*here, *BLANKS[blanks:]]
    _fill(queue, slots, units, setting_up, allocated, rng)


def _fill(
    queue: list[int], slots: list[str], units: dict[str, Row], setting_up: bool, allocated: bool, rng: random.Random
) -> None:
    free = list(slots)
    rng.shuffle(free)
    for u in queue:
        word = str(UNITS[u])
        home = str(HEXES[SET_UP[u]]) if SET_UP[u] >= 0 else ""
        if free:
            at = home if home in free else free[-1]
            free.remove(at)
            units[word] = _inverted(at)
        elif setting_up:
            units[word] = {"at": "pool"}
        if COUNTED[u] and word in units and allocated:
            units[word]["box"] = "metz"


def _choose_russia(
    view: Mapping[str, Any], real: list[int], slots: list[str], units: Mapping[str, Row], rng: random.Random
) -> tuple[int, int]:
    """How many corps are in Russia, and how many blanks lie with them: one that everything seen allows.

    In a position made by hand fewer units may be in the game than there were: then only what is told counts.
    """
    secrets, turn = view["secrets"], view["turn"]
    fits, told = list[tuple[int, int]](), list[tuple[int, int]]()
    for corps in range(len(LENGTH)):
        if not _can_be_sent(real, corps):
            continue
        gone = corps + sum(escorts(corps).values())
        left = len(real) - gone  # who stands inverted without Landwehr and blanks
        most = left + _strength_left(units) + len(BLANKS)
        if secrets.get("russia") is not None:
            blanks = secrets["russia"] - gone
            if 0 <= blanks <= len(BLANKS):
                (fits if len(slots) <= most - blanks else told).append((corps, blanks))
            continue
        if view["position"]["phase"] == "setup":
            fits.append((corps, 0))
            continue
        if secrets.get("rate") is not None and RATES.german[corps] != secrets["rate"]:
            continue
        if secrets["length"] is not None:
            if LENGTH[corps] != secrets["length"]:
                continue
        elif LENGTH[corps] <= turn:
            continue
        told.append((corps, 0))
        if left <= len(slots) <= most:
            fits.append((corps, 0))
    return rng.choice(fits or told or [(0, 0)])


def _can_be_sent(real: list[int], corps: int) -> bool:
    grades = [CLASS[u] for u in real]
    types = [UNIT_ROWS[u].type for u in real]
    reserve = min(corps // 2, grades.count("R"))
    return corps - reserve <= grades.count("A") and all(types.count(k) >= n for k, n in escorts(corps).items())


def _sent(real: list[int], corps: int, rng: random.Random) -> set[int]:
    """Corps and their escorts, no more R than A corps (PP-13)."""
    active = [u for u in real if CLASS[u] == "A"]
    reserve = [u for u in real if CLASS[u] == "R"]
    number = rng.randint(max(0, corps - len(active)), min(corps // 2, len(reserve)))
    found = {*rng.sample(active, corps - number), *rng.sample(reserve, number)}
    for kind, count in escorts(corps).items():
        found.update([u for u in real if UNIT_ROWS[u].type == kind][-count:])
    return found


def _strength_left(units: Mapping[str, Row]) -> int:
    """Points of Landwehr that may lie hidden: the North Army comes face up."""
    north = sum(STRENGTH[u] for u in LANDWEHR if GROUP[u] == "north_army")
    return MOST_LANDWEHR - max(north, sum(STRENGTH[UNITS.number(word)] for word in units))


def _landwehr(units: Mapping[str, Row], slots: int, blanks: int, rng: random.Random) -> list[int]:
    """Landwehr for some of these counters, the largest that its strength allows; blanks must do for the others."""
    left = _strength_left(units)
    fewest = max(0, slots - left)
    count = slots - rng.randint(fewest, max(fewest, min(blanks, max(0, slots))))
    pool = [u for u in LANDWEHR if str(UNITS[u]) not in units and GROUP[u] != "north_army"]
    pool.sort(key=lambda u: (-STRENGTH[u], u))
    found: list[int] = []
    while len(found) < count:
        others = count - len(found) - 1  # each of them needs a point
        u = next(u for u in pool if u not in found and STRENGTH[u] <= left - others)
        found.append(u)
        left -= STRENGTH[u]
    return found


def _order(units: dict[str, Row], guessed: set[str]) -> None:
    """Stacks in order: those seen first, no zero-defence unit on top of another (CB-15)."""
    stacks: dict[str, list[str]] = {}
    for word, row in units.items():
        if HEXES.find(row["at"]) is not None and UNIT_ROWS[UNITS.number(word)].group != "fort":
            stacks.setdefault(row["at"], []).append(word)
    for stack in stacks.values():
        stack.sort(key=lambda word: (word in guessed, units[word].get("order", 0)))
    for at, stack in stacks.items():
        if guessed.intersection(stack) and _wants_host(units, stack, guessed):
            _bring_host(units, stacks, at, guessed)
    for stack in stacks.values():
        if guessed.intersection(stack):
            if not _defends(units, stack[0]):
                host = next((w for w in stack if w in guessed and _defends(units, w)), stack[0])
                stack.remove(host)
                stack.insert(0, host)
            for order, word in enumerate(stack):
                units[word].pop("order", None)
                if order:
                    units[word]["order"] = order


def _wants_host(units: Mapping[str, Row], stack: list[str], guessed: set[str]) -> bool:
    """A seen unit without defence lies above a seen one that has it: so somebody unseen lies on top of both."""
    seen = [word for word in stack if word not in guessed]
    if not seen or _defends(units, seen[0]) or not any(_defends(units, word) for word in seen):
        return False
    return not any(_defends(units, word) for word in stack if word in guessed)


def _bring_host(units: dict[str, Row], stacks: dict[str, list[str]], at: str, guessed: set[str]) -> None:
    """Exchanges an unseen unit of the stack for one with a defence factor from elsewhere."""
    mine = next(word for word in stacks[at] if word in guessed)
    nation = NATION[UNITS.number(mine)]
    for place, stack in stacks.items():
        for word in stack:
            if place == at or word not in guessed or NATION[UNITS.number(word)] != nation or not _defends(units, word):
                continue
            after = [mine if w == word else w for w in stack]
            if _wants_host(units, after, guessed):
                continue
            places = units[mine], units[word]
            units[mine], units[word] = (
                {**row, **_inverted(other["at"])} for row, other in zip(places, places[::-1], strict=True)
            )
            stacks[at][stacks[at].index(mine)] = word
            stack[stack.index(word)] = mine
            return


def _defends(units: Mapping[str, Row], word: str) -> bool:
    u = UNITS.number(word)
    return DEFENCE[u][units[word].get("step", 0)] > 0
