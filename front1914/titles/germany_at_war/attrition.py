"""7.9, 8.2: the Final Phase: who is Isolated among enemies wastes away."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.germany_at_war.control import settle
from front1914.titles.germany_at_war.state import GWState
from front1914.titles.germany_at_war.world import (
    BIT,
    BUILDERS,
    FOE,
    FORT_AREA,
    FORTS,
    OWN,
    PARIS,
    POWERS,
    SIDE_OF,
    SIZE,
)


class FinalPhase(Step):
    """7.9, 3.1: the Side without the Initiative first; then the loss of 8.2. The frame holds the Side that has it."""

    name, rule, frame = "final_phase", "7.9", ("",)

    def run(self, s: GWState) -> None:
        s.tell("final_phase", turn=s.turn)
        first = s.flow[-1][1]
        s.flow[-1:] = [("paris",), ("attrition", first), ("attrition", FOE[first])]  # 7.9.a


class Attrition(Step):
    """7.9: every Isolated unit of the Side among enemies loses a step, whatever its dots (ruling B41)."""

    name, rule, frame = "attrition", "7.9", ("",)

    def run(self, s: GWState) -> None:
        side = s.flow.pop()[1]
        s.active = side
        enemy = s.present(FOE[side])
        areas = set()
        for u in OWN[side]:
            if s.isolated[u] and s.at[u] < SIZE and enemy & BIT[s.at[u]]:  # 7.9.b
                areas.add(s.at[u])
                s.reduce(u)
                if s.result is not None:
                    return
        ruined = tuple(
            f for f in FORTS.numbers if s.cut[f] and s.held(side) & enemy & BIT[FORT_AREA[f]] and _kinds(s, f, side)
        )
        s.flow.append(("settle", tuple(sorted(areas | {FORT_AREA[f] for f in ruined}))))
        if ruined:
            s.flow.append(("ruins", side, ruined))


def _kinds(s: GWState, f: int, side: str) -> list[int]:
    return [
        f * len(BUILDERS) + k for k, power in enumerate(BUILDERS) if SIDE_OF[power] == side and s.discs_of(power)[f]
    ]


class Ruins(Step):
    """7.9: one Garrison is removed from every Isolated Fortress among enemies (ruling B42)."""

    name, rule, frame = "ruins", "7.9", ("", "fort")

    def run(self, s: GWState) -> None:
        name, side, forts = s.flow.pop()
        kinds = _kinds(s, forts[0], side)
        if forts[1:]:
            s.flow.append((name, side, forts[1:]))
        if len(kinds) == 1:  # 7.9.c
            s.remove_disc(kinds[0])
        else:
            s.flow.append(("ruin", side, forts[0]))


class Ruin(Step):
    """7.9: discs of two Powers share the Fortress: which is removed?"""

    name, rule, frame = "ruin", "7.9", ("", "fort")
    else_disc = Reason("7.9", "no such Garrison is there")

    def side(self, s: GWState) -> str:
        """1.5: the player of both discs, the chief if they are of two players."""
        owners = {s.seat_of(BUILDERS[kind % len(BUILDERS)]) for kind in self.legal_disc(s)}
        return owners.pop() if len(owners) == 1 else s.chief(s.flow[-1][1])

    def prompt(self, s: GWState) -> str:
        return f"Which Garrison of {FORTS.name(s.flow[-1][2])} is lost?"

    def legal_disc(self, s: GWState) -> list[int]:
        _, side, f = s.flow[-1]
        return _kinds(s, f, side)

    def do_disc(self, s: GWState, kind: int) -> None:
        s.flow.pop()
        s.remove_disc(kind)


class Settle(Step):
    """2.6: who is alone after attrition controls the Area."""

    name, rule, frame = "settle", "2.6", ("area",)

    def run(self, s: GWState) -> None:
        for h in s.flow.pop()[1]:
            settle(s, h)
            if s.result is not None:
                return


class Paris(Step):
    """8.2: a month without Paris costs the German a Valour Point, if he has one (ruling B65)."""

    name, rule = "paris", "8.2"

    def run(self, s: GWState) -> None:
        s.flow.pop()
        german = POWERS.index("german")
        in_game = s.rules.area & BIT[PARIS]
        if s.options["paris"] and in_game and not s.held("german") & BIT[PARIS] and s.valour[german]:
            s.valour[german] -= 1
            s.tell("paris", total=s.valour[german])


STEPS = (FinalPhase(), Attrition(), Ruins(), Ruin(), Settle(), Paris())
