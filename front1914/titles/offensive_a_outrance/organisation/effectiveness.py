"""6.1, 6.2: Combat Effectiveness: levels, checks, reductions."""

from __future__ import annotations

from front1914.titles.offensive_a_outrance.organisation.forces import Force, formation
from front1914.titles.offensive_a_outrance.organisation.losses import suffer
from front1914.titles.offensive_a_outrance.state import CI, D1, D2, DIG, OAOState
from front1914.titles.offensive_a_outrance.world import BASE_CE, SIDE

WORST = 3  #: 6.1.4: CI and Demoralized Formations have a CEL three below their base


def base(s: OAOState, u: int) -> int:
    """2.8.2: the Base CE of a unit, by the side of its Attachment marker that is up."""
    return BASE_CE[u][s.marker[u]]


def cel(s: OAOState, force: Force) -> int:
    """1.1.f, 5.5, 5.5.1, 6.1, 6.1.2: the CEL of a Force: its Formation's, else the highest of its Assets, which never
    changes."""
    lead = formation(force)
    if lead is not None:  # 5.5.1.f: else the values of the Assets
        return base(s, lead) - min(s.ce[lead], WORST)
    return max(base(s, u) for u in force)  # 2.3.6, 5.5.1.e


def is_demoralised(s: OAOState, u: int) -> bool:
    """6.4."""
    return s.ce[u] >= D1


def may_attack(s: OAOState, u: int) -> bool:
    """6.3, 6.4: neither CI nor Demoralized."""
    return s.ce[u] < CI


def margin(s: OAOState, force: Force, roll: int, modifier: int) -> int:
    """6.2, 6.2.1, 6.2.2: by how much a check is failed; 0 or less: passed."""
    return roll + modifier - cel(s, force)


def lower(s: OAOState, force: Force, levels: int) -> None:
    """6.1.1, 6.1.3, 5.5.2: reduces the CE of a Force.

    What cannot be allocated is an SR, and so is what Assets alone suffer.

    Where the owner must choose who suffers an SR a frame is pushed: push what comes afterwards before.
    """
    if not force:
        return
    lead = formation(force)
    if lead is None:
        suffer(s, force, levels)  # 5.5.2.b
        return
    before = s.ce[lead]
    s.ce[lead] = min(D2, before + levels)
    if s.ce[lead] != before:
        s.tell("effectiveness", only=SIDE[lead], unit=lead, status=s.ce[lead])
        if s.ce[lead] >= D1 and s.task[lead] == DIG:  # 6.4, 14.3.3
            s.drop_work(lead)
            s.tell("task_lost", unit=lead, reveals=True)
    if before + levels > D2:  # 6.1.3.a, 7.2.3a.c, 10.3.d
        suffer(s, force, before + levels - D2)
