"""What the engine may ask of a game, and where the games are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from front1914.engine.accounts import Due, Troop
from front1914.engine.decision import Action
from front1914.engine.errors import BadInput, BadPosition, BadScenario
from front1914.engine.flow import Step
from front1914.engine.position import Form, Knowledge
from front1914.engine.shapes import Display, Scene, Sheet
from front1914.engine.state import Frame, News, State
from front1914.engine.terms import Objective, Terms
from front1914.engine.words import Words

if TYPE_CHECKING:
    import random

STAGES = ("draft", "playable", "complete")


@dataclass(frozen=True)
class Option:
    """A choice made before the game: an optional rule, a variant, fog of war."""

    id: str
    name: str
    default: bool | str | int = False
    choices: tuple[bool | str | int, ...] = (False, True)
    help: str = ""
    rule: str = ""
    #: who plays instead of the title's usual sides, by the choice as text: two players may share a coalition
    sides: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Scenario:
    """One way to begin."""

    id: str
    name: str
    about: str = ""
    turns: int | None = None
    minutes: int | None = None
    first: bool = False  #: the one to begin with, which the library's Play opens


@dataclass(frozen=True)
class TitleInfo:
    """What a library shows of a game."""

    id: str
    name: str
    year: int
    players: tuple[int, int]
    sides: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...] = ()
    stage: str = "draft"
    about: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    lessons: bool = False  #: whether there are lessons that teach it


class Assault(NamedTuple):
    """An attack, named by its target: the actions that declare it, and what is assumed until its result is known."""

    actions: tuple[Action, ...]
    reply: Callable[[Any], Action | None]  #: from the state: what a side is taken to decide; None ends the walk
    note: str = ""  #: the assumptions, as a sentence


def _takes(sheet: Mapping[str, Any], words: Words | None) -> str:
    """Whether a verb's argument is a piece, a place, two places, or something that only a button can name."""
    if words is None:
        return "nothing"
    ids = [word for word in words if isinstance(word, str)]
    if any(word in sheet["pieces"] for word in ids):
        return "piece"
    if any(word in sheet["places"] for word in ids):
        return "place"
    ends = (word.split("/") for word in ids)
    return "pair" if any(len(two) == 2 and all(end in sheet["places"] for end in two) for two in ends) else "choice"


