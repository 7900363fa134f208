"""Combat (CB, CV, AR, FT, FA, TC; H8): who is attacked, with what strength on either side, at which odds."""

from __future__ import annotations

from dataclasses import dataclass

from front1914 import Game
from tests.referee import Deed
from tests.titles.fixed_1914.referee.marching import able
from tests.titles.fixed_1914.referee.sheet import CHARTS, HEXES, RIVERS, UNITS, beside, side, way_to
from tests.titles.fixed_1914.referee.table import HOME, OTHER, Piece, Table

SECTIONS = "ARIC"


def groups(table: Table, h: str, side: str) -> list[list[Piece]]:
    """CB-15, H15: each unit with a defence and those without one under it; those attacked already are left out."""
    found: list[list[Piece]] = []
    for piece in table.stack(h):
        if piece.side != side or piece.type.kind == "fort" or not piece.real:
            continue
        if piece.defence or not found:
            found.append([piece])
        else:
            found[-1].append(piece)
    fresh = []
    for group in found:
        rest = [p for p in group if not p.row.get("defended")]
        if rest and (group[0] in rest or not group[0].defence):  # CB-2: a host that has fought keeps those under it out
            fresh.append(rest)
    return fresh


def entitled(piece: Piece, country: str) -> bool:
    """FT-2, FT-3: infantry of the fort's country, the British in France and Belgium; no Italians."""
    if not piece.type.infantry or piece.type.id == "g-IT":
        return False
    if piece.nation == "british":
        return country in ("france", "belgium")
    return country in HOME[piece.nation]


@dataclass(frozen=True)
class Account:
    attack: int
    defence: int
    odds: str
    section: str


def halved(attacker: Piece, target: str) -> bool:
    """TC-1: out of a river hex over another bank, from rough into rough or forest, up a ridge."""
    h = attacker.at
    if h in RIVERS:
        over = RIVERS[h][way_to(h, target)].split("|")
        if len(over) == 1 and over[0] != attacker.bank:
            return True
    if HEXES[h].rough and HEXES[target].broken:
        return True
    return side(h, target).upper == target


