"""The present of a game: the decision that is due, every answer to it, and what each side may see. It only looks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final, cast

from front1914.engine.accounts import Due, Orders, Troop, armies, written
from front1914.engine.decision import OBSERVER, Action, Decision, Entry, Outcome
from front1914.engine.errors import BadInput, BadPosition, FrontError, Reason
from front1914.engine.flow import Arg, Chance, Step
from front1914.engine.kept import looking
from front1914.engine.shapes import Scene, Screen, whole
from front1914.engine.state import Result
from front1914.engine.terms import FOREVER, Standing, Terms, score
from front1914.engine.title import Title

UNEXPLAINED = "not possible now"  #: what is not offered and not refused either: an error in the title
MOST_BLAME = 160  #: letters of what went wrong in a game from a position

_tuple: Final = tuple.__new__  #: as in engine.state


class Present:
    """A state and the decision that is due in it: what is asked, what may be answered, what a side may see."""

    title: Title
    state: Any
    start: Mapping[str, Any] | None  #: the position that the game began from, None if it began from its scenario
    log: list[Entry]  #: what was decided so far
    _raw: dict[str, Collection[Arg]] | None  #: the answers, once they are listed
    _look: dict[Any, Any] | None  #: the look in which they were listed, or one was judged
    _decision: Decision | None

    # -- what is asked -----------------------------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        result: Result | None = self.state.result
        return result

    @property
    def sides(self) -> tuple[str, ...]:
        """Who plays."""
        return self.title.sides(self.state.options)

    @property
    def step(self) -> Step | None:
        """The step that asks now."""
        return None if self.state.result is not None else self.title.step[self.state.flow[-1][0]]

    @property
    def decision(self) -> Decision | None:
        """Who must decide what, with every legal answer; None when the game is over."""
        if self._decision is None and self.state.result is None:
            try:
                self._decision = self._ask(self.title.step[self.state.flow[-1][0]])
            except Exception as bad:
                self.blame(bad)
                raise
        return self._decision

    @property
    def answers(self) -> Mapping[str, Collection[Arg]]:
        """The legal actions as the engine counts them: by verb, the numbers of its words (None where it takes none).

        For programs that want many of them quickly; everybody else reads `decision`. Do not change it.
        """
        step = self.step
        if step is None:
            return {}
        try:
            return self._legal(step)
        except Exception as bad:
            self.blame(bad)
            raise

    def _ask(self, step: Step) -> Decision:
        s = self.state
        actions: list[Action] = []
        for verb, args in self._legal(step).items():
            if args:
                named = step.actions_of[verb]
                if len(args) > 1:
                    actions += itemgetter(*args)(named)
                else:
                    (arg,) = args
                    actions.append(named[arg])
        if not actions and self.start is not None:  # as when a unit is to be placed beside one that was left out
            raise BadPosition("position", f"the game cannot go on from what was written there: {step.prompt(s)}")
        if not step.thrown:
            fields = (step.side(s), step.name, step.prompt(s), step.rule, tuple(actions), (), ())
            return _tuple(Decision, fields)
        assert isinstance(step, Chance)
        outcomes, secret = self._outcomes(step, actions), step.secret(s)
        return Decision(step.side(s), step.name, step.prompt(s), step.rule, tuple(actions), outcomes, secret)

    def blame(self, bad: Exception) -> None:
        """Raises BadPosition if it is the fault of a position that the rules failed.

        What somebody wrote may never happen in play, and the rules fail over it only later on: whoever plays hears of
        it in words. In any other game it is an error of the program, and this returns.
        """
        if self.start is not None and not isinstance(bad, FrontError | NotImplementedError):
            what = f"{type(bad).__name__}: {bad}"[:MOST_BLAME]
            if not self.log and "flow" in self.start:
                raise BadPosition("flow", f"there is no such moment in the game ({what})") from bad
            raise BadPosition("position", f"the game cannot go on from what was written there ({what})") from bad

    def _legal(self, step: Step) -> dict[str, Collection[Arg]]:
        if self._raw is None:
            s = self.state
            look = s.look
            s.look = self._look = {} if look is None else look  # as `looking` does; every decision comes here
            raw: dict[str, Collection[Arg]] = {}
            try:
                for verb, legal in step.legal_of.items():
                    raw[verb] = legal(s)
            finally:
                s.look = look
            self._raw = raw
        return self._raw

    def _outcomes(self, step: Chance, actions: list[Action]) -> tuple[Outcome, ...]:
        args = list(next(iter(self._legal(step).values())))
        weights = step.weights(self.state, args) or [1] * len(args)
        total = sum(weights)
        return tuple(Outcome(a, Fraction(w, total)) for a, w in zip(actions, weights, strict=True))

    def why_not(self, verb: str | Action, arg: str | int | None = None, *, side: str | None = None) -> Reason | None:
        """None if the action is legal now, else the rule that forbids it and why.

        With `side`, also refuses what is not that side's to decide, without saying more.
        """
        action = action_of(verb, arg)
        step = self.step
        if step is None:
            return Reason("", "the game is over")
        if side is not None and side != step.side(self.state):
            return Reason("", "it is not your decision")
        return self._judge(step, action)[1]

    def _judge(self, step: Step, action: Action) -> tuple[Arg, Reason | None]:
        """The number that the action's argument stands for, and the reason why it is not allowed."""
        s, (verb, arg) = self.state, action
        if verb not in step.do_of:
            return None, Reason(step.rule, f"that cannot be done now. {step.prompt(s)}")
        words = step.words[verb]
        number = None if words is None else words.find(arg)
        if number is None and (words is not None or arg is not None):
            wrong = f"{verb} takes no argument" if words is None else f"there is no {words.kind} {arg}"
            return None, Reason(step.rule, wrong)
        if self._raw is not None and number in self._raw[verb]:
            return number, None
        look = s.look
        s.look = self._look = {} if look is None else look  # as above
        try:
            # A replay or a search acts without asking for the decision: then one answer is judged, and none are listed.
            if self._raw is None and step.allows_of[verb](s, number):
                return number, None
            return number, step.refuse_of[verb](s, number) or Reason(step.rule, UNEXPLAINED)
        finally:
            s.look = look

    # -- what may be seen --------------------------------------------------------------------------------------

    def view(self, side: str = OBSERVER, drawn: bool = True) -> dict[str, Any]:
        """All that a side may know, JSON-ready. The observer sees what everybody sees.

        What is not to be `drawn` lacks what is there for the eye alone, where a title says what that is (`glance`).
        """
        try:
            with looking(self.state):
                found: dict[str, Any] = {**self._shown(side, drawn), **self.title.know(self.state, side)}
            if "pieces" in found:
                found["pieces"] = [whole(piece) for piece in found["pieces"]]
        except Exception as bad:
            self.blame(bad)
            raise
        mine = self.decision is not None and side in (self.decision.side, *self.decision.secret)
        found["decision"] = self.decision.plain() if mine and self.decision else None
        return found

    def pieces(self, side: str = OBSERVER) -> list[Any]:
        """The counters of the view alone: for whoever draws many moments and asks for nothing else."""
        self._viewer(side)
        with looking(self.state):
            return [whole(piece) for piece in self.title.show(self.state, side).get("pieces", ())]

    def screen(self, side: str = OBSERVER) -> Screen:
        """What a client shows: the view without the decision and what only `imagine` needs, and who is winning.

        It is made for looking: what is as usual of a piece may be left out, and rows may be those of other screens.
        """
        try:
            with looking(self.state):
                found = self._shown(side)
                terms = self.terms(side)
                found["score"] = score(terms, self._standing(side, terms))
        except Exception as bad:
            self.blame(bad)
            raise
        return found

    def _shown(self, side: str, drawn: bool = True) -> Screen:
        self._viewer(side)
        s, step = self.state, self.step
        found: dict[str, Any] = {
            "title": self.title.info.id,
            "scenario": s.scenario,
            "options": dict(s.options),
            "side": side,
            "deciding": None if step is None else _asked(step, s),
            "result": None if s.result is None else s.result._asdict(),
        }
        with looking(s):
            found |= self.scene.plain()
            found |= self.title.show(s, side) if drawn else self.title.glance(s, side)
        return cast(Screen, found)

    @property
    def scene(self) -> Scene:
        """Turn, phase, date and place, as everybody knows them."""
        return self.title.scene(self.state)

    def hints(self) -> dict[str, dict[str, Any]]:
        """What the deciding side wants to know of its answers: points left, path, what it costs."""
        try:
            return {} if self.step is None else self.step.hints(self.state)
        except Exception as bad:
            self.blame(bad)
            raise

    def overlay(self, side: str, name: str, subject: str | None = None) -> dict[str, Any]:
        """Reach, zones, supply and the like, from what the side may know.

        Places are sorted: the order in which a title comes upon them may tell which of the hidden units stands where.
        """
        try:
            found = self.title.overlay(self.state, side, name, subject)
        except Exception as bad:
            self.blame(bad)
            raise
        return found | {"places": dict(sorted(found.get("places", {}).items()))}

    def probe(self) -> None:
        """Looks at all that players will look at: BadPosition if it cannot be shown or kept.

        For games from a position that somebody wrote; one that the program imagined itself needs no probe.
        """
        try:
            for side in (*self.sides, OBSERVER):
                self.view(side)
                self.screen(side)
            self.hints()
            self.position()
            self.digest()
        except Exception as bad:
            self.blame(bad)
            raise

    def terms(self, side: str = OBSERVER) -> Terms:
        """What wins, as data, as far as the side may know."""
        return self.title.terms(self.state, self._viewer(side))

    def standing(self, side: str = OBSERVER) -> Standing:
        """Who is winning, and by what: the meters of the terms now and at the end of the turn, and the objectives."""
        return self._standing(side, self.terms(side))

    def _standing(self, side: str, terms: Terms) -> Standing:
        s, title, viewer = self.state, self.title, self._viewer(side)
        turn, values = title.turn(s), title.measure(s, viewer)
        end = title.forecast(s, viewer)
        verdict = terms.verdict(end, max(turn, terms.last_turn))
        return Standing(turn, values, end, tuple(title.objectives(s, terms)), verdict)

    def briefing(self, side: str) -> Mapping[str, Any]:
        """The goal card of a side: who, win, more, also, lose, hints."""
        self._viewer(side)
        return self.title.briefing(self.state, side)

    def muster(self, side: str = OBSERVER) -> list[Troop]:
        """Every unit that the side may identify, with its strength if that is known."""
        return sorted(self.title.muster(self.state, self._viewer(side)))

    def calendar(self, side: str = OBSERVER) -> list[Due]:
        """What the turns bring, as far as the side may know it, in their order."""
        return sorted(self.title.calendar(self.state, self._viewer(side)), key=lambda due: due.turn)

    def orders(self, side: str = OBSERVER) -> Orders:
        """The calendar and the order of battle, as far as the side knows them."""
        entries, last = self.calendar(side), self.terms(side).last_turn
        turns = {due.turn for due in entries} | {self.title.turn(self.state)}
        return {
            "turn": self.title.turn(self.state),
            "last": None if last >= FOREVER else last,
            "dates": {str(turn): self.title.when(self.state, turn) for turn in sorted(turns)},
            "entries": [written(due) for due in entries],
            "armies": armies(self.muster(side)),
        }

    def _viewer(self, side: str) -> str | None:
        """The side for whom something is told; None, who may know everything, once the game is over."""
        if side not in self.sides and side != OBSERVER:
            raise BadInput("side", f"no side {side!r}; there is {', '.join(self.sides)}")
        return side if self.result is None else None

    def faults(self) -> list[str]:
        """Broken invariants: empty, or there is an error in the title."""
        return list(self.title.faults(self.state))

    def position(self) -> dict[str, Any]:
        """The whole situation, JSON-ready and made for people to edit."""
        return self.title.form.write(self.title, self.state)

    def digest(self) -> str:
        """Equal for equal situations."""
        digest: str = self.state.digest()
        return digest

    def vocabulary(self) -> Iterator[Action]:
        """Every action that can be named in this title, legal or not."""
        for verb, noun in self.title.verbs.items():
            if noun is None:
                yield Action(verb)
            else:
                words = self.title.nouns[noun]
                yield from map(words.actions(verb).__getitem__, words.numbers)


def _asked(step: Step, s: Any) -> str:
    """Who has to answer; a secret draw is typed in by one of those who may know it."""
    secret = step.secret(s) if isinstance(step, Chance) else ()
    return secret[0] if secret else step.side(s)


def action_of(verb: str | Action, arg: str | int | None) -> Action:
    """The action that was named in one of two ways."""
    if isinstance(verb, Action):
        return verb
    if not isinstance(verb, str) or not isinstance(arg, str | int | None) or isinstance(arg, bool):
        raise BadInput("action", f"an action is a verb and at most one id or number, not {verb!r} {arg!r}")
    return Action(verb, arg)
