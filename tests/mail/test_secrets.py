"""What a side hides in a game by letter: nobody can change it afterwards, invent it, or choose what he draws."""

from __future__ import annotations

import base64
import random
from functools import cache
from hashlib import sha256
from math import lcm

import msgspec
import pytest

from front1914 import CHANCE, Action, BadInput, SeededDice
from front1914.mail.letters import Join, Play, Written, packed, write
from front1914.mail.match import Match, read_all
from front1914.mail.seat import PROOF, Seat, agree, invite, join, verified
from tests.mail.test_mail import turn


@cache
def played(title: str, letters: int) -> tuple[Seat, Seat]:
    """So many letters of play of a title with secrets; Anna has the Germans."""
    anna = invite(agree(title, None, {}, ["german"], "turn", honour=True), "Anna")
    bert = join(anna.last(), "Bert")
    anna.take(bert.last())
    rng, mine, other = random.Random(4), anna, bert
    for _ in range(letters):
        other.take(turn(mine, rng))
        mine, other = other, mine
    return anna, bert


def fixed() -> tuple[Seat, Seat]:
    """1914 - Fixed: before the first turn it is decided in secret which corps goes where."""
    return played("fixed_1914", 4)


def germany() -> tuple[Seat, Seat]:
    """Germany at War: blocks are drawn from a cup, and only their owner sees which."""
    return played("germany_at_war", 3)


def secret_choice(match: Match) -> tuple[int, int, Action]:
    """A letter of Anna, the place of a choice in it by which Bert sees nothing change, and another legal one."""
    for number in range(2, len(match.letters), 2):
        letter, before = match.letters[number].letter, read_all(match.letters[:number])
        assert isinstance(letter, Play)
        before.open(letter.opening)
        for at, action in enumerate(letter.deeds):
            decision, foe = before.game.decision, before.sides(1)[0]
            assert decision is not None
            seen, others = before.game.view(foe), [each for each in decision.actions if each != action]
            before.act(action)
            if others and before.game.view(foe) == seen:
                return number, at, others[0]
    raise AssertionError("nothing is hidden here")


def rewritten(anna: Seat) -> tuple[int, list[Written]]:
    """All letters, of which Anna has written one anew with another secret choice, and signed it with her own hand."""
    number, at, other = secret_choice(anna.match)
    letter, letters = anna.match.letters[number].letter, list(anna.match.letters)
    assert isinstance(letter, Play)
    actions = list(letter.actions)
    actions[at] = [other.verb] if other.arg is None else [other.verb, other.arg]
    letters[number] = write(msgspec.structs.replace(letter, actions=actions), anna.seal)
    return number, letters


def proof(letters: list[Written]) -> str:
    return "\n".join([PROOF, *(base64.b64encode(written.signed).decode() for written in letters)])


def test_a_secret_choice_stands_in_the_proof_as_it_was_made() -> None:
    anna, bert = fixed()
    number, at, _ = secret_choice(anna.match)
    letter = anna.match.letters[number].letter
    assert isinstance(letter, Play)
    chosen = letter.deeds[at]
    assert chosen in [entry.action for entry in verified(bert.proof()).game.log if entry.side == "german"]


def test_a_secret_choice_cannot_be_changed_afterwards() -> None:
    """What Bert signed names the letter that he got: a proof with another one breaks at his answer, or before it."""
    anna, _ = fixed()
    number, letters = rewritten(anna)
    with pytest.raises(BadInput, match=rf"letter ({number}|{number + 1}): "):
        verified(proof(letters))


def test_nor_by_forging_all_that_follows() -> None:
    """She writes her later letters anew too; Bert's she cannot, since his hand is needed for the new chain."""
    anna, bert = fixed()
    number, letters = rewritten(anna)
    for later in range(number + 1, len(letters)):
        letter = letters[later].letter
        assert isinstance(letter, Play)
        chained = msgspec.structs.replace(letter, previous=letters[later - 1].digest)
        letters[later] = write(chained, anna.seal)  # for Bert's letters this is a forged hand
    with pytest.raises(BadInput, match=rf"letter ({number}|{number + 1}): "):
        verified(proof(letters))
    assert verified(bert.proof()).game.digest() == anna.match.game.digest()


def test_who_has_got_both_letters_can_show_both() -> None:
    """A second letter of the same number with another secret choice is refused, and both carry her signature."""
    anna, bert = fixed()
    number, letters = rewritten(anna)
    with pytest.raises(BadInput):
        bert.take(packed(letters[number], number, bert.seal.key))
    for written in (letters[number], anna.match.letters[number]):
        written.check(anna.seal.key)


# -- draws -------------------------------------------------------------------------------------------------------


def draws(match: Match) -> list[tuple[Action, Action]]:
    """Every throw that only one side may see: as it fell in the game, and as the formula of docs/mail.md gives it."""
    shown: list[list[str]] = [[], []]
    walk, found = read_all(match.letters[:2]), []
    joined = match.letters[1].letter
    assert isinstance(joined, Join)
    shown[1].append(joined.closing)
    for number, written in enumerate(match.letters[2:], 2):
        letter, person = written.letter, number % 2
        assert isinstance(letter, Play)
        parts = (match.id.encode(), number.to_bytes(8, "big"), bytes.fromhex(shown[1 - person][-1]))
        key = sha256(b"front1914 mail dice\n" + b"".join(parts) + bytes.fromhex(letter.opening)).hexdigest()
        dice, thrown, since = SeededDice(key), 0, len(walk.game.log)
        game = walk.game.copy()
        walk.take(written)
        for entry in walk.game.log[since:]:
            decision = game.decision
            assert decision is not None
            if entry.side == CHANCE:
                total = lcm(*(outcome.probability.denominator for outcome in decision.outcomes))
                weights = [int(outcome.probability * total) for outcome in decision.outcomes]
                fell = decision.outcomes[dice.choose(thrown, range(len(weights)), weights)].action
                found += [(entry.action, fell)] if decision.secret else []
                thrown += 1
            game.act(entry.action)
        shown[person] += [letter.opening, letter.closing]
    return found


def test_what_is_drawn_in_secret_follows_from_both_sides_shares() -> None:
    found = draws(germany()[1].match)
    assert len(found) > 10
    assert all(fell == said for fell, said in found)


def test_a_secret_draw_cannot_be_named_in_a_letter() -> None:
    """Nor by who would draw it: what a letter decides is what its writer may decide."""
    anna, bert = germany()
    secret = next(fell for fell, _ in draws(bert.match))
    number = max(n for n in range(2, len(anna.match.letters), 2))
    letter = anna.match.letters[number].letter
    assert isinstance(letter, Play)
    deed: list[str | int] = [secret.verb] if secret.arg is None else [secret.verb, secret.arg]
    for actions in ([deed, *letter.actions], [*letter.actions, deed]):
        letters = [*anna.match.letters[:number], write(msgspec.structs.replace(letter, actions=actions), anna.seal)]
        with pytest.raises(BadInput, match=f"letter {number}: "):
            verified(proof(letters))


def test_a_share_that_would_draw_something_else_is_refused() -> None:
    anna, _ = germany()
    number = max(n for n in range(2, len(anna.match.letters), 2))
    letter = anna.match.letters[number].letter
    assert isinstance(letter, Play)
    for name in ("opening", "closing"):
        other = msgspec.structs.replace(letter, **{name: sha256(name.encode()).hexdigest()})
        with pytest.raises(BadInput, match="not the one that was committed to"):
            verified(proof([*anna.match.letters[:number], write(other, anna.seal)]))
