"""4.0 as data: what is counted, what follows from it, what each city is worth."""

from __future__ import annotations

from front1914.engine.terms import NOW, TURN, Meter, Need, Objective, Outcome, Prize, Terms
from front1914.kit.bits import members
from front1914.play.briefing import read_briefings
from front1914.play.objectives import objectives as find
from front1914.titles.schlieffens_war.scenarios import WITHDRAWAL, WITHDRAWAL_TURN, Rules
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import BOARD, GERMAN_CITY, HEXES, LAST_TURN, PARIS, SCORING, SIDES

VP = Meter("vp", "Cities held", "german", rule="4.6", help="Cities of Belgium and France in German hands.")
ENDANGERED = Meter("endangered", "Paris endangered", "german", of=1, rule="4.1", help="A German unit has been near it.")
IN_PARIS = Meter("in_paris", "Hexes of Paris", "german", rule="4.2", help="Hexes of Paris in German hands.")
IN_GERMANY = Meter("in_germany", "German cities lost", "entente", rule="4.3", help="German cities in Entente hands.")
PLAN_XVII = Meter("plan17", "Plan XVII attacks", "entente", rule="4.4", help="French attacks into Germany.")
OWED = Meter("owed", "Corps owed to the East", "german", loss=True, rule="4.5", help="Corps that were not sent east.")

CARDS = read_briefings(__package__)  #: the goal cards, by scenario and side


def terms(rules: Rules) -> Terms:
    """The victory terms of a scenario."""
    cities = members(SCORING & rules.area)
    meters = [VP._replace(of=len(cities))]
    prizes = [_city(h, "vp", "german", "4.6", "a victory point") for h in cities]
    outcomes: list[Outcome] = []
    if rules.victory.sudden_death:
        meters += [IN_PARIS, IN_GERMANY] if rules.area & PARIS else [IN_GERMANY]
        prizes += [
            *(
                _city(h, "in_paris", "german", "4.2", "wins at the end of the turn")
                for h in members(PARIS & rules.area)
            ),
            *(_city(h, "in_germany", "entente", "4.3", "wins at the end of the turn") for h in _german(rules)),
        ]
        outcomes += _sudden(bool(rules.area & PARIS))
    if rules.plan_xvii is not None:
        meters.append(PLAN_XVII._replace(of=rules.plan_xvii.attacks))
        outcomes.append(_plan_xvii(rules.plan_xvii.turn, rules.plan_xvii.attacks))
    if rules.last_turn >= WITHDRAWAL_TURN:
        meters.append(OWED._replace(of=WITHDRAWAL))
        text = f"the German Army does not send {WITHDRAWAL} corps east on Turn {WITHDRAWAL_TURN}"
        outcomes.insert(0, Outcome("entente", "east front", (Need("owed", least=1),), NOW, rule="4.5", text=text))
    if rules.victory.paris_endangered:
        meters.append(ENDANGERED)
    return Terms(tuple(meters), (*outcomes, *_points(rules)), tuple(prizes), rules.last_turn)


def _city(h: int, meter: str, taker: str, rule: str, why: str) -> Prize:
    other = "entente" if taker == "german" else "german"
    return Prize((str(HEXES[h]),), meter, HEXES.name(h), {taker: 1, other: -1}, rule=rule, why=why)


def _german(rules: Rules) -> list[int]:
    return members(GERMAN_CITY & rules.area)


def _sudden(paris: bool) -> list[Outcome]:
    """4.2, 4.3, 5.6: at the end of Turns 1 to 9; both at once are a draw (R04)."""
    french, german = Need("in_paris", least=1), Need("in_germany", least=1)
    found = [
        Outcome(None, "draw", (french, german), rule="5.6", text="Paris and a German city fall in the same turn"),
        Outcome("german", "sudden death", (french,), rule="4.2", text="a hex of Paris is in German hands"),
        Outcome("entente", "sudden death", (german,), rule="4.3", text="a German city is in Entente hands"),
    ]
    return [o._replace(when=TURN, last_turn=LAST_TURN - 1) for o in found if paris or french not in o.needs]


def _plan_xvii(turn: int, attacks: int) -> Outcome:
    """4.4, R01."""
    text = f"the French have made fewer than {attacks} attacks into Germany by the end of Turn {turn}"
    return Outcome("german", "plan xvii", (Need("plan17", most=attacks - 1),), TURN, turn, turn, "4.4", text)


def _points(rules: Rules) -> list[Outcome]:
    """4.6, 4.7, and 4.1 with R02."""
    draw, win = rules.victory.draw, rules.victory.german
    enough: tuple[Need, ...] = (Need("vp", least=win),)
    few = f"the German Army holds fewer than {draw} cities"
    some = f"the German Army holds {draw} cities or more, not {win}"
    found = [
        Outcome("entente", "points", (Need("vp", most=draw - 1),), rule="4.7", text=few),
        Outcome(None, "draw", (Need("vp", most=win - 1),), rule="4.7", text=some),
    ]
    if draw == win:
        found.pop()
    if rules.victory.paris_endangered:
        never = Need("endangered", most=0)
        found.append(Outcome(None, "draw", (*enough, never), rule="4.1", text="Paris was never endangered"))
        enough = (*enough, Need("endangered", least=1))
    return [*found, Outcome("german", "points", enough, rule="4.7", text=f"the German Army holds {win} cities")]


def measure(s: SWState, side: str | None = None) -> dict[str, int]:
    """The meters; all of them lie open."""
    after = s.turn > WITHDRAWAL_TURN or (
        s.turn == WITHDRAWAL_TURN and (s.active != "german" or s.phase != "regroup" or not s.flow)
    )
    return {
        "vp": s.vp,
        "endangered": int(s.paris),
        "in_paris": (s.held("german") & PARIS).bit_count(),
        "in_germany": (s.held("entente") & GERMAN_CITY).bit_count(),
        "plan17": s.plan17,
        "owed": WITHDRAWAL - s.withdrawn if after else 0,
    }


def objectives(s: SWState, terms: Terms) -> list[Objective]:
    """How it stands with the cities."""
    held, stood = ({side: bits(side) for side in SIDES} for bits in (s.held, s.occupied))
    return find(terms.prizes, HEXES, held, stood, lambda bits: bits | BOARD.spread(bits))


def figures(s: SWState) -> dict[str, int]:
    """What the goal card fills in."""
    rules = s.rules
    return {
        "win": rules.victory.german,
        "draw": rules.victory.draw,
        "cities": (SCORING & rules.area).bit_count(),
        "last": rules.last_turn,
        "attacks": 0 if rules.plan_xvii is None else rules.plan_xvii.attacks,
    }
