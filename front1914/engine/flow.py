"""Steps: one question put to one side, one throw of chance, or one thing that simply happens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from front1914.engine.decision import CHANCE, Action
from front1914.engine.errors import Reason
from front1914.engine.words import Words

if TYPE_CHECKING:
    from front1914.engine.title import Title

Arg = int | None
Legal = Callable[[Any], Collection[Arg]]
Refuse = Callable[[Any, Arg], Reason | None]
Allows = Callable[[Any, Arg], bool]
Do = Callable[[Any, Arg], None]


class Step:
    """A step of a game, a singleton without a state of its own.

    For each verb v that may answer the question:

        do_v(state, arg)        applies the answer
        legal_v(state)          the arguments allowed now, exactly
        refuse_v(state, arg)    the Reason why an argument is not allowed, None if it is

    One of `legal_v` and `refuse_v` is enough. Without `legal_v`, `refuse_v` is asked about every word of the verb's
    vocabulary, or about `scope_v(state)` if there is one. Without `refuse_v`, `why_v(state, arg)` is the Reason for
    what is not in `legal_v`, or the Reason `else_v` serves for all of it. A verb without an argument that has neither
    is always allowed, and one that only ends the question is named in `ends`, without more. A step without verbs is
    automatic: `run(state)` is called, and must leave the flow further on than before.
    """

    name: ClassVar[str] = ""
    rule: ClassVar[str] = ""  #: the rule that asks the question
    frame: ClassVar[tuple[str, ...]] = ()  #: the noun of each datum in the step's frame ("" for a bare number)
    verbs: tuple[str, ...] = ()
    ends: ClassVar[tuple[str, ...]] = ()  #: verbs that take the frame off the flow and do nothing else
    thrown: ClassVar[bool] = False  #: whether chance decides: it is a Chance

    def __init_subclass__(cls) -> None:
        for verb in vars(cls).get("ends", ()):
            setattr(cls, f"do_{verb}", _end)

    def bind(self, title: Title) -> None:
        """Looks up, once, what each verb calls."""
        found = [m[3:] for k in reversed(type(self).__mro__) for m in vars(k) if m.startswith("do_")]
        self.verbs = tuple(dict.fromkeys(found))
        self.words: dict[str, Words | None] = {}
        self.legal_of: dict[str, Legal] = {}
        self.refuse_of: dict[str, Refuse] = {}
        self.allows_of: dict[
            str, Allows
        ] = {}  #: judges one argument; what `legal_of` lists, without the list if it can
        self.do_of: dict[str, Do] = {}
        self.actions_of: dict[str, Any] = {}  #: by verb and argument: its Actions
        if not self.name:
            raise TypeError(f"{type(self).__name__} has no name")
        if self.verbs and not self.rule:
            raise TypeError(f"the step {self.name} asks without a rule")
        for verb in self.verbs:
            noun = title.verbs[verb]
            words = self.words[verb] = None if noun is None else title.nouns[noun]
            refuse = self.refuse_of[verb] = self._refusal(verb)
            self.legal_of[verb] = getattr(self, f"legal_{verb}", None) or self._filter(verb, words, refuse)
            self.allows_of[verb] = self._allowance(verb)
            self.do_of[verb] = getattr(self, f"do_{verb}")
            self.actions_of[verb] = {None: Action(verb)} if words is None else words.actions(verb)

    def _refusal(self, verb: str) -> Refuse:
        """Of `refuse_v`, `why_v` and `else_v` there is at most one; the last two rest on `legal_v`."""
        legal: Legal | None = getattr(self, f"legal_{verb}", None)
        found = {
            how: getattr(self, f"{how}_{verb}") for how in ("refuse", "why", "else") if hasattr(self, f"{how}_{verb}")
        }
        if not found:
            return self._refuse_any
        if len(found) > 1 or ("refuse" not in found and legal is None):
            raise TypeError(
                f"the step {self.name} needs one of refuse_, why_ and else_{verb}, the last two with legal_{verb}"
            )
        if "refuse" in found:
            refuse: Refuse = found["refuse"]
            return refuse
        assert legal is not None
        if "else" in found:
            return lambda s, arg: None if arg in legal(s) else found["else"]
        return lambda s, arg: None if arg in legal(s) else found["why"](s, arg)

    def _filter(self, verb: str, words: Words | None, refuse: Refuse) -> Legal:
        if words is None:
            if refuse == self._refuse_any:
                return lambda s: (None,)
            return lambda s: (None,) if refuse(s, None) is None else ()
        if not hasattr(self, f"refuse_{verb}"):
            raise TypeError(f"the step {self.name} has neither legal_{verb} nor refuse_{verb}")
        every = words.numbers
        scope: Legal = getattr(self, f"scope_{verb}", lambda s: every)
        return lambda s: [arg for arg in scope(s) if refuse(s, arg) is None]

    def _allowance(self, verb: str) -> Allows:
        """By `refuse_v` where there is one: it agrees with the list, which the fuzzer checks."""
        legal, refuse = self.legal_of[verb], self.refuse_of[verb]
        if not hasattr(self, f"refuse_{verb}"):
            return lambda s, arg: arg in legal(s)
        scope: Legal | None = None if hasattr(self, f"legal_{verb}") else getattr(self, f"scope_{verb}", None)
        if scope is None:
            return lambda s, arg: refuse(s, arg) is None
        return lambda s, arg: arg in scope(s) and refuse(s, arg) is None

    def _refuse_any(self, s: Any, arg: Arg) -> Reason | None:
        return None if arg is None else Reason(self.rule, "nothing of that name can be chosen")

    def side(self, s: Any) -> str:
        """Who decides."""
        side: str = s.active
        return side

    def prompt(self, s: Any) -> str:
        """The question, as a sentence for the deciding side."""
        return ""

    def hints(self, s: Any) -> dict[str, dict[str, Any]]:
        """What a player wants to know of an answer before choosing it, by "verb arg": docs/presentation.md."""
        return {}

    def run(self, s: Any) -> None:
        raise NotImplementedError(f"the step {self.name} has no verbs and no run()")


class Chance(Step):
    """A die or a draw: chance decides, and the rules between two decisions are deterministic.

    The outcomes are the legal arguments of its one verb, equally likely unless `weights` says otherwise.
    """

    thrown = True

    def side(self, s: Any) -> str:
        return CHANCE

    def secret(self, s: Any) -> tuple[str, ...]:
        """The sides that alone learn what falls; empty if everybody does. Who may not know it is not asked for it."""
        return ()

    def weights(self, s: Any, args: Sequence[Arg]) -> Sequence[int] | None:
        """Whole numbers in proportion to the probabilities; None if all are equal."""
        return None


class Die(Chance):
    """One six-sided die: the title's noun `die` must be `Numbers("die", 1, 6)`."""

    def legal_die(self, s: Any) -> Sequence[int]:
        return SIX

    def refuse_die(self, s: Any, face: int) -> Reason | None:
        return None if 1 <= face <= 6 else Reason(self.rule, "a die shows 1 to 6")

    def do_die(self, s: Any, face: int) -> None:
        raise NotImplementedError


def _end(self: Step, s: Any, _: None) -> None:
    """The question is over."""
    s.flow.pop()


SIX = (1, 2, 3, 4, 5, 6)
