"""Lines of communication (7.0.1), Tactical Range (7.3.1.5) and attrition (7.9)."""

from __future__ import annotations

from tests.referee import Deed
from tests.titles.germany_at_war.referee.sheet import AREAS, FOCH, LANDING, OTHER, RANGE, SIDE, WHERE
from tests.titles.germany_at_war.referee.table import Block, Table, laid


def spread(table: Table, start: str, side: str, most: int | None = None) -> set[str]:
    """Areas that a line from one Area reaches: all but the first friendly controlled and uncontested."""
    found, front, length = {start}, {start}, 0
    while front and (most is None or length < most):
        front = {n for here in front for n in table.near(here) if n not in found and table.safe(n, side)}
        found |= front
        length += 1
    return found


def isolated(table: Table, at: str, power: str) -> bool:
    """7.0.1, B38, B39: no line to an own Home Area with a city or Fortress, of the British to a landing Area."""
    if at == "GB":
        return False
    for area in spread(table, at, SIDE[power]):
        if not table.safe(area, SIDE[power]):
            continue
        base = table.home(area, power) and AREAS[area].prizes > 0
        if base or (power == "british" and area in LANDING):
            return False
    return True


def watch_isolation(deed: Deed) -> list[str]:
    """7.0.1: the check at the beginning of an Impulse."""
    wrong = []
    for event in deed.events:
        if event.kind == "impulse":
            table = laid(deed.now)
            for block in table.of(event.data["side"]):
                if block.isolated != isolated(table, block.at, block.power):
                    wrong.append(f"{block.id} in {block.at} should {'not ' * block.isolated}be Isolated")
            wrong += _fortresses(table, event.data["side"])
    return wrong


def _fortresses(table: Table, side: str) -> list[str]:
    """7.9, B40: Fortresses are marked at the same moment; those with discs of one Power are looked at."""
    wrong = []
    for fort, discs in table.discs.items():
        powers = [power for power, number in discs.items() if number]
        if len(powers) == 1 and SIDE[powers[0]] == side:
            due = isolated(table, WHERE[fort], powers[0])
            if due != (fort in table.cut):
                wrong.append(f"{fort} should {'' if due else 'not '}be Isolated")
    return wrong


def commands(leader: Block, block: Block) -> bool:
    """7.3.1.5, 7.3.1.6, 4.2.1: units of his Army; Reserves any French Leader; Foch all French."""
    if leader.id == FOCH:
        return block.power == "french"
    if block.is_a.army == "reserve" and block.power == "french":
        return leader.power == "french"
    return leader.power == block.power and leader.is_a.army == block.is_a.army


def reach_of(leader: Block) -> int:
    """7.3.1.5, 7.3.1.3, 7.3.1.6: how far he commands."""
    if leader.id == FOCH:
        return 0 if leader.dot == "H" else leader.strength
    return RANGE[leader.power] - (1 if leader.dot == "H" else 0)


def commanded(table: Table, block: Block) -> bool:
    """Whether an activated Leader has the unit in his Tactical Range."""
    return any(
        leader.activated
        and leader.id != block.id
        and commands(leader, block)
        and leader.at in spread(table, block.at, block.side, reach_of(leader))
        for leader in table.of(block.side)
        if leader.kind == "leader"
    )


def watch_attrition(deed: Deed) -> list[str]:
    """7.9, B41: who is Isolated beside an enemy loses a step in the Final Phase."""
    if not any(event.kind == "final_phase" for event in deed.events):
        return []
    hit = [e.data["unit"] for e in deed.events if e.kind in ("reduced", "eliminated") and "unit" in e.data]
    before, after = laid(deed.was), laid(deed.now)
    wrong = []
    for block in before.blocks.values():
        if block.at not in AREAS or after.blocks[block.id].at not in (block.at, "dead"):
            continue
        enemy = "entente" if block.side == "german" else "german"
        due = block.isolated and before.present(block.at, enemy)
        if due != (block.id in hit) and not any(e.kind == "impulse" for e in deed.events):
            wrong.append(f"{block.id} in {block.at} should {'' if due else 'not '}suffer")
    return wrong + _starving(deed, before)


def _starving(deed: Deed, before: Table) -> list[str]:
    """7.9, B42: an Isolated Fortress beside an enemy loses one disc."""
    wrong = []
    for fort, discs in before.discs.items():
        side = next((SIDE[power] for power, number in discs.items() if number), None)
        if side is not None:
            due = fort in before.cut and before.present(WHERE[fort], OTHER[side])
            lost = sum(e.kind == "disc_lost" and e.data["fort"] == fort for e in deed.events)
            if lost != due:
                wrong.append(f"{fort} should lose {int(due)} discs, lost {lost}")
    return wrong
