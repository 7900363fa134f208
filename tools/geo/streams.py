"""Rivers that run through hexes: their courses from hex to hex, and the banks that they leave in each hex.

A river enters and leaves a hex through hexsides, its *arms*. The arms cut the rim of the hex into arcs; arcs that one
can walk between without crossing water are one bank. Every bank of a hex has a letter: `l` and `r` are the left and
the right bank of its main river looking downstream, `m`, `n`, ... lie between two arms, and `o` is the one bank of a
hex in which a river only rises. An arm stands between two banks and is written `l|r`: first the bank at its
anticlockwise end, then the one at its clockwise end. Seen from the hex beyond, the same two banks stand the other way
round, so that a unit that follows the river keeps its bank.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from geo.courses import rail_hexes
from geo.grid import Grid, Hexside, hexside
from geo.layers import Feature

EXTRA = "mnpqs"  # letters of further banks


@dataclass(frozen=True)
class Stream:
    """One river: the hexes that it runs through, from the source down, and the river that it ends in, if any."""

    name: str
    hexes: tuple[str, ...]
    into: str = ""

    def sides(self) -> list[Hexside]:
        """The hexsides that it passes through."""
        return [hexside(a, b) for a, b in itertools.pairwise(self.hexes)]


def chain(g: Grid, course: Feature, clip: float, keep: Collection[str], splices: Sequence[str] = ()) -> list[str]:
    """The hexes under a course, without corners that it only clips and without loops.

    A splice is a row of hexes that replaces what stands between its first and its last; a splice of which only the
    first hex is on the course is a new lower end, one of which only the last is on it a new upper end.
    """
    found = unlooped([name for line in rail_hexes(g, course, clip, keep) for name in line if name])
    for splice in splices:
        new = splice.split()
        start = found.index(new[0]) if new[0] in found else 0
        end = found.index(new[-1]) + 1 if new[-1] in found else len(found)
        found = [*found[:start], *new, *found[end:]]
    return found


def unlooped(hexes: Sequence[str]) -> list[str]:
    """A walk without its detours back to a hex where it has been."""
    out: list[str] = []
    for name in hexes:
        if name in out:
            del out[out.index(name) + 1 :]
        else:
            out.append(name)
    return out


def joined(hexes: Sequence[str], larger: Collection[str]) -> list[str]:
    """A tributary down to the hex where it joins the larger river for good."""
    last = max((i for i, name in enumerate(hexes) if name not in larger), default=-1)
    return list(hexes[: last + 2])


def parts(here: str, streams: Sequence[Stream]) -> list[list[Stream]]:
    """The rivers of a hex, grouped by what flows together there; the larger first in each group."""
    groups: list[list[Stream]] = []
    for stream in streams:
        if here in stream.hexes:
            home = None
            if stream.into and stream.hexes[-1] == here:
                home = next((group for group in groups if any(s.name == stream.into for s in group)), None)
            if home is None:
                groups.append([stream])
            else:
                home.append(stream)
    return groups


def banks(g: Grid, here: str, streams: Sequence[Stream]) -> list[str]:
    """What each hexside of a hex is, clockwise from the grid's first: a bank, or an arm between two banks."""
    around = g.around(here)
    groups = [sorted(_arms(here, around, group)) for group in parts(here, streams)]
    arms = sorted(arm for group in groups for arm in group)
    if not arms:
        return ["o"] * len(around)
    # an arc begins behind each arm; two arcs are one bank unless some river has arms on both ways between them
    face = [tuple(_gap(group, arc) for group in groups) for arc in arms]
    letters = _letters(here, around, streams, arms, face)
    out = []
    for side in range(len(around)):
        behind = [i for i, arm in enumerate(arms) if arm <= side]
        at = behind[-1] if behind else len(arms) - 1
        if arms[at] == side:
            out.append(f"{letters[face[at - 1]]}|{letters[face[at]]}")
        else:
            out.append(letters[face[at]])
    return out


def _arms(here: str, around: Sequence[str], group: Sequence[Stream]) -> set[int]:
    out = set()
    for stream in group:
        for a, b in itertools.pairwise(stream.hexes):
            if here in (a, b):
                out.add(around.index(b if here == a else a))
    return out


def _gap(group: Sequence[int], arc: int) -> int:
    """Between which arms of a river an arc lies: the arm of the river last met clockwise."""
    before = [arm for arm in group if arm <= arc]
    return before[-1] if before else group[-1]


def _letters(
    here: str,
    around: Sequence[str],
    streams: Sequence[Stream],
    arms: Sequence[int],
    face: Sequence[tuple[int, ...]],
) -> dict[tuple[int, ...], str]:
    """A letter for each bank: l and r of the first river that flows on, then the others clockwise."""
    if len(set(face)) == 1:
        return {face[0]: "o"}
    main = next(s for s in streams if here in s.hexes and len(_arms(here, around, [s])) == 2)
    out = arms.index(around.index(main.hexes[main.hexes.index(here) + 1]))
    letters = {face[out]: "r", face[out - 1]: "l"}
    spare = iter(EXTRA)
    for i in range(len(arms)):
        found = face[(out + i) % len(arms)]
        if found not in letters:
            letters[found] = next(spare)
    return letters


def complaints(g: Grid, streams: Sequence[Stream], ends: Collection[str]) -> list[str]:
    """Courses step from neighbour to neighbour, share no hexside, end in one of `ends` or in the river named."""
    out: list[str] = []
    owner: dict[Hexside, str] = {}
    by_name = {stream.name: stream for stream in streams}
    for stream in streams:
        for a, b in itertools.pairwise(stream.hexes):
            if not g.adjacent(a, b):
                out.append(f"{stream.name}: {a} and {b} are not neighbours")
        for side in stream.sides():
            if side in owner:
                out.append(f"{stream.name} and {owner[side]} share {side[0]}/{side[1]}")
            owner[side] = stream.name
        last = stream.hexes[-1]
        if stream.into:
            if last not in by_name[stream.into].hexes:
                out.append(f"{stream.name} ends in {last}, where there is no {stream.into}")
        elif last not in ends:
            out.append(f"{stream.name} ends in {last}, on dry land")
    return out


def carried(g: Grid, banks_of: Mapping[str, Sequence[str]], one: str, other: str) -> dict[str, set[str]]:
    """Which banks of the second hex continue each bank of the first, for two hexes that a river joins."""
    there = banks_of[other][g.around(other).index(one)].split("|")
    here = banks_of[one][g.around(one).index(other)].split("|")
    out: dict[str, set[str]] = {}
    for mine, theirs in zip(here, reversed(there), strict=True):
        out.setdefault(mine, set()).add(theirs)
    return out