class Title:
    """A game. Subclasses fill in the class attributes and the methods that raise NotImplementedError.

    `rules_version` rises when a change of the rules changes a replay; `replays` lists the older versions whose saved
    games this code still replays exactly.
    """

    info: ClassVar[TitleInfo]
    state: ClassVar[type[State]]
    steps: ClassVar[Sequence[Step]]
    nouns: ClassVar[dict[str, Words]]  #: vocabulary by noun; names used in events and frames count as nouns
    verbs: ClassVar[dict[str, str | None]]  #: the noun that each verb takes, None if it takes none
    stories: ClassVar[dict[str, str | Callable[[dict[str, Any]], str]]] = {}  #: sentences for events
    form: ClassVar[Form]  #: how a position is written
    rules_version: ClassVar[int] = 1
    replays: ClassVar[tuple[int, ...]] = ()
    hidden: ClassVar[bool] = False  #: does any side not know everything?
    #: events that may name hidden pieces: what they tell lies open on a display, and they tell of no place
    displayed: ClassVar[frozenset[str]] = frozenset()
    #: how a position says that a side is about to choose an attack (`to` a place, `unit` by unit); empty: it cannot
    attacks_at: ClassVar[Mapping[str, Any]] = {}
    judgement: ClassVar[Any] = None  #: what a computer commander of this game values
    lens: ClassVar[Any] = None  #: what a program that learns sees of it (`play.lens.Lens`)
    fits: ClassVar[Mapping[tuple[str, str], Any]] = {}  #: how its values were calibrated, by scenario and side

    def __init__(self) -> None:
        self.overrides: tuple[str, ...] = ()  #: what a player's own folder changes in the data
        self.own = ""  #: the fingerprint of these data, empty if there are none
        self.veils = type(self).veil is not Title.veil  #: whether anything that is told is hidden from some
        self.step: dict[str, Step] = {}
        for step in self.steps:
            step.bind(self)
            if step.name in self.step:
                raise TypeError(f"{self.info.id}: two steps named {step.name}")
            self.step[step.name] = step

    # -- what each game provides -------------------------------------------------------------------------------

    def start(self, scenario: str, options: Mapping[str, Any]) -> Any:
        """The state before the first decision."""
        raise NotImplementedError

    def blank(self, scenario: str, options: Mapping[str, Any]) -> Any:
        """A state in which nothing stands on the map: what a position is written on."""
        raise NotImplementedError

    def flow_at(self, s: Any, step: str, side: str) -> list[Frame] | None:
        """The stack of steps when the side begins the named step; None if no such moment exists."""
        return None

    def scene(self, s: Any) -> Scene:
        """Turn, phase, date and place as everybody knows them, in microseconds: the server asks after every action."""
        return Scene()

    def show(self, s: Any, side: str) -> Display:
        """What a client draws for the side beside the scene, JSON-ready, built by listing what may be shown."""
        return {}

    def glance(self, s: Any, side: str) -> Display:
        """What of that a commander reads who thinks with what it knows: as little as can be."""
        return self.show(s, side)

    def know(self, s: Any, side: str) -> Knowledge:
        """What the side may know beyond that, JSON-ready: what `imagine` and commanders need and nobody draws."""
        return {"position": self.form.write(self, s)}

    def sheet(self) -> dict[str, Any]:
        """The map, the pieces and the words that a client draws: docs/presentation.md."""
        empty: dict[str, Any] = {"places": {}, "pieces": {}, "sides": {}, "nations": {}, "overlays": [], "labels": {}}
        return {"kind": "none", "name": self.info.name, **empty}

    def overlay(self, s: Any, side: str, name: str, subject: str | None = None) -> dict[str, Any]:
        """Something to lay over the map, from what the side may know: docs/presentation.md."""
        raise BadInput("overlay", f"{self.info.id} has no overlay {name!r}")

    def imagine(self, view: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
        """A full position that agrees with a view: one sample of what may be hidden."""
        if self.hidden:
            raise NotImplementedError
        return dict(view["position"])

    def veil(self, s: Any, news: News) -> Iterable[News]:
        """What is heard of something that was told to everybody, as the state is now: where a name is hidden from some,
        one part for who may know it, and one for the others and `OBSERVER` without it."""
        return (news,)

    def turn(self, s: Any) -> int:
        """The number of the turn, in which victory terms are told."""
        return int(s.turn)

    def terms(self, s: Any, side: str | None = None) -> Terms:
        """What wins in the game of a state, as far as the side may know; None is told everything."""
        return Terms((), ())

    def measure(self, s: Any, side: str | None = None) -> Mapping[str, int]:
        """The meters of the terms, as far as the side may know them."""
        return {}

    def forecast(self, s: Any, side: str | None = None) -> Mapping[str, int]:
        """The meters at the end of the turn if nobody does anything more."""
        return self.measure(s, side)

    def figures(self, s: Any) -> Mapping[str, int]:
        """The numbers of the victory terms that the sentences of a goal card name."""
        return {}

    def briefing(self, s: Any, side: str) -> Mapping[str, Any]:
        """The goal card of a side: who, win, more, also, lose, hints; empty if the title has none."""
        return {}

    def lessons(self) -> Sequence[Any]:
        """The lessons that teach the game, in their order (`play.lessons.Lesson`)."""
        return ()

    def objectives(self, s: Any, terms: Terms) -> Sequence[Objective]:
        """How it stands with the places that count; who holds a place and where units stand is open in every title."""
        return ()

    def muster(self, s: Any, side: str | None = None) -> Iterable[Troop]:
        """Every unit that the side may identify, with its strength if that is known; None may know everything."""
        return ()

    def when(self, s: Any, turn: int) -> str:
        """The days of a turn, empty if the title has none."""
        return ""

    def calendar(self, s: Any, side: str | None = None) -> Iterable[Due]:
        """What the turns bring, past and to come, as far as the side may know it."""
        return ()

    def faults(self, s: Any) -> Iterable[str]:
        """Invariants that do not hold: must always be empty."""
        return ()

    def outcome(self, s: Any) -> str:
        """One word or two for what a state leads to: how exact odds are grouped when nothing else is asked."""
        return str(s.digest())

    def assault(self, s: Any, target: str, units: Sequence[str]) -> Assault:
        """The attack on a target by the units named, or by all who may take part; `s` is a copy for this alone."""
        raise BadInput("target", f"{self.info.id} knows no attack by its target: name the actions")

    def imagined(self, view: Mapping[str, Any], rng: random.Random) -> Any:
        """The state of such a position; a title that can have it quicker than by writing and reading one does so."""
        return self.read_position(self.imagine(view, rng))

    # -- common ------------------------------------------------------------------------------------------------

    def printed(self) -> Sheet:
        """The sheet, and what each verb takes: a client need not guess it from words."""
        sheet: Any = self.sheet()
        takes = {verb: _takes(sheet, None if noun is None else self.nouns[noun]) for verb, noun in self.verbs.items()}
        return cast(Sheet, {**sheet, "takes": takes})

    def sides(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Who plays, under these options."""
        found = (option.sides.get(str(options.get(option.id))) for option in self.info.options)
        return next((sides for sides in found if sides is not None), self.info.sides)

    def check_choice(self, scenario: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """The full set of options; BadScenario if the scenario or an option is not known."""
        known = [s.id for s in self.info.scenarios]
        if scenario not in known:
            raise BadScenario("scenario", f"no scenario {scenario!r} in {self.info.id}; there is {', '.join(known)}")
        chosen = {option.id: option.default for option in self.info.options}
        by_id = {option.id: option for option in self.info.options}
        for name, value in options.items():
            if name not in by_id:
                raise BadScenario(f"options.{name}", f"no such option; there is {', '.join(by_id) or 'none'}")
            allowed = by_id[name].choices
            if not any(type(value) is type(a) and value == a for a in allowed):
                raise BadScenario(f"options.{name}", f"{value!r} is not one of {', '.join(map(str, allowed))}")
            chosen[name] = value
        return chosen

    def read_position(self, position: Mapping[str, Any]) -> Any:
        """The state that a position describes; BadPosition says what is wrong and where."""
        state = self.described(position)
        for fault in self.faults(state):
            raise BadPosition("position", fault)
        return state

    def described(self, position: Mapping[str, Any]) -> Any:
        """The same without a look for faults: enough for what was made from a view."""
        scenario = position.get("scenario", self.info.scenarios[0].id)
        options = position.get("options", {})
        if not isinstance(options, Mapping):
            raise BadPosition("options", "must be a table of options")
        try:
            chosen = self.check_choice(scenario, options)
        except BadScenario as bad:
            raise BadPosition(bad.place, bad.reason) from None
        state = self.blank(scenario, chosen)
        state.scenario, state.options = scenario, chosen
        self.form.read(self, state, position)
        return state
