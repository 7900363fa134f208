"""Where chance gets its answers: a counter-based generator, scripted dice, or a person at the table.

The generator (version "hmac-sha256/1") is made so that anybody can check it with common tools:

    key        = SHA-256("front1914:" + the seed as text), or 32 secret bytes given as 64 hexadecimal digits
    commitment = SHA-256(key), as hexadecimal digits; published before the first throw
    word(n, k) = the first 8 bytes of HMAC-SHA-256(key, n as 8 bytes + k as 4 bytes), all big-endian
    draw(n, total) = the first word(n, k), k = 0, 1, ..., below the largest multiple of total under 2^64, modulo total

`n` counts the throws of the game, so a throw depends on its number alone: not on the machine, the Python version, or
what a search tried meanwhile. The key is shown when the game is over; then every throw can be checked against the
commitment. A seed that can be guessed gives a commitment that can be guessed: games between people take `fresh_seed()`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Protocol

from front1914.engine.errors import BadInput, DiceExhausted

ALGORITHM = "hmac-sha256/1"
MOST_SEED = 1_000  #: letters of a seed


def fresh_seed() -> str:
    """32 bytes that nobody can guess, as hexadecimal digits."""
    return os.urandom(32).hex()


def check_seed(seed: object) -> int | str:
    """A seed that was given from outside: a whole number or a text that can be written down; BadInput otherwise."""
    if type(seed) is int and abs(seed) < 10**100:
        return seed
    if isinstance(seed, str) and len(seed) <= MOST_SEED:
        try:
            seed.encode()
        except UnicodeEncodeError:
            raise BadInput("seed", "has letters that cannot be written down") from None
        return seed
    raise BadInput("seed", f"must be a text of at most {MOST_SEED} letters or a whole number of at most 100 digits")


def key_of(seed: int | str) -> bytes:
    """The key behind a seed."""
    text = str(seed)
    if len(text) == 64 and all(c in "0123456789abcdef" for c in text):
        return bytes.fromhex(text)
    return sha256(b"front1914:" + text.encode()).digest()


def commitment(seed: int | str) -> str:
    """What is published before the game, and proves afterwards that the seed was not changed."""
    return sha256(key_of(seed)).hexdigest()


def draw(key: bytes, n: int, total: int) -> int:
    """The n-th throw: a whole number from 0 to total - 1, each equally likely.

    >>> key = key_of(1914)
    >>> [1 + draw(key, n, 6) for n in range(10)]
    [5, 2, 3, 6, 6, 5, 2, 6, 3, 3]
    """
    limit = (1 << 64) - (1 << 64) % total
    inner, outer = _pads(key)
    for k in range(1 << 32):  # pragma: no branch
        block = sha256(outer + sha256(inner + n.to_bytes(8, "big") + k.to_bytes(4, "big")).digest()).digest()
        word = int.from_bytes(block[:8], "big")
        if word < limit:
            return word % total
    raise AssertionError("unreachable")


@lru_cache(maxsize=64)
def _pads(key: bytes) -> tuple[bytes, bytes]:
    """The key of 32 bytes as HMAC (RFC 2104) puts it before its two hashes: written out, it takes half the time."""
    block = key.ljust(64, b"\0")
    return bytes(byte ^ 0x36 for byte in block), bytes(byte ^ 0x5C for byte in block)


class Dice(Protocol):
    """Decides each throw. `faces` are the printed outcomes; `choose` returns the index of one of them."""

    def choose(self, n: int, faces: Sequence[str | int | None], weights: Sequence[int] | None) -> int:
        """The index of the outcome of the n-th throw."""


class SeededDice:
    """The generator described above."""

    __slots__ = ("_key", "seed")

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._key = key_of(seed)

    @property
    def commitment(self) -> str:
        """What is published of the seed before the first throw."""
        return sha256(self._key).hexdigest()

    def choose(self, n: int, faces: Sequence[str | int | None], weights: Sequence[int] | None) -> int:
        """The index of the outcome of the n-th throw, by the generator."""
        if weights is None:
            return draw(self._key, n, len(faces))
        point = draw(self._key, n, sum(weights))
        for index, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return index
        raise ValueError("chance without an outcome")


class ScriptedDice:
    """Outcomes known in advance: tests, worked examples, dice thrown on a real table."""

    def __init__(self, outcomes: Iterable[str | int]) -> None:
        self.outcomes = list(outcomes)

    def choose(self, n: int, faces: Sequence[str | int | None], weights: Sequence[int] | None) -> int:
        """The index of the next outcome of the script; DiceExhausted if there is none that fits."""
        if not self.outcomes:
            raise DiceExhausted("the scripted dice have all been thrown")
        wanted = self.outcomes[0]
        if wanted not in faces:
            shown = ", ".join(str(face) for face in faces[:12])
            raise DiceExhausted(f"the next scripted outcome is {wanted}, but this throw gives {shown}")
        self.outcomes.pop(0)
        return list(faces).index(wanted)
