"""Control, clocks, replacements, stacks at the end of a phase, what is turned up, points and the verdict.

MB-11, VC, BN, BA, RP, ST-1, PP-17; H10, H12, H16, H17.
"""

from __future__ import annotations

from collections.abc import Iterator

from front1914 import Event, Game
from tests.referee import Deed
from tests.titles.fixed_1914.referee.feeding import fed, starving
from tests.titles.fixed_1914.referee.sheet import CHARTS, GROUPS, HEXES, PLACES, SCENARIOS, UNITS, beside, distance
from tests.titles.fixed_1914.referee.table import HOME, NEUTRAL, Piece, Table

POINTS = CHARTS["victory"]
CLOCKS = CHARTS["clocks"]
PRIZES = tuple(h for h, it in HEXES.items() if it.prize)
SIDE = {"germany": "german", "france": "allied", "belgium": "allied", "holland": "allied"}


def entered(event: Event) -> Iterator[tuple[str, str]]:
    """Unit and hex, for every hex that a unit came into."""
    data = event.data
    if event.kind in ("march", "train", "displaced"):
        yield from ((data["unit"], h) for h in data["path"][1:])
    elif event.kind == "advance":
        yield data["unit"], data["hex"]
    elif event.kind == "retreats":
        yield from ((u, data["to"]) for u in data["units"])


def takes(table: Table, unit: str, h: str, invaded: set[str]) -> bool:
    """H12, B-110: infantry or cavalry in supply takes a city, resource or fort; not a neutral's town in passing."""
    kind = UNITS[unit]
    if not HEXES[h].prize or not (kind.infantry or kind.cavalry):
        return False
    if table.position["units"].get(unit, {}).get("supply"):
        return False
    country = HEXES[h].country
    return not (table.scenario != "introduction" and country in ("belgium", "holland") and country not in invaded)


def watch_control(deed: Deed) -> list[str]:
    """MB-11, VC-5: a prize belongs to who came last."""
    if any(e.kind in ("phase", "turn", "out_of_supply") for e in deed.events):
        return []  # supply may have changed in between
    before, after = Table.of(deed.before), Table.of(deed.game)
    invaded = set(before.invaded) | {e.data["country"] for e in deed.events if e.kind == "invasion"}
    begun = invaded - set(before.invaded)
    held = {h: before.controller(h) for h in PRIZES}
    for h in PRIZES:
        if HEXES[h].country in begun & {"belgium", "holland"}:  # its own until then; who stands there takes it (B-110)
            mine = any(takes(before, p.id, h, invaded) for p in before.stack(h) if p.side == "german")
            held[h] = "german" if mine else "allied"
    for event in deed.events:
        for unit, h in entered(event):
            if takes(before, unit, h, invaded):
                held[h] = "german" if UNITS[unit].nation == "german" else "allied"
    wrong = {h: (after.controller(h), who) for h, who in held.items() if after.controller(h) != who}
    return [f"control (told, by the text): {wrong}"] if wrong else []


def watch_release(deed: Deed) -> list[str]:
    """PP-9: the Territorials wait until an enemy unit comes within five hexes of one of them."""
    came = [(u, h) for event in deed.events for u, h in entered(event)]
    came += [(e.data["unit"], e.data["hex"]) for e in deed.events if e.kind == "arrived"]
    germans = {h for u, h in came if UNITS[u].nation == "german" and UNITS[u].kind != "blank"}
    if not germans:
        return []
    before, after = Table.of(deed.before), Table.of(deed.game)
    posts = [p.at for p in before.pieces.values() if GROUPS[p.id] == "territorial"]
    near = any(distance(h, post) <= CLOCKS["territorial_release"] for h in germans for post in posts)
    expected, told = before.position.get("released", False) or near, after.position.get("released", False)
    return [] if told == expected else [f"Territorials released: {told}, by the text {expected} ({sorted(germans)})"]


