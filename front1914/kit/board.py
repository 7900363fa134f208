"""What every map has: nodes, who is next to whom, and the links between them.

A node is a hex or an area; a link is a hexside or a border. Both are small integers inside and printed ids
outside. A board is frozen when built and shared by every game that is played on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from front1914.engine.words import Words
from front1914.kit.bits import from_members, members


class SlotWords(Words):
    """Ids of numbered slots, some of which are empty: an empty slot has the id "" and can never be found.

    >>> words = SlotWords("hex", ["0101", "", "0103"], names={"0103": "Liege"})
    >>> words.number("0103"), words[1], words.find(""), list(words), list(words.numbers), len(words)
    (2, '', None, ['0101', '0103'], [0, 2], 3)
    """

    __slots__ = ("_slots",)

    def __init__(self, kind: str, ids: Iterable[str], names: Mapping[str, str] | None = None) -> None:
        every = tuple(ids)
        super().__init__(kind, [word for word in every if word], names)
        shown = dict(zip(self.ids, self._names, strict=True))
        self._slots = tuple(slot for slot, word in enumerate(every) if word)
        self._numbers = {every[slot]: slot for slot in self._slots}
        self._names = tuple(shown.get(word, "") for word in every)
        self.ids = every

    @property
    def numbers(self) -> Sequence[int]:
        return self._slots

    def __iter__(self) -> Iterator[str | int]:
        return (self.ids[slot] for slot in self._slots)


class Board:
    """Nodes and links. `steps[node * degree + k]` is the k-th neighbour of a node, or -1."""

    words: Words  #: node ids; node number = index
    size: int  #: number of slots; node numbers run from 0 to size - 1
    exists: int  #: bitset of the nodes that exist
    degree: int  #: the largest number of neighbours of a node
    steps: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]  #: existing neighbours of each node, in a fixed order

    def __init__(self, words: Words, degree: int, steps: Sequence[int]) -> None:
        self.words = words
        self.size = len(words)
        self.exists = from_members(words.numbers)
        self.degree = degree
        self.steps = tuple(steps)
        self.neighbours = tuple(
            tuple(other for other in self.steps[at : at + degree] if other >= 0)
            for at in range(0, self.size * degree, degree)
        )

    @cached_property
    def ring(self) -> tuple[int, ...]:
        """The bitset of the neighbours of each node."""
        return tuple(sum(1 << other for other in others) for others in self.neighbours)

    @cached_property
    def back(self) -> tuple[int, ...]:
        """Where in `steps` the step back stands, by the number of a step; -1 where there is none."""
        steps, degree = self.steps, self.degree
        return tuple(
            -1 if b < 0 else steps.index(i // degree, b * degree, (b + 1) * degree) for i, b in enumerate(steps)
        )

    @cached_property
    def links(self) -> tuple[tuple[int, int], ...]:
        """Every undirected pair (a, b) with a < b, in ascending order."""
        return tuple((a, b) for a, others in enumerate(self.neighbours) for b in sorted(others) if a < b)

    @cached_property
    def link(self) -> dict[tuple[int, int], int]:
        """(a, b) and (b, a) to the number of their link."""
        found = {pair: number for number, pair in enumerate(self.links)}
        found.update({(b, a): number for (a, b), number in tuple(found.items())})
        return found

    @cached_property
    def link_words(self) -> Words:
        """Printed ids of the links, such as "1413/1513", the lower node first."""
        ids = self.words.ids
        return Words("link", [f"{ids[a]}/{ids[b]}" for a, b in self.links])

    def find_link(self, text: str) -> int | None:
        """The link of a printed id, whichever node is named first; None if there is none."""
        first, slash, second = text.partition("/")
        a, b = self.words.find(first), self.words.find(second)
        return self.link.get((a, b)) if slash and a is not None and b is not None else None

    def links_of(self, node: int) -> tuple[int, ...]:
        """The links of a node, in the order of its neighbours."""
        return tuple(self.link[node, other] for other in self.neighbours[node])

    def bits(self, ids: Iterable[str | int]) -> int:
        """The bitset of some printed ids; KeyError names one that does not exist."""
        found = 0
        for word in ids:
            found |= 1 << self.words.number(word)
        return found

    def ids(self, bits: int) -> list[str | int]:
        """The printed ids of a bitset, in ascending order of their nodes."""
        return [self.words[node] for node in members(bits)]

    def spread(self, bits: int) -> int:
        """Every node that is next to a member (members themselves only if another member is beside them)."""
        found, ring = 0, self.ring
        for node in members(bits):
            found |= ring[node]
        return found
