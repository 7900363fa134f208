"""What a computer commander of Schlieffen's War values, in steps of an average corps: pure functions over views."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from front1914.kit.bits import members
from front1914.kit.sight import Fight, Goal, Piece, Sight
from front1914.titles.schlieffens_war.charts import CONCENTRIC, CRT, TEC
from front1914.titles.schlieffens_war.combat.battle import odds_column
from front1914.titles.schlieffens_war.combat.shifts import (
    FINAL_EFFORT,
    attack_morale,
    concentric,
    defence_morale,
    open_ground,
    terrain,
)
from front1914.titles.schlieffens_war.movement import half
from front1914.titles.schlieffens_war.world import (
    BOARD,
    EXITS,
    FACTOR,
    FORTRESS,
    FULL,
    GERMAN_CITY,
    GERMANY,
    HEXES,
    IS_COMBAT,
    IS_CORPS,
    IS_FORT,
    IS_HQ,
    MA,
    NATION,
    PARIS,
    PERIMETER,
    SCORING,
    SIDE,
    SIZE,
    TERRAIN,
    UNITS,
)

roles = {"move": "mover", "march": "place", "attack": "target", "attackers": "attacker"}
habits = {
    "place": ("historical",),
    "array": ("done",),
    "rally": ("withdraw", "bef", "sixth", "all", "unit"),
    "recover": ("withdraw", "bef", "sixth", "unit"),
    "return": ("withdraw", "bef", "sixth", "unit"),
    "landing": ("bef",),
    "withdraw": ("unit",),
    "bombard": ("coup", "artillery"),
    "probe": ("done",),
}

VP = 3.0  #: a victory point (4.6)
ENDANGER = 12.0  #: Paris endangered: without it the German cannot win (4.1)
SUDDEN = 60.0  #: what ends the game at once (4.2, 4.3)
PLAN_XVII = 7  #: attacks, by the end of this turn (4.4)
TYPICAL = {"german": 3.5, "french": 2.7, "british": 3.5, "belgian": 2.0}  #: a counter that is not seen
MORALE = {"fatigued": 0, "elan": 2}
STEP = 1.75  #: the factor of one step of an average corps

COST = [max((cost for _, cost in exits), default=0) and TEC[TERRAIN[h]].move for h, exits in enumerate(EXITS)]
DEFENCE = [1.0 + 0.4 * (TEC[TERRAIN[h]].defence + (FORTRESS >> h & 1)) if TERRAIN[h] else 1.0 for h in range(SIZE)]


def rows(view: Mapping[str, Any]) -> Iterable[tuple[int, int, Mapping[str, Any]]]:
    """The units on the map that the side knows: unit, hex, row of the position."""
    for word, row in view["position"]["units"].items():
        h = HEXES.find(row["at"])
        if h is not None:
            yield UNITS.number(word), h, row


def _piece(u: int, h: int, row: Mapping[str, Any], own: bool) -> Piece:
    steps = row.get("steps", FULL[u])
    morale = MORALE.get(row.get("morale", ""), 1)
    supply = row.get("supply", "in")
    factor = FACTOR[u][steps] if IS_COMBAT[u] else FACTOR[u][supply != "out"]
    if supply != "in" and IS_CORPS[u] and (own or supply == "out"):
        factor = half(factor)
    moves = MA[u] if supply == "in" else half(MA[u])
    moves = half(moves) if morale == 0 else moves
    return Piece(
        str(UNITS[u]),
        h,
        float(factor) if IS_COMBAT[u] else 0.5 * factor if IS_HQ[u] else 0.0,
        steps,
        0 if IS_FORT[u] or (own and row.get("marched")) else moves,
        worth=max(FACTOR[u][FULL[u]] / FULL[u] / STEP, 0.3) if IS_COMBAT[u] else 1.5,
        kind="fort" if IS_FORT[u] else "foot" if IS_CORPS[u] else "staff",
        fresh=IS_CORPS[u] and not row.get("attacked") and not row.get("probed"),
        holds=IS_FORT[u],
        extra=(NATION[u], morale, IS_CORPS[u]),
    )


def sight(view: Mapping[str, Any]) -> Sight:
    """The map as the side sees it; a counter below the top of a stack is taken for a typical corps (6.6)."""
    side = view["side"]
    own: list[Piece] = []
    enemy: list[Piece] = []
    for u, h, row in rows(view):
        (own if SIDE[u] == side else enemy).append(_piece(u, h, row, SIDE[u] == side))
    for piece in view["pieces"]:
        if piece.get("hidden"):
            strength = TYPICAL[piece["nation"]]
            extra = (piece["nation"], 1, True)
            enemy.append(Piece(piece["id"], HEXES.number(piece["at"]), strength, 2, 4, extra=extra))
    turn, turns = view["turn"], view["turns"] - view["turn"] + 1
    found = Sight(BOARD, side, turn, turns, own, enemy, goals(view, side), COST, DEFENCE, room=3)
    found.temper = {"plan17": float(view["position"]["plan17"]), "campaign": float(view["scenario"] == "campaign")}
    return found


def held_by_german(view: Mapping[str, Any]) -> int:
    """3.3: bitset of the hexes under German control."""
    bits = GERMANY
    for word in view["control"]:
        bits ^= 1 << HEXES.number(word)
    return bits


@cache
def _perimeter() -> tuple[int, ...]:
    """A few hexes of the rim of the Paris perimeter, to march on."""
    rim = [h for h in members(PERIMETER) if any(not PERIMETER >> n & 1 for n in BOARD.neighbours[h])]
    return tuple(rim)


def goals(view: Mapping[str, Any], side: str) -> list[Goal]:
    """4.1 to 4.7: cities, Paris and its perimeter, German cities."""
    german = held_by_german(view)
    left = view["turns"] - view["turn"] + 1
    ours = german if side == "german" else ~german
    found = [Goal(h, VP, bool(ours >> h & 1), left, "4.6") for h in members(SCORING)]
    if view["scenario"] != "campaign":
        return found
    found += [Goal(h, 20.0, bool(ours >> h & 1), left, "4.2", side == "entente") for h in members(PARIS)]
    if side == "entente":
        found += [Goal(h, 4.0, bool(ours >> h & 1), left, "4.3") for h in members(GERMAN_CITY)]
        found += [Goal(h, 5.0, False, left, "4.4") for h in _plan_xvii(view)]
    else:
        found += [Goal(h, 8.0, bool(ours >> h & 1), left, "4.3", True) for h in members(GERMAN_CITY)]
        if not view["position"]["paris"]:
            found += [Goal(h, ENDANGER / 4, False, left, "4.1") for h in _perimeter()]
    return found


def _plan_xvii(view: Mapping[str, Any]) -> list[int]:
    """4.4: German-held hexes in Germany that French corps can get at soon, while attacks are still owed."""
    if view["turn"] > PLAN_XVII or view["position"]["plan17"] >= PLAN_XVII:
        return []
    french = enemy = 0
    for u, h, _ in rows(view):
        if NATION[u] == "french" and IS_CORPS[u]:
            french |= 1 << h
        elif SIDE[u] == "german" and GERMANY >> h & 1:
            enemy |= 1 << h
    near = french
    for _ in range(3):
        near |= BOARD.spread(near)
    return members(enemy & near)


def mover(view: Mapping[str, Any]) -> tuple[str, int]:
    """The first of the units that are marching, and where it is."""
    unit = view["position"]["flow"][-1][1][0]
    return unit, HEXES.number(view["position"]["units"][unit]["at"])


def attack(view: Mapping[str, Any]) -> tuple[int, list[str]]:
    """The hex that is being attacked and who takes part so far."""
    _, target, chosen = view["position"]["flow"][-1]
    return HEXES.number(target), chosen


def battle(s: Sight, target: int, pieces: list[Piece]) -> list[Fight]:
    """11.8 to 11.20: every result of the table, with what the defender will make of it."""
    there = sorted((p for p in s.enemy if p.at == target), key=lambda p: -p.strength)
    defenders = [p for p in there if p.kind != "staff"][:2]
    defence = max(1, round(sum(p.strength for p in defenders)))
    origins = sorted({p.at for p in pieces})
    shifts = [
        *terrain(target, origins),
        *attack_morale([p.extra[1] for p in pieces if p.extra[2]]),
        *defence_morale([p.extra[1] for p in defenders if p.extra[2]]),
    ]
    column = odds_column(round(sum(p.strength for p in pieces)), defence) + sum(shift.amount for shift in shifts)
    column += s.side == "entente" and s.turn in FINAL_EFFORT
    steps = sum(p.steps for p in there if p.kind != "staff")
    shut = any(p.holds for p in there) or bool(FORTRESS >> target & 1)
    british = s.side == "german" and any(p.extra[0] == "british" for p in there)
    tired = sum(1 for p in pieces if p.extra[1] == 0)
    found = []
    for share, more in _columns(concentric(target, origins) and open_ground(target)):
        for (own, his), chance in CRT.odds(column + more).items():
            p = share * float(chance)
            found += _course(p, own + british, his, steps, shut, tired, len(pieces))
    return found


def _columns(enclosed: bool) -> list[tuple[float, int]]:
    """11.15: the die of a concentric attack."""
    return [(1 / 6, CONCENTRIC.read(0, face)) for face in range(1, 7)] if enclosed else [(1.0, 0)]


def _course(p: float, own: int, his: int, steps: int, shut: bool, tired: int, many: int) -> list[Fight]:
    """Who loses two or more may give way instead; who attacked in vain is the worse for it (11.20)."""
    failed = own + 0.2 * (many - tired) + tired
    if his >= steps:
        return [Fight(p, own - 0.2 * many, steps, True)]
    if his < 2 or shut:
        return [Fight(p, failed, his, False)]
    return [Fight(p / 2, own - 0.2 * many, his - 0.5, True), Fight(p / 2, failed, his, False)]


def duty(s: Sight, target: int, pieces: list[Piece]) -> float:
    """4.4: seven attacks into Germany by French corps alone, by the end of Turn 7."""
    if s.side != "entente" or s.turn > PLAN_XVII or not s.temper["campaign"] or s.temper["plan17"] >= PLAN_XVII:
        return 0.0
    if not GERMANY >> target & 1 or any(p.extra[0] != "french" for p in pieces):
        return 0.0
    owed = (PLAN_XVII - s.temper["plan17"]) / (PLAN_XVII + 1 - s.turn)  # attacks a turn from now on
    return 6.0 * min(owed, 2.0)


def evaluate(view: dict[str, Any], side: str) -> float:
    """For the small choices: steps, morale and supply of both sides, ground, and how near the end is."""
    if view["result"]:
        winner = view["result"]["winner"]
        return 0.0 if winner is None else 500.0 if winner == side else -500.0
    german = held_by_german(view)
    score: float = VP * (german & SCORING).bit_count() + SUDDEN * (german & PARIS).bit_count()
    score -= SUDDEN * (GERMAN_CITY & ~german).bit_count()
    score += ENDANGER * view["position"]["paris"] + 2.0 * view["position"]["coup"]
    if view["scenario"] == "campaign" and view["turn"] <= PLAN_XVII:
        score -= 3.0 * min(view["position"]["plan17"], PLAN_XVII)
    for u, _, row in rows(view):
        steps = row.get("steps", FULL[u])
        worth = FACTOR[u][steps] / STEP if IS_COMBAT[u] else 1.5
        worth += 0.4 * (MORALE.get(row.get("morale", ""), 1) - 1) if IS_CORPS[u] else 0.0
        worth -= 0.8 if row.get("supply") == "out" else 0.0
        score += worth if SIDE[u] == "german" else -worth
    for box in view["boxes"]:
        if box["id"] == "display":  # they may return (9.5)
            for word in box["pieces"]:
                u = UNITS.number(word)
                score += (0.5 if NATION[u] != "belgian" else 0.0) * (1 if SIDE[u] == "german" else -1)
    return score if side == "german" else -score


__all__ = ["attack", "battle", "duty", "evaluate", "goals", "habits", "mover", "roles", "sight"]
