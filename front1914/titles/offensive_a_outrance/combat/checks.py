"""10.2, 10.3: Post-Combat Effectiveness Checks: one throw for each hex, compared with every Force in it."""

from __future__ import annotations

from front1914.titles.offensive_a_outrance.board import SIZE
from front1914.titles.offensive_a_outrance.charts import CHECK
from front1914.titles.offensive_a_outrance.combat import halves
from front1914.titles.offensive_a_outrance.combat.battle import Battle, battle, retreat_of
from front1914.titles.offensive_a_outrance.combat.parties import holds, parties
from front1914.titles.offensive_a_outrance.dice import Sum
from front1914.titles.offensive_a_outrance.manoeuvre.entry import settle
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import COMBAT, send
from front1914.titles.offensive_a_outrance.organisation.effectiveness import lower, margin
from front1914.titles.offensive_a_outrance.organisation.forces import Force, formation
from front1914.titles.offensive_a_outrance.organisation.losses import suffer
from front1914.titles.offensive_a_outrance.state import CI, D1, OAOState
from front1914.titles.offensive_a_outrance.world import FOE, IS_FORMATION, SIDE

FORTRESS_CEL = 11  #: 12.2.1b
ROUT, INEFFECTIVE, DEMORALISED = 1, 1, 2  #: 10.3: hexes of retreat


def attackers(s: OAOState, b: Battle) -> None:
    """3.2.1.c, 9.1.1.j, 10.0, 10.0.c: the attacker checks first, hex by hex."""
    hexes = {f[0]: s.at[f[0]] for f in parties(s, b.attackers, s.active)}
    for h in sorted(set(hexes.values()), reverse=True):
        s.flow.append(("check", 0, h))


def defenders(s: OAOState, b: Battle) -> None:
    """10.0.a, 12.2.1b: then the defender, unless the odds were lower than 1:4 (B53); Forces that parted check apart."""
    waiting = halves.shared(s, b)
    if waiting and halves.outer(s) is not None:
        halves.burden(s, retreat_of(b), modifier(b, 1))
        if len(waiting) == len(parties(s, b.defenders, FOE[s.active])):
            return
    if b.column < 0 and not b.burden:
        return
    hexes = {s.at[f[0]] for f in parties(s, b.defenders, FOE[s.active])}
    if not hexes and lone_fortress(s, b) is not None:
        hexes = {b.target}
    if hexes:
        s.flow.append(("check", 1, b.target))


def modifier(b: Battle, party: int) -> int:
    """9.9.2.b, 10.0, 10.0.b: CRT, guns, flank, Prep Bombardment (20.5)."""
    result = b.outcome.defender if party else b.outcome.attacker
    return result.modifier + b.guns[party] + (b.flank + b.shock if party else 0)


class Check(Sum):
    """10.2: 2d6 with all modifiers against the CEL of each Force. The frame: 1 for the defender, the hex."""

    name, rule, frame = "check", "10.2", ("", "hex")

    def prompt(self, s: OAOState) -> str:
        return (
            f"Effectiveness Check of the {'defender' if s.flow[-1][1] else 'attacker'}, modified by {self.added(s):+d}."
        )

    def added(self, s: OAOState) -> int:
        return modifier(battle(s), s.flow[-1][1])

    def do_dice(self, s: OAOState, total: int) -> None:
        added = self.added(s)
        _, party, h = s.flow.pop()
        b = battle(s)
        side = FOE[s.active] if party else s.active
        units = b.defenders if party else tuple(u for u in b.attackers if s.at[u] == h)  # 9.2.5.D4, 9.9.1.a
        s.tell("check", side=side, hex=h, dice=total, modifier=added)
        checked: list[tuple[Force, int]] = []
        for force in parties(s, units, side):
            worst = added
            if party and force in halves.shared(s, b):  # 19.1.6.c, 19.1.6: one check, with the worse modifier
                if halves.outer(s) is not None:
                    continue
                worst = max(added, b.burden[2])
            checked.append((force, margin(s, force, total, worst)))
        self.apply(s, checked, b.target if party else h, b if party else None)
        if party:
            lone = lone_fortress(s, b)
            if lone is not None and total + added > FORTRESS_CEL:  # 12.2.1b.b
                drive_in(s, lone)

    def apply(self, s: OAOState, checked: list[tuple[Force, int]], start: int, b: Battle | None) -> None:
        """10.3: who must retreat; before they go, what all of them suffer."""
        owed = [(entire(s, force), hexes_of(s, force, failed)) for force, failed in checked]
        if b is not None:
            owed += followers(s, b, owed)
        for force, hexes in owed:
            if hexes:
                s.tell("must_retreat", unit=force[0], count=hexes)
        send(s, owed, start, COMBAT)
        for force, failed in reversed(checked):
            suffer_check(s, force, failed)


