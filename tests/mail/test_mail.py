"""Play by letter: a whole game between two seats, and everything that somebody might alter on the way."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import front1914
from front1914 import CHANCE, BadInput
from front1914.mail import keys, seat
from front1914.mail.keys import SHARES, Seal, follows
from front1914.mail.letters import Join, Play, Written, decoded, packed, unpacked, write
from front1914.mail.match import Match, read_all
from front1914.mail.seat import Seat, agree, invite, join, verified
from tests.test_cli import answer, fine, refused

Players = tuple[Seat, Seat]


@pytest.fixture(autouse=True, scope="module")
def _secrets() -> Iterator[None]:
    """The same secrets in every run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys.os, "urandom", random.Random(1914).randbytes)
        yield


def begun(dice: str = "each") -> Players:
    """Anna (blue) has Bert's answer, and writes the first letter of play."""
    anna = invite(agree("ford", None, {}, ["blue"], dice, honour=True), "Anna")
    bert = join(anna.last(), "Bert")
    assert anna.take(bert.last())
    return anna, bert


def turn(mine: Seat, rng: random.Random, most: int = 10_000) -> str:
    """Decides at random until the letter can go."""
    while not mine.match.may_send(mine.person) and most > 0:
        decision = mine.match.game.decision
        assert decision is not None
        mine.act([rng.choice(decision.actions)])
        most -= 1
    return mine.send()


def played(dice: str = "each", seed: int = 1, letters: int = 100_000) -> Players:
    """A game at random, to its end or so many letters."""
    anna, bert = begun(dice)
    rng, mine, other = random.Random(seed), anna, bert
    while not mine.match.over and letters > 0:
        other.take(turn(mine, rng))
        mine, other = other, mine
        letters -= 1
    return anna, bert


@pytest.fixture(scope="module")
def finished() -> Players:
    return played()


# -- a game ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", ["each", "turn"])
def test_two_people_play_a_game_to_its_end_and_anybody_can_check_it(dice: str) -> None:
    anna, bert = played(dice, seed=5)
    assert anna.match.game.digest() == bert.match.game.digest()
    proved = verified(anna.proof())
    assert proved.game.result == anna.match.game.result is not None
    assert proved.game.log == bert.match.game.log
    assert any(entry.side == CHANCE for entry in proved.game.log)
    assert verified(bert.proof()).game.digest() == proved.game.digest()
    with pytest.raises(BadInput, match="the game is over"):
        anna.act([])
    with pytest.raises(BadInput, match="the game is over"):
        bert.send()


@pytest.mark.parametrize("title", [info.id for info in front1914.titles() if info.id != "ford"])
def test_every_title_can_be_played_by_letter(title: str) -> None:
    sides = front1914.new(title, seed=1).sides
    anna = invite(agree(title, None, {}, [sides[0]], "turn", honour=True), "Anna")
    bert = join(anna.last(), "Bert")
    anna.take(bert.last())
    mine, other, rng = anna, bert, random.Random(3)
    for _ in range(2):
        other.take(turn(mine, rng))
        mine, other = other, mine
    assert anna.match.game.digest() == bert.match.game.digest() == verified(bert.proof()).game.digest()


def stops(anna: Seat) -> int:
    """How many letters wait for a throw; none of them throws after a choice."""
    match = read_all(anna.match.letters[:2])
    waiting = 0
    for written in anna.match.letters[2:]:
        letter, free = written.letter, True
        assert isinstance(letter, Play)
        match.open(letter.opening)
        for action in letter.deeds:
            decision, before = match.game.decision, match.game.thrown
            assert decision is not None
            match.act(action)
            free = free and len(decision.actions) == 1
            assert free or match.game.thrown == before
        decision = match.game.decision
        waiting += decision is not None and decision.side == CHANCE
        match.close(written, letter.closing)
    return waiting


def test_a_letter_ends_where_dice_fall_after_a_choice() -> None:
    """Otherwise who plays could try out what falls before he decides."""
    assert sum(stops(played("each", seed)[0]) for seed in range(5, 11)) > 3


def test_the_dice_of_a_letter_need_both_sides() -> None:
    """The same decisions with another share of either side fall otherwise."""
    thrown = set()
    for _ in range(6):
        anna, _ = played("turn", seed=2)
        thrown.add(str([entry for entry in anna.match.game.log if entry.side == CHANCE]))
    assert len(thrown) == 6


def test_what_is_not_decided_yet_cannot_go_and_what_went_cannot_be_taken_back() -> None:
    anna, bert = begun()
    mine = anna if not anna.match.may_send(0) else bert
    if mine is bert:
        bert.take(anna.send())
    with pytest.raises(BadInput, match="still something to decide"):
        mine.send()
    decision = mine.match.game.decision
    assert decision is not None
    with pytest.raises(BadInput, match="the other"):
        (bert if mine is anna else anna).act([decision.actions[0]])
    turn(mine, random.Random(1))
    with pytest.raises(BadInput, match="the other's turn"):
        mine.undo(1)


