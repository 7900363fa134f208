"""Printed ids outside, small integers inside: the one place where they meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from front1914.engine.decision import Action

_ID = (str, int)  #: what an id may be; a tuple, for a union would be made anew at each look


class Words:
    """An ordered vocabulary: the hexes of a map, the units of a game, the faces of a die.

    >>> hexes = Words("hex", ["0811", "0812"], names={"0812": "Antwerp"})
    >>> hexes.number("0812"), hexes[1], hexes.name(1), len(hexes)
    (1, '0812', 'Antwerp', 2)
    >>> hexes.find("9999") is None
    True
    """

    __slots__ = ("_actions", "_names", "_numbers", "ids", "kind")

    def __init__(self, kind: str, ids: Iterable[str | int], names: Mapping[str, str] | None = None) -> None:
        self.kind = kind
        self.ids = tuple(ids)
        self._numbers = {word: i for i, word in enumerate(self.ids)}
        if len(self._numbers) != len(self.ids):
            raise ValueError(f"{kind}: the same id twice")
        names = names or {}
        self._names = tuple(str(names.get(str(word), word)) for word in self.ids)
        self._actions: dict[str, Named] = {}

    @property
    def numbers(self) -> Sequence[int]:
        """Every integer that stands for a word."""
        return range(len(self.ids))

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[str | int]:
        return iter(self.ids)

    def __getitem__(self, number: int) -> str | int:
        return self.ids[number]

    def __contains__(self, word: object) -> bool:
        return word in self._numbers

    def number(self, word: str | int) -> int:
        """The integer behind a printed id; KeyError if there is none."""
        return self._numbers[word]

    def find(self, word: object) -> int | None:
        """The integer behind a printed id, or None. Booleans and the like are no ids."""
        if type(word) is str or type(word) is int:
            return self._numbers.get(word)
        return self._numbers.get(word) if isinstance(word, _ID) and not isinstance(word, bool) else None

    def name(self, number: int) -> str:
        """What a person calls it."""
        return self._names[number]

    def actions(self, verb: str) -> Named:
        """By integer, one shared Action each: a long list of legal actions is picked out of it in one go."""
        found = self._actions.get(verb)
        if found is None:
            found = self._actions[verb] = Named(verb, self)
        return found


class Named(dict[int, Action]):
    """The Actions of a verb by integer, made when first asked for: most hexes of a large map are never named."""

    def __init__(self, verb: str, words: Words) -> None:
        super().__init__()
        self._verb, self._words = verb, words

    def __missing__(self, number: int) -> Action:
        found = self[number] = Action(self._verb, self._words[number])
        return found


class Numbers(Words):
    """Whole numbers that stand for themselves: the faces of a die, a count of steps.

    >>> die = Numbers("die", 1, 6)
    >>> die.number(6), die[6], die.find(7), die.name(3), die.actions("die")[2].arg
    (6, 6, None, '3', 2)
    """

    __slots__ = ("low",)

    def __init__(self, kind: str, low: int, high: int) -> None:
        super().__init__(kind, range(low, high + 1))
        self._numbers = {number: number for number in range(low, high + 1)}
        self.low = low

    @property
    def numbers(self) -> Sequence[int]:
        return range(self.low, self.low + len(self.ids))

    def __getitem__(self, number: int) -> str | int:
        return number

    def name(self, number: int) -> str:
        return str(number)
