"""Opponents that commanders are measured against. `FRONT1914_COMMANDERS=tests.opponents` puts them beside the levels.

All of them see a Seat and nothing else, and stand on the frozen staff, so they stay what they are when the real
commanders change: nothing may be tuned against one of them.
"""

from __future__ import annotations

from dataclasses import replace

from front1914.commanders.base import Commander, Maker
from tests.opponents.frozen.commanders.drafts import Drafter
from tests.opponents.frozen.commanders.levels import STAFF, Temper
from tests.opponents.frozen.commanders.staff import Staff
from tests.opponents.frozen.judgements import judgement_of

#: forward at any price: no garrisons, no line, attacks that cost more than they bring
RUSHER = replace(STAFF, pull=2.0, guard=0.2, front=0.0, danger=0.1, line=0.0, mark=-0.5, loss=0.5)
#: keeps what it has, and attacks only what is as good as beaten
TURTLE = replace(STAFF, pull=0.3, guard=3.0, front=8.0, danger=2.0, line=0.6, mark=2.0, loss=1.5)
#: walks round the enemy to what lies open, and fights only where it must
RAIDER = replace(STAFF, pull=2.5, guard=0.5, front=0.0, danger=1.5, line=0.0, care=1.0, mark=1.5)


def _opponent(temper: Temper) -> Maker:
    def make(title: str, seed: int | str, budget: int | None) -> Commander:
        kind = Staff if judgement_of(title).drafting is None else Drafter
        return kind(title, seed, budget, temper)

    return make


COMMANDERS: dict[str, Maker] = {
    "frozen": _opponent(STAFF),
    "rusher": _opponent(RUSHER),
    "turtle": _opponent(TURTLE),
    "raider": _opponent(RAIDER),
}
