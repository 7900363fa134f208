"""Games as numbers: a fixed index for every action of a title, and what a side sees as one vector.

The vector holds the planes of a title's lens one after the other (each with a number for every hex or area), and then
the facts: how much of the game is over, whether our side moves, and which step asks (1 in its place). `Encoding.parts`
names where each of them lies. Between two decisions little changes, so a `Lookout` keeps the vector of a seat and
alters only what did.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

import front1914
from front1914 import Action, BadInput, Game

Share = tuple[tuple[int, float], ...]  #: what a unit adds to which cells
Vector = NDArray[np.float32]
Mask = NDArray[np.int8]
MOST = 10_000.0  #: no number of an observation is larger
MOST_KNOWN = 20_000  #: shares of units that a seat knows by heart
LONG = 30  #: turns of a scenario that says nothing of its length
#: places of the planes, as `Lens.planes` lists them
OWN, OWN_STRENGTH, OWN_DONE, ENEMY, ENEMY_STRENGTH, CLOSED, OURS, THEIRS, ASKED = range(9)
PLACES = ("hex", "to", "area")  #: nouns of frames that stand for nodes


@cache
def encoding(title: str) -> Encoding:
    """The encoding of a title; it is the same for all its scenarios."""
    return Encoding(title)


class Encoding:
    """The action indices and the observation of one title."""

    def __init__(self, title: str) -> None:
        found = front1914.title(title)
        if found.lens is None:
            raise BadInput("title", f"{title} has no lens: it says nothing of what a learner sees")
        self.title, self.lens = found, found.lens
        self.actions: list[Action] = []  #: by index; the index of an action never changes with the scenario
        for verb, noun in found.verbs.items():
            ids = [None] if noun is None else found.nouns[noun].ids
            self.actions += [Action(verb, arg) for arg in ids if arg != ""]
        self.index = {action: n for n, action in enumerate(self.actions)}
        self.steps = {name: n for n, name in enumerate(found.step)}
        self.turns = {scenario.id: scenario.turns or LONG for scenario in found.info.scenarios}
        nodes, planes = self.lens.nodes, self.lens.planes
        self.size = len(planes) * nodes + 2 + len(self.steps)
        self.parts = {name: slice(n * nodes, (n + 1) * nodes) for n, name in enumerate(planes)}
        self.parts["facts"] = slice(len(planes) * nodes, self.size)
        self.facts = self.parts["facts"].start
        asks = {name: enumerate(step.frame, 1) for name, step in found.step.items()}
        #: by step: which data of its frame are units, and which are places
        self.asked = {
            name: [(i, noun == "unit") for i, noun in nouns if noun == "unit" or noun in PLACES]
            for name, nouns in asks.items()
        }
        self._numbered = {verb: self._numbering(verb, noun) for verb, noun in found.verbs.items()}

    def _numbering(self, verb: str, noun: str | None) -> Callable[[Any], int]:
        """What gives the index of a verb with the number of a word."""
        if noun is None:
            return {None: self.index[Action(verb)]}.__getitem__
        words = self.title.nouns[noun]
        named = {number: Action(verb, words[number]) for number in words.numbers}
        return {number: self.index[action] for number, action in named.items() if action.arg != ""}.__getitem__

    def numbers(self, game: Game) -> list[int]:
        """The indices of the legal actions, in the order in which the game lists them."""
        found: list[int] = []
        for verb, args in game.answers.items():
            if args:
                found += map(self._numbered[verb], args)
        return found

    def mask(self, game: Game) -> Mask:
        """1 for every legal action of the side that decides."""
        found = bytearray(len(self.actions))  # for a few dozen numbers several times quicker than numpy
        for number in self.numbers(game):
            found[number] = 1
        return np.frombuffer(found, np.int8)

    def reward(self, game: Game, seat: str) -> float:
        """Of a game that is over: 1 for who won it, also with others, -1 for who lost, 0 for everybody in a draw."""
        winner = None if game.result is None else game.result.winner
        if winner is None:
            return 0.0
        return 1.0 if self.lens.sides(winner) == self.lens.sides(seat) else -1.0

    def observe(self, game: Game, seat: str) -> Vector:
        """What the side of a seat may know, as one vector."""
        return Lookout(self, seat).observe(game)


class Lookout:
    """What a seat observes, from one decision to the next: what changed since it last looked is looked at again.

    It may go on with any game of the title: it compares what stands in the columns, and nothing else.
    """

    def __init__(self, code: Encoding, seat: str) -> None:
        lens = code.lens
        self.code, self.seat, self.side = code, seat, lens.sides(seat)
        self._cells = array("f", bytes(4 * code.size))  # single numbers are read and written quicker than numpy does it
        self.vector: Vector = np.frombuffer(
            self._cells, np.float32
        )  #: what was observed last; it changes with the next
        names = ["at", lens.face, lens.done, *(lens.closed or ())[:1]]
        self._columns = attrgetter(*names)
        self._was = [bytearray() for _ in names]
        self._ask_hidden, self._hidden = lens.hidden, frozenset[int]()
        self._shown: list[Share] = [()] * len(lens.side)  #: by unit, as it stands in the cells
        self._known: dict[tuple[int, ...], Share] = {}  #: by unit, whether it is hidden, and its row in the columns
        self._mine = 1 + code.title.info.sides.index(self.side)
        self._held = bytearray()
        self._marked: list[int] = []

    def observe(self, game: Game, out: Vector | None = None) -> Vector:
        """What the side may know now: a vector of its own, or written into `out`."""
        s = game.state
        self._counters(s)
        self._ground(s)
        self._question(game, s)
        if out is None:
            return self.vector.copy()
        out[:] = self.vector
        return out

    def _counters(self, s: Any) -> None:
        stale: list[int] = []  # one that stands there twice is found unchanged the second time
        columns, was = self._columns(s), self._was
        for n, column in enumerate(columns):
            if was[n] != column:
                stale += _changed(was[n], column)
                was[n] = bytearray(column)
        if self._ask_hidden is not None:
            hidden = self._ask_hidden(self.code.title, s, self.side)
            if hidden is not self._hidden:
                stale += hidden ^ self._hidden
                self._hidden = hidden
        cells, shown, known, covert = self._cells, self._shown, self._known, self._hidden
        for u in stale:
            key = (u, u in covert, *[column[u] for column in columns])
            share = known[key] if key in known else self._share(*key)
            if (before := shown[u]) != share:
                for cell, number in before:
                    cells[cell] -= number
                for cell, number in share:
                    cells[cell] += number
                shown[u] = share

    def _share(self, u: int, hidden: bool, *row: int) -> Share:
        """What a unit adds to which cells, and learns it by heart."""
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[u, hidden, *row] = found = self._work_out(u, hidden, *row)
        return found

    def _work_out(self, u: int, hidden: bool, at: int, face: int, done: int, closed: int = 0) -> Share:
        lens = self.code.lens
        nodes = lens.nodes
        if not 0 <= at < nodes:
            return ()
        row = lens.strength[u]
        if lens.side[u] == self.side:
            found = [(OWN * nodes + at, 1.0), (OWN_STRENGTH * nodes + at, row[face if face < len(row) else -1])]
            return (*found, (OWN_DONE * nodes + at, 1.0)) if done else tuple(found)
        if hidden or (lens.closed is not None and closed == lens.closed[1]):
            return ((CLOSED * nodes + at, 1.0),)
        strength = row[0 if not lens.open_face else face if face < len(row) else -1]
        return ((ENEMY * nodes + at, 1.0), (ENEMY_STRENGTH * nodes + at, strength))

    def _ground(self, s: Any) -> None:
        lens, cells, mine = self.code.lens, self._cells, self._mine
        ground = getattr(s, lens.ground)
        if self._held == ground:
            return
        nodes = lens.nodes
        for node in _changed(self._held, ground):
            if node < nodes:
                row, value = lens.holder[node], ground[node]
                holder = row[value if value < len(row) else -1]
                cells[OURS * nodes + node] = holder == mine
                cells[THEIRS * nodes + node] = holder not in (0, mine)
        self._held = bytearray(ground)

    def _question(self, game: Game, s: Any) -> None:
        """How much of the game is over, who moves; which step asks, and about what, if it is our question."""
        code, cells = self.code, self._cells
        for cell in self._marked:
            cells[cell] = 0.0
        facts = code.facts
        cells[facts] = code.title.turn(s) / code.turns.get(s.scenario, LONG)
        cells[facts + 1] = s.active == self.side
        self._marked = []
        step = game.step
        if step is not None and step.side(s) == self.seat:
            self._marked = marked = [facts + 2 + code.steps[step.name]]
            if asked := code.asked[step.name]:
                marked += self._asked(s, asked)
            for cell in marked:
                cells[cell] = 1.0

    def _asked(self, s: Any, asked: list[tuple[int, bool]]) -> list[int]:
        """The cells of the hexes that the question is about, and of those where its units stand."""
        frame, nodes, found = s.flow[-1], self.code.lens.nodes, []
        for i, unit in asked:
            datum = frame[i] if i < len(frame) else ()
            for item in datum if type(datum) is tuple else (datum,):
                if type(item) is int and item >= 0:
                    node = s.at[item] if unit else item
                    if 0 <= node < nodes:
                        found.append(ASKED * nodes + node)
        return found


def _changed(was: bytearray, column: array[int]) -> list[int]:
    """The numbers at which a column is not what it was; all of them if it was nothing."""
    if len(was) != len(column) * column.itemsize:
        return list(range(len(column)))
    bits, found = 8 * column.itemsize, []
    differ = int.from_bytes(was, "little") ^ int.from_bytes(column.tobytes(), "little")
    while differ:  # mostly one or two: quicker than to compare all by numpy
        n = ((differ & -differ).bit_length() - 1) // bits
        found.append(n)
        differ = differ >> (n + 1) * bits << (n + 1) * bits
    return found
