"""1.7 as data: Victory Areas, Valour and the fatal losses, and what each Area is worth."""

from __future__ import annotations

from front1914.engine.terms import NOW, Meter, Need, Objective, Outcome, Prize, Terms
from front1914.kit.bits import members
from front1914.play.briefing import read_briefings
from front1914.play.objectives import objectives as find
from front1914.titles.germany_at_war.scenarios import Rules
from front1914.titles.germany_at_war.state import GWState
from front1914.titles.germany_at_war.victory import FOREIGN, NAMES
from front1914.titles.germany_at_war.world import AREAS, FOE, OWNER, PRIZES, SIDE_OF, SIDES

WHO = {"german": "the German Army", "entente": "the Entente"}
AREAS_HELD = Meter("areas", "Victory Areas", "german", rule="1.7", help="Victory Areas that the German Army controls.")

CARDS = read_briefings(__package__)  #: the goal cards, by scenario and side


def terms(rules: Rules) -> Terms:
    """The victory terms of a scenario."""
    total = rules.goals.bit_count()
    meters = [AREAS_HELD._replace(of=total)]
    for side in SIDES:
        name = NAMES[side]
        meters += [
            Meter(
                f"valour_{side}", f"{name} Valour", side, rules.valour, rule="2.11", help="Points of all its Powers."
            ),
            Meter(f"dead_{side}", f"{name} units lost", side, rules.losses[side], loss=True, rule="7.5.1.15"),
        ]
    held, areas = "the German Army controls", f"{rules.german} Victory Areas"
    last = (
        Outcome("german", "marginal", (Need("areas", rules.german),), rule="1.7", text=f"{held} {areas}"),
        Outcome("entente", "marginal", (), rule="1.7", text=f"{held} fewer than {areas}"),
    )
    return Terms(tuple(meters), (*_decisive(rules), *last), _prizes(rules), rules.turns)


def _decisive(rules: Rules) -> list[Outcome]:
    """1.7: what ends the game at once."""
    found = []
    for side in SIDES:
        foe, who = FOE[side], WHO[side]
        losses, valour = rules.losses[foe], rules.valour
        fatal = f"{losses} {NAMES[foe]} units are eliminated"
        found += [
            Outcome(side, "decisive", (Need(f"dead_{foe}", losses),), NOW, rule="1.7", text=fatal),
            Outcome(
                side,
                "decisive",
                (Need(f"valour_{side}", valour),),
                NOW,
                rule="1.7",
                text=f"{who} has {valour} Valour Points",
            ),
        ]
        if rules.goals & FOREIGN[side]:
            least = rules.all if side == "german" else None
            most = None if side == "german" else rules.goals.bit_count() - rules.all
            every = f"{who} controls every Victory Area"
            found.append(Outcome(side, "decisive", (Need("areas", least, most),), NOW, rule="1.7", text=every))
    return found


def _prizes(rules: Rules) -> tuple[Prize, ...]:
    found = []
    for h in members(rules.area):
        places, name = (str(AREAS[h]),), AREAS.name(h)
        if rules.goals >> h & 1:
            worth = {"german": 1, "entente": -1}
            found.append(Prize(places, "areas", name, worth, rule="1.7", why="a Victory Area"))
        if PRIZES[h] and OWNER[h]:
            taker = FOE[SIDE_OF[OWNER[h]]]
            why = f"{PRIZES[h]} Valour {'Point' if PRIZES[h] == 1 else 'Points'} to the conqueror"
            found.append(Prize(places, f"valour_{taker}", name, {taker: PRIZES[h]}, rule="2.11", why=why))
    return tuple(found)


def measure(s: GWState, side: str | None = None) -> dict[str, int]:
    """The meters; all of them lie open."""
    found = {"areas": (s.held("german") & s.rules.goals).bit_count()}
    for who in SIDES:
        found |= {f"valour_{who}": s.side_valour(who), f"dead_{who}": s.dead(who)}
    return found


def objectives(s: GWState, terms: Terms) -> list[Objective]:
    """How it stands with the Areas that count; only who is in an Area contests it."""
    held, stood = ({side: bits(side) for side in SIDES} for bits in (s.held, s.present))
    return find(terms.prizes, AREAS, held, stood, lambda bits: bits)


def figures(s: GWState) -> dict[str, int]:
    """What the goal card fills in."""
    rules = s.rules
    return {
        "win": rules.german,
        "areas": rules.goals.bit_count(),
        "valour": rules.valour,
        "last": rules.turns,
        **{f"fatal_{side}": rules.losses[side] for side in SIDES},
    }