def check_turned_up(game: Game) -> list[str]:
    """PP-17, H10: no inverted unit beside an enemy unit, none abroad, no blank in sight."""
    table = Table.of(game)
    if table.position.get("phase", "setup") == "setup" or (table.turn == 1 and not game.log):
        return []
    said = []
    for p in table.pieces.values():
        if not p.hidden:
            if not p.real:
                said.append(f"the blank {p.id} lies face up in {p.at}")
            continue
        foes = [q for n in beside(p.at) for q in table.enemies_in(n, p.side) if q.real]
        if foes and table.at_war(p):
            said.append(f"{p.id} lies inverted in {p.at} beside {foes[0].id}")
        if not HEXES[p.at].countries & HOME[p.nation]:
            said.append(f"{p.id} lies inverted abroad in {p.at}")
    return said


def check_stacks(game: Game) -> list[str]:
    """ST-1: kept at the end of the movement and the combat of a side."""
    assert game.decision
    who = game.decision.side
    if game.decision.step == "attack" and not any(e.kind == "attack" for e in _phase(game)):
        sides = [who]
    elif game.decision.step == "move" and not any(e.kind in ("march", "train") for e in _phase(game)):
        sides = ["german" if who == "allied" else "allied"]
    else:
        return []
    table, said = Table.of(game), []
    for side in sides:
        for h in {p.at for p in table.pieces.values() if p.side == side}:
            stack = [p for p in table.stack(h) if p.side == side]
            if any(NEUTRAL.get(p.nation) and not table.at_war(p) for p in stack):
                continue
            if not table.fits(h, side, []) and not arrived_here(game, h) and not _starting(table, stack):
                said.append(f"too much lies in {h}: {[p.id for p in stack]}")
    return said


def _starting(table: Table, stack: list[Piece]) -> bool:
    """B-14: Belgians where the options placed them, until they may move."""
    return any(GROUPS[p.id] == "extra" or p.id == "be-C" for p in stack) and stack[0].at in ("Y10", "V7")


def arrived_here(game: Game, h: str) -> bool:
    return any(e.kind == "arrived" and e.data.get("hex") == h for e in game.events[-60:])


def _phase(game: Game) -> list[Event]:
    """What happened in this phase."""
    found = []
    for event in reversed(game.events):
        if event.kind == "phase":
            break
        found.append(event)
    return found


# ---------------------------------------------------------------------- replacements (RP)


def activation(table: Table) -> int | None:
    """BA-1, BA-2, B-21, OU-2: the turn in which Britain joins."""
    triggers = ["belgium", "holland"] + (["luxembourg"] if table.options.get("bef_trigger_luxembourg", True) else [])
    turns = [table.invaded[c] for c in triggers if c in table.invaded]
    if not turns:
        return None
    return int(
        min(turns) + CLOCKS["bef_activation"] + CLOCKS["bef_later_per_extra_corps"] * table.position.get("extra", 0)
    )