def test_decisions_can_be_taken_back_before_the_letter_goes() -> None:
    mine, other = begun("turn")
    rng, taken_back = random.Random(1), 0
    for _ in range(8):
        while not mine.match.may_send(mine.person):
            before, draft, decision = mine.match.game.digest(), list(mine.draft), mine.match.game.decision
            assert decision is not None
            mine.act([rng.choice(decision.actions)])
            if mine.match.game.undoable and not mine.match.may_send(mine.person):
                mine.undo(1)
                assert (mine.match.game.digest(), mine.draft) == (before, draft)
                taken_back += 1
                mine.act([decision.actions[-1]])
        other.take(mine.send())
        mine, other = other, mine
    assert taken_back > 3


def test_of_several_decisions_all_are_taken_or_none() -> None:
    anna, bert = begun("turn")
    mine = anna
    if mine.match.may_send(0):
        bert.take(mine.send())
        mine = bert
    before, decision = mine.match.game.digest(), mine.match.game.decision
    assert decision is not None
    with pytest.raises(front1914.FrontError):
        mine.act([decision.actions[0], front1914.Action("fly")])
    assert (mine.match.game.digest(), mine.draft) == (before, [])


def test_somebody_gives_up() -> None:
    anna, bert = played(letters=6)
    mine, other = (anna, bert) if anna.mine else (bert, anna)
    side = mine.match.sides(mine.person)[0]
    with pytest.raises(BadInput, match="is not played by"):
        mine.resign(other.match.sides(other.person)[0])
    mine.resign(side)
    other.take(mine.send())
    assert other.match.over
    assert verified(other.proof()).game.result == mine.match.game.result


# -- what somebody might alter -------------------------------------------------------------------------------------


def test_a_letter_can_be_opened_by_nobody_else() -> None:
    anna, bert = played(letters=3)
    sent = anna.last()
    assert unpacked(sent, bert.seal)[1] in bert.match.letters
    for stranger in (Seal(), anna.seal):
        with pytest.raises(BadInput, match="not for this seat"):
            unpacked(sent, stranger)
    with pytest.raises(BadInput, match="no invitation"):
        unpacked(sent, None)


def test_every_byte_of_a_letter_on_its_way_is_guarded() -> None:
    anna, bert = begun()
    sent = turn(anna, random.Random(2))
    for place in range(0, len(sent), 7):
        if sent[place] == "\n":
            continue
        altered = sent[:place] + ("A" if sent[place] != "A" else "B") + sent[place + 1 :]
        with pytest.raises(BadInput):
            bert.take(altered)
    assert bert.take(sent)
    for short in (sent[: len(sent) // 2], "", "front1914 letter 1", sent + "AAAA"):
        with pytest.raises(BadInput):
            bert.take(short)


def test_a_letter_is_written_in_one_way() -> None:
    """The last sign of base64 has bits that stand for nothing: they cannot be altered either."""
    assert decoded("QQ==") == b"A"
    for other in ("QR==", "QZ==", "Qf==", "QQ=", "QQ", "QQ==\n"):
        with pytest.raises(ValueError):
            decoded(other)


def test_every_byte_of_a_proof_is_guarded(finished: Players) -> None:
    """A signature has one form: also what stands in the last letter cannot be written otherwise."""
    lines = finished[0].proof().splitlines()
    rng = random.Random(4)
    for number, line in enumerate(lines[1:], 1):
        signed = bytearray(base64.b64decode(line))
        place = rng.randrange(len(signed))
        signed[place] ^= 1 << rng.randrange(8)
        altered = [*lines[:number], base64.b64encode(bytes(signed)).decode(), *lines[number + 1 :]]
        with pytest.raises(BadInput):
            verified("\n".join(altered))


@pytest.mark.parametrize(
    "alter",
    [
        lambda lines: [*lines[:3], *lines[4:]],
        lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]],
        lambda lines: [*lines[:3], lines[3], *lines[3:]],
        lambda lines: lines[1:],
        lambda lines: [lines[0], *lines[2:]],
        lambda lines: lines[:1],
        lambda lines: [*lines, lines[-1]],
    ],
    ids=["left out", "swapped", "twice", "no head", "no invitation", "empty", "after the end"],
)
def test_letters_of_a_proof_follow_one_another(finished: Players, alter: Callable[[list[str]], list[str]]) -> None:
    with pytest.raises(BadInput):
        verified("\n".join(alter(finished[0].proof().splitlines())))


