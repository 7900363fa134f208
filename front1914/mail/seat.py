"""The file that a player keeps: his secret, all letters, and what he has decided since the last one.

A proof is the same letters in the open, without a secret: anybody can check it from the first to the last.
"""

from __future__ import annotations

import base64
import os
import secrets
import tempfile
from pathlib import Path

import msgspec

import front1914
from front1914 import Action, BadInput
from front1914.mail.keys import Seal
from front1914.mail.letters import (
    MOST_BYTES,
    Agreement,
    Deed,
    Hand,
    Invite,
    Join,
    Play,
    Written,
    action_of,
    decoded,
    packed,
    unpacked,
    write,
)
from front1914.mail.match import Match, begin, read_all

MAGIC = "front1914 seat 1"
PROOF = "front1914 proof 1"


class _Kept(msgspec.Struct, forbid_unknown_fields=True):
    secret: str
    person: int
    letters: list[str]
    draft: list[Deed] = []
    resigns: str | None = None


class Seat:
    """One player's side of a match."""

    def __init__(
        self,
        seal: Seal,
        person: int,
        letters: list[Written],
        draft: list[Action] | None = None,
        resigns: str | None = None,
    ) -> None:
        self.seal = seal
        self.person = person
        self._read(letters, draft or [], resigns)

    def _read(self, letters: list[Written], draft: list[Action], resigns: str | None = None) -> None:
        """All letters, and the decisions since the last one. If the next one is mine, its dice are settled at once."""
        self.match = read_all(letters)
        self._begin(draft, resigns)

    def _begin(self, draft: list[Action], resigns: str | None = None) -> None:
        match = self.match
        self.mine = match.writer == self.person and match.number > 1 and not match.over
        if self.mine:
            match.open(self.seal.share(len(match.shown[self.person])))
            for action in draft:
                match.act(action)
            if resigns is not None:
                match.resign(resigns)
        self.draft, self.resigns = list(draft), resigns

    # -- deciding ----------------------------------------------------------------------------------------------

    def act(self, actions: list[Action]) -> None:
        """Decisions for the next letter: all of them or none."""
        self._check_mine()
        try:
            for action in actions:
                self.match.act(action)
        except Exception:
            self._read(self.match.letters, self.draft)
            raise
        self.draft += actions

    def undo(self, count: int) -> None:
        """Takes decisions back, as long as no die fell and no secret was shown since."""
        self._check_mine()
        self.match.game.undo(count)
        self._read(self.match.letters, self.draft[:-count])

    def resign(self, side: str) -> None:
        """Gives up, with the next letter."""
        self._check_mine()
        self.match.resign(side)
        self.resigns = side

    def _check_mine(self) -> None:
        if not self.mine or self.resigns is not None:
            raise BadInput("letter", "the game is over" if self.match.over else "it is the other's turn to write")

    # -- letters -----------------------------------------------------------------------------------------------

    def send(self) -> str:
        """Closes the letter; returns the text of its file. Nothing in it can be changed from now on."""
        match = self.match
        if not self.mine:
            self._check_mine()
        if not match.may_send(self.person):
            raise BadInput("letter", "there is still something to decide before it can go")
        shown = match.shown[self.person]
        letter = Play(
            game=match.id,
            number=match.number,
            previous=match.letters[-1].digest,
            opening=shown[-1],
            actions=_plain(self.draft),
            resigns=self.resigns,
            closing=self.seal.share(len(shown)),
        )
        match.close(write(letter, self.seal), letter.closing)
        self.mine, self.draft, self.resigns = False, [], None
        return self.last()

    def last(self) -> str:
        """The last letter that was written here, once more: it may have been lost on the way."""
        number = max(n for n in range(self.match.number) if n % 2 == self.person)
        return packed(self.match.letters[number], number, self.match.hands[1 - self.person].key if number else None)

    def take(self, text: str) -> bool:
        """A letter that came; False if it was read before. Two different ones of one number prove a second try."""
        about, written = unpacked(text, self.seal)
        number, letters = about["number"], self.match.letters
        if about["game"] != self.match.id:
            raise BadInput("letter", "it belongs to another game")
        if number < len(letters):
            if letters[number] == written:
                return False
            if number % 2 != self.person:
                written.check(self.match.hands[1 - self.person].key)
            raise BadInput(f"letter {number}", "another one with this number was read before: this is a second try")
        if number > len(letters):
            raise BadInput(f"letter {number}", f"letter {len(letters)} must be read first")
        try:
            self.match.take(written)
        except Exception:
            self._read(letters, self.draft, self.resigns)
            raise
        self._begin([])
        return True

    # -- the file ----------------------------------------------------------------------------------------------

    def save(self, file: Path) -> None:
        kept = _Kept(
            secret=self.seal.secret.hex(),
            person=self.person,
            letters=[base64.b64encode(written.signed).decode() for written in self.match.letters],
            draft=_plain(self.draft),
            resigns=self.resigns,
        )
        keep(file, f"{MAGIC}\n{msgspec.json.encode(kept).decode()}\n")

    @classmethod
    def load(cls, file: Path) -> Seat:
        magic, _, rest = read(file).partition("\n")
        if magic != MAGIC:
            raise BadInput(str(file), "not the seat of a game by letter")
        try:
            kept = msgspec.json.decode(rest, type=_Kept)
            secret = bytes.fromhex(kept.secret)
            letters = [Written(decoded(line)) for line in kept.letters]
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise BadInput(str(file), "the file is damaged") from None
        if len(secret) != 32 or kept.person not in (0, 1):
            raise BadInput(str(file), "the file is damaged")
        return cls(Seal(secret), kept.person, letters, [action_of(deed) for deed in kept.draft], kept.resigns)

    def proof(self) -> str:
        """All letters in the open."""
        lines = [base64.b64encode(written.signed).decode() for written in self.match.letters]
        return "\n".join([PROOF, *lines]) + "\n"


