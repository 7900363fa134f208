"""Combat up to its result (11.1 to 11.17, 11.19, 11.23, 11.24): who may attack whom, and at what odds."""

from __future__ import annotations

import math
from collections.abc import Sequence

from front1914 import Action, Event, Game
from tests.referee import Deed, position
from tests.titles.schlieffens_war.referee.movement import half
from tests.titles.schlieffens_war.referee.sheet import (
    BELGIAN_AREA,
    BESIDE,
    CHARTS,
    HEXES,
    PASSABLE,
    RIVERS,
    way,
)
from tests.titles.schlieffens_war.referee.stacking import may_share
from tests.titles.schlieffens_war.referee.supply import lines_of
from tests.titles.schlieffens_war.referee.table import OTHER, Piece, Table, laid

MOST_CORPS, MOST_HQS = 3, 1  #: that attack out of one hex in a phase (11.3)
DEFENDERS = 2  #: corps and forts that defend (11.2)


# -- who may attack or probe -------------------------------------------------------------------------------------------


def in_company(table: Table, piece: Piece) -> bool:
    """2.3, R97, R113: a factor in parentheses needs a corps without them in its hex."""
    others = [p for p in table.at(piece.at) if p.corps and not p.counter.parentheses]
    return not piece.counter.parentheses or bool(others)


def may_fight(table: Table, piece: Piece) -> bool:
    """11.7, 9.2: corps and HQs; not the BEF on Turn 3; who probed or attacked is done."""
    if not (piece.corps or piece.kind == "hq") or piece.marks & {"probed", "attacked"}:
        return False
    return not (piece.nation == "british" and table.turn == 3) and in_company(table, piece)


def may_probe(table: Table, piece: Piece) -> set[str]:
    """11.1, R64, R114: the hexes into which a unit may probe."""
    if not may_fight(table, piece) or piece.morale == "fatigued":
        return set()
    enemies = {p.at for p in table.of(OTHER[piece.side])}
    return {
        h
        for h in PASSABLE[piece.at]
        if h not in enemies
        and any(n in enemies for n in BESIDE[h])
        and table.inside(h)
        and (piece.nation != "belgian" or h in BELGIAN_AREA)
        and may_share([piece, *table.at(h)])
    }


def may_attack(table: Table, piece: Piece, target: str) -> bool:
    """Whether a unit by itself may take part in an attack on a hex."""
    if not may_fight(table, piece) or target not in PASSABLE[piece.at]:
        return False
    if piece.nation == "belgian" and target not in BELGIAN_AREA:
        return False
    gone = [p for p in table.of(piece.side) if "attacked" in p.marks and p.at == piece.at]
    return _room(gone, piece)


def _room(gone: Sequence[Piece], piece: Piece) -> bool:
    """11.3: three corps and an HQ out of one hex in a phase."""
    if piece.kind == "hq":
        return sum(p.kind == "hq" for p in gone) < MOST_HQS
    return sum(p.corps for p in gone) < MOST_CORPS


def may_be_attacked(table: Table, target: str) -> bool:
    """11.5, R81: nobody there was attacked in this phase."""
    return not any("defended" in piece.marks for piece in table.at(target))


def may_join(table: Table, chosen: Sequence[Piece], piece: Piece, target: str) -> bool:
    """11.4: one more attacker; from several hexes only if all are in command. An HQ joins a corps (11.7)."""
    if not may_attack(table, piece, target) or piece in chosen:
        return False
    if piece.kind == "hq" and not any(p.corps for p in chosen):
        return False
    gone = [p for p in table.of(piece.side) if "attacked" in p.marks and p.at == piece.at]
    if not _room([*gone, *(p for p in chosen if p.at == piece.at)], piece):
        return False
    together = [*chosen, piece]
    lines = lines_of(table, piece.side)
    return len({p.at for p in together}) == 1 or all(lines.commanded(p) for p in together)


def check_probe(game: Game) -> list[str]:
    """Every corps that may probe is offered, and no other; an HQ only goes along (11.7, R64)."""
    table, actions = laid(position(game)), _actions(game)
    offered = {str(a.arg) for a in actions if a.verb == "unit"}
    expected = {p.id for p in table.of(table.active) if p.corps and may_probe(table, p)}
    return _compare("may probe", offered, expected)


def check_probe_to(game: Game) -> list[str]:
    """Where the units that probe together may go."""
    table, actions = laid(position(game)), _actions(game)
    names = table.frame("probe_to")[1]
    offered = {str(a.arg) for a in actions if a.verb == "to"}
    expected = set.intersection(*(may_probe(table, table.pieces[name]) for name in names))
    return _compare(f"{names} may probe into", offered, expected)


