"""What the server sends beside sheets and screens, as types (docs/protocol.md): a source of `web/js/types.d.ts`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from front1914 import GameResult, Hint


class Undone(TypedDict):
    """What is left undone where a phase can be ended: pieces, places to attack, own places that lie open."""

    units: list[str]
    attacks: list[str]
    danger: list[str]


class AdviceWhy(TypedDict, total=False):
    """One reason of the staff."""

    kind: str
    text: str
    subject: str
    numbers: dict[str, float]
    rule: str
    beaten: str


class StaffAdvice(TypedDict):
    """What the staff would do: answers one after the other, and why."""

    actions: list[list[str | int]]
    reasons: list[AdviceWhy]


class AskedDecision(TypedDict):
    """What is asked of a side: by verb the arguments that it may have, None for a verb without one."""

    side: str
    step: str
    prompt: str
    rule: str
    actions: dict[str, list[str | int] | None]
    verbs: NotRequired[list[str]]  #: all that the step knows, also those for which nothing is offered now
    outcomes: NotRequired[dict[str, str]]  #: when people throw the dice
    hints: NotRequired[dict[str, Hint]]
    delegable: NotRequired[bool]
    undone: NotRequired[Undone]


class ToldEvent(TypedDict):
    """Something that happened."""

    at: int
    kind: str
    data: dict[str, Any]
    text: str


class ComputerState(TypedDict):
    """What the computer does now."""

    state: Literal["idle", "thinking", "stopped", "trouble"]
    side: str | None
    reason: str | None


class SeatKind(TypedDict):
    """Who plays a side."""

    kind: Literal["human", "computer", "lesson"]
    level: NotRequired[str]
    seconds: NotRequired[float]  #: how long a general thinks about a phase
    lesson: NotRequired[str]  #: the lesson that is taught there


class LessonAnswer(TypedDict):
    """A decision that a lesson expects or answers; any argument if none is named."""

    verb: str
    args: list[str | int]
    answer: str


class LessonSign(TypedDict, total=False):
    """What the coach points at."""

    ring: str
    unit: str
    trail: list[str]
    look: str
    button: str
    panel: str


class LessonStep(TypedDict):
    """One thing that the coach says or asks."""

    say: str
    why: str
    ask: str
    expect: list[LessonAnswer]
    show: list[LessonSign]
    hint: str
    after: str
    otherwise: list[LessonAnswer]
    quietly: list[str]


class Lesson(TypedDict):
    """A lesson of a title."""

    id: str
    name: str
    order: int
    minutes: int
    scenario: str
    side: str
    seed: str
    options: dict[str, Any]
    steps: list[LessonStep]
    head: str
    learnt: list[str]


class BranchOf(TypedDict):
    """The game that a what-if comes from."""

    game: str
    at: int
    imagined: NotRequired[bool]


class Look(TypedDict):
    """Somebody saw what is hidden: after how many actions, and how."""

    kind: Literal["reopened", "taken", "downloaded"]
    side: str | None
    at: int


class ShownGame(TypedDict):
    """A game as the library shows it."""

    id: str
    name: str
    title: str
    title_name: str
    scenario: str
    scenario_name: str
    options: dict[str, Any]
    rules: int
    seats: dict[str, SeatKind]
    created: str
    updated: str
    length: int
    seq: int
    turn: int | None
    deciding: str | None
    result: GameResult | None
    branch: BranchOf | None
    takebacks: int
    looks: list[Look]
    dice: str
    commitment: str | None
    sheet: str
    art: str
    over: bool
    playable: bool
    trouble: str | None
    good: NotRequired[int | None]
    players: NotRequired[dict[str, str]]  #: in a club: who plays which side
    mine: NotRequired[list[str]]  #: the sides of whoever asks
    free: NotRequired[list[str]]  #: sides that wait for somebody
    owner: NotRequired[bool]  #: whether whoever asks began it
    proposal: NotRequired[Proposal | None]
    pace: NotRequired[Pace | None]  #: the time that was agreed on
    clock: NotRequired[Clock | None]
    lent: NotRequired[dict[str, str]]  #: sides that the staff plays for a while, until when
    watch: NotRequired[Watch]  #: what those who look on see
    rated: NotRequired[bool]  #: whether it counts for ratings


class Watch(TypedDict):
    """What those who look on see: what everybody sees, or every view so many turns late; and how many they are."""

    views: Literal["common", "late"]
    delay: int
    talk: bool
    open: bool
    count: int


class Pace(TypedDict):
    """How much time everybody has: seconds for the game and for each move, or days for each move."""

    kind: Literal["live", "days"]
    base: NotRequired[int]
    increment: NotRequired[int]
    days: NotRequired[int]
    holidays: NotRequired[int]  #: days off that each may take
    lapse: Literal["staff", "loss"]


class Clock(TypedDict):
    """The seconds that each side has left, and whose run."""

    left: dict[str, int]
    running: str | None
    paused: bool
    holiday: NotRequired[str | None]  #: until when it stands because who decides is on holiday
    off: NotRequired[dict[str, float]]  #: days off that each has left


class Proposal(TypedDict):
    """What a player has asked the others."""

    id: str
    kind: Literal["rewind", "draw", "pause", "resume", "delete", "rematch"]
    to: int | None
    by: str
    agreed: list[str]
    seq: int


class ScenarioShown(TypedDict):
    """One way to begin."""

    id: str
    name: str
    about: str
    turns: int | None
    minutes: int | None
    first: bool


class OptionShown(TypedDict):
    """A choice made before the game."""

    id: str
    name: str
    default: bool | str | int
    choices: list[bool | str | int]
    help: str
    rule: str
    sides: dict[str, list[str]]  #: by choice: who plays then


class TitleShown(TypedDict):
    """A title as the library shows it."""

    id: str
    name: str
    year: int
    players: list[int]
    sides: list[str]
    scenarios: list[ScenarioShown]
    options: list[OptionShown]
    stage: str
    lessons: bool
    about: str
    facts: dict[str, str]


class DrawnMap(TypedDict):
    """The drawn map, as two pieces of SVG."""

    frame: tuple[float, float, float, float]
    base: str
    names: str


class TimelineMark(TypedDict):
    """A mark of the timeline."""

    at: int
    kind: Literal["turn", "phase", "battle", "throw"]
    text: str
    turn: int | None
    phase: str | None
    active: str | None
