"""A title in play: decisions are taken, logged and taken back; copies, saves, chance."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from front1914.engine.decision import CHANCE, Action, Decision, Entry
from front1914.engine.dice import Dice, ScriptedDice, SeededDice
from front1914.engine.errors import BadInput, DiceExhausted, IllegalAction, NoUndo, Reason
from front1914.engine.events import Event
from front1914.engine.flow import Arg, Chance, Step
from front1914.engine.kept import Memory
from front1914.engine.present import Present, action_of
from front1914.engine.state import SEAL, Kept, News
from front1914.engine.title import Title

if TYPE_CHECKING:
    from front1914.engine.odds import AttackOdds, Odds, Policy
    from front1914.engine.seat import Seat

SNAPSHOT_EVERY = 256  #: actions between two kept states, so that any past moment is rebuilt quickly
MOST_UNDO = 1000  #: the most decisions that can be taken back: more would fill the memory
LISTED = 8  #: the last decisions whose answers are still known when they are taken back: long lists fill the memory
CHECK_EVERY = 64  #: actions between two digests of the state in the record
MOST_AUTOMATIC = 100_000  #: automatic steps in a row; more is a loop in a title


_tuple: Final = tuple.__new__  #: as in engine.state
RESIGN = Action("resign")  #: no step asks for it, and it is never among the offered actions
AGREE = Action("agree")  #: nor for this: all sides agree that nobody wins


class _Moment(NamedTuple):
    """A state that can be returned to."""

    kept: Kept
    length: int
    told: int
    thrown: int
    raw: dict[str, Collection[Arg]] | None  #: the answers, if they had been listed: they are the same again
    decision: Decision | None


class Game(Present):
    """The present state, the decision that is due, and how it came to this: the log, and what can be taken back.

    Made by `front1914.new`, `front1914.load` and `front1914.from_position`. `dice` answers for chance; with None each
    throw is a decision that somebody types in.
    """

    def __init__(
        self, title: Title, state: Any, dice: Dice | None = None, start: Mapping[str, Any] | None = None
    ) -> None:
        self.title = title
        self.state = state
        self.dice = dice
        self.start = start
        self.log = []
        self.thrown = 0  #: how often chance has decided
        self.checks: list[tuple[int, str]] = []
        self._events: list[Event] = []
        self._past: list[_Moment | int] = []  #: what can be taken back; of what was replayed only how long the log was
        self._snapshots: list[_Moment] = []
        self._reasons: list[tuple[int, str, tuple[Any, ...]]] = []
        self._raw = self._look = self._decision = None
        self.on_moment: Callable[[], None] | None = None  #: called before each decision and each throw
        self._last: Kept | None = None  #: the moment that was kept or returned to last; the next shares columns with it
        self._back = False  #: whether the state still is that moment, since one came back to it and decided nothing
        self._listen()
        self._snapshots.append(self._moment())
        self._settle()

    # -- acting ------------------------------------------------------------------------------------------------

    def act(self, verb: str | Action, arg: str | int | None = None, *, reasons: Sequence[Any] = ()) -> list[Event]:
        """Takes a decision; returns the events that it caused. IllegalAction changes nothing."""
        action = verb if type(verb) is Action else action_of(verb, arg)
        step = self.step
        if step is None:
            raise IllegalAction(action, Reason("", "the game is over"))
        try:
            number, refusal = self._judge(step, action)
            if refusal is not None:
                raise IllegalAction(action, refusal)
            return self._take(step, action, number, reasons)
        except Exception as bad:
            self.blame(bad)
            raise

    def resign(self, side: str) -> None:
        """The side gives up, at any moment; with two sides the other wins."""
        others = [other for other in self.sides if other != side]
        self._end(side, RESIGN, others[0] if len(others) == 1 else None, "resignation", f"{side} gives up.")

    def agree(self, side: str) -> None:
        """The side has offered a draw and all others have agreed: nobody wins."""
        self._end(side, AGREE, None, "agreement", "The players agree on a draw.")

    def _end(self, side: str, word: Action, winner: str | None, level: str, text: str) -> None:
        """Ends the game by a word of the players, which no rule asks for."""
        if side not in self.sides:
            raise BadInput("side", f"no side {side!r}; there is {', '.join(self.sides)}")
        if self.result is not None:
            raise IllegalAction(word, Reason("", "the game is over"))
        self.log.append(Entry(side, word))
        self._past = []
        self._raw = self._decision = self._look = None
        self._back = False
        if word == RESIGN:
            self.state.tell("resigned", side=side)
        self.state.finish(winner, level, text)
        self._hear()

    def _take(
        self, step: Step, action: Action, number: Arg, reasons: Sequence[Any] = (), keep: bool = True
    ) -> list[Event]:
        """Carries out a legal answer. A replay does not `keep` the state before it: `at` makes it again if need be."""
        side = step.side(self.state) if self._decision is None else self._decision.side
        if not self._snapshots:  # a copy for searching keeps no history
            self._apply(step, side, action, number)
            self._settle()
            return []
        length, told, past = len(self.log), len(self._events), self._past
        before = self._moment() if keep else length
        kept = len(past)
        if not step.thrown:
            past.append(before)
            if kept >= LISTED and type(old := past[kept - LISTED]) is _Moment and old.raw is not None:
                past[kept - LISTED] = _tuple(_Moment, (*old[:4], None, None))
        if reasons:
            self._reasons.append((length, side, tuple(reasons)))
        try:
            self._apply(step, side, action, number)
            after = self._settle()
        except BaseException:
            # Scripted dice may run out in the middle: then nothing has happened.
            self._restore(self._made(before))
            del past[kept:]
            self._past = past
            raise
        if after is None or after.side(self.state) != side:
            self._past = []
        elif kept >= MOST_UNDO:
            del self._past[:-MOST_UNDO]
        if len(self.log) - self._snapshots[-1].length >= SNAPSHOT_EVERY:
            self._snapshots.append(self._moment())
        return self._events[told:]

    def _apply(self, step: Step, side: str, action: Action, number: Arg) -> None:
        s = self.state
        self._raw = self._decision = None
        self._back = False
        if step.thrown:
            self.thrown += 1
            self._past = []
        s.looked, self._look = self._look, None
        step.do_of[action.verb](s, number)
        s.looked = None
        if s.news is not None:
            self.log.append(_tuple(Entry, (side, action)))
            if s.news:
                self._hear()

    def _settle(self) -> Step | None:
        """Runs all automatic steps; returns the step that asks a question, or None when the game is over."""
        s, steps = self.state, self.title.step
        for _ in range(MOST_AUTOMATIC):
            step = None if s.result is not None else steps[s.flow[-1][0]]
            if step is not None and not step.verbs:
                step.run(s)
                if s.news:
                    self._hear()
                continue
            length = len(self.log)
            if not length % CHECK_EVERY and length and (not self.checks or self.checks[-1][0] < length):
                self.checks.append((length, s.digest()))
            if self.on_moment is not None:
                self.on_moment()
            if step is None or not step.thrown or self.dice is None:
                return step
            assert isinstance(step, Chance)
            self._throw(step)
        raise RuntimeError(f"{self.title.info.id}: no decision in sight after the step {self.state.flow[-1][0]}")

    def _throw(self, step: Chance) -> None:
        s, verb = self.state, step.verbs[0]
        args, words = self._legal(step)[verb], step.words[verb]
        numbers = list(args)
        faces = [words[n] for n in numbers] if words is not None else [None]  # type: ignore[index]
        assert self.dice is not None
        number = numbers[self.dice.choose(self.thrown, faces, step.weights(s, numbers))]
        self._apply(step, CHANCE, step.actions_of[verb][number], number)

    def _listen(self) -> None:
        self.state.news = []

    def _hear(self) -> None:
        s, title = self.state, self.title
        news: list[News] | None = s.news
        if news:
            at, events, veils = len(self.log), self._events, title.veils
            s.look = {}  # as above; no news come while one only looks
            try:
                for item in news:
                    if item is SEAL:
                        self._past = []
                        continue
                    if veils:
                        events += [Event(title, at, part) for part in title.veil(s, item)]
                    else:
                        events.append(Event(title, at, item))
                    if item.reveals:
                        self._past = []
            finally:
                s.look = None
            news.clear()

    @property
    def events(self) -> list[Event]:
        """All that has happened."""
        return self._events

    def events_for(self, side: str | None, since: int = 0) -> list[Event]:
        """What the side may know of what has happened after the action number `since`."""
        return [e for e in self._events if e.at > since and e.seen(side)]

    # -- going back --------------------------------------------------------------------------------------------

    def _moment(self) -> _Moment:
        if not self._back:
            self._last = self.state.keep(self._last)
        fields = (self._last, len(self.log), len(self._events), self.thrown, self._raw, self._decision)
        return _tuple(_Moment, fields)

    def _made(self, before: _Moment | int) -> _Moment:
        """A moment before a decision, made again if it was not kept."""
        return self.at(before)._moment() if isinstance(before, int) else before

    def _restore(self, moment: _Moment) -> None:
        """Returns to a moment."""
        self._last, self._back = moment.kept, False
        self.state.back(moment.kept)
        self._listen()
        del self.log[moment.length :]
        del self._events[moment.told :]
        self.thrown = moment.thrown
        while self.checks and self.checks[-1][0] > moment.length:
            self.checks.pop()
        while self._reasons and self._reasons[-1][0] >= moment.length:
            self._reasons.pop()
        while self._snapshots and self._snapshots[-1].length > moment.length:
            self._snapshots.pop()
        self._raw, self._decision, self._look = moment.raw, moment.decision, None

    @property
    def undoable(self) -> int:
        """How many decisions can be taken back."""
        return len(self._past)

    def undo(self, count: int = 1) -> None:
        """Takes back the last decisions; NoUndo if a die fell or a secret was shown since."""
        if not 1 <= count <= len(self._past):
            raise NoUndo("nothing can be taken back" if not self._past else f"only {len(self._past)} can be taken back")
        moment = self._made(self._past[-count])
        del self._past[-count:]
        self._restore(moment)
        self._back = True

    def at(self, length: int) -> Game:
        """The game as it stood after `length` actions: a copy, to look at or to branch off."""
        if not 0 <= length <= len(self.log):
            raise BadInput("length", f"the log has {len(self.log)} actions, not {length}")
        near = max((m for m in self._snapshots if m.length <= length), key=lambda m: m.length, default=None)
        if near is None:
            raise BadInput("length", "this copy keeps no history")
        twin = self.copy()
        twin._restore(near)
        twin._past = [before for before in self._past if _length(before) < near.length]
        twin.dice = None
        twin._settle()  # the first snapshot is from before the automatic steps that open the game
        for entry in self.log[near.length : length]:
            twin.retake(entry, trusted=True)
        twin.dice = self.dice
        return twin

    def follow(self, log: Sequence[Entry], checks: Sequence[tuple[int, str]]) -> None:
        """What was decided before the state that this game began with. It was not seen: nobody can go back there."""
        self.log[:], self.checks[:] = log, checks
        self.thrown = sum(entry.side == CHANCE for entry in log)
        self._snapshots[:] = [self._moment()]

    def rewind(self, length: int) -> None:
        """Goes back to the moment after `length` actions, past throws and secrets: for people who agree to it."""
        twin = self.at(length)
        self._restore(twin._moment())
        self._past = []

    def retake(self, entry: Entry, trusted: bool = False) -> list[Event]:
        """Replays an entry of a log, chance included.

        A log that this program kept itself may be `trusted`: then no list of legal actions is made.
        """
        if entry.action in (RESIGN, AGREE):
            (self.resign if entry.action == RESIGN else self.agree)(entry.side)
            return []
        step, action = self.step, entry.action
        if step is None:
            raise IllegalAction(action, Reason("", "the game is over"))
        if (side := step.side(self.state)) != entry.side:
            raise IllegalAction(action, Reason(step.rule, f"{side} decides here, not {entry.side}"))
        words = step.words.get(action.verb)
        try:
            if trusted and action.verb in step.do_of:
                number, refusal = None if words is None else words.find(action.arg), None
            else:
                number, refusal = self._judge(step, action)
            if refusal is not None:
                raise IllegalAction(action, refusal)
            return self._take(step, action, number, keep=False)
        except Exception as bad:
            self.blame(bad)
            raise

    # -- copies ------------------------------------------------------------------------------------------------

    def copy(self, history: bool = True) -> Game:
        """An independent twin. Without history it is cheaper and cannot go back: for searching."""
        twin = object.__new__(Game)
        twin.title, twin.dice, twin.start = self.title, self.dice, self.start
        twin.state = self.state.copy()
        if history:  # a branch, which may be played on beside this one
            twin.state.news, twin.state.memory = [], Memory()
        twin.thrown = self.thrown
        twin.log, twin._events = (self.log[:], self._events[:]) if history else ([], [])
        twin.checks = self.checks[:] if history else []
        twin._past = self._past[:] if history else []
        twin._snapshots = self._snapshots[:] if history else []
        twin._reasons = self._reasons[:] if history else []
        twin._raw, twin._decision, twin._look = self._raw, self._decision, None
        twin._last = self._last if history else None
        twin._back = self._back and history
        twin.on_moment = None
        if isinstance(self.dice, ScriptedDice):
            twin.dice = ScriptedDice(self.dice.outcomes)
        return twin

    def save(self, path: str | os.PathLike[str], share: bool = False) -> None:
        """Writes the game to a text file. With `share`, the seed stays out as long as the game goes on."""
        from front1914.engine.save import save

        save(self, path, share)

    # -- chance ------------------------------------------------------------------------------------------------

    def script_dice(self, outcomes: Sequence[str | int]) -> None:
        """The next throws, in order; DiceExhausted beyond them."""
        self.dice = ScriptedDice(outcomes)
        if isinstance(self.step, Chance):
            before = self._moment()
            try:
                self._settle()
            except DiceExhausted:
                self._restore(before)
                raise

    @property
    def commitment(self) -> str | None:
        """What was published of the seed before the first throw."""
        return self.dice.commitment if isinstance(self.dice, SeededDice) else None

    def odds(self, *actions: Action, policy: Policy | None = None) -> Odds:
        """Exactly where the actions, and then chance, lead: every situation with its probability."""
        from front1914.engine.odds import odds

        return odds(self, actions, policy)

    def attack_odds(self, target: str, *units: str) -> AttackOdds:
        """The exact result of an attack on a target, by the units named or by all who may take part together."""
        from front1914.engine.odds import attack_odds

        return attack_odds(self, target, units)

    # -- commanders --------------------------------------------------------------------------------------------

    def seat(self, side: str, look: bool = True, drawn: bool = True) -> Seat:
        """The side's seat: its view (empty if it does not `look`) and its decision, and nothing behind them."""
        from front1914.engine.seat import seat

        return seat(self, side, look, drawn)

    def reasons(self, side: str, viewer: str | None = None) -> list[tuple[int, tuple[Any, ...]]]:
        """The reasons given for the side's decisions, each with its place in the log.

        Another side may read them only when the game is over.
        """
        if viewer is not None and viewer != side and self.result is None:
            raise BadInput("viewer", f"the reasons of {side} are open after the game")
        return [(at, given) for at, who, given in self._reasons if who == side]


def _length(before: _Moment | int) -> int:
    """How long the log was before a decision that can be taken back."""
    return before if isinstance(before, int) else before.length
