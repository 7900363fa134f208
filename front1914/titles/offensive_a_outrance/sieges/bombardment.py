"""13.0, 13.1, 9.1 (2), (3): Fortress Bombardment: all targets are indicated, then gun after gun fires; then attacks.

A gun is compared with the Fortress by calibre and Class; it throws one die, two or four (13.2). Bombardment is neither
combat nor attack (1.2): it takes no Ammo but that of 13.4, and whoever stands with the guns may still attack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.engine.shapes import Panel, PanelChance
from front1914.titles.offensive_a_outrance.board import CAMP, HEXES, RING, SIZE
from front1914.titles.offensive_a_outrance.charts import BOMBARDMENT
from front1914.titles.offensive_a_outrance.sieges.camps import camp_of
from front1914.titles.offensive_a_outrance.sieges.fortress import lose_steps, offer_advance, steps_left
from front1914.titles.offensive_a_outrance.sieges.siege import (
    CALIBRE,
    DEPLOYED,
    HQS,
    LIMITED,
    PIONIERS,
    SIEGE_OF,
    TUBES,
)
from front1914.titles.offensive_a_outrance.state import BY_FOOT, FIRED, OAOState
from front1914.titles.offensive_a_outrance.world import (
    FOE,
    FORTRESS_ROWS,
    IS_FORTRESS,
    IS_SIEGE,
    NATION,
    OWN,
    SIDE,
    SIDES,
    UNITS,
)

GRADE = {UNITS.number(row.id): row.grade for row in FORTRESS_ROWS if row.kind != "fort"}  #: 2.7.5
FORTRESSES_OF = {side: tuple(u for u in OWN[side] if IS_FORTRESS[u]) for side in SIDES}
STARRED = UNITS.number("g-30.5cm-5+6-sKM")  #: 13.1.3: the unit for which a star is a step
AGAIN = 3  #: 13.1.3: the highest second roll that destroys a step
PIONIER = -1  #: 13.3.4
_DIE = Fraction(1, 6)

# ---- who may fire at what (13.1.1, 13.2)


def coordinated(s: OAOState, side: str, target: int) -> bool:
    """13.1.1, B62, 13.1.1.b: a Siege-Train HQ of the side stands in or beside the Fortress's hex, or its camp's."""
    camp = camp_of(target)
    ground = CAMP[camp] if camp is not None else 1 << s.at[target]
    return any(
        s.at[hq] < SIZE and SIDE[hq] == side and s.rail[hq] == BY_FOOT and (RING[s.at[hq]] | 1 << s.at[hq]) & ground
        for hq in HQS
    )


def unready(s: OAOState, gun: int) -> Reason | None:
    """13.0, 13.1, 13.2, 13.4, 1.2.d: why a gun cannot bombard anything now."""
    if SIDE[gun] != s.active or not IS_SIEGE[gun]:
        return Reason("13.1", "only Siege-Artillery of yours bombards")
    if s.at[gun] >= SIZE:
        return Reason("13.1", "it is not on the map")
    if s.face[gun] != DEPLOYED:
        return Reason("13.2", "it is not in Deployed Mode")
    if s.did[gun] & FIRED:
        return Reason("13.2", "it has bombarded in this phase")  # 13.2.a
    if not s.is_active(gun):
        return Reason("1.1", "it is Inactive")
    pool = LIMITED.get(CALIBRE[gun])
    if pool is not None and s.pools[pool] <= 0:
        return Reason("13.4", f"there is no {CALIBRE[gun]}cm ammunition left")
    return None


def refuse_shot(s: OAOState, target: int, gun: int, fired: tuple[int, ...] = ()) -> Reason | None:
    """13.1.1, 13.2.2, B61: why a gun cannot bombard a Fortress at which some have fired in this phase."""
    if (reason := unready(s, gun)) is not None:
        return reason
    if not IS_FORTRESS[target] or SIDE[target] == s.active or s.at[target] >= SIZE:
        return Reason("13.1", "only enemy Fortress units are bombarded")
    here, there = s.at[gun], s.at[target]
    if here != there and not RING[there] >> here & 1:
        return Reason("13.1.1", "it stands neither in the Fortress's hex nor beside it")
    if coordinated(s, s.active, target):
        return None
    if NATION[gun] == "german" and CALIBRE[gun] != "21":
        return Reason("13.2.2", "German guns of 30.5cm and 42cm need a Siege-Train HQ")
    if here != there:  # 13.1.1.a
        return Reason("13.1.1", "without a Siege-Train HQ it must stand in the Fortress's hex")
    if fired:
        return Reason("13.1.1", "without a Siege-Train HQ only one unit bombards it")  # 13.1.1.a
    return None


def batteries(s: OAOState, target: int, fired: tuple[int, ...] = ()) -> list[int]:
    """The guns that may bombard a Fortress now."""
    return [gun for gun in SIEGE_OF[s.active] if s.face[gun] and refuse_shot(s, target, gun, fired) is None]


def targets(s: OAOState) -> list[int]:
    """The Fortresses that some gun may bombard now."""
    near = 0
    for gun in SIEGE_OF[s.active]:
        if s.face[gun] and unready(s, gun) is None:
            near |= RING[s.at[gun]] | 1 << s.at[gun]
    if not near:
        return []
    return [u for u in FORTRESSES_OF[FOE[s.active]] if s.at[u] < SIZE and near >> s.at[u] & 1 and batteries(s, u)]


def pionier(s: OAOState, gun: int) -> int | None:
    """13.3.4: the HQ whose Pionier marker can help a gun: stacked with it, once in an attack phase."""
    return next((hq for hq in HQS if hq in PIONIERS and s.at[hq] == s.at[gun] and not s.did[hq] & FIRED), None)


# ---- the table (13.1.3)


def result(gun: int, target: int, face: int) -> str:
    """13.1.3, 2.5.5, 13.1.2.3: the cell of the Bombardment Results Table; a modified die below 1 counts as 1."""
    return str(BOMBARDMENT.read(BOMBARDMENT.at(CALIBRE[gun] + GRADE[target]), max(1, face)))


def steps_of(cell: str, gun: int) -> int:
    """13.1.3, B57, 13.1.3.a: steps that a cell destroys by itself.

    >>> steps_of("2", 0), steps_of("-", 0), steps_of("*", STARRED), steps_of("*", 0)
    (2, 0, 1, 0)
    """
    return int(cell) if cell.isdigit() else int(cell == "*" and gun == STARRED)


def chances(gun: int, target: int, modifier: int = 0) -> dict[int, Fraction]:
    """The chance of each number of steps lost by one die of a gun."""
    found: dict[int, Fraction] = {}
    for face in range(1, 7):
        cell = result(gun, target, face + modifier)
        again = Fraction(AGAIN, 6) if cell == "+" else Fraction(0)
        for steps, chance in ((steps_of(cell, gun) or 1, again), (steps_of(cell, gun), 1 - again)):
            if chance:
                found[steps] = found.get(steps, Fraction(0)) + _DIE * chance
    return found


def prospects(shots: Iterable[Mapping[int, Fraction]], most: int) -> dict[int, Fraction]:
    """The chance of each number of steps lost by several dice; more than a Fortress has are ignored."""
    found = {0: Fraction(1)}
    for shot in shots:
        after: dict[int, Fraction] = {}
        for lost, chance in found.items():
            for more, weight in shot.items():
                total = min(most, lost + more)
                after[total] = after.get(total, Fraction(0)) + chance * weight
        found = after
    return found


def dice_of(gun: int, target: int, modifier: int = 0) -> list[dict[int, Fraction]]:
    """13.2, B59: the dice of a gun: one for each tube; a modifier changes the first."""
    return [chances(gun, target, modifier if die == 0 else 0) for die in range(TUBES[gun])]


# ---- indicating (9.1 (2))


class BeginBombardment(Step):
    """9.1 (2): asks only if some gun can fire at a Fortress."""

    name, rule = "begin_bombardment", "9.1"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if targets(s):
            s.flow.append(("bombard", ()))


class Bombard(Step):
    """9.1 (2), 13.1, 9.1.b, 13.1.2.1: every Fortress that will be bombarded is indicated. The frame holds those
    chosen so far."""

    name, rule, frame = "bombard", "13.1", ("unit",)

    def prompt(self, s: OAOState) -> str:
        chosen = s.flow[-1][1]
        told = f" Indicated: {', '.join(UNITS.name(u) for u in chosen)}." if chosen else ""
        return f"Which Fortress is bombarded? Name all of them before the first shot.{told}"

    def legal_unit(self, s: OAOState) -> list[int]:
        return [u for u in targets(s) if u not in s.flow[-1][1]]

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        if u in s.flow[-1][1]:
            return Reason("9.1", "it is indicated already")
        if u in targets(s):
            return None
        if not IS_FORTRESS[u] or SIDE[u] == s.active or s.at[u] >= SIZE:
            return Reason("13.1", "only enemy Fortress units are bombarded")
        close = RING[s.at[u]] | 1 << s.at[u]
        near = [gun for gun in SIEGE_OF[s.active] if s.at[gun] < SIZE and close >> s.at[gun] & 1]
        reasons = [refuse_shot(s, u, gun) for gun in near]
        return next((r for r in reasons if r), Reason("13.1.1", "no gun of yours is near enough"))

    def do_unit(self, s: OAOState, u: int) -> None:
        s.flow[-1] = ("bombard", (*s.flow[-1][1], u))
        if not self.legal_unit(s):
            self.do_done(s, None)

    def do_done(self, s: OAOState, _: None) -> None:
        chosen = s.flow.pop()[1]
        if chosen:
            s.tell("bombarded", units=chosen, reveals=True)
            s.flow.append(("salvoes", chosen))

    def hints(self, s: OAOState) -> dict[str, dict[str, Any]]:
        return {f"unit {UNITS[u]}": {"mark": f"{percent(fall(s, u))} to fall"} for u in self.legal_unit(s)}


def fall(s: OAOState, target: int) -> Fraction:
    """The chance that a Fortress loses its last step if every gun fires that can now."""
    guns = batteries(s, target)
    if not coordinated(s, s.active, target):
        guns = guns[:1]
    left = steps_left(s, target)
    return prospects((shot for gun in guns for shot in dice_of(gun, target)), left).get(left, Fraction(0))


def percent(chance: Fraction) -> str:
    """As a player reads it."""
    return f"{round(100 * chance)} %"


# ---- firing (13.1.2)


class Salvoes(Step):
    """9.1 (3), 9.1.c: the indicated Fortresses are dealt with one after the other. The frame holds those that are
    left."""

    name, rule, frame = "salvoes", "9.1", ("unit",)

    def run(self, s: OAOState) -> None:
        left = tuple(u for u in s.flow.pop()[1] if batteries(s, u))
        if not left:
            return
        if len(left) > 1:
            s.flow.append(("choose_target", left))
        else:
            s.flow.append(("salvo", left[0], ()))


class ChooseTarget(Step):
    """13.1.2 (1): which of the indicated Fortresses is bombarded next."""

    name, rule, frame = "choose_target", "13.1.2", ("unit",)
    else_unit = Reason("9.1", "its bombardment was not indicated")

    def prompt(self, s: OAOState) -> str:
        return "Which Fortress is bombarded next?"

    def legal_unit(self, s: OAOState) -> list[int]:
        return list(s.flow[-1][1])

    def do_unit(self, s: OAOState, u: int) -> None:
        left = s.flow.pop()[1]
        s.flow += [("salvoes", tuple(v for v in left if v != u)), ("salvo", u, ())]


class Salvo(Step):
    """13.1.2 (3): goes on as long as the Fortress stands and a gun can fire at it. The frame is that of `fire`."""

    name, rule, frame = "salvo", "13.1.2", ("unit", "unit")

    def run(self, s: OAOState) -> None:
        _, target, fired = s.flow.pop()
        if s.at[target] < SIZE and batteries(s, target, fired):
            s.flow.append(("fire", target, fired))


class Fire(Step):
    """13.1.2: gun after gun; `assist` lets the Pionier marker help it. The frame: the Fortress, who has fired."""

    name, rule, frame, ends = "fire", "13.1.2", ("unit", "unit"), ("done",)

    def prompt(self, s: OAOState) -> str:
        target = s.flow[-1][1]
        left = steps_left(s, target)
        return f"{UNITS.name(target)}, Class {GRADE[target]}, {left} step{'s' if left > 1 else ''}: which gun fires?"

    def legal_unit(self, s: OAOState) -> list[int]:
        return batteries(s, *s.flow[-1][1:])

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        _, target, fired = s.flow[-1]
        return refuse_shot(s, target, u, fired)

    def do_unit(self, s: OAOState, u: int) -> None:
        self._fire(s, u, 0)

    def legal_assist(self, s: OAOState) -> list[int]:
        return [u for u in self.legal_unit(s) if pionier(s, u) is not None]

    def refuse_assist(self, s: OAOState, u: int) -> Reason | None:
        if (reason := self.refuse_unit(s, u)) is not None:
            return reason
        if pionier(s, u) is not None:
            return None
        return Reason("13.3.4", "no HQ with a Pionier marker that is still to be used stands with it")

    def do_assist(self, s: OAOState, u: int) -> None:
        hq = pionier(s, u)
        assert hq is not None
        s.did[hq] |= FIRED
        self._fire(s, u, PIONIER)

    def _fire(self, s: OAOState, gun: int, modifier: int) -> None:
        _, target, fired = s.flow.pop()
        shoot(s, gun)
        s.tell("fires", unit=gun, hex=s.at[target], pionier=bool(modifier), reveals=True)
        first = "pioniere" if modifier and TUBES[gun] > 1 else "shell"  # 2.5.6: one die for each gun
        s.flow += [("salvo", target, (*fired, gun)), (first, gun, target, TUBES[gun], modifier)]

    def refuse_done(self, s: OAOState, _: None) -> Reason | None:
        return None if s.flow[-1][2] else Reason("9.1", "its bombardment was indicated")

    def hints(self, s: OAOState) -> dict[str, dict[str, Any]]:
        target = s.flow[-1][1]
        left = steps_left(s, target)
        found = {}
        for verb, guns, modifier in (("unit", self.legal_unit(s), 0), ("assist", self.legal_assist(s), PIONIER)):
            for gun in guns:
                hit = 1 - prospects(dice_of(gun, target, modifier), left).get(0, Fraction(0))
                found[f"{verb} {UNITS[gun]}"] = {"mark": f"{percent(hit)} to hit"}
        return found


def shoot(s: OAOState, gun: int) -> None:
    """13.1.2 (2), 13.2, 13.4, 13.1.2.2: a gun bombards: once in a phase, and what is counted is counted."""
    s.did[gun] |= FIRED  # 13.2.a, 13.2.b
    pool = LIMITED.get(CALIBRE[gun])
    if pool is not None:
        s.pools[pool] -= 1


class Pioniere(Step):
    """13.3.4: a gun with several dice: at which of them the Pionier marker helps. The frame is that of `shell`."""

    name, rule, frame = "pioniere", "13.3.4", ("unit", "unit", "", "")

    def prompt(self, s: OAOState) -> str:
        _, gun, _, left, _ = s.flow[-1]
        return f"{UNITS.name(gun)} has {left} dice left: do the Pioniere help at this one?"

    def do_fire(self, s: OAOState, _: None) -> None:
        s.flow[-1] = ("shell", *s.flow[-1][1:])

    def do_save(self, s: OAOState, _: None) -> None:
        _, gun, target, left, modifier = s.flow.pop()
        again = "pioniere" if left > 2 else "shell"
        s.flow += [(again, gun, target, left - 1, modifier), ("shell", gun, target, 1, 0)]


class Shell(Die):
    """13.1.2 (3): one die. The frame: gun, Fortress, dice that are left, modifier of this one."""

    name, rule, frame = "shell", "13.1.3", ("unit", "unit", "", "")

    def prompt(self, s: OAOState) -> str:
        _, gun, target, _, modifier = s.flow[-1]
        help_ = ", the Pioniere help: -1" if modifier else ""
        return f"{UNITS.name(gun)} fires at {UNITS.name(target)}{help_}."

    def do_die(self, s: OAOState, face: int) -> None:
        _, gun, target, left, modifier = s.flow.pop()
        cell = result(gun, target, face + modifier)
        s.tell("shelled", unit=gun, die=face, modifier=modifier, result=printed(cell))
        if left > 1:  # 13.2.c
            s.flow.append(("shell", gun, target, left - 1, 0))
        if cell == "+":
            s.flow.append(("second_roll", gun, target))
        else:
            damage(s, target, steps_of(cell, gun))


class SecondRoll(Die):
    """13.1.3, B58, 13.1.3.a: after a + another roll without modifiers: 1 to 3 destroy a step."""

    name, rule, frame = "second_roll", "13.1.3", ("unit", "unit")

    def prompt(self, s: OAOState) -> str:
        return f"Roll again: up to {AGAIN} a step of {UNITS.name(s.flow[-1][2])} is destroyed."

    def do_die(self, s: OAOState, face: int) -> None:
        _, gun, target = s.flow.pop()
        s.tell("shelled", unit=gun, die=face, modifier=0, result="1" if face <= AGAIN else printed("-"))
        damage(s, target, int(face <= AGAIN))


def printed(cell: str) -> str:
    """A cell as the table shows it."""
    return "●" if cell == "-" else cell


def damage(s: OAOState, target: int, steps: int) -> None:
    """13.1.3: steps are lost; with the last one the rest of the dice fall for nothing, and somebody may advance."""
    h = s.at[target]
    if steps and lose_steps(s, target, steps):
        s.flow[:] = [frame for frame in s.flow if not (frame[0] in ("shell", "pioniere") and frame[2] == target)]
        offer_advance(s, h)


# ---- what the combat panel shows


def report(s: OAOState, side: str) -> Panel | None:
    """The bombardment that is going on: what the next shot may bring; a gun is known when it fires (3.1.6)."""
    if not s.flow or s.flow[-1][0] not in ("fire", "shell", "second_roll"):
        return None
    if s.flow[-1][0] == "fire" and side != s.active:
        return None
    step, *rest = s.flow[-1]
    if step == "fire":
        target, guns, shots = rest[0], batteries(s, *rest), []
    else:
        target, guns = rest[1], [rest[0]]
        shots = [chances(rest[0], target, rest[3])] if step == "shell" else [_SECOND]
    left = steps_left(s, target)
    names = [f"{CALIBRE[gun]}{GRADE[target]}" for gun in guns]
    if step == "fire":
        shots = [shot for gun in guns for shot in dice_of(gun, target)]
    return {
        "target": str(HEXES[s.at[target]]),
        "attackers": [str(UNITS[gun]) for gun in guns],
        "defenders": [str(UNITS[target])],
        "attack": len(shots),
        "defence": left,
        "assumed": "All guns that can still fire do so, one die for each tube." if step == "fire" else None,
        "columns": list(BOMBARDMENT.head.labels),
        "base": names[0] if len(set(names)) == 1 else None,
        "final": names[0] if len(set(names)) == 1 else None,
        "shifts": [],
        "chart": chart(prospects(shots, left), left),
        "die": None,
        "result": None,
    }


_SECOND = {1: Fraction(AGAIN, 6), 0: 1 - Fraction(AGAIN, 6)}


def chart(found: Mapping[int, Fraction], left: int) -> list[PanelChance]:
    """The chance of each number of steps lost."""
    return [
        {
            "result": str(lost),
            "text": "The Fortress is destroyed" if lost == left else f"{lost} of {left} steps are lost",
            "probability": str(found[lost]),
            "tone": "best" if lost == left else "good" if lost else "bad",
        }
        for lost in sorted(found)
    ]


STEPS = (BeginBombardment(), Bombard(), Salvoes(), ChooseTarget(), Salvo(), Fire(), Pioniere(), Shell(), SecondRoll())
