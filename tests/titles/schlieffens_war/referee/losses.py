"""Losses, retreat and advance (11.18, 11.20 to 11.22)."""

from __future__ import annotations

from collections.abc import Sequence

from front1914 import Event, Game
from tests.referee import Deed, position
from tests.titles.schlieffens_war.referee.combat import news
from tests.titles.schlieffens_war.referee.movement import LEVELS
from tests.titles.schlieffens_war.referee.sheet import BELGIAN_AREA, HEXES, PASSABLE, distance
from tests.titles.schlieffens_war.referee.stacking import fits, may_share, sources
from tests.titles.schlieffens_war.referee.table import OTHER, Piece, Table, laid
from tests.titles.schlieffens_war.referee.zones import enemy_zone


class Battle:
    """The battle that is being fought, from what was told of it."""

    def __init__(self, game: Game, table: Table) -> None:
        past = news(game)
        told = {event.kind: event.data for event in past}
        self.table, self.hex = table, told["attack"]["hex"]
        self.attackers: list[str] = told["attack"]["units"]
        self.defenders: list[str] = told["defence"]["units"]
        self.won = "won" in told
        self.hit = {e.data["unit"] for e in past if e.kind in ("loss", "eliminated")}
        battle = table.frame("battle") if any(f[0] == "battle" for f in table.flow) else None
        self.origins: list[str] = battle[3] if battle else []

    def alive(self, names: Sequence[str]) -> list[Piece]:
        return [p for name in names if (p := self.table.pieces[name]).at in HEXES]


def spread(candidates: Sequence[Piece], counted: Sequence[Piece], hit: set[str]) -> set[str]:
    """11.20, R73: nobody loses a second step while one of those counted has lost none."""
    fresh = any(p.id not in hit for p in counted)
    return {p.id for p in candidates if not (fresh and p in counted and p.id in hit)}


def check_defender_losses(game: Game) -> list[str]:
    """Who may take the next step of the defender, and whether he may retreat instead."""
    assert game.decision is not None
    table = laid(position(game))
    battle = Battle(game, table)
    here = table.at(battle.hex)
    corps = [p for p in here if p.corps]
    took_part = [p for p in battle.alive(battle.defenders) if p.at == battle.hex]
    first = not any(table.pieces[u].side != table.active for u in battle.hit)
    counted = [*corps, *(p for p in took_part if p.kind == "hq")]
    allowed = took_part if first else [p for p in here if p.kind != "hq" or p in took_part]
    allowed = [p for p in allowed if p.kind != "fort" or not corps]
    if not first and all(p.kind in ("hq", "depot") and p not in took_part for p in here):
        allowed = here
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    expected = spread(allowed, counted, battle.hit)
    wrong = []
    if offered != expected:
        wrong.append(f"{battle.hex}: {sorted(expected)} may lose a step, offered {sorted(offered)}")
    due = table.frame("defender_losses")[1]
    shut = HEXES[battle.hex].fortress or any(p.kind == "fort" for p in here)
    stack = [p for p in here if p.mobile]
    may = not first and not shut and bool(ways_back(table, stack, due, set()))
    if may != any(a.verb == "retreat" for a in game.decision.actions):
        wrong.append(f"{battle.hex}: a retreat of {due} should {'' if may else 'not '}be offered")
    return wrong


def check_attacker_losses(game: Game) -> list[str]:
    """Who may take the next step of the attacker (R88)."""
    assert game.decision is not None
    table = laid(position(game))
    battle = Battle(game, table)
    took_part = battle.alive(battle.attackers)
    corps = [p for h in battle.origins for p in table.at(h) if p.corps]
    first = not any(table.pieces[u].side == table.active for u in battle.hit)
    counted = [*corps, *(p for p in took_part if p.kind == "hq")]
    allowed = took_part if first else counted
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    expected = spread(allowed, counted, battle.hit)
    return [f"{sorted(expected)} may lose a step, offered {sorted(offered)}"] if offered != expected else []


# -- retreat -----------------------------------------------------------------------------------------------------------


def open_to(table: Table, stack: Sequence[Piece], here: str, h: str, been: set[str]) -> bool:
    """11.21, 10.8, R111: whether a stack may retreat into a hex; a depot does not bind it (R61)."""
    side = stack[0].side
    units = [p for p in stack if p.kind != "depot"]
    if h not in PASSABLE[here] or h in been or not table.inside(h) or table.holder(h) == OTHER[side]:
        return False
    if h in enemy_zone(table, side):
        return False
    if any(p.nation == "belgian" for p in units) and h not in BELGIAN_AREA:
        return False
    there = [p for p in table.at(h) if p not in stack]
    return fits([*units, *there]) and may_share([*stack, *there])


def far(table: Table, nation: str, h: str) -> int:
    """11.21: hexes to the nearest working source; a Belgian in Belgium stands in one (R80)."""
    if nation == "belgian" and HEXES[h].country == "belgium":
        return 0
    return min((distance(h, s) for s in sources(table, nation)), default=0)


