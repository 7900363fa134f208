"""What the server sends beside sheets and screens, as types (docs/protocol.md): a source of `web/js/types.d.ts`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from front1914 import GameResult, Hint


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

    kind: Literal["human", "computer"]
    level: NotRequired[str]


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


class ScenarioShown(TypedDict):
    """One way to begin."""

    id: str
    name: str
    about: str
    turns: int | None
    minutes: int | None


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
