"""VC as data: the points of both sides, Paris, Metz and Strasburg, the cities of the fortress line."""

from __future__ import annotations

from front1914.engine.terms import FOREVER, TURN, Meter, Need, Objective, Outcome, Prize, Terms
from front1914.kit.bits import members
from front1914.play.briefing import read_briefings
from front1914.play.objectives import objectives as find
from front1914.titles.fixed_1914.board import BOARD, ECONOMIC, FORT, HEXES, HOME_HEXES, HOME_SIDE, MAJOR, PLACE
from front1914.titles.fixed_1914.charts import LENGTH, POINTS
from front1914.titles.fixed_1914.scenarios import Count
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.victory import (
    PARIS,
    PRIZES,
    SIX,
    allied_points,
    deeds,
    german_points,
    objectives,
    occupies,
    total,
)
from front1914.titles.fixed_1914.world import FOE, SIDES

SCORE = Meter("score", "Points", "german", rule="VC-3", help="German points less Allied points.")
BOTH = (
    Meter("german", "German points", "german", rule="VC-3"),
    Meter("allied", "Allied points", "allied", rule="VC-3"),
)
RUSSIA = "VC-3b"  #: the one item of the count that is secret (PP-14)

BY_POINTS = (
    Outcome("german", "points", (Need("score", least=1),), rule="VC-3", text="more German points"),
    Outcome("allied", "points", (Need("score", most=-1),), rule="VC-3", text="more Allied points"),
    Outcome(None, "draw", (), rule="VC-4", text="equal points"),
)

CARDS = read_briefings(__package__)  #: the goal cards, by scenario and side


def secret(s: FXState, side: str | None) -> bool:
    """PP-14, GT-2: whether the corps in Russia, and with them the length of the game, are unknown to a side."""
    return side not in (None, "german") and s.result is None and s.rules.last_turn == 0 and not over(s)


def over(s: FXState) -> bool:
    """GT-2: the last turn has begun, which is announced."""
    return s.turn >= s.last_turn


def terms(s: FXState, side: str | None = None) -> Terms:
    """The victory terms; who does not know how long the game lasts reads that it is long."""
    if s.rules.points is not None:
        return Terms((SCORE, *BOTH), BY_POINTS, _short_prizes(s.rules.points), s.last_turn)
    last = FOREVER if secret(s, side) and s.turn < LENGTH[-1] else s.last_turn
    return Terms((SCORE, *BOTH, *_line_meters()), (*_line(), *BY_POINTS), _prizes(), last)


def _line_meters() -> tuple[Meter, ...]:
    return (
        Meter("paris", "Paris occupied", "german", 1, rule="VC-1a"),
        Meter("rhine", "Metz and Strasburg occupied", "allied", len(PRIZES), rule="VC-2a"),
        Meter("rhine_held", "Metz and Strasburg held", "german", len(PRIZES), rule="VC-1b"),
        Meter("line", "French fortress line taken", "german", len(SIX), rule="VC-1b"),
        Meter("line_held", "French fortress line held", "allied", len(SIX), rule="VC-2a"),
        Meter("paris_held", "Paris held", "allied", 1, rule="VC-2a"),
    )


def _line() -> tuple[Outcome, ...]:
    """VC-1, VC-2: the automatic victories; the German one is looked at first (H17)."""
    two, three, most = len(PRIZES), POINTS.german_objectives, POINTS.allied_objectives
    allied = (Need("rhine", least=two), Need("paris_held", least=1), Need("line_held", least=most))
    german = (Need("rhine_held", least=two), Need("line", least=three))
    return (
        Outcome("german", "automatic", (Need("paris", least=1),), TURN, rule="VC-1a", text="Paris is occupied"),
        Outcome("allied", "automatic", allied, TURN, rule="VC-2a", text="Metz and Strasburg are occupied"),
        Outcome("german", "fortress line", german, rule="VC-1b", text=f"{three} cities of the fortress line"),
    )


