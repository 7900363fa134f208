"""What a letter says. Each is signed by who wrote it and names the digest of the one before, so none can be exchanged.

The invitation is open to read: there is nobody yet to seal it for. All others are sealed for the seat that they go to.
A letter of play has two shares for the dice: one opens it and settles, with the one that closed the letter before, what
is thrown in it; the other closes it, for the throws of the letter to come.
"""

from __future__ import annotations

import base64
import json
import textwrap
from hashlib import sha256
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from front1914 import Action, BadInput
from front1914.mail.keys import SIGNATURE, Seal, checked, sealed

MAGIC = "front1914 letter 1"
MOST_BYTES = 8 << 20

Hex = Annotated[str, Meta(min_length=64, max_length=64)]
Word = Annotated[str, Meta(min_length=1, max_length=100)]
Number = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Deed = Annotated[list[Word | Number], Meta(min_length=1, max_length=2)]


class Agreement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What both agree on before the first move."""

    title: Word
    rules: int
    own: str  #: the digest of a player's own data, if there are any
    scenario: Word
    options: dict[str, bool | int | str]
    inviter: Annotated[list[Word], Meta(max_length=10)]  #: the sides of who invites; the others are the guest's
    dice: Literal["each", "turn"]
    honour: bool  #: both know that letters carry what is hidden


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays: a name, a key, and the tip of the chain of shares."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    key: Hex
    tip: Hex


class Invite(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="invite"):
    game: Word
    agreement: Agreement
    hand: Hand


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="join"):
    game: Word
    previous: Hex
    hand: Hand
    closing: Hex


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    game: Word
    number: int
    previous: Hex
    opening: Hex
    actions: list[Deed]
    resigns: str | None  #: the side that gives up after these actions
    closing: Hex

    @property
    def deeds(self) -> list[Action]:
        """What it decides."""
        return [action_of(deed) for deed in self.actions]


def action_of(deed: Deed) -> Action:
    """A decision as it is written in a letter."""
    return Action(str(deed[0]), deed[1] if len(deed) > 1 else None)


Letter = Invite | Join | Play


class Written(NamedTuple):
    """A letter with its signature, as bytes that never change."""

    signed: bytes

    @property
    def digest(self) -> str:
        return sha256(self.signed).hexdigest()

    @property
    def letter(self) -> Letter:
        """What it says; who wrote it is another question."""
        try:
            found: Letter = msgspec.json.decode(self.signed[SIGNATURE:], type=Letter)
            return found
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise BadInput("letter", "it does not say what a letter says") from None

    def check(self, key: str) -> None:
        """BadInput unless the key signed it."""
        checked(self.signed, key)


def write(letter: Letter, seal: Seal) -> Written:
    """Signs a letter."""
    return Written(seal.sign(msgspec.json.encode(letter, order="deterministic")))


# -- files -----------------------------------------------------------------------------------------------------


def decoded(text: str) -> bytes:
    """The bytes that a text stands for; ValueError unless it is the one way to write them.

    Base64 leaves bits of its last sign unread, and a letter must not be altered even there.
    """
    found = base64.b64decode(text, validate=True)
    if base64.b64encode(found).decode() != text:
        raise ValueError("not as it was written")
    return found


def packed(written: Written, number: int, to: str | None) -> str:
    """The text of the file that is sent: a line about it, and the letter, sealed for the key that it goes to."""
    content = written.signed if to is None else sealed(written.signed, to)
    head = json.dumps({"game": written.letter.game, "number": number, "sealed": to is not None})
    return f"{MAGIC}\n{head}\n" + "\n".join(textwrap.wrap(base64.b64encode(content).decode(), 76)) + "\n"


def unpacked(text: str, seal: Seal | None) -> tuple[dict[str, Any], Written]:
    """The line about a letter, and the letter in a file; without a seal only an invitation can be read."""
    lines = text.splitlines()
    if not lines or lines[0] != MAGIC:
        raise BadInput("letter", "this is no letter of Front 1914")
    try:
        head = json.loads(lines[1])
        content = decoded("".join(lines[2:]))
        about = {"game": str(head["game"]), "number": int(head["number"]), "sealed": bool(head["sealed"])}
    except (IndexError, KeyError, TypeError, ValueError, RecursionError):
        raise BadInput("letter", "it was damaged on the way") from None
    if about["sealed"]:
        if seal is None:
            raise BadInput("letter", "this is no invitation: it is sealed for somebody who plays already")
        content = seal.unseal(content)
    written = Written(content)
    said = written.letter
    number = said.number if isinstance(said, Play) else int(isinstance(said, Join))
    if (about["game"], about["number"]) != (said.game, number):
        raise BadInput("letter", "what stands on the envelope is not what it says inside")
    if about["sealed"] == isinstance(said, Invite):
        raise BadInput("letter", "only an invitation is open to read")
    return about, written
