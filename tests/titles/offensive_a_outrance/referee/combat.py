"""9.3 to 9.9: strengths, shifts, odds, the modifier of the white die and the cell of the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from front1914 import Game
from tests.referee import Deed

from .board import CHARTS, HEXES, MOUNTAINOUS, Hex, elevation, neighbours, river, side
from .forces import attack, defence, force_of
from .situation import Situation, Unit, other, read, zone

GLYPHS = {"B1": "❶", "B2": "❷", "W1": "①"}


class Battle:
    """The record of a battle in a position, and who takes part."""

    def __init__(self, now: Situation, record: list[Any]) -> None:
        self.now, self.hex = now, record[1]
        self.attackers = [now.by_id[u] for u in record[2] if u in now.by_id]
        self.defenders = [now.by_id[u] for u in record[3] if u in now.by_id]
        self.hungry = set(record[5])
        self.attack, self.defence = Fraction(record[8], 4), Fraction(record[9], 4)
        self.shifts = [(s[0], s[1]) for s in record[10]]
        self.modifier: int = record[11]
        self.sizes = Fraction(record[12], 2), Fraction(record[13], 2)  #: quarters of a division-equivalent
        self.intense = record[14]
        self.side = self.attackers[0].side if self.attackers else ""

    def hexes(self, unit: Unit) -> list[Hex]:
        """The hexes from which an attacker attacks: those of his that are adjacent."""
        return [h for h in unit.hexes if h in neighbours(self.hex)]

    def start(self, unit: Unit) -> Hex:
        return self.hexes(unit)[0]


def under_way(now: Situation) -> Battle | None:
    records = [frame for frame in now.position.get("flow", []) if frame[0] == "battle"]
    return Battle(now, records[-1]) if records else None


def hexside(a: Hex, b: Hex) -> tuple[int, int]:
    """9.3.2, 9.6.1: what an attack across a hexside loses, and the shift of its river. Iges: 3.5.5."""
    edge = side(a, b)
    loss = int(CHARTS["side"][edge.get("terrain") or "clear"]["attack"])
    if edge.get("escarpment") == b:
        loss += int(CHARTS["escarpment"]["attack"])
    water = "" if (a, b) == ("46.36", "46.37") else river(a, b)
    if not water:
        return loss, 0
    return loss + int(CHARTS["river"][water]["attack"]), int(CHARTS["river"][water]["shift"])


def attack_strength(battle: Battle) -> Fraction:
    """9.3.2, 9.4, B36: by Force and hexside, halved without Ammo before the terrain, never below nothing.

    A Force in two hexes (19.1.6) is still one Force: it loses once, by the worse of its hexsides.
    """
    worth: dict[tuple[Hex, ...] | str, Fraction] = {}
    loss: dict[tuple[Hex, ...] | str, int] = {}
    for unit in battle.attackers:
        for at in battle.hexes(unit):
            key = force_of(battle.now, unit, at) or unit.hexes
            worth[key] = worth.get(key, Fraction(0)) + attack(unit) / (2 if unit.id in battle.hungry else 1)
            loss[key] = min(loss.get(key, 0), hexside(at, battle.hex)[0])
    return sum((max(Fraction(0), worth[key] + loss[key]) for key in worth), Fraction(0))


def bonus(at: Hex) -> int:
    """9.3.1: one bonus for the stack."""
    row = HEXES[at]
    ground = int(CHARTS["hex"][row["terrain"]])
    return max(ground, int(CHARTS["hex"]["wooded"]) if row["wooded"] else 0)


def defence_strength(battle: Battle) -> Fraction:
    total = Fraction(bonus(battle.hex))
    for unit in battle.defenders:
        total += defence(unit) / (2 if unit.id in battle.hungry else 1)
    return total


def size(units: list[Unit]) -> int:
    """1.1, 19.1.3: eighths of a division-equivalent."""
    return sum(u.eighths for u in units)


def quarters(units: list[Unit]) -> Fraction:
    """10.1.2, 9.10.1 (B40): division-equivalents in quarters; a Fort counts two, a Fortress four."""
    total = Fraction(0)
    for unit in units:
        total += 4 if unit.counter.fortress else 2 if unit.counter.kind == "fort" else Fraction(unit.eighths, 2)
    return total


def attacking(battle: Battle) -> Fraction:
    """The same of the attackers: of a unit in two hexes what stands beside the target."""
    return sum((Fraction(u.eighths * len(battle.hexes(u)), 2) for u in battle.attackers), Fraction(0))


def flanked(battle: Battle) -> bool:
    """9.5: five hexes around are enemy-occupied or in the zone of attacking Formations, and none of them friendly."""
    now, mine = battle.now, battle.side
    if any(u.counter.fortress or u.counter.kind == "fort" for u in now.here(battle.hex, other(mine))):
        return False
    attackers = sum(u.eighths * len(battle.hexes(u)) for u in battle.attackers)
    if attackers < size(battle.defenders):
        return False
    zones = set[Hex]().union(*(zone(u) for u in battle.attackers if u.formation))
    count = 0
    for at in neighbours(battle.hex):
        edge = side(at, battle.hex)
        barred = edge.get("sea") or edge.get("ridge") or river(at, battle.hex) in ("great", "grand")
        if barred or (edge.get("inundation") and now.flooded()) or HEXES[at]["terrain"] == "sea":
            continue
        if now.here(at, other(mine)):
            continue
        if now.here(at, mine) or at in zones:
            count += 1
    return count >= 5


def shifts(battle: Battle) -> list[tuple[int, str]]:
    """9.6.1: every shift but those that a player or a die decides (21.2, 20.5)."""
    now, found = battle.now, []
    combat = [u for u in battle.attackers if u.counter.combat]
    if combat and all(u.get("pa") == battle.hex for u in combat):
        found.append(1)
    if flanked(battle):
        found.append(2)
    printed = HEXES[battle.hex]["part"] == "ring" and not now.hex(battle.hex).get("ruined")
    found.append(-2 if printed else -int(now.hex(battle.hex).get("ip", 0)))
    sides = {(h, battle.hex) for u in battle.attackers for h in battle.hexes(u)}
    rivers = [hexside(a, b)[1] for a, b in sides]
    found.append(-min(rivers))
    open_sides = [(a, b) for a, b in sides if side(a, b).get("terrain") not in ("forest", "deep_forest")]
    if open_sides and all(elevation(b) > elevation(a) and not side(a, b).get("transition") for a, b in open_sides):
        found.append(-1)
    return [(number, "") for number in found if number]


LADDER = [Fraction(1, n) for n in range(60, 1, -1)]
LADDER += [Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(4)]
LADDER += [Fraction(n) for n in range(6, 400, 2)]
LOWEST = LADDER.index(Fraction(1, 12))  #: the lowest odds that the title calls by their name


def column(ratio: Fraction) -> int:
    """9.6, B35: the nearer ratio, half-way the higher; as a place on the ladder that goes on beyond the table."""
    best = 0
    for place in range(1, len(LADDER)):
        if ratio >= (LADDER[place - 1] + LADDER[place]) / 2:
            best = place
    return best


def name(place: int) -> str:
    place = max(0, place)
    ratio = LADDER[place]
    if ratio == Fraction(3, 2):
        return "3:2"
    return f"{ratio.numerator}:{ratio.denominator}"


def proficiency(battle: Battle) -> int:
    """9.7, 9.7.1, 9.7.2: the highest of the defence less the highest of the attack, at most two."""
    rough = HEXES[battle.hex]["terrain"] in MOUNTAINOUS

    def best(units: list[Unit], at: Hex | None) -> int:
        found = 0
        alpine = {
            force_of(battle.now, u, at or battle.start(u)) or u.id for u in units if u.counter.kind == "chasseurs"
        }
        for u in units:
            more = rough and (force_of(battle.now, u, at or battle.start(u)) or u.id) in alpine
            found = max(found, u.counter.proficiency + more) if not u.counter.gun else found
        return found

    defence = best([u for u in battle.defenders if not u.counter.fortress], battle.hex)
    if any(u.counter.fortress for u in battle.defenders):
        defence = max(5, 0) if not rough else max(5, defence)
    return max(-2, min(2, defence - best(battle.attackers, None)))


def check_odds(game: Game) -> list[str]:
    """9.3 to 9.7 when the dice are about to be thrown."""
    now = read(game)
    battle = under_way(now)
    if battle is None or not battle.attackers or not battle.defenders:
        return []
    wrong = []
    ours, theirs = attack_strength(battle), defence_strength(battle)
    if ours != battle.attack:
        wrong.append(f"Attack Strength {battle.attack}, meant {ours}")
    if theirs != battle.defence:
        wrong.append(f"Defense Strength {battle.defence}, meant {theirs}")
    if battle.sizes != (attacking(battle), quarters(battle.defenders)):
        wrong.append(f"sizes {battle.sizes}, meant {attacking(battle)} and {quarters(battle.defenders)}")
    given = [n for n, rule in battle.shifts if not rule.startswith(("21.2", "20"))]
    meant = [n for n, _ in shifts(battle)]
    if sum(given) != sum(meant):
        wrong.append(f"shifts {battle.shifts}, meant {meant}")
    if battle.modifier != proficiency(battle):
        wrong.append(f"modifier {battle.modifier}, meant {proficiency(battle)}")
    place = column(battle.attack / battle.defence) + sum(n for n, _ in battle.shifts)
    said = next(e.data["odds"] for e in reversed(game.events) if e.kind == "odds")
    if said != name(place) and place > LOWEST:
        wrong.append(f"odds {said}, meant {name(place)}")
    about = f"{[u.id for u in battle.attackers]} from {[u.hexes for u in battle.attackers]} on {battle.hex} held by"
    return [f"{about} {[u.id for u in battle.defenders]}: {text}" for text in wrong]


def cell(battle: Battle, white: int, black: int) -> str:
    """9.9.1: the result for these dice."""
    table = CHARTS["crt"]
    odds = list(table["odds"])
    place = column(battle.attack / battle.defence) + sum(n for n, _ in battle.shifts)
    low, high = LADDER.index(Fraction(1, 4)), LADDER.index(Fraction(8))
    place = max(low, min(high, place))
    row = table["rows"][str(black)][str(max(-1, min(8, white + battle.modifier)))]
    found: str = row[odds.index(name(place))]
    for letters, glyph in GLYPHS.items():
        found = found.replace(letters, glyph)
    return found


def again(battle: Battle, black: int) -> bool:
    """21.1: Allied doctrine, turns 1 to 5, unless a camp's Fortress of theirs fights."""
    now = battle.now
    if now.turn > 5:
        return False
    fortress = [u for u in battle.defenders if u.counter.fortress and u.side == "allied" and HEXES[battle.hex]["camp"]]
    if fortress:
        return False
    return black == (1 if battle.side == "allied" else 6)


def watch_result(deed: Deed) -> list[str]:
    """9.9.1, 21.1: the cell that the dice find."""
    battle = under_way(read(deed.before))
    said = [e for e in deed.events if e.kind in ("result", "thrown_again")]
    if battle is None or not battle.attackers or not battle.defenders or not said:
        return []
    white, black = (int(n) for n in str(deed.action.arg).split("-"))
    before = [e.kind for e in deed.before.events[-3:]] if deed.before.events else []
    first = said[0]
    if again(battle, black) and "thrown_again" not in before:
        return [] if first.kind == "thrown_again" else [f"{white}-{black} is not thrown again (21.1)"]
    if first.kind == "thrown_again":
        return [] if "thrown_again" in before else [f"{white}-{black} is thrown again"]
    meant = cell(battle, white, black)
    if first.data["result"] != meant:
        return [f"{battle.hex} at {white}-{black} {battle.modifier:+}: {first.data['result']}, meant {meant}"]
    return []
