"""Control, Valour and victory (2.6 to 2.11, 1.7, 7.5.1.17), stacking (2.4)."""

from __future__ import annotations

from front1914 import Game
from tests.referee import Deed, position
from tests.titles.germany_at_war.referee.sheet import AREAS, CAPITAL, HOME, OTHER, ROOM, SIDE, VALUE
from tests.titles.germany_at_war.referee.table import Table, laid

WAYS = ("move", "fell_back")
PUT = ("arrived", "sailed", "railed", "pursued")


def _entered(deed: Deed) -> list[tuple[str, str]]:
    """Areas that blocks entered, with their Power, in order."""
    before = laid(deed.was)
    found = []
    for event in deed.events:
        if event.kind in WAYS:
            found.extend((area, before.blocks[event.data["unit"]].power) for area in event.data["path"][1:])
        elif event.kind in PUT:
            found.append((event.data["area"], before.blocks[event.data["unit"]].power))
    return found


def watch_control(deed: Deed) -> list[str]:
    """2.6: alone there, or last to enter, or as before."""
    before, after = laid(deed.was), laid(deed.now)
    expected = {area: before.control(area) for area in before.areas}
    for area, power in _entered(deed):
        if not before.present(area, OTHER[SIDE[power]]):
            expected[area] = SIDE[power]
    wrong = []
    fought = {e.data["area"]: e.data["result"] for e in deed.events if e.kind == "result"}
    battle = before.position.get("battle")
    for area, owner in expected.items():
        here = [side for side in OTHER if after.present(area, side)]
        due = here[0] if len(here) == 1 else owner
        if not here and (area in fought or area == battle):
            continue  # B04: the winner of a Battle that destroyed both
        if area == after.position.get("battle"):
            continue  # it passes when all have answered (B54)
        if after.control(area) != due:
            wrong.append(f"{area} should be {due}, is {after.control(area)}")
    return wrong


def watch_valour(deed: Deed) -> list[str]:
    """2.8 to 2.11: each conquest earns its prizes for the Side; who loses his Capital loses all (B14, B18)."""
    if any(e.kind in ("final_phase", "turn") for e in deed.events):
        return []  # 8.2 and the end of a Turn
    before, after = laid(deed.was), laid(deed.now)
    taken = [a for a in before.areas if before.control(a) != after.control(a)]
    expected = {side: sum(n for p, n in before.valour.items() if SIDE[p] == side) for side in OTHER}
    blocked = {p for p, area in CAPITAL.items() if area in before.areas and before.control(area) != SIDE[p]}
    slack = 0
    for area in taken:
        side, owner = after.control(area), HOME[AREAS[area].country]
        emptied = not after.present(area, side)
        if owner is None or SIDE[owner] == side:
            continue
        if emptied and not any(a == area for a, _ in _entered(deed)):
            continue  # B04: without Valour
        if side == "german" and "german" in blocked:
            continue
        if side == "entente" and blocked & {"french", "british", "belgian"}:
            slack += AREAS[area].prizes  # who of them takes it is not looked at here
        expected[side] += AREAS[area].prizes
        if area in CAPITAL.values() and CAPITAL.get(owner) == area:
            expected[SIDE[owner]] -= before.valour.get(owner, 0)
    extra = 1 if before.options.get("plan17") else 0
    wrong = []
    for side in OTHER:
        has = sum(n for p, n in after.valour.items() if SIDE[p] == side)
        more = extra if side == "entente" else 0
        low = expected[side] - (slack if side == "entente" else 0)
        if not low <= has <= expected[side] + more:
            wrong.append(f"the {side} should have {expected[side]} Valour Points, has {has}; taken {taken}")
    return wrong


def sudden_death(table: Table) -> list[str]:
    """1.7: who has won at once, by what."""
    found = []
    terms = table.terms
    for side in OTHER:
        if sum(n for p, n in table.valour.items() if SIDE[p] == side) >= terms["victory"]["valour"]:
            found.append(side)
        lost = sum(b.at == "dead" and b.side == OTHER[side] for b in table.blocks.values())
        if lost >= terms["losses"][OTHER[side]]:
            found.append(side)
        held = sum(table.control(area) == side for area in table.victory_areas())
        german_only = "german" in terms["victory"] and side == "entente"
        if held >= terms["victory"]["all"] and not german_only:
            found.append(side)
    return found


def check_going_on(game: Game) -> list[str]:
    """While the game goes on nobody has won."""
    winners = sudden_death(laid(position(game)))
    return [f"{winners} should have won"] if winners else []


def watch_end(deed: Deed) -> list[str]:
    """1.7: the verdict."""
    result = deed.game.result
    if result is None:
        return []
    table = laid(deed.now)
    winners = sudden_death(table)
    if winners:
        return [] if result.winner in winners and result.level == "decisive" else [f"{winners}, told {result}"]
    if table.turn != table.terms["turns"] or table.position.get("passes", 0) != 2:
        return [f"nothing ends the game, told {result}"]
    held = sum(table.control(area) == "german" for area in table.victory_areas())
    need = table.terms["victory"].get("german", len(table.victory_areas()) // 2 + 1)
    winner = "german" if held >= need else "entente"
    return [] if result.winner == winner else [f"{winner} should have won, told {result}"]


def check_stacking(game: Game) -> list[str]:
    """2.4: when an Impulse begins no Area holds too many blocks of a Side, nor a Fortress too many discs."""
    table = laid(position(game))
    wrong = []
    for area in table.areas:
        for side in OTHER:
            if len(table.at(area, side)) > ROOM[AREAS[area].colour]:
                wrong.append(f"{area} is overstacked by the {side}")
    wrong += [f"{fort} has {dict(row)}" for fort, row in table.discs.items() if sum(row.values()) > 5]
    return wrong


def check_restore(game: Game) -> list[str]:
    """7.10, 1.6: Leaders on the map who are not Isolated and have lost a step; as many steps as the Strategic Value."""
    assert game.decision is not None
    table = laid(position(game))
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    side = table.active
    expected = {b.id for b in table.of(side) if b.kind == "leader" and b.face and not b.isolated}
    if len(game.sides) > 2:
        expected &= offered | expected if side == "german" else offered
    if table.position.get("used", 0) >= VALUE[side]:
        expected = set()
    return [f"may be restored: {sorted(expected)}, offered {sorted(offered)}"] if offered != expected else []
