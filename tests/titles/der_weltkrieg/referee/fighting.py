"""Combat (12, 13, 16, 19, 21, 22, 29; H-4, H-5, H-6): strengths, modifiers, results, and who must retreat."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from front1914 import Game
from tests.referee import Deed
from tests.titles.der_weltkrieg.referee.feeding import length, winter
from tests.titles.der_weltkrieg.referee.sheet import COUNTERS, HEXES, RIVERS, SIDES, TEC, beside, losses, ring, side
from tests.titles.der_weltkrieg.referee.table import COMBAT, FREE, OTHER, Battle, Piece, Table


def doubtful(table: Table, units: list[Piece]) -> bool:
    """What this module does not work out: flotillas, fodder (30-4), components as a division (27-3), break-outs."""
    if any(p.kind in ("flotilla", "engineer") for p in units):
        return True
    if any(p.kind == "cavalry" for p in units) and table.month not in (7, 8, 9, 10):
        return True
    small = [(p.at, p.nation) for p in units if p.counter.size in ("brigade", "regiment") and not p.gun]
    return len(small) != len(set(small))


def supplied(table: Table, piece: Piece, hq: Piece, limit: int) -> int:
    """19-9, 19-10, 19-13: the strength less what a long Supply Line takes."""
    far = length(table, piece.side, piece.at, hq.at)
    if limit == 4 and hq.at in beside(piece.at):
        far = 0
    least = {4: 3, 8: 6}[limit] if winter(table) else limit
    return max(0, piece.strength - max(0, far - least))


def attack_total(table: Table, record: Battle) -> int | None:
    """H-4: the column of the attack; None where it is not worked out here."""
    units = [table.pieces[u] for u in record.units]
    targets = record.targets
    if len(targets) != 1 or record.trapped or doubtful(table, units):
        return None
    target, total = targets[0], Fraction(0)
    defenders = table.stack(target, OTHER[units[0].side])
    fort = any(p.kind == "fortress" for p in defenders)
    guns = [p for p in units if p.gun]
    infantry = sum(p.strength for p in defenders if p.infantry)
    doubled = fort and guns and infantry < 4 * len({p.at for p in guns})
    for p, payer in zip(units, record.payers, strict=True):
        if isinstance(payer, str):
            hq = table.pieces.get(payer)
            if hq is None or not rail_hex(table, hq.at):
                return None
            if p.gun:
                strength = p.strength if p.kind == "artillery" or fort else p.strength // 2
            else:
                strength = supplied(table, p, hq, 4)
        elif payer == FREE:
            strength = p.strength
        else:
            strength = p.strength // 2 if not p.gun else 0
        total += strength * (2 if p.gun and doubled else 1)
    terrain = record.terrain
    if terrain and TEC[terrain].get("halved"):
        total /= 2
    water = waters(units, target)
    if water in ("major", "danube") and not all(p.gun for p in units):
        total /= 2
    if record.kind != COMBAT:
        total /= 2
    return floor(total)


def rail_hex(table: Table, h: str) -> bool:
    """A Headquarters on a railway that works is in communication (19-15)."""
    return any(side(h, n).track for n in beside(h)) and table.hexes.get(h, {}).get("operative", 1) != 0


def waters(units: list[Piece], target: str) -> str:
    """13-5, DW-R25: the river that all attackers come across."""
    found = {side(p.at, target).water for p in units}
    if not all(found):
        return ""
    return "major" if found <= {"major", "danube"} else "river"


def attack_modifier(table: Table, record: Battle) -> int | None:
    """H-4, 13-25: all modifiers of the attack, no more than four."""
    units = [table.pieces[u] for u in record.units]
    target = record.targets[0]
    terrain = record.terrain
    if not terrain or table.marker(target) in ("trench", "hindenburg"):
        return None
    found = int(TEC[terrain].get("attack", 0))
    only_guns = all(p.gun for p in units)
    if waters(units, target) == "river" and not only_guns:
        found += RIVERS["river"]["attack"]
    if only_guns and table.fort(target, OTHER[units[0].side]):
        found += len({p.at for p in units})
    return max(-4, min(4, found))


def watch_strength(deed: Deed) -> list[str]:
    """13-2 to 13-11: points and modifier of an attack as told."""
    event = next((e for e in deed.events if e.kind == "strength"), None)
    if event is None:
        return []
    table = Table.of(deed.before)
    record = Table.of(deed.game).battle()
    if record is None or any(u not in table.pieces for u in record.units):
        return []
    if any(e.kind in ("loss", "eliminated", "evades", "abandoned") for e in deed.events):
        return []
    said = []
    points, adjust = attack_total(table, record), attack_modifier(table, record)
    if points is not None and points != event.data["points"]:
        said.append(f"{record.units} attack {record.targets} with {event.data['points']}, by the text {points}")
    if points is not None and adjust is not None and adjust != max(-4, min(4, event.data["adjust"])):
        said.append(f"{record.units} attack {record.targets} at {event.data['adjust']}, by the text {adjust}")
    return said


def watch_dice(deed: Deed) -> list[str]:
    """13-9 to 13-19: what the die gives on the chart."""
    said = []
    table = Table.of(deed.before)
    for event in deed.events:
        told = {"attack_result": "strength", "counter_result": "counter_strength"}.get(event.kind)
        if told is None:
            continue
        sum_ = next(e for e in reversed(deed.game.events) if e.kind == told)
        die = event.data["die"] + max(-4, min(4, sum_.data["adjust"]))
        expected = losses(table.year, sum_.data["points"], max(-1, min(8, die)))
        if expected != event.data["points"]:
            said.append(f"a {event.data['die']} for {sum_.data}: {event.data['points']} points, by the text {expected}")
    return said


def counter_total(table: Table, record: Battle, retreating: bool) -> int | None:
    """13-15, 14-13, 21-3, 29-5: the column of the counterattack."""
    units = [table.pieces[u] for u in record.defenders]
    attackers = [table.pieces[u] for u in record.units]
    if len(record.targets) != 1 or doubtful(table, units) or any(p.row.get("retreated") for p in units):
        return None
    total = 0
    only_guns = all(p.gun for p in attackers)
    for p, payer in zip(units, record.replies, strict=True):
        if p.kind in ("headquarters", "corps_headquarters", "replacement", "siege"):
            return None
        if (only_guns and not p.gun) or p.id in record.held:
            continue
        if p.kind == "fortress":
            total += p.strength * (1 if p.nation == "russian" else 3)
            continue
        if isinstance(payer, str):
            hq = table.pieces.get(payer)
            if hq is None or not rail_hex(table, hq.at):
                return None
            strength = p.strength if p.gun else supplied(table, p, hq, 8)
        else:
            strength = p.strength if payer == FREE else 0 if p.gun else p.strength // 2
        trained = p.id in record.detrained
        total += strength * (1 if trained else 2 if p.gun or retreating else 3)
    return total * (2 if record.kind != COMBAT else 1)


def watch_counter(deed: Deed) -> list[str]:
    """13-14, 13-15, 14-13: the points of a counterattack."""
    event = next((e for e in deed.events if e.kind == "counter_strength"), None)
    if event is None or deed.decision.step != "counter" or deed.action.verb != "commit":
        return []
    record = Table.of(deed.before).battle()
    table = Table.of(deed.before)
    if record is None or any(u not in table.pieces for u in (*record.units, *record.defenders)):
        return []
    since = []
    for e in reversed(deed.game.events):
        if e.kind == "attack":
            break
        since.append(e.kind)
    if any(kind in since for kind in ("abandoned", "evades", "loss", "eliminated")):
        return []
    points = counter_total(table, record, "declares_retreat" in since or "driven" in since)
    if points is None or points == event.data["points"]:
        return []
    return [f"{record.defenders} answer with {event.data['points']}, by the text {points} ({record.replies})"]


def check_terrain(game: Game) -> list[str]:
    """13-3, 13-4, 21-4, H-5: what the defender may choose from."""
    assert game.decision
    table = Table.of(game)
    record = table.battle()
    if record is None or len(record.targets) != 1:
        return []
    target = record.targets[0]
    origins = {table.pieces[u].at for u in record.units if u in table.pieces}
    numbers = {ring(target).index(h) for h in origins}
    open_ = numbers | {(i + d) % 6 for i in numbers for d in (-1, 1)}
    found: set[str] = set()
    urban = sum(1 for n in beside(target) if side(target, n).terrain == "urban")
    for i in open_:
        n = ring(target)[i]
        edge = SIDES.get(frozenset((target, n)))
        if edge is None or (n in HEXES and table.neutral(n)):
            continue
        terrain = edge.shore if edge.terrain in ("ocean", "lake") else edge.terrain
        if terrain == "urban":
            through = i in numbers
            if not ((urban and HEXES[target].city) or urban >= 2 or through) or table.fort(target, game.decision.side):
                continue
        found |= {"clear" if terrain == "suburban" else terrain} if terrain else set()
    if not found:
        found = {"broken" if table.fort(target, game.decision.side) else "clear"}
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "terrain"}
    extra = {"urban"} if any(a.verb == "abandon" for a in game.decision.actions) else set()
    if offered - extra == found - extra:
        return []
    return [f"{target} attacked from {sorted(origins)} may use {sorted(found)}, offered is {sorted(offered)}"]


def check_stand(game: Game) -> list[str]:
    """14-4, 21-5, 22-8, H-6 in the plain cases: whether they must go."""
    assert game.decision
    table = Table.of(game)
    record = table.battle()
    if record is None or len(record.targets) != 1:
        return []
    target = record.targets[0]
    verbs = {a.verb for a in game.decision.actions}
    here = table.stack(target, game.decision.side)
    result = next(e for e in reversed(game.events) if e.kind == "attack_result").data["points"]
    strength = sum(p.strength for p in here if p.kind in ("cavalry",) or p.infantry)
    calm = not table.marker(target) and table.year == 1914 and not HEXES[target].city and not HEXES[target].port
    plain = all(p.nation in ("german", "french", "british", "belgian") and not p.row.get("retreated") for p in here)
    if not calm or not plain or not strength or record.terrain in ("mountain", "alpine", "urban"):
        return []
    if any(side(target, n).terrain in ("mountain", "alpine") for n in beside(target)):
        return []
    must = 2 * result >= strength and not table.fort(target, game.decision.side)
    if must and "stand" in verbs:
        return [f"{result} points for {strength} drive them out of {target}, but they may stand"]
    return []


def check_targets(game: Game) -> list[str]:
    """12-2, 12-5, 12-7: hexes beside own units that can fight, not attacked before."""
    assert game.decision
    table, who = Table.of(game), game.decision.side
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}
    may = set()
    for p in table.pieces.values():
        if p.side == who and p.counter.fights and not p.row.get("attacked"):
            for n in beside(p.at):
                if side(p.at, n).terrain not in ("ocean", "lake", "alpine") and table.stack(n, OTHER[who]):
                    may.add(n)
    assault = any(p.kind in ("assault", "mountain_assault") for p in table.pieces.values() if p.side == who)
    may -= {h for h, it in table.hexes.items() if it.get("struck")}
    wrong = sorted(offered - may)
    if wrong and not assault:
        return [f"{wrong} cannot be attacked"]
    must = {h for h in may if strong_front(table, h, who)}
    missing = sorted(must - offered)
    return [f"{missing} can be attacked, but are not offered"] if missing else []


def strong_front(table: Table, h: str, who: str) -> bool:
    """A plain infantry unit stands beside it, over a hexside that it could cross."""
    for n in beside(h):
        edge = side(h, n)
        if edge.terrain in ("ocean", "lake", "alpine") or edge.water in ("danube", "major"):
            continue
        for p in table.stack(n, who):
            calm = not table.position.get("nations", {}).get(p.nation, {}).get("morale")  # 26-6
            if p.infantry and p.strength > 1 and calm and not p.row.get("attacked") and not p.row.get("entrained"):
                return bool(any(q.kind in ("infantry", "fortress") for q in table.stack(h, OTHER[who])))
    return False


def watch_spending(deed: Deed) -> list[str]:
    """13-7, 19-2, 29-6, DW-R28: what each Headquarters pays for an attack."""
    event = next((e for e in deed.events if e.kind == "attack"), None)
    if event is None or any(e.kind == "evades" for e in deed.events):
        return []
    table = Table.of(deed.before)
    record = Table.of(deed.game).battle()
    if record is None or list(record.units) != list(event.data["units"]):
        return []
    due: dict[str, list[int]] = {}
    for u, payer in zip(record.units, record.payers, strict=True):
        piece = table.pieces.get(u)
        if piece is None or not isinstance(payer, str):
            continue
        sums = due.setdefault(payer, [0, 0])
        half = piece.kind == "siege" and not table.fort(record.targets[0], OTHER[piece.side])
        sums[piece.gun] += piece.strength // 2 if half else piece.strength
    expected = {hq: ceil(a / 4) + ceil(b / 2) for hq, (a, b) in due.items()}
    told = {e.data["unit"]: e.data["points"] for e in deed.events if e.kind == "supply_spent"}
    told = {hq: n for hq, n in told.items() if COUNTERS[hq].side == table.pieces[record.units[0]].side}
    if not told or any(p.kind == "engineer" for u in record.units if (p := table.pieces.get(u))):
        return []
    return [] if told == expected else [f"the attack of {record.units} costs {told}, by the text {expected}"]