def ways_back(table: Table, stack: Sequence[Piece], due: int, been: set[str], here: str | None = None) -> set[str]:
    """The hexes that may be entered next on a retreat of so many hexes (R79, R111)."""
    if not stack:
        return set()
    start = stack[0].at if here is None else here
    passed = been | {start}
    possible = {
        h
        for h in PASSABLE[start]
        if open_to(table, stack, start, h, passed) and (due == 1 or ways_back(table, stack, due - 1, passed, h))
    }
    if not possible:
        return set()
    nation = stack[0].nation
    least = min(far(table, nation, h) for h in possible)
    return {h for h in possible if far(table, nation, h) == least}


def check_retreat(game: Game) -> list[str]:
    """Where the retreating stack may go."""
    assert game.decision is not None
    table = laid(position(game))
    past = news(game)
    begun = next(e for e in past if e.kind == "retreat")
    steps = [e for e in past if e.kind == "retreats"]
    stack = [p for u in begun.data["units"] if (p := table.pieces[u]).at in HEXES]
    due = next(e for e in past if e.kind == "result").data["defender"] - _steps_lost(past[: past.index(begun)], table)
    been = {begun.data["hex"], *(e.data["to"] for e in steps)}
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}
    expected = ways_back(table, stack, due - len(steps), been)
    return (
        [f"{[p.id for p in stack]}: {sorted(expected)} open, offered {sorted(offered)}"] if offered != expected else []
    )


def _steps_lost(past: Sequence[Event], table: Table) -> int:
    """Steps that the defender has lost: each is told as a loss, the last of a unit as its elimination."""
    return sum(e.kind in ("loss", "eliminated") and table.pieces[e.data["unit"]].side != table.active for e in past)


def check_retreat_loss(game: Game) -> list[str]:
    """11.20, R75, R116: who may take the step that a retreat of the fatigued costs."""
    assert game.decision is not None
    table = laid(position(game))
    battle, past = Battle(game, table), news(game)
    begun = next(e for e in past if e.kind == "retreat")
    stack = [p for u in begun.data["units"] if (p := table.pieces[u]).at in HEXES]
    corps = [p for p in stack if p.corps]
    staff = [p for p in stack if p.kind == "hq" and p.id in battle.defenders]
    fresh = [p for p in [*corps, *staff] if p.id not in battle.hit]
    expected = {p.id for p in stack if not (p.corps and p.id in battle.hit and fresh)}
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    return [f"{sorted(expected)} may take the step, offered {sorted(offered)}"] if offered != expected else []


def watch_retreat_morale(deed: Deed) -> list[str]:
    """11.20: corps that have retreated are a level of morale below that of the beginning of the phase."""
    after = laid(deed.now)
    if any(frame[0] in ("retreat", "retreat_loss") for frame in after.flow) or after.phase != "combat":
        return []
    begun = next(e for e in reversed(deed.game.events) if e.kind == "retreat")
    wrong = []
    for piece in (after.pieces[name] for name in begun.data["units"]):
        was = after.position["units"][piece.id].get("morale_was", piece.morale)
        level = LEVELS[max(0, LEVELS.index(was) - 1)]
        if piece.corps and piece.at in HEXES and piece.morale != level:
            wrong.append(f"{piece.id} was {was}, should be {level}, is {piece.morale}")
    return wrong


# -- after the battle --------------------------------------------------------------------------------------------------


def check_advance(game: Game) -> list[str]:
    """11.22, 6.2, 6.3, 10.8, R82: every surviving attacker for whom there is room."""
    assert game.decision is not None
    table = laid(position(game))
    battle = Battle(game, table)
    there = table.at(battle.hex)
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    expected = {
        p.id
        for p in battle.alive(battle.attackers)
        if p.at != battle.hex
        and fits([*there, p])
        and may_share([p, *there])
        and table.inside(battle.hex)
        and (p.nation != "belgian" or battle.hex in BELGIAN_AREA)
    }
    return [f"{sorted(expected)} may advance, offered {sorted(offered)}"] if offered != expected else []


def watch_morale(deed: Deed) -> list[str]:
    """11.20, R77, R78: attackers gain a level if the hex was emptied and lose one if not."""
    before = laid(deed.was)
    after = laid(deed.now)
    fought = any(f[0] == "battle" for f in before.flow) and not any(f[0] == "battle" for f in after.flow)
    if not fought or after.phase != "combat" or any(e.kind == "overstacked" for e in deed.events):
        return []
    battle = Battle(deed.game, after)
    wrong = []
    for piece in battle.alive(battle.attackers):
        row = after.position["units"][piece.id]
        was = row.get("morale_was", piece.morale)
        level = LEVELS.index(was) + (1 if battle.won else -1)
        if piece.corps and piece.morale != LEVELS[max(0, min(2, level))]:
            wrong.append(f"{piece.id} was {was}, is {piece.morale} after a battle {'won' if battle.won else 'lost'}")
    return wrong