def _prize(h: int, side: str, points: int, rule: str, why: str = "") -> Prize:
    """A hex that is worth points to one side: to the German they count up, to the Allies down."""
    sign = 1 if side == "german" else -1
    word = "point" if points == 1 else "points"
    return Prize((str(HEXES[h]),), "score", HEXES.name(h), {side: sign * points}, 1, rule, why or f"{points} {word}")


def _prizes() -> tuple[Prize, ...]:
    found = []
    for side in SIDES:
        found += [_prize(h, side, POINTS.german_major_city, "VC-3a") for h in members(MAJOR["germany"])]
        found += [_prize(h, side, POINTS.french_major_city, "VC-3c") for h in members(MAJOR["france"])]
        found += [_prize(h, side, POINTS.resource, "VC-3d", "a resource centre") for h in members(ECONOMIC)]
    found += [_prize(h, "allied", POINTS.german_fort, "VC-3e") for h in members(FORT & HOME_HEXES["germany"])]
    found += [_prize(h, "allied", POINTS.belgian_major_city, "VC-3g") for h in members(MAJOR["belgium"])]
    belgian = tuple(str(HEXES[h]) for h in members(MAJOR["belgium"]))
    whole = {"german": POINTS.all_belgian_cities}
    found.append(Prize(belgian, "score", "All Belgian cities", whole, len(belgian), "VC-3f", "only all together"))
    found.append(Prize((str(HEXES[PARIS]),), "paris", "Paris", {"german": 1}, 1, "VC-1a", "wins at once"))
    found += [
        Prize((str(HEXES[h]),), "rhine", HEXES.name(h), {"allied": 1}, 1, "VC-2a", "both are needed to win at once")
        for h in PRIZES
    ]
    found += [
        Prize((str(HEXES[h]),), "line", HEXES.name(h), {"german": 1}, 1, "VC-1b", "a city of the fortress line")
        for h in SIX
    ]
    return tuple(found)


def _short_prizes(count: Count) -> tuple[Prize, ...]:
    cities = [PLACE[name] for name in count.objectives]
    return tuple(_prize(h, FOE[HOME_SIDE[h]], count.city, "VC-5") for h in cities)


def measure(s: FXState, side: str | None = None) -> dict[str, int]:
    """The meters as the side may know them: the corps in Russia are left out for who does not know them."""
    if s.rules.points is not None:
        german, allied = (total(deeds(s, s.rules.points, who)) for who in SIDES)
        return {"score": german - allied, "german": german, "allied": allied}
    hidden = secret(s, side)
    german = sum(item.points for item in german_points(s) if not (hidden and item.rule == RUSSIA))
    allied = total(allied_points(s))
    return {
        "score": german - allied,
        "german": german,
        "allied": allied,
        "paris": int(occupies(s, "german", PARIS)),
        "rhine": sum(occupies(s, "allied", h) for h in PRIZES),
        "rhine_held": sum(s.holds("german", h) for h in PRIZES),
        "line": objectives(s, "german", occupied=True),
        "line_held": objectives(s, "allied", occupied=False),
        "paris_held": int(s.holds("allied", PARIS)),
    }


def standing(s: FXState, terms: Terms) -> list[Objective]:
    """How it stands with the cities, resource centres and forts."""
    held = {side: s.held(side) for side in SIDES}
    stood = {side: s.ground(side).live for side in SIDES}
    return find(terms.prizes, HEXES, held, stood, lambda bits: bits | BOARD.spread(bits))


def figures(s: FXState) -> dict[str, int]:
    """What the goal card fills in."""
    count = s.rules.points
    return {
        "last": s.rules.last_turn,
        "line": len(SIX),
        "german_line": POINTS.german_objectives,
        "allied_line": POINTS.allied_objectives,
        "city": 0 if count is None else count.city,
        "ground": 0 if count is None else count.corps_on_enemy_ground,
        "corps": POINTS.corps_eliminated if count is None else count.corps_eliminated,
    }
