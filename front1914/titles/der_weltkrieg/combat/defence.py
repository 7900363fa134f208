"""13-3, 14-1, 14-2, 19-12, 21-4: what the defender decides: terrain, supply, retreat, who counterattacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.sentences import counted
from front1914.titles.der_weltkrieg import supply
from front1914.titles.der_weltkrieg.board import CITY, HEXES, PORT, TERRAINS, URBAN
from front1914.titles.der_weltkrieg.combat import forts
from front1914.titles.der_weltkrieg.combat.battle import (
    DRIVEN,
    GUNS_ONLY,
    RETREATS,
    STANDS,
    UNSUPPLIED,
    Battle,
    battle,
    decide,
    note,
)
from front1914.titles.der_weltkrieg.combat.forces import (
    full_assault,
    hold_points,
    holds,
    leading_nation,
    mobile,
)
from front1914.titles.der_weltkrieg.combat.holding import Stand, Verdict, verdict
from front1914.titles.der_weltkrieg.combat.retreat import can_go, retreaters
from front1914.titles.der_weltkrieg.combat.strength import able, fortress_at, hasty_works, origins, trench
from front1914.titles.der_weltkrieg.combat.supplying import (
    DEFENCE,
    assign,
    bills,
    needs_none,
    open_choice,
    refuse_hoarding,
)
from front1914.titles.der_weltkrieg.combat.terrain import EFFECT, HIGH, choices
from front1914.titles.der_weltkrieg.nations import AUSTRIAN, GERMAN, gives_way_early
from front1914.titles.der_weltkrieg.nations import NATION as NATION_ROWS
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import IS_ARTILLERY, IS_HQ, IS_SIEGE, NATION, UNITS

# ---- terrain (13-3, 21-4)


def terrains(s: DWState, b: Battle) -> tuple[int, ...]:
    """13-3, 14-9.1: what the defender may choose; after 14-9 from all hexes that are attacked."""
    found: set[int] = set()
    for h in b.targets:
        found |= set(choices(s, h, origins(s, b), fortress_at(s, b, h) is not None))
    return tuple(sorted(found))


def refuse_abandon(s: DWState, b: Battle) -> Reason | None:
    """21-4, 21-8, DW-R62: why the fortress may not be given up so that others can use the town."""
    h = b.target
    fort = fortress_at(s, b, h)
    if fort is None:
        return Reason("21-4", "there is no fortress in the hex")
    if (reason := forts.refuse_abandon(s, fort)) is not None:
        return reason
    if not any(mobile(u) for u in b.defenders):
        return Reason("21-4", "nobody else is there to use the town")
    if URBAN not in choices(s, h, origins(s, b), False):  # 21-4.2
        return Reason("13-4", "without the fortress urban terrain could not be chosen either")
    return None


def ask_terrain(s: DWState, b: Battle) -> None:
    """D24, D25: asked only where there is a choice."""
    found = terrains(s, b)
    if len(found) == 1 and refuse_abandon(s, b) is not None:
        note(s, terrain=found[0])
    else:
        s.flow.append(("terrain",))


def effect(terrain: int) -> str:
    """The line of the Terrain Effects Chart in short.

    >>> effect(TERRAINS.index("rough")), effect(URBAN)
    ('attack -3, counterattack +1', 'attackers halved, counterattack +3')
    """
    line = EFFECT[terrain]
    first = "attackers halved" if line.halved else f"attack {line.attack:+d}"
    return f"{first}, counterattack {line.counterattack:+d}"


class TerrainChoice(Step):
    """13-3: the terrain that influences both dice."""

    name, rule = "terrain", "13-3"

    def side(self, s: DWState) -> str:
        return battle(s).defender

    def prompt(self, s: DWState) -> str:
        return f"Which terrain protects {HEXES.name(battle(s).target)}?"

    def legal_terrain(self, s: DWState) -> tuple[int, ...]:
        return terrains(s, battle(s))

    def why_terrain(self, s: DWState, terrain: int) -> Reason:
        b = battle(s)
        if terrain == URBAN and fortress_at(s, b, b.target) is not None:
            return Reason("21-4", "with a fortress in the hex nobody uses urban terrain")
        if terrain == URBAN:
            return Reason("13-4", "the hex is neither a city with an urban hexside nor attacked through one")
        return Reason("13-3", "it is in none of the hexsides attacked through, nor beside them")

    def hints(self, s: DWState) -> dict[str, dict[str, Any]]:
        """13-6: what each terrain does to the two dice."""
        return {f"terrain {TERRAINS[terrain]}": {"mark": effect(terrain)} for terrain in self.legal_terrain(s)}

    def do_terrain(self, s: DWState, terrain: int) -> None:
        s.flow.pop()
        note(s, terrain=terrain)
        s.tell("terrain", hex=battle(s).target, terrain=terrain)

    def refuse_abandon(self, s: DWState, _: None) -> Reason | None:
        return refuse_abandon(s, battle(s))

    def do_abandon(self, s: DWState, _: None) -> None:
        b = battle(s)
        fort = fortress_at(s, b, b.target)
        assert fort is not None
        forts.abandon(s, fort)
        s.flow.pop()
        note(s, defenders=tuple(u for u in b.defenders if u != fort))
        ask_terrain(s, battle(s))


# ---- supply (19-3, 19-12)


def ask_supply(s: DWState, b: Battle) -> None:
    """D26: for each unit that could counterattack; asked whenever a Supply Line leads to it, whatever a Headquarters
    holds: that is secret (17-5)."""
    note(s, backers=(UNSUPPLIED,) * len(b.defenders))
    may = [u for u in b.defenders if _could(s, battle(s), u)]
    paid = assign(s, may, DEFENCE)
    backers = tuple(paid.get(u, UNSUPPLIED) for u in b.defenders)
    if any(not needs_none(s, u, False) and supply.payers(s, u, False) for u in may):
        s.flow.append(("defend", backers))
    else:
        commit_supply(s, backers)


def _could(s: DWState, b: Battle, u: int) -> bool:
    """Whether supply would be of any use: guns without it cannot counterattack, so they are asked too."""
    if IS_SIEGE[u]:
        return False
    guarded = any(holds(v) for v in b.defenders if s.at[v] == s.at[u])
    return guarded if IS_ARTILLERY[u] else able(s, b, u)


def commit_supply(s: DWState, backers: Sequence[int]) -> None:
    """19-3: the points are spent before the dice fall, whatever comes of it (DW-R22)."""
    b = battle(s)
    note(s, backers=tuple(backers))
    for hq, points in bills(s, dict(zip(b.defenders, backers, strict=True)), DEFENCE).items():
        supply.spend(s, hq, points)


class Defend(Step):
    """19-12: who counterattacks supplied; the frame holds the payer of each defender."""

    name, rule, frame = "defend", "19-12", ("unit",)

    def side(self, s: DWState) -> str:
        return battle(s).defender

    def prompt(self, s: DWState) -> str:
        points = sum(bills(s, self.paid(s), DEFENCE).values())
        return f"Supply for the counterattack: {counted(points, 'Supply Point')} to be spent."

    def paid(self, s: DWState) -> dict[int, int]:
        """Who pays for whom."""
        return dict(zip(battle(s).defenders, s.flow[-1][1], strict=True))

    def legal_supply(self, s: DWState) -> list[int]:
        paid, b = self.paid(s), battle(s)
        return [u for u in b.defenders if _could(s, b, u) and open_choice(s, paid, u, DEFENCE)]

    def why_supply(self, s: DWState, u: int) -> Reason:
        b = battle(s)
        if u not in b.defenders:
            return Reason("19-12", "it does not fight in this combat")
        if not _could(s, b, u):
            return Reason("12-11", "it cannot counterattack here")
        return Reason("19-6", "there is nothing to choose for it")

    def do_supply(self, s: DWState, u: int) -> None:
        s.flow.append(("payer", u))

    def refuse_commit(self, s: DWState, _: None) -> Reason | None:
        b = battle(s)
        return refuse_hoarding(s, {u: hq for u, hq in self.paid(s).items() if _could(s, b, u)})

    def do_commit(self, s: DWState, _: None) -> None:
        commit_supply(s, s.flow.pop()[1])


# ---- retreat or stand


def stand_of(s: DWState, b: Battle, h: int) -> Stand:
    """H-6: what holds the units of a hex."""
    here = [u for u in b.defenders if s.at[u] in b.targets]
    nation = leading_nation(s, here, NATION)
    early = nation is not None and gives_way_early(s, nation)
    if nation == AUSTRIAN and any(NATION[u] == GERMAN for u in here):
        early = False  # 40-5
    return Stand(
        strength=hold_points(s, here),
        fortress=fortress_at(s, b, h) is not None,
        surrounded=h in b.beset,
        mountain=any(terrain in HIGH for terrain in terrains(s, b)),
        city=bool((CITY | PORT) >> h & 1) or b.terrain == URBAN,
        trench=trench(s, b, h),
        works=hasty_works(s, b, h),
        third=early,
        works_hold=nation is None or NATION_ROWS[nation].works_hold,
        assault=any(full_assault(s, u) for u in b.attackers),
        shock=nation is not None and s.assaulted[nation] == s.now,
    )


def judged(s: DWState, b: Battle, h: int) -> Verdict:
    """14-4: whether the result drives the units out of a hex."""
    return verdict(stand_of(s, b, h), b.losses)


def ask_retreat(s: DWState, b: Battle) -> None:
    """14-2, D28: hex by hex; who is driven out is not asked, nor who cannot or need not go (DW-R97, DW-R99)."""
    for h in reversed(b.targets):
        if b.aim == GUNS_ONLY or not any(mobile(u) or IS_HQ[u] for u in retreaters(s, b.defender, h)):
            decide(s, h, STANDS)
            continue
        found = judged(s, b, h)
        if found.forced:
            decide(s, h, DRIVEN)
            s.tell("driven", hex=h, rule=found.rule)
        elif can_go(s, b.defender, h):
            s.flow.append(("stand", h))
        else:
            decide(s, h, STANDS)


class StandOrRetreat(Step):
    """Retreat or stand, between the two throws."""

    name, rule, frame = "stand", "14-2", ("hex",)

    def side(self, s: DWState) -> str:
        return battle(s).defender

    def prompt(self, s: DWState) -> str:
        b = battle(s)
        return f"{counted(b.losses, 'point')} to be eliminated in {HEXES.name(s.flow[-1][1])}. Retreat, or stand?"

    def do_stand(self, s: DWState, _: None) -> None:
        _, h = s.flow.pop()
        decide(s, h, STANDS)
        s.tell("stands", hex=h)

    def do_retreat(self, s: DWState, _: None) -> None:
        _, h = s.flow.pop()
        decide(s, h, RETREATS)
        s.tell("declares_retreat", hex=h)


# ---- who counterattacks (12-8, 12-11)


def ask_counter(s: DWState, b: Battle) -> None:
    """D29: asked only where somebody can."""
    if any(able(s, b, u) for u in b.defenders):
        s.flow.append(("counter",))


class Counter(Step):
    """12-8: nobody is compelled to counterattack."""

    name, rule, ends = "counter", "12-11", ("commit",)

    def side(self, s: DWState) -> str:
        return battle(s).defender

    def prompt(self, s: DWState) -> str:
        return "Counterattack with all who can, or hold some back?"

    def legal_hold(self, s: DWState) -> list[int]:
        b = battle(s)
        return [u for u in b.defenders if u not in b.silent and able(s, b, u)]

    def why_hold(self, s: DWState, u: int) -> Reason:
        b = battle(s)
        if u in b.silent:
            return Reason("12-8", f"{UNITS.name(u)} is held back already")
        return Reason("12-11", "it cannot counterattack here")

    def do_hold(self, s: DWState, u: int) -> None:
        b = battle(s)
        note(s, silent=(*b.silent, u))
        if not self.legal_hold(s):
            s.flow.pop()


STEPS = (TerrainChoice(), Defend(), StandOrRetreat(), Counter())