def forged(mine: Seat, **changes: Any) -> Written:
    """The next letter of somebody who has taken the program apart: signed as it should be, with other contents."""
    rng = random.Random(8)
    while not mine.match.may_send(mine.person):
        decision = mine.match.game.decision
        assert decision is not None
        mine.act([rng.choice(decision.actions)])
    shown = mine.match.shown[mine.person]
    letter = Play(
        game=mine.match.id,
        number=mine.match.number,
        previous=mine.match.letters[-1].digest,
        opening=shown[-1],
        actions=seat._plain(mine.draft),
        resigns=None,
        closing=mine.seal.share(len(shown)),
    )
    return write(msgspec.structs.replace(letter, **changes), mine.seal)


FORGED = {
    "another share opens it": {"opening": "00" * 32},
    "another share closes it": {"closing": "11" * 32},
    "no figures": {"closing": "zz" * 32},
    "another number": {"number": 99},
    "another game": {"game": "another"},
    "it follows nothing": {"previous": "22" * 32},
    "a decision that is not legal": {"actions": [["fly", "0101"]]},
    "only a part of a turn": {"actions": []},
    "a throw of one's own": {"actions": [["die", 6]]},
    "a side gives up that the other plays": {"resigns": "red"},
    "a side gives up that there is not": {"resigns": "green"},
}


@pytest.mark.parametrize("changes", FORGED.values(), ids=FORGED)
def test_a_player_who_takes_the_program_apart_is_found_out(changes: dict[str, Any]) -> None:
    anna, bert = begun()
    while anna.match.may_send(0):
        bert.take(anna.send())
        anna.take(turn(bert, random.Random(1)))
    sent = packed(forged(anna, **changes), changes.get("number", anna.match.number), bert.seal.key)
    before = bert.match.number
    with pytest.raises(BadInput):
        bert.take(sent)
    assert bert.match.number == before  # nothing is half-applied
    anna._read(anna.match.letters, anna.draft)
    assert bert.take(anna.send())  # the honest letter still goes


def test_the_same_letter_as_it_should_be_is_taken() -> None:
    """Otherwise the test above proves nothing."""
    anna, bert = begun()
    while anna.match.may_send(0):
        bert.take(anna.send())
        anna.take(turn(bert, random.Random(1)))
    assert bert.take(packed(forged(anna), anna.match.number, bert.seal.key))


def test_somebody_else_cannot_write_for_a_player() -> None:
    anna, bert = begun()
    written = forged(anna)
    stranger = Seal()
    sent = packed(write(written.letter, stranger), anna.match.number, bert.seal.key)
    with pytest.raises(BadInput, match="somebody else wrote it"):
        bert.take(sent)
    own = packed(write(written.letter, bert.seal), anna.match.number, bert.seal.key)
    with pytest.raises(BadInput, match="somebody else wrote it"):
        bert.take(own)


def test_who_plays_a_turn_a_second_time_is_found_out(tmp_path: Path) -> None:
    """He restores an older copy of his file after he has seen the dice, and decides otherwise."""
    anna, bert = begun()
    while anna.match.may_send(0):
        bert.take(anna.send())
        anna.take(turn(bert, random.Random(1)))
    anna.save(tmp_path / "copy")
    assert bert.take(turn(anna, random.Random(1)))
    assert not bert.take(anna.last())  # the same letter, once more, does nothing
    again = Seat.load(tmp_path / "copy")
    for seed in range(2, 50):
        other = turn(Seat.load(tmp_path / "copy"), random.Random(seed))
        if unpacked(other, bert.seal)[1] != bert.match.letters[-1]:
            break
    with pytest.raises(BadInput, match="second try"):
        bert.take(other)
    assert again.draft == []


def test_letters_are_read_in_their_order() -> None:
    anna, bert = begun()
    first = turn(anna, random.Random(1))
    bert.take(first)
    anna.take(turn(bert, random.Random(1)))
    turn(anna, random.Random(1))
    other = invite(agree("ford", None, {}, ["blue"], "each", True), "Anna")
    with pytest.raises(BadInput, match="another game"):
        Seat(bert.seal, 1, bert.match.letters).take(packed(other.match.letters[0], 0, None))
    skipped = Seat(bert.seal, 1, bert.match.letters[:2])
    with pytest.raises(BadInput, match="letter 2 must be read first"):
        skipped.take(anna.last())