def check_targets(game: Game) -> list[str]:
    """Every hex that somebody may attack is offered, and no other; an HQ does not attack alone (11.7)."""
    table, actions = laid(position(game)), _actions(game)
    offered = {str(a.arg) for a in actions if a.verb == "to"}
    enemies = {p.at for p in table.of(OTHER[table.active])}
    expected = {
        h
        for h in enemies
        if may_be_attacked(table, h) and any(p.corps and may_attack(table, p, h) for p in table.of(table.active))
    }
    return _compare("may be attacked", offered, expected)


def check_attackers(game: Game) -> list[str]:
    """Who may still join an attack, and whether it may begin."""
    table, actions = laid(position(game)), _actions(game)
    _, target, names = table.frame("attackers")
    chosen = [table.pieces[name] for name in names]
    offered = {str(a.arg) for a in actions if a.verb == "unit"}
    expected = {p.id for p in table.of(table.active) if may_join(table, chosen, p, target)}
    wrong = _compare(f"{names} on {target}: may join", offered, expected)
    ready = any(p.corps for p in chosen)
    if ready != any(a.verb == "commit" for a in actions):
        wrong.append(f"{names} on {target}: the attack may {'' if ready else 'not '}begin")
    return wrong


# -- the battle --------------------------------------------------------------------------------------------------------


def news(game: Game) -> list[Event]:
    """What has happened since the present attack was declared."""
    found: list[Event] = []
    for event in reversed(game.events):
        found.insert(0, event)
        if event.kind == "attack":
            break
    return found


def attack_factor(piece: Piece) -> int:
    """8.7, 8.9: halved out of supply and in fortress supply; an HQ shows its other side instead (R41)."""
    if piece.supply == "fortress" or (piece.out and piece.corps):
        return half(piece.printed_factor)
    return piece.printed_factor


def defence_factor(piece: Piece) -> int:
    """8.7: halved out of supply, not in a fortress (8.9)."""
    return half(piece.printed_factor) if piece.out and piece.corps else piece.printed_factor


def rung(attack: int, defence: int) -> int:
    """11.8, R65: the odds on the ladder ... 1:3, 1:2, 1:1, 2:1 ..., on which 1:1 is 0."""
    return attack // defence - 1 if attack >= defence else 1 - math.ceil(defence / attack)


def spelt(step: int) -> str:
    return f"{step + 1}:1" if step >= 0 else f"1:{1 - step}"


def concentric(ways: set[int]) -> bool:
    """11.15: opposite hexsides, three with one between each, or more than three."""
    if len(ways) > 3 or any((w + 3) % 6 in ways for w in ways):
        return True
    return ways in ({0, 2, 4}, {1, 3, 5})


def shifts(table: Table, target: str, attackers: Sequence[Piece], defenders: Sequence[Piece]) -> dict[str, int]:
    """Columns to the right, by rule, without those of dice."""
    hexagon = HEXES[target]
    found = dict.fromkeys(("11.11", "11.12", "11.13", "11.14", "11.16", "11.24"), 0)
    found["11.11"] = -1 if hexagon.terrain == "rough" else 0
    found["11.13"] = -1 if hexagon.city else 0
    found["11.14"] = -1 if hexagon.fortress else 0
    if all(frozenset((p.at, target)) in RIVERS for p in attackers):
        found["11.12"] = -1
    for units, good in ((attackers, 1), (defenders, -1)):
        morale = [p.morale for p in units if p.corps]
        if morale and all(m == "elan" for m in morale):
            found["11.16"] += good
        if "fatigued" in morale:
            found["11.16"] -= good
    if table.active == "entente" and table.turn in (9, 10):
        found["11.24"] = 1
    return found


def watch_odds(deed: Deed) -> list[str]:
    """11.8 to 11.16: the sums, every shift and the odds."""
    told = next((e for e in deed.events if e.kind == "odds"), None)
    if told is None:
        return []
    table, past = laid(deed.was), news(deed.game)
    attack, defence = (next(e for e in past if e.kind == kind) for kind in ("attack", "defence"))
    attackers = [table.pieces[u] for u in attack.data["units"]]
    defenders = [table.pieces[u] for u in defence.data["units"]]
    target = told.data["hex"]
    expected = shifts(table, target, attackers, defenders)
    round_about = concentric({way(target, p.at) for p in attackers})
    if round_about and not HEXES[target].city and not HEXES[target].fortress:
        die = next((e for e in past if e.kind == "concentric"), None)
        if die is None:
            return [f"{target}: no die for a concentric attack"]
        expected["11.15"] = die.data["die"] // 2
    elif any(e.kind == "concentric" for e in past):
        return [f"{target}: the attack is not concentric"]
    table_of_guns = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2}
    expected["11.23"] = sum(table_of_guns[e.data["die"]] for e in past if e.kind == "bombardment")
    return _sums(told, attackers, defenders, expected)