def rate(table: Table, nation: str) -> int:
    """RP-1, RP-3, RP-8: factors of this turn."""
    chart = CHARTS["replacements"]
    if table.turn < chart["first_turn"] and nation != "british":
        return 0
    if nation == "german":
        return int(chart["german"][in_russia(table)])
    joined = activation(table) if table.scenario != "introduction" else None
    if nation == "british":
        landing = joined + CLOCKS["bef_landing_after_activation"] if joined else None
        return int(chart["british"]) if landing and table.turn > landing else 0
    if not joined or table.turn <= joined:
        return int(chart["french"])
    lines = fed(table, "german") | forted(table, "german")
    lost = {
        p.at
        for p in table.pieces.values()
        if p.side == "german"
        and (p.type.infantry or p.type.cavalry)
        and HEXES[p.at].city
        and HEXES[p.at].country == "france"
        and p.id in lines
    }
    return max(int(chart["french_least"]), int(chart["french_with_britain"]) - len(lost) // 2)


def forted(table: Table, side: str) -> set[str]:
    sure, doubtful = starving(table, side)
    return {p.id for p in table.pieces.values() if p.side == side} - sure - doubtful


def in_russia(table: Table) -> int:
    """B-65: infantry corps."""
    if table.scenario == "introduction":
        return int(SCENARIOS["introduction"]["units"]["russia"])
    return sum(
        row.get("at") == "russia" and UNITS[id].grade in ("A", "R") for id, row in table.position["units"].items()
    )


def watch_factors(deed: Deed) -> list[str]:
    """RP-1, RP-8: factors as told at the beginning of a reinforcement phase."""
    names = {0: "german", 1: "french", 2: "british"}
    said = []
    for event in deed.events:
        if event.kind == "factors" and deed.events[-1].at == event.at and (nation := names.get(event.data["nation"])):
            side = "german" if nation == "german" else "allied"
            begun = [e for e in deed.events if e.kind == "phase" and e.data["phase"] == "reinforcement"]
            if len(begun) != 1 or begun[0].data["side"] != side:
                continue
            table = Table.of(deed.game)
            if (expected := rate(table, nation)) != event.data["factors"]:
                said.append(f"{nation} factors on turn {table.turn}: {event.data['factors']}, not {expected}")
    return said


def check_replace(game: Game) -> list[str]:
    """RP-4 to RP-13: who may regain a step."""
    assert game.decision
    table, side = Table.of(game), game.decision.side
    left = {"german": 0, "french": 0, "british": 0}
    names = {0: "german", 1: "french", 2: "british"}
    done = set()
    for event in _phase(game):
        if event.kind == "factors":
            left[names[event.data["nation"]]] += event.data["factors"]
        elif event.kind == "replaced":
            done.add(event.data["unit"])
    for unit in done:
        left[UNITS[unit].nation] -= UNITS[unit].cost
    lines = fed(table, side) | forted(table, side)
    expected = set()
    for p in table.pieces.values():
        if p.side != side or not p.type.restore or not p.type.cost or p.id in done or p.nation not in left:
            continue
        if p.face == 0 or p.face == p.type.restore[-1] or p.type.cost > left[p.nation]:
            continue
        if p.id in lines and not table.unit_beside(p.at, side):
            expected.add(p.id)
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    return [] if offered == expected else [f"{sorted(expected)} may regain a step, offered is {sorted(offered)}"]


def watch_expedition(deed: Deed) -> list[str]:
    """BA-2, B-25: whether too many French stand near Belgium, Dunkirk and Lille."""
    said = []
    for event in deed.events:
        if event.kind != "bef_check":
            continue
        table = Table.of(deed.game)
        border = [h for h, it in HEXES.items() if {"france", "belgium"} <= it.countries]
        towns = [PLACES[name] for name in CLOCKS["bef_towns"]]
        near = [
            p.id
            for p in table.pieces.values()
            if p.nation == "french"
            and (p.type.grade in ("A", "R") or p.type.id == "f-C")
            and (
                any(distance(p.at, h) <= CLOCKS["bef_border_zone"] for h in border)
                or any(distance(p.at, h) <= CLOCKS["bef_town_zone"] for h in towns)
            )
        ]
        if bool(event.data["failed"]) != (len(near) > CLOCKS["bef_french_allowed"]):
            said.append(f"{len(near)} French units lie near Belgium ({near}); told: {event.data['failed']}")
    return said


# ---------------------------------------------------------------------- victory (VC)


def holds(table: Table, h: str, side: str, lines: set[str]) -> bool:
    """VC-5: a supplied infantry or cavalry unit stands there."""
    return any(p.side == side and (p.type.infantry or p.type.cavalry) and p.id in lines for p in table.stack(h))


def eliminated(game: Game) -> dict[str, int]:
    """VC-3h, B-35: by the side that profits, A and R corps totally eliminated since the beginning."""
    found = {"german": 0, "allied": 0}
    for event in game.events:
        if event.kind == "eliminated" and UNITS[event.data["unit"]].grade in ("A", "R"):
            found["allied" if UNITS[event.data["unit"]].nation == "german" else "german"] += 1
    return found


def points(table: Table, game: Game) -> tuple[int, int]:
    """VC-3, B-32 to B-35: German and Allied."""
    score = {"german": 0, "allied": 0, "": 0}
    belgium = "belgium" in table.invaded
    lines = {side: fed(table, side) | forted(table, side) for side in ("german", "allied")}
    for h, it in HEXES.items():
        who = table.controller(h)
        if it.city == "major" and it.country in ("germany", "france"):
            score[who] += POINTS["german_major_city" if it.country == "germany" else "french_major_city"]
        if it.city == "major" and it.country == "belgium" and who == "allied" and belgium:
            score["allied"] += POINTS["belgian_major_city"]
        if it.economic and (who == "german" or it.country != "belgium" or belgium):
            score[who] += POINTS["resource"]
        if it.internal and it.country == "germany" and holds(table, h, "allied", lines["allied"]):
            score["allied"] += POINTS["german_fort"]
    majors = [h for h, it in HEXES.items() if it.city == "major" and it.country == "belgium"]
    if all(holds(table, h, "german", lines["german"]) for h in majors):
        score["german"] += POINTS["all_belgian_cities"]
    score["german"] += in_russia(table) * POINTS["corps_in_russia"]
    for side, corps in eliminated(game).items():
        score[side] += corps * POINTS["corps_eliminated"]
    return score["german"], score["allied"]


def small_points(table: Table, game: Game) -> tuple[int, int]:
    """The introduction's own points (its scenario file)."""
    terms = SCENARIOS["introduction"]["victory"]
    score = {"german": 0, "allied": 0}
    for side in score:
        lines = fed(table, side) | forted(table, side)
        for p in table.pieces.values():
            ground = {SIDE.get(c, "") for c in HEXES[p.at].countries}
            if p.side == side and p.type.grade in ("A", "R") and p.id in lines and side not in ground:
                score[side] += terms["corps_on_enemy_ground"]
        for name in terms["objectives"]:
            h = PLACES[name]
            if table.controller(h) == side and SIDE[HEXES[h].country] != side:
                score[side] += terms["city"]
    for side, corps in eliminated(game).items():
        score[side] += corps * terms["corps_eliminated"]
    return score["german"], score["allied"]


def tally(table: Table, game: Game) -> tuple[int, int]:
    return small_points(table, game) if table.scenario == "introduction" else points(table, game)


def verdict(table: Table, game: Game, last: bool) -> str:
    """VC-1, VC-2, H17: german, allied, draw, or nobody yet."""
    lines = {side: fed(table, side) | forted(table, side) for side in ("german", "allied")}
    paris = PLACES[POINTS["german_city"]]
    prizes = [PLACES[name] for name in POINTS["prizes"]]
    goals = [PLACES[name] for name in POINTS["objectives"]]
    if table.scenario != "introduction":
        if holds(table, paris, "german", lines["german"]):
            return "german"
        taken = all(holds(table, h, "allied", lines["allied"]) for h in prizes)
        kept = sum(table.controller(h) == "allied" for h in goals) >= POINTS["allied_objectives"]
        if taken and kept and table.controller(paris) == "allied":
            return "allied"
        if not last:
            return ""
        held = sum(holds(table, h, "german", lines["german"]) for h in goals)
        if held >= POINTS["german_objectives"] and all(table.controller(h) == "german" for h in prizes):
            return "german"
    elif not last:
        return ""
    german, allied = tally(table, game)
    return "german" if german > allied else "allied" if allied > german else "draw"


def watch_verdict(deed: Deed) -> list[str]:
    """VC: who has won when a turn ends, and with how many points."""
    ended = any(e.kind == "turn" for e in deed.events)
    result = deed.game.result
    if result is None and not ended:
        return []
    table = Table.of(deed.game)
    if result is None:
        if any(e.kind == "arrived" for e in deed.events):
            return []
        told = ""
        expected = verdict(table, deed.game, False)
    else:
        told = result.winner or "draw"
        expected = verdict(table, deed.game, result.level in ("points", "draw") or not verdict(table, deed.game, False))
        german, allied = tally(table, deed.game)
        if result.level == "points" and result.score != german - allied:
            return [f"the game ends with {result.score}, by the text with {german} to {allied}"]
    return (
        [] if told == expected else [f"the game is told {told or 'undecided'}, by the text {expected or 'undecided'}"]
    )
