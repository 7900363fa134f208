"""A place to fight: a clear hex far from rivers and forts, its six neighbours, and a quarrel far away.

CENTRE is attacked; RING are its neighbours clockwise from the north. The quarrel keeps the Combat Phase open after the
one attack under test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from front1914 import Game
from front1914.titles.fixed_1914.combat.table import CODES, COLUMNS, CRT
from tests.titles.fixed_1914.positions import Placed, happened, situation

CENTRE = "K20"
N, NE, SE, S, SW, NW = RING = ("K19", "L20", "L21", "K21", "J20", "J19")
QUARREL: dict[str, Placed] = {"g-XXV": "L12", "f-COL": "L13"}
A_CORPS = ("g-G", "g-I", "g-II", "g-III", "g-IV", "g-V", "g-VI", "g-VII", "g-VIII", "g-IX")


def host(number: int, *hexes: str) -> dict[str, Placed]:
    """German A corps of 7 attack factors, two to a hex."""
    where = hexes or (N, NE, NW, SE, SW)
    return {unit: where[i // 2] for i, unit in enumerate(A_CORPS[:number])}


def arena(
    units: Mapping[str, Placed], *, side: str = "german", dice: Sequence[int] = (), step: str = "combat", **more: Any
) -> Game:
    """A situation in which the side may declare an attack."""
    return situation({**QUARREL, **units}, side=side, step=step, dice=list(dice), **more)


def face(section: str, odds: str, code: str) -> int:
    """A die that gives a result in a section and column of the table."""
    column = CRT[section].cells[COLUMNS.index(odds)]
    return 1 + column.index(CODES.index(code))


def declare(game: Game, target: str, *units: str, against: str | None = None) -> None:
    """Names a target, how deep the attack goes, and the attackers."""
    game.act("to", target)
    if against:
        game.act("against", against)
    for unit in units:
        game.act("unit", unit)


def attack(game: Game, target: str, *units: str, against: str | None = None) -> None:
    """Declares an attack and commits it."""
    declare(game, target, *units, against=against)
    game.act("commit")


def onslaught(
    defenders: Mapping[str, Placed],
    code: str,
    *,
    section: str = "I",
    odds: str = "6:1",
    number: int = 4,
    against: str | None = None,
    target: str = CENTRE,
    hexes: Sequence[str] = (),
    **more: Any,
) -> Game:
    """German A corps attack defenders of the arena with the die that gives a result; the figures must agree."""
    attackers = host(number, *hexes)
    game = arena({**attackers, **defenders}, dice=[face(section, odds, code)], **more)
    attack(game, target, *attackers, against=against)
    told = figures(game)
    assert (told["section"], told["odds"]) == (section, odds), told
    assert happened(game, "result")[-1]["result"] == code
    return game


def figures(game: Game) -> dict[str, Any]:
    """What was reckoned of the attack that was resolved last."""
    return happened(game, "odds")[-1]


def panel(game: Game, side: str = "german") -> dict[str, Any]:
    """The combat panel."""
    found = game.view(side)["battle"]
    assert found is not None
    return dict(found)
