"""The game as the letters tell it. Who reads them checks everything: hands, order, rules and dice.

Person 0 invites and person 1 is the guest; after the invitation (letter 0) and its answer (letter 1) letters go to and
fro. The dice of letter n come from the share that closed letter n - 1 and the share that opens letter n:

    key   = SHA-256("front1914 mail dice", the game, n as 8 bytes, both shares)
    throw = the generator of every other game (engine/dice.py) with this key; throws count from 0 in each letter

With the dice `each`, a letter throws nothing after a real choice has been made in it: it ends there, and the answer
brings the throw. So nobody can try out what would fall. With the dice `turn` it throws on to its end: neither can
choose what falls, but who plays could look ahead before he decides.
"""

from __future__ import annotations

from hashlib import sha256
from math import lcm

import front1914
from front1914 import CHANCE, Action, BadInput, FrontError, Game, SeededDice
from front1914.mail.keys import bytes_of, follows
from front1914.mail.letters import Agreement, Hand, Invite, Join, Play, Written

PERSONS = (0, 1)


class Match:
    """A game by letter, as far as its letters go."""

    def __init__(self, invitation: Written) -> None:
        letter = invitation.letter
        if not isinstance(letter, Invite):
            raise BadInput("letter 0", "the first letter must be an invitation")
        invitation.check(letter.hand.key)
        self.id = letter.game
        self.agreement = letter.agreement
        self.hands: list[Hand] = [letter.hand]
        self.letters = [invitation]
        self.game = begin(letter.agreement)
        self.shown: list[list[str]] = [[letter.hand.tip], []]  #: shares by person, the tip of the chain first
        self._dice: SeededDice | None = None
        self._thrown = 0
        self._chosen = False  #: whether a real choice was made in the letter that is being read or written

    # -- who is to do what -------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """Of the letter that comes next."""
        return len(self.letters)

    @property
    def writer(self) -> int:
        """Who writes the letter that comes next."""
        return self.number % 2

    @property
    def over(self) -> bool:
        return self.game.result is not None

    def person(self, side: str) -> int:
        """Who plays a side."""
        return 0 if side in self.agreement.inviter else 1

    def sides(self, person: int) -> list[str]:
        return [side for side in self.game.sides if self.person(side) == person]

    def may_send(self, person: int) -> bool:
        """Whether there is nothing left that this person has to decide before his letter goes."""
        decision = self.game.decision
        return decision is None or decision.side == CHANCE or self.person(decision.side) != person

    # -- reading -----------------------------------------------------------------------------------------------

    def take(self, written: Written) -> None:
        """The next letter; BadInput names what is wrong with it, and then the match cannot go on from here."""
        letter, place = written.letter, f"letter {self.number}"
        if letter.game != self.id:
            raise BadInput(place, "it belongs to another game")
        if isinstance(letter, Invite) or (isinstance(letter, Join) != (self.number == 1)):
            raise BadInput(place, "such a letter cannot come now")
        if letter.previous != self.letters[-1].digest:
            raise BadInput(place, "it does not follow the letter before it")
        try:
            if isinstance(letter, Join):
                self._join(written, letter)
            else:
                self._play(written, letter)
        except FrontError as bad:
            raise BadInput(place, str(bad)) from None

    def _join(self, written: Written, letter: Join) -> None:
        if letter.hand.key == self.hands[0].key:
            raise BadInput("hand", "nobody can accept his own invitation")
        written.check(letter.hand.key)
        self.hands.append(letter.hand)
        self.shown[1].append(letter.hand.tip)
        self.close(written, letter.closing)

    def _play(self, written: Written, letter: Play) -> None:
        person = self.writer
        written.check(self.hands[person].key)
        if letter.number != self.number:
            raise BadInput("number", f"it is called number {letter.number}")
        if self.over:
            raise BadInput("game", "the game is over")
        self.open(letter.opening)
        for action in letter.deeds:
            self.act(action)
        if letter.resigns is not None:
            self.resign(letter.resigns)
        if not self.may_send(person):
            raise BadInput("letter", "it ends in the middle of a turn")
        self.close(written, letter.closing)

    def _show(self, person: int, share: str) -> None:
        if not follows(share, self.shown[person][-1]):
            raise BadInput("dice", "this share is not the one that was committed to")
        self.shown[person].append(share)

    # -- what a letter does ------------------------------------------------------------------------------------

    def open(self, share: str) -> None:
        """Begins the next letter: with its opening share the dice of this letter are settled."""
        self._show(self.writer, share)
        closed = self.shown[1 - self.writer][-1]
        parts = (self.id.encode(), self.number.to_bytes(8, "big"), bytes_of(closed, "share"), bytes_of(share, "share"))
        self._dice = SeededDice(sha256(b"front1914 mail dice\n" + b"".join(parts)).hexdigest())
        self._thrown, self._chosen = 0, False
        self._throw()

    def act(self, action: Action) -> None:
        """A decision of who writes the letter."""
        decision = self.game.decision
        if decision is None:
            raise BadInput("action", "the game is over")
        if decision.side == CHANCE:
            raise BadInput("action", "the dice fall when the other has answered: the letter must go now")
        if self.person(decision.side) != self.writer:
            raise BadInput("action", f"{decision.side} decides now, which the other plays: the letter must go now")
        self.game.act(action)
        self._chosen = self._chosen or len(decision.actions) > 1
        self._throw()

    def close(self, written: Written, share: str) -> None:
        """Ends a letter: its closing share is for the throws of the next one."""
        self._show(self.writer, share)
        self.letters.append(written)

    def resign(self, side: str) -> None:
        if side not in self.game.sides or self.person(side) != self.writer:
            raise BadInput("resigns", f"{side[:100]} is not played by who writes this")
        self.game.resign(side)

    def _throw(self) -> None:
        """Throws what is to be thrown, as long as the dice of this letter are good."""
        while (decision := self.game.decision) is not None and decision.side == CHANCE:
            if self._chosen and self.agreement.dice == "each":
                return
            assert self._dice is not None
            total = lcm(*(outcome.probability.denominator for outcome in decision.outcomes))
            weights = [int(outcome.probability * total) for outcome in decision.outcomes]
            chosen = self._dice.choose(self._thrown, range(len(weights)), weights)
            self._thrown += 1
            self.game.act(decision.outcomes[chosen].action)


def begin(agreement: Agreement) -> Game:
    """The game that was agreed on; BadInput if it cannot be played here."""
    title = front1914.title(agreement.title)
    if agreement.rules != title.rules_version:
        reason = f"it is played under version {agreement.rules} of the rules; this program has {title.rules_version}"
        raise BadInput("rules", reason)
    if agreement.own != title.own:
        raise BadInput("data", "it is played with other data of a player's own than there are here")
    if title.hidden and not agreement.honour:
        raise BadInput("honour", "letters of this title carry what is hidden: both must agree to play on their honour")
    game = front1914.new(agreement.title, agreement.scenario, agreement.options, dice="manual")
    if not set(agreement.inviter) < set(game.sides) or not agreement.inviter:
        raise BadInput("sides", f"who invites must play some of {', '.join(game.sides)}, but not all")
    return game


def read_all(letters: list[Written]) -> Match:
    """A match from all its letters."""
    if not letters:
        raise BadInput("letter 0", "there is no letter")
    match = Match(letters[0])
    for written in letters[1:]:
        match.take(written)
    return match