def levels_of(failed: int) -> int:
    """10.3, 10.3.a, 10.3.b: the levels that a Force loses by the margin of its failure."""
    return 0 if failed <= 0 else 1 if failed <= CHECK.one[1] else 2 if failed <= CHECK.two[1] else 3


def hexes_of(s: OAOState, force: Force, failed: int) -> int:
    """10.3: the hexes that a Force must retreat: routed, Combat Ineffective, or Demoralized by this check."""
    hexes, lead = ROUT if failed >= CHECK.rout else 0, formation(force)
    if lead is not None:
        before, after = s.ce[lead], s.ce[lead] + levels_of(failed)
        hexes += INEFFECTIVE if after == CI else DEMORALISED if before < D1 <= after else 0  # 10.3.e, 10.3.f
    return hexes


def suffer_check(s: OAOState, force: Force, failed: int) -> None:
    """10.3, 10.3.c: what a Force suffers by the margin of its failure."""
    s.tell("checked", only=SIDE[force[0]], unit=force[0], passed=failed <= 0)
    if failed >= CHECK.rout:
        suffer(s, force, 1)
    if failed > 0:
        lower(s, force, levels_of(failed))


def entire(s: OAOState, force: Force) -> Force:
    """11.1.2, 5.5.1: a Force with those Assets of its Formation that took no part: they retreat with it."""
    lead = force[0]
    rest = s.own(s.at[lead], SIDE[lead]) if IS_FORMATION[lead] and s.at[lead] < SIZE else []
    return (*force, *(u for u in rest if s.assigned[u] == lead and u not in force and s.hexes(u) == s.hexes(lead)))


def followers(s: OAOState, b: Battle, owed: list[tuple[Force, int]]) -> list[tuple[Force, int]]:
    """9.2.5, 9.2.5.D2, 9.2.5.D3: withheld Forces go only if all who defended and are in their hex must, and no
    farther than the least."""
    found = []
    gone = {u for other, _ in owed for u in other}
    for force in parties(s, [u for u in b.withheld if u not in gone], FOE[s.active]):
        beside = [hexes for other, hexes in owed if set(s.hexes(other[0])) & set(s.hexes(force[0]))]
        found += [(force, min(beside))] if beside else []
    return found


# ---- Fortresses (12.2.1a, 12.2.1b)


def accompanied(s: OAOState, b: Battle) -> bool:
    """12.2.1a: whether Combat units stood with a Fortress when it was attacked, whatever became of them."""
    return any(s.is_combat(u) for u in (*b.defenders, *b.withheld))


def lone_fortress(s: OAOState, b: Battle) -> int | None:
    """12.2.1b: the garrisoned Fortress that defended without a Combat unit."""
    if accompanied(s, b):
        return None
    return next((u for u in b.defenders if s.at[u] < SIZE and holds(s, u)), None)


def drive_in(s: OAOState, u: int) -> None:
    """12.1.1.f: a Fortress loses its exterior garrison; who needed its protection cannot stay."""
    s.flip(u, 1)
    s.tell("driven_in", unit=u)
    settle(s)


def left_alone(s: OAOState, b: Battle) -> None:
    """12.2.1a, 11.1.2.h, 12.2.1a.a: all Combat units that stood with a Fortress are eliminated or gone: it loses its
    garrison. Nor does a Train or a gun stay of which the protector was eliminated (15.6.2a, 8.8.1)."""
    if halves.outer(s) is None:  # else Forces in two hexes have not retreated yet
        settle(s)
    if accompanied(s, b) and not s.ground(FOE[s.active]).combat >> b.target & 1:
        for u in b.defenders:
            if s.at[u] < SIZE and holds(s, u):
                drive_in(s, u)


STEPS = (Check(),)