def test_an_invitation_cannot_be_accepted_by_who_wrote_it_or_changed() -> None:
    anna = invite(agree("ford", None, {}, ["blue"], "each", True), "Anna")
    first = anna.match.letters[0]
    hand = msgspec.structs.replace(anna.match.hands[0], name="Me")
    own = write(Join(anna.match.id, first.digest, hand, anna.seal.share(1)), anna.seal)
    with pytest.raises(BadInput, match="his own invitation"):
        read_all([first, own])
    letter = first.letter
    changed = msgspec.structs.replace(letter, game="other")
    with pytest.raises(BadInput):
        Match(Written(first.signed[:64] + msgspec.json.encode(changed, order="deterministic")))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"rules": 99}, "version 99 of the rules"),
        ({"own": "abc"}, "other data"),
        ({"honour": False}, "honour"),
        ({"inviter": []}, "must play some"),
        ({"inviter": ["blue", "red"]}, "must play some"),
        ({"inviter": ["green"]}, "must play some"),
        ({"scenario": "nowhere"}, "nowhere"),
        ({"title": "chess"}, "chess"),
    ],
)
def test_an_agreement_that_cannot_be_played_is_refused(changes: dict[str, Any], reason: str) -> None:
    agreed = msgspec.structs.replace(agree("ford", None, {}, ["blue"], "each", True), **changes)
    with pytest.raises(front1914.FrontError, match=reason):
        invite(agreed, "Anna")


def test_shares_follow_one_another_and_end() -> None:
    seal = Seal()
    assert follows(seal.share(1), seal.share(0))
    assert not follows(seal.share(2), seal.share(0))
    assert follows(seal.share(SHARES), seal.share(SHARES - 1))
    with pytest.raises(BadInput, match="used up"):
        seal.share(SHARES + 1)
    assert Seal(seal.secret).key == seal.key
    assert len(keys.fingerprint(seal.key)) == 19


# -- files and the command line --------------------------------------------------------------------------------------


def test_a_seat_is_kept_with_what_was_decided(tmp_path: Path) -> None:
    anna, bert = begun("turn")
    mine = anna
    if mine.match.may_send(0):
        bert.take(mine.send())
        mine = bert
    decision = mine.match.game.decision
    assert decision is not None
    mine.act([decision.actions[0]])
    file = tmp_path / "seat"
    mine.save(file)
    assert file.stat().st_mode & 0o077 == 0
    kept = Seat.load(file)
    assert (kept.draft, kept.match.game.digest()) == (mine.draft, mine.match.game.digest())
    for text in ("", "front1914 seat 1\n{}", "front1914 seat 1\nnothing", file.read_text("utf-8")[:-20]):
        file.write_text(text, "utf-8")
        with pytest.raises(BadInput):
            Seat.load(file)


def test_the_command_line_plays_a_game(tmp_path: Path) -> None:
    """As two people would, each with his own file."""
    anna, bert = tmp_path / "anna.seat", tmp_path / "bert.seat"
    assert "honour" in refused("mail", "new", "ford", anna, "blue", "--name", "Anna")
    made = answer("mail", "new", "ford", anna, "blue", "--name", "Anna", "--dice", "turn", "--on-honour")
    joined = answer("mail", "join", made["letter"], bert, "--name", "Bert", "--yes")
    assert "already" in refused("mail", "join", made["letter"], bert, "--name", "Bert", "--yes")
    mine, other, letter, rng = anna, bert, joined["letter"], random.Random(3)
    for number in range(1_000):
        told = answer("mail", "read", mine, letter)
        while "letter" not in told or not isinstance(told["letter"], str):
            if number > 4:
                answer("mail", "resign", mine, "blue" if mine is anna else "red")
                told = answer("mail", "send", mine)
                break
            if told["to_send"]:
                told = answer("mail", "send", mine)
                break
            actions = told["decision"]["actions"]
            told = answer("mail", "act", mine, *rng.choice(actions))
        letter = told["letter"]
        if told["over"]:
            break
        mine, other = other, mine
    assert "read before" in fine("mail", "read", other, letter) or answer("mail", "show", other)["result"]
    proof = tmp_path / "proof"
    fine("mail", "proof", mine, proof)
    found = answer("verify", proof)
    assert found["verified"]
    assert found["result"] == json.loads(json.dumps(answer("mail", "show", mine)["result"]))
    assert "each signed by who wrote it" in fine("verify", proof)
    proof.write_text(proof.read_text("utf-8")[:-30], "utf-8")
    assert str(proof) in refused("verify", proof)


def test_the_command_line_says_no_in_one_line(tmp_path: Path) -> None:
    anna, bert = tmp_path / "anna.seat", tmp_path / "bert.seat"
    made = answer("mail", "new", "ford", anna, "blue", "--name", "Anna", "--on-honour")
    assert "two people" not in fine("mail", "show", anna)
    assert "printable" in refused("mail", "join", made["letter"], bert, "--name", "\t", "--yes")
    assert "not the seat" in refused("mail", "show", made["letter"])
    assert "no letter of Front" in refused("mail", "join", anna, bert, "--name", "Bert", "--yes")
    assert "goes on" in refused("mail", "proof", anna, tmp_path / "proof")
    assert "other's turn" in refused("mail", "act", anna, "pass")
    assert "No such file" in refused("mail", "show", tmp_path / "nothing")