def base(attacker: Piece, attackers: list[Piece], defenders: list[Piece]) -> int:
    """H8.1: the factor before terrain."""
    if attacker.type.infantry:
        return attacker.attack
    infantry = [p for p in attackers if p.type.infantry]
    here = [p for p in infantry if p.at == attacker.at]
    if attacker.gun:
        return attacker.attack if here else 0
    if not attacker.type.cavalry:
        return 0
    if all(p.type.cavalry for p in defenders if p.defence) and any(p.type.cavalry for p in defenders):
        return attacker.attack
    if not infantry:
        return attacker.attack if not any(p.type.infantry for p in defenders) else 0
    if here:
        return min(attacker.attack, max((p.attack + 1) // 2 for p in here))
    return min(attacker.attack, 1)


def fort_gun(table: Table, target: str, owner: str, attackers: list[Piece]) -> int:
    """FA-2, FA-5, FA-8: what fortification artillery adds to each symbol of its country."""
    guns = [p for p in table.stack(target) if p.type.kind == "fort" and owner in HOME[p.nation]]
    if not guns:
        return 0
    gun = guns[0]
    for p in attackers:
        if not p.gun or (p.nation == "french" and gun.nation == "german"):
            continue
        if p.type.calibre > gun.type.calibre and any(q.type.infantry and q.at == p.at for q in attackers):
            return 0
    return gun.type.steps[0][1]


def reckon(table: Table, target: str, attackers: list[Piece], defenders: list[Piece]) -> Account | None:
    """The account of a battle; None where it may not be fought at these odds (CB-7, B-90)."""
    attack = 0
    for h in {p.at for p in attackers}:
        total = 0
        for p in (p for p in attackers if p.at == h):
            factor = base(p, attackers, defenders)
            total += (factor + 1) // 2 if halved(p, target) else factor
        fort = side(h, target)
        if fort.external and total and any(entitled(p, fort.owner) for p in defenders):
            total = max(1, total - fort.external * (1 + fort_gun(table, target, fort.owner, attackers)))
        attack += total
    country = HEXES[target].country
    symbols = HEXES[target].internal
    each = symbols * (1 + fort_gun(table, target, country, attackers)) if symbols else 0
    worth = {p.id: p.defence + (each if entitled(p, country) else 0) for p in defenders if p.defence}
    defence = sum(worth.values())
    if attack < 1 or not defence:
        return Account(attack, defence, "", "")
    if attack >= defence:
        odds = f"{min(6, attack // defence)}:1"
    else:
        ratio = -(-defence // attack)
        if ratio > 4:
            return None
        odds = f"1:{ratio}"
    best = max(worth.values())
    tops = [p for p in defenders if worth.get(p.id) == best]
    section = min((p.type.section if p.full else p.type.reduced for p in tops), key=SECTIONS.index)
    return Account(attack, defence, odds, section)


def guns_barred(game: Game, target: str) -> bool:
    """AR-3, AR-4, B-86: another gun supported an attack on this hex or one beside it in this player turn."""
    for event in reversed(game.events):
        if event.kind == "phase":
            return False
        close = event.kind == "attack" and event.data["hex"] in (target, *beside(target))
        if close and any(UNITS[unit].kind in ("artillery", "railroad") for unit in event.data["units"]):
            return True
    return False


def lawful(table: Table, game: Game, target: str, attackers: list[Piece], defenders: list[Piece]) -> bool:
    """Whether these may attack those together."""
    if not attackers or any(target not in beside(p.at) for p in attackers):
        return False
    infantry = [p for p in attackers if p.type.infantry]
    guns = [p for p in attackers if p.gun]
    if len(guns) > 1 or (guns and guns_barred(game, target)):
        return False
    if any(not any(q.at == g.at for q in infantry) for g in guns):
        return False
    if not infantry and any(p.type.infantry and p.defence for p in defenders):
        return False
    account = reckon(table, target, attackers, defenders)
    return not (account is None or account.attack < 1)


def fighters(table: Table, target: str, who: str) -> list[Piece]:
    """CB-12, BN-1: units beside the hex that have not attacked this turn."""
    found = []
    for h in beside(target):
        for p in table.stack(h):
            fights = p.side == who and (p.type.infantry or p.type.cavalry or p.gun)
            if fights and able(table, p) and not p.row.get("attacked") and not p.row.get("against"):
                found.append(p)
    return found


def check_targets(game: Game) -> list[str]:
    """CB-1, CB-2, CB-7: which hexes can be attacked by all who might, from the top of the stack down."""
    assert game.decision
    table, who = Table.of(game), game.decision.side
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}
    expected: set[str] = set()
    doubtful: set[str] = set()
    for h in {p.at for p in table.pieces.values() if p.side != who}:
        verdict = attackable(table, game, h, who)
        if verdict:
            (expected if verdict == "yes" else doubtful).add(h)
    said = []
    if wrong := sorted(offered - expected - doubtful):
        said.append(f"{wrong} cannot be attacked")
    if missing := sorted(expected - offered):
        said.append(f"{missing} can be attacked, but are not offered")
    return said


def attackable(table: Table, game: Game, h: str, who: str) -> str:
    if who == "allied" and any(p.side == "german" and not table.at_war(p) for p in table.stack(h)):
        return ""
    stack = [p for p in table.stack(h) if p.side != who]
    own = list(fighters(table, h, who))
    if not own or not stack:
        return ""
    if any(p.hidden for p in stack) or any(not table.at_war(p) for p in stack):
        return "perhaps"
    parties = groups(table, h, OTHER[who])
    force = [p for p in own if not p.gun]
    for depth in range(1, len(parties) + 1):
        defenders = [p for g in parties[:depth] for p in g]
        for gun in [None, *(p for p in own if p.gun)]:
            team = force + ([gun] if gun else [])
            if lawful(table, game, h, team, defenders):
                return "yes"
    return ""


def check_commit(game: Game) -> list[str]:
    """CB-7, CV-1, AR-2 to AR-4: whether the attack as declared may be made."""
    assert game.decision
    table = Table.of(game)
    _, target, depth, units = table.position["flow"][-1]
    who = game.decision.side
    attackers = [table.pieces[u] for u in units]
    parties = groups(table, target, OTHER[who])
    if any(p.hidden for p in table.stack(target)) or len(parties) < depth:
        return []
    defenders = [p for g in parties[:depth] for p in g]
    offered = any(a.verb == "commit" for a in game.decision.actions)
    expected = lawful(table, game, target, attackers, defenders)
    if offered == expected:
        return []
    account = reckon(table, target, attackers, defenders)
    return [f"{units} against {[p.id for p in defenders]} in {target} is {expected} by the text ({account})"]


def check_who_attacks(game: Game) -> list[str]:
    """CB-2, CB-11, CB-12: who may be named; all infantry beside the hex that has not fought."""
    assert game.decision
    table = Table.of(game)
    _, target, _, units = table.position["flow"][-1]
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    may = {p.id for p in fighters(table, target, game.decision.side)}
    said = []
    if wrong := sorted(offered - may):
        said.append(f"{wrong} may not attack {target}")
    must = {id for id in may if table.pieces[id].type.infantry} - set(units)
    if missing := sorted(must - offered):
        said.append(f"{missing} may attack {target}, but are not offered")
    return said


def watch_odds(deed: Deed) -> list[str]:
    """CB-3 to CB-6 and every shift: factors, odds and section as told."""
    said = []
    for event in deed.events:
        if event.kind != "odds":
            continue
        table = Table.of(deed.before)
        attack = next(e for e in reversed(deed.game.events) if e.kind == "attack")
        target = event.data["hex"]
        attackers = [table.pieces[u] for u in attack.data["units"]]
        gone = {e.data["unit"] for e in deed.game.events if e.at >= attack.at and e.kind in ("evades", "eliminated")}
        defenders = [table.pieces[u] for u in attack.data["defenders"] if u in table.pieces and u not in gone]
        defenders = [p for p in defenders if p.at == target]
        account = reckon(table, target, attackers, defenders)
        told = Account(event.data["attack"], event.data["defence"], event.data["odds"], event.data["section"])
        if account != told:
            said.append(
                f"{[p.id for p in attackers]} against {[p.id for p in defenders]} in {target}: {told}, not {account}"
            )
    return said


def watch_die(deed: Deed) -> list[str]:
    """CB-5: the result that the die gives in the section and column told."""
    said = []
    for event in deed.events:
        if event.kind == "result":
            odds = next(e for e in reversed(deed.game.events) if e.kind == "odds")
            chart = CHARTS["crt"][odds.data["section"]]
            line = chart["rows"][str(event.data["die"])]
            if line[chart["odds"].index(odds.data["odds"])] != event.data["result"]:
                said.append(f"a {event.data['die']} at {odds.data['odds']} in section {odds.data['section']}")
    return said