def _plain(actions: list[Action]) -> list[Deed]:
    return [[action.verb] if action.arg is None else [action.verb, action.arg] for action in actions]


def invite(agreement: Agreement, name: str) -> Seat:
    """A new match; who answers the invitation first plays the other sides."""
    begin(agreement)
    seal = Seal()
    hand = Hand(name, seal.key, seal.share(0))
    return Seat(seal, 0, [write(Invite(secrets.token_hex(16), agreement, hand), seal)])


def invitation(text: str) -> Match:
    """What an invitation invites to."""
    _, written = unpacked(text, None)
    return Match(written)


def join(text: str, name: str) -> Seat:
    """Accepts an invitation."""
    match, seal = invitation(text), Seal()
    hand = Hand(name, seal.key, seal.share(0))
    letter = Join(match.id, match.letters[0].digest, hand, seal.share(1))
    return Seat(seal, 1, [*match.letters, write(letter, seal)])


def verified(text: str) -> Match:
    """The match that a proof proves; BadInput names the letter with which something is wrong."""
    magic, *lines = text.splitlines()
    if magic != PROOF:
        raise BadInput("proof", "not a proof of a game by letter")
    try:
        letters = [Written(decoded(line)) for line in lines]
    except ValueError:
        raise BadInput("proof", "it is damaged") from None
    return read_all(letters)


def read(file: Path) -> str:
    """The text of a file; BadInput if it is none, or too long for a letter."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadInput(str(file), "too long for a letter")
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(str(file), "not a text file") from None


def keep(file: Path, text: str) -> None:
    """Writes the whole file or nothing, readable by its owner alone."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def agree(
    title: str, scenario: str | None, options: dict[str, bool | int | str], inviter: list[str], dice: str, honour: bool
) -> Agreement:
    """An agreement under the rules of this program."""
    found = front1914.title(title)
    chosen = scenario or found.info.scenarios[0].id
    checked = found.check_choice(chosen, options)
    return Agreement(title, found.rules_version, found.own, chosen, dict(checked), inviter, dice, honour)  # type: ignore[arg-type]
