"""What a program that learns sees: counters, Strength Points and ground; only Supply Points are secret (17-5)."""

from __future__ import annotations

from front1914.play.lens import Lens
from front1914.titles.der_weltkrieg.board import SIZE
from front1914.titles.der_weltkrieg.world import IS_HQ, SIDE

MOST = 60  #: Strength Points of the strongest counter, and more

LENS = Lens(
    nodes=SIZE,
    side=SIDE,
    face="strength",
    strength=[[0] * MOST if staff else range(MOST) for staff in IS_HQ],
    open_face=True,
    done="moved",
    ground="holder",
    holder=[(0, 1, 2)] * SIZE,
)
