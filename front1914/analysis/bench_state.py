"""What a state of 600 units costs to copy, to write and to read: an invented one, without a game."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from copy import deepcopy

from front1914.analysis.bench import Line, micro
from front1914.engine.state import Column, State

UNITS = 600
HEXES = 5_040
COPY = 5  # microseconds
SIZE = 12_000  # bytes


class Campaign(State):
    """As much as a large title remembers: ten columns of units, a flow, a few numbers."""

    turn: int
    active: str
    location: Column
    steps: Column
    morale: Column
    supply: Column
    moved: Column
    fought: Column
    fatigue: Column
    orders: Column
    entrenched: Column
    known: Column
    control: int  #: a bitset of hexes


def campaign(seed: int = 1914) -> Campaign:
    """A state in the middle of a game."""
    rng = random.Random(seed)

    def column(high: int, code: str = "b") -> Column:
        return array(code, [rng.randrange(high) for _ in range(UNITS)])

    small = ("morale", "supply", "moved", "fought", "fatigue", "orders", "entrenched", "known")
    state = Campaign(
        turn=7,
        active="german",
        location=column(HEXES, "h"),
        steps=column(4),
        control=rng.getrandbits(60),
        **{name: column(3) for name in small},
    )
    state.flow = [("turn",), ("combat",), ("attack", 812, (3, 4, 5))]
    return state


def measure_state(seconds: float) -> Iterator[Line]:
    """Copy, pack, unpack, digest, size."""
    state = campaign()
    packed = state.pack()
    deep = micro(lambda: deepcopy(state), seconds / 5, 1)
    plain = micro(state.copy, seconds / 5)
    yield Line("state of 600 units: copy", plain, "us", COPY, note=f"deepcopy takes {deep / plain:,.0f} times as long")
    yield Line("state of 600 units: encode", micro(state.pack, seconds / 5), "us")
    yield Line("state of 600 units: decode", micro(lambda: Campaign.unpack(packed), seconds / 5), "us")
    yield Line("state of 600 units: digest", micro(state.digest, seconds / 5), "us")
    yield Line("state of 600 units: on disk, without log", len(packed), "bytes", SIZE)