def _sums(told: Event, attackers: Sequence[Piece], defenders: Sequence[Piece], expected: dict[str, int]) -> list[str]:
    wrong = []
    attack, defence = sum(map(attack_factor, attackers)), sum(map(defence_factor, defenders))
    if (attack, defence) != (told.data["attack"], told.data["defence"]):
        wrong.append(f"sums are {attack} to {defence}, told {told.data['attack']} to {told.data['defence']}")
    counted: dict[str, int] = {}
    for amount, rule, _ in told.data["shifts"]:
        counted[rule] = counted.get(rule, 0) + amount
    if {r: n for r, n in counted.items() if n} != {r: n for r, n in expected.items() if n}:
        wrong.append(f"shifts are {expected}, told {told.data['shifts']}")
    odds = spelt(rung(attack, defence) + sum(expected.values()))
    if odds != told.data["odds"]:
        wrong.append(f"odds are {odds}, told {told.data['odds']}")
    return wrong


def watch_defence(deed: Deed) -> list[str]:
    """11.2, 6.2, R70, R98: two corps or forts if there are so many, an HQ if its owner likes, a depot only alone."""
    told = next((e for e in deed.events if e.kind == "defence"), None)
    if told is None:
        return []
    table = laid(deed.was)
    here, named = table.at(told.data["hex"]), [table.pieces[u] for u in told.data["units"]]
    corps = [p for p in here if p.corps or p.kind == "fort"]
    wrong = []
    if any(p not in here for p in named):
        wrong.append("a defender from elsewhere")
    if sum(p in corps for p in named) != min(DEFENDERS, len(corps)):
        wrong.append(f"{[p.id for p in named]} defend of {[p.id for p in here]}")
    if sum(p.kind == "hq" for p in named) > 1 or (not corps and any(p.kind == "hq" for p in here) and not named):
        wrong.append(f"{[p.id for p in named]} defend of {[p.id for p in here]}")
    if any(p.kind == "depot" for p in named) != all(p.kind == "depot" for p in here):
        wrong.append(f"a depot defends only alone: {[p.id for p in named]} of {[p.id for p in here]}")
    return wrong


def watch_result(deed: Deed) -> list[str]:
    """11.9, 11.17, 11.19: what the table says."""
    told = next((e for e in deed.events if e.kind == "result"), None)
    if told is None:
        return []
    past = news(deed.game)
    odds = next(e for e in past if e.kind == "odds").data["odds"]
    left, right = map(int, odds.split(":"))
    crt = CHARTS["crt"]
    if left > 7:
        text, die = "0/3", 0
    elif right > 2:
        text, die = "2/0", 0
    else:
        die = int(deed.action.arg or 0)
        text = crt["rows"][str(die)][crt["odds"].index(odds)]
    attacker, defender = map(int, text.split("/"))
    table = laid(deed.was)
    if table.active == "german" and any(p.nation == "british" for p in table.at(told.data["hex"])):
        attacker += 1
    expected = {"die": die, "attacker": attacker, "defender": defender}
    given = {key: told.data[key] for key in expected}
    return [f"at {odds} {expected}, told {given}"] if expected != given else []


def check_bombard(game: Game) -> list[str]:
    """11.23, R83: siege markers support a supplied German attack on a city with a fort."""
    table, actions = laid(position(game)), _actions(game)
    past = news(game)
    attack = past[0].data
    wrong = []
    if not HEXES[attack["hex"]].city or not any(p.kind == "fort" for p in table.at(attack["hex"])):
        wrong.append(f"{attack['hex']} is no city with a fort")
    if table.active != "german" or any(table.pieces[u].supply != "in" for u in attack["units"]):
        wrong.append("not a supplied German attack")
    for verb in ("artillery", "coup"):
        if any(e.kind == verb for e in past) and any(a.verb == verb for a in actions):
            wrong.append(f"a second {verb} marker in one attack")
    return wrong


def watch_plan17(deed: Deed) -> list[str]:
    """4.4, R10: attacks by French units alone into Germany are counted when they are declared."""
    told = next((e for e in deed.events if e.kind == "attack"), None)
    table = laid(deed.was)
    before, after = (position.get("plan17", 0) for position in (deed.was, deed.now))
    counts = (
        told is not None
        and HEXES[told.data["hex"]].country == "germany"
        and all(table.pieces[u].nation == "french" for u in told.data["units"])
    )
    return [f"Plan XVII: {before} attacks before, {after} after"] if after - before != counts else []


def _actions(game: Game) -> Sequence[Action]:
    assert game.decision is not None
    return game.decision.actions


def _compare(what: str, offered: set[str], expected: set[str]) -> list[str]:
    if offered == expected:
        return []
    return [f"{what}: against the rules {sorted(offered - expected)}, not offered {sorted(expected - offered)}"]
