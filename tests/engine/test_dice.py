"""The generator: documented, the same everywhere, fair, and provable."""

import hmac
from collections import Counter
from hashlib import sha256

import pytest

import front1914
from front1914.engine.dice import SeededDice, commitment, draw, fresh_seed, key_of


def test_the_building_block_is_the_standard_one():
    """RFC 4231, test case 2."""
    digest = hmac.digest(b"Jefe", b"what do ya want for nothing?", "sha256").hex()
    assert digest == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"


def test_the_algorithm_as_documented():
    """Written out once more from its description."""
    key = sha256(b"front1914:1914").digest()
    assert key == key_of(1914) == key_of("1914")
    for n in range(50):
        block = hmac.new(key, n.to_bytes(8, "big") + (0).to_bytes(4, "big"), sha256).digest()
        assert draw(key, n, 6) == int.from_bytes(block[:8], "big") % 6


@pytest.mark.parametrize(
    ("seed", "total", "throws"),
    [
        (1914, 6, [5, 2, 3, 6, 6, 5, 2, 6, 3, 3]),
        ("marne", 6, [3, 2, 4, 2, 5, 4, 6, 2, 1, 3]),
        ("00" * 32, 6, [6, 1, 2, 1, 5, 3, 4, 5, 2, 2]),
        (1914, 1000, [549, 198, 719, 302, 388, 671, 636, 754, 185, 797]),
    ],
)
def test_reference_vectors(seed, total, throws):
    """Made with openssl, from the description alone."""
    key = key_of(seed)
    assert [1 + draw(key, n, total) for n in range(10)] == throws


def test_a_word_over_the_limit_is_thrown_again():
    """With a total of 2^63 + 1 half of the words are over the limit."""
    total = (1 << 63) + 1
    key = key_of(7)
    for n in range(20):
        words = [
            int.from_bytes(hmac.digest(key, n.to_bytes(8, "big") + k.to_bytes(4, "big"), "sha256")[:8], "big")
            for k in range(20)
        ]
        assert draw(key, n, total) == next(w for w in words if w < total)


def test_fair_and_independent():
    key = key_of("fair")
    faces = Counter(draw(key, n, 6) for n in range(12_000))
    assert all(1850 < faces[f] < 2150 for f in range(6))
    pairs = Counter((draw(key, n, 6), draw(key, n + 1, 6)) for n in range(12_000))
    assert min(pairs.values()) > 250


def test_weights():
    dice = SeededDice(5)
    found = Counter(dice.choose(n, ["a", "b", "c"], [1, 0, 3]) for n in range(4000))
    assert found[1] == 0
    assert 900 < found[0] < 1100


def test_the_commitment_proves_the_seed():
    seed = fresh_seed()
    game = front1914.new("ford", seed=seed)
    assert game.commitment == commitment(seed) == sha256(bytes.fromhex(seed)).hexdigest()
    assert commitment(seed) != commitment(fresh_seed())


def test_no_seed_leaves_the_game():
    seed = "a very secret seed"
    game = front1914.new("ford", seed=seed)
    shown = str([game.view(s) for s in ("blue", "red", "observer")]) + str(game.events) + str(game.position())
    shown += str(game.seat("red")) + str([getattr(game.state, name) for name in game.state.fields])
    assert seed not in shown
    assert key_of(seed).hex() not in shown
