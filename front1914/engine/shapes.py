"""What a title hands to a client, as types: the sheet, what a side is shown, hints and overlays (docs/presentation.md).

They are plain JSON: texts, numbers, lists, and objects with texts as keys. `web/js/types.d.ts` is made from them.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, NotRequired, Required, TypeAlias, TypedDict

Point: TypeAlias = tuple[float, float]


class Scene(NamedTuple):
    """When and where the game is, as everybody knows it: the part of a view that costs nothing."""

    turn: int | None = None
    phase: str | None = None
    active: str | None = None  #: the side whose turn it is
    date: str | None = None
    place: str | None = None  #: where the battle is fought that everybody sees

    def plain(self) -> dict[str, Any]:
        """The scene as it stands in a view, in which the place is that of the battle."""
        return {key: value for key, value in zip(_SHOWN, self, strict=False) if value is not None}


_SHOWN = ("turn", "phase", "active", "date")


# -- the sheet: the same for everybody, made once -----------------------------------------------------------------


class Fortress(TypedDict):
    """A fortress that stands inside an area."""

    name: str
    x: float
    y: float


class Place(TypedDict, total=False):
    """A hex or an area."""

    x: Required[float]
    y: Required[float]
    name: str
    near: str  #: of a place without a name: where it lies, seen from one that has a name
    terrain: str
    tags: list[str]
    nation: str
    country: str
    facts: list[str]
    label: Point  #: of an area: where its sign stands
    bonus: int | str
    fortresses: list[Fortress]
    inset: bool  #: lies beside the map, on other ground


class Link(TypedDict):
    """A hexside or a border with an effect."""

    a: str
    b: str
    kind: str
    name: NotRequired[str]
    size: NotRequired[str]  #: of a river


class Line(TypedDict):
    """A railway or a river, from place to place."""

    kind: str
    places: list[str]
    name: NotRequired[str]


class Face(TypedDict, total=False):
    """One face of a counter or block."""

    text: str
    strength: int
    dots: str


class Piece(TypedDict, total=False):
    """A counter, as it is printed."""

    name: Required[str]
    side: Required[str]
    nation: Required[str]
    short: str
    army: str | None
    colour: str  #: of the stripe on a block
    symbol: str
    size: str
    calibre: int  #: of guns
    reserve: bool
    about: str
    facts: list[str]
    faces: list[Face]  #: the strongest first


class Garrison(TypedDict):
    """An answer that names the garrison of a fortress."""

    at: str
    fortress: str
    nation: str


class SideName(TypedDict):
    """A side as people call it."""

    name: str
    nations: list[str]


class Nation(TypedDict):
    """A nation as people call it."""

    name: str
    letter: NotRequired[str]


class Sign(TypedDict):
    """A line of the legend."""

    tag: str
    text: str
    effect: NotRequired[str]  #: what it does, in a few words


class OverlayName(TypedDict):
    """An overlay that can be asked for: of a unit, a place, a side, or the own side only."""

    id: str
    name: str
    of: NotRequired[str]
    key: NotRequired[str]
    look: NotRequired[
        Literal["zone", "supply", "attack", "enemy", "reach", "aid"]
    ]  #: how it is drawn, `aid` if not told


class LogKinds(TypedDict):
    """Kinds of events, for the log."""

    heads: list[str]  #: that begin a part of it: turns and phases
    battles: list[str]  #: that belong to a battle
    losses: list[str]  #: that tell of something lost


class Sheet(TypedDict, total=False):
    """The map, the pieces and the words."""

    kind: Required[Literal["hex", "area", "none"]]
    name: Required[str]
    places: Required[dict[str, Place]]
    pieces: Required[dict[str, Piece]]
    sides: Required[dict[str, SideName]]
    nations: Required[dict[str, Nation]]
    unit_km: float
    orientation: Literal["pointy", "flat"]
    links: list[Link]
    lines: list[Line]
    outline: dict[str, str]  #: of areas: an SVG path for each
    legend: list[Sign]
    overlays: list[OverlayName]
    labels: dict[str, str]  #: words for verbs, and for "step: verb"
    phases: list[str]
    marks: dict[str, str]  #: words for marks
    figures: dict[str, list[str]]  #: by symbol of a piece: what each of its figures is called, in printed order
    kinds: dict[str, str]  #: by symbol of a piece: what it is
    effects: dict[str, str]  #: by mark, or by the word it begins with: what it does
    log: LogKinds
    dots: dict[str, str]  #: of blocks: what the dots of a step mean
    takes: dict[str, Literal["piece", "place", "pair", "choice", "nothing"]]  #: by verb: what its argument is
    risky: list[str]  #: verbs after which a die falls or something is told that cannot be taken back
    onward: list[str]  #: verbs without an argument with which play goes on, the likeliest first
    ends: list[str]  #: those of them that end a phase: a careful player is asked again
    minor: list[str]  #: verbs that are offered in the list of choices only
    weak: list[str]  #: "step: verb" of pieces that give way where the place is offered too
    spare: list[str]  #: "step: verb" of pieces that may be chosen though nothing needs it: they glow faintly
    aids: dict[str, str]  #: by step: the overlay that helps to decide it
    stops: list[str]  #: verbs that only end what a piece was doing: whoever takes up another piece means them too
    gathers: list[str]  #: "step: verb" of pieces that may all be taken with one click
    asks: dict[str, str]  #: by verb, or "step: verb": what it does, asked before it is done
    throws: dict[str, Literal["die", "reveal", "draw"]]  #: by verb, or "step: verb": what follows that nobody can undo
    leaves: dict[str, Literal["move", "attack"]]  #: by "step: verb": what is left undone where the step ends a phase
    garrisons: dict[str, Garrison]  #: answers that are garrisons, and where each stands
    look: Literal["counters", "blocks"]


# -- what a side is shown -----------------------------------------------------------------------------------------


class Shown(TypedDict, total=False):
    """A piece on the map. An id that begins with "?" stands for something that the side may not identify."""

    id: Required[str]
    at: str
    face: int
    text: str  #: stands in place of the figures of its face
    marks: list[str]
    order: int  #: 0 is the top of the stack
    hidden: bool
    nation: str
    kind: str  #: of something hidden: what can be told of it
    of: str  #: what it belongs to now
    corps: str
    badge: str  #: a short text on the counter
    token: str  #: of a block: what it is called when nobody can read it
    known: str  #: of a concealed block: how much of it was seen
    lost: int
    river: str
    army: str
    steps: list[int]
    dots: str


def whole(piece: Shown) -> Shown:
    """A copy of a piece, with what is as usual and was left out.

    >>> whole({"id": "g-1-II", "at": "0911", "order": 1})
    {'face': 0, 'order': 1, 'id': 'g-1-II', 'at': '0911', 'marks': []}
    """
    return {"face": 0, "order": 0, **piece, "marks": [*piece.get("marks", ())]}


class Track(TypedDict):
    """A number to watch."""

    id: str
    name: str
    value: float | str
    low: NotRequired[float]
    high: NotRequired[float]
    goal: NotRequired[float]
    text: NotRequired[str]


class Box(TypedDict):
    """Pieces beside the map."""

    id: str
    name: str
    pieces: list[str]
    count: NotRequired[int]  #: when not all of them are known
    nations: NotRequired[dict[str, int]]


class Marker(TypedDict, total=False):
    """Something that lies on a place and is no piece."""

    at: Required[str]
    kind: Required[str]
    text: str
    side: str
    nation: str
    fortress: str
    count: int
    isolated: bool


class PanelShift(TypedDict):
    """Why the odds are what they are; with a `value` that is shown instead of "left" or "right"."""

    amount: int
    rule: str
    text: str
    value: NotRequired[str]


class PanelChance(TypedDict):
    """One result that the die may bring."""

    result: str
    text: str
    probability: str
    tone: NotRequired[str]
    attacker: NotRequired[float]  #: what it costs the attacker, in the unit of `losses`
    defender: NotRequired[float]
    aim: NotRequired[
        Literal["yes", "maybe", "no"]
    ]  #: whether it brings what the attacker wants; maybe: if the enemy gives way
    faces: NotRequired[list[int]]  #: of the one die that decides


class PanelAim(TypedDict):
    """What the attacker wants, and how likely it is."""

    text: str
    probability: str
    most: NotRequired[str]  #: how likely at most: if whoever may give way does, with all that may still be added


class PanelLosses(TypedDict):
    """What an attack costs on average, and how much each party has to lose."""

    attacker: float
    defender: float
    unit: str  #: steps, points, hits
    attacker_all: NotRequired[float]
    defender_all: NotRequired[float]


class PanelWarning(TypedDict):
    """Why an attack should be thought over: `stop` if it is worse than none."""

    level: Literal["care", "stop"]
    why: Literal["hopeless", "fatal", "costly", "dear"]


class PanelReached(TypedDict):
    """A column that may decide, and how likely it is the one."""

    column: str
    probability: str


class PanelLoss(TypedDict):
    """A loss, and the faces of the die that bring it."""

    value: int
    faces: list[int]


class PanelCurve(TypedDict):
    """What one throw of its own costs one party."""

    party: Literal["attacker", "defender"]
    losses: list[PanelLoss]
    all: int  #: what the party has
    text: NotRequired[str]


class PanelSpend(TypedDict):
    """A marker, card or point that may be spent on an attack, and what it would change."""

    verb: str
    rule: str
    text: str
    aim: list[float]  #: the chance of the aim without it and with it
    attacker: list[float]  #: losses
    defender: list[float]


class PanelSpot(TypedDict):
    """How many of the equally likely cases have a value."""

    value: int
    count: int
    of: int


class PanelLane(TypedDict):
    """What a choice would bring, where chance lies only in what is hidden."""

    verb: str | None  #: None: as it stands
    text: str
    values: list[PanelSpot]


class Panel(TypedDict, total=False):
    """What the combat panel shows before and after the die, from what the side may know."""

    target: Required[str]
    attackers: Required[list[str]]
    defenders: Required[list[str]]
    attack: float | str | None
    defence: float | str | None
    assumed: str | None  #: what was assumed of the rest
    columns: list[str]
    base: str | None
    final: str | None
    shifts: list[PanelShift]
    chart: list[PanelChance]
    aim: PanelAim | None
    eyes: Literal["attacker", "defender"] | None  #: which party looks
    losses: PanelLosses | None
    warning: PanelWarning | None
    reached: list[PanelReached]  #: where more than one column is possible
    curves: list[PanelCurve]  #: where two throws decide, each by itself: instead of the chart of both
    spend: list[PanelSpend]
    lanes: list[PanelLane]
    worded: bool  #: the texts of the chart say more than what is lost
    dice_free: bool  #: no die is thrown in this game
    die: int | list[int] | None
    dice: list[int]
    result: str | None
    printed: str  #: the cell of the table, where `result` names the row of the chart
    section: str | None  #: of a combat table that has several
    free: bool  #: the attack costs nothing
    cavalry: bool
    edge: str | None
    hits: dict[str, int]


class ScoreMark(TypedDict):
    """A threshold on a meter: from there on, or up to there, somebody wins."""

    at: int
    winner: str | None
    text: str
    most: NotRequired[bool]  #: up to there instead of from there on


class ScoreMeter(TypedDict):
    """Something that is counted; the first of them is the score that people watch."""

    id: str
    name: str
    now: int
    end: int  #: at the end of the turn if nobody does anything more
    side: NotRequired[str]  #: for whom it is good, or bad if it is a `loss`
    of: NotRequired[int]
    loss: NotRequired[bool]
    help: NotRequired[str]
    marks: list[ScoreMark]


class ScoreEnd(TypedDict):
    """A way for the game to end."""

    winner: str | None
    level: str
    text: str
    when: str  #: now, phase, turn or end


class ScorePlace(TypedDict):
    """A place that counts."""

    id: str  #: of the place
    name: str
    owner: str | None
    state: Literal["held", "contested", "open"]
    why: list[str]


class Score(TypedDict):
    """Who is winning, and by what, as far as the side may know."""

    turn: int
    last: int | None
    meters: list[ScoreMeter]
    ends: list[ScoreEnd]
    verdict: ScoreEnd | None  #: what the game would end with if it ended now
    places: list[ScorePlace]


class GameResult(TypedDict):
    """How a game ended."""

    winner: str | None
    level: str
    reason: str
    rule: str
    score: int | None


class Display(TypedDict, total=False):
    """What a title shows a side beside the scene."""

    turns: int
    pieces: list[Shown]
    control: dict[str, str]  #: where it differs from the sheet's own country
    tracks: list[Track]
    boxes: list[Box]
    markers: list[Marker]
    battle: Panel | None


class Screen(Display, total=False):
    """What a client shows of the present moment: the display, the scene, and what the engine knows of every game."""

    title: Required[str]
    scenario: Required[str]
    options: Required[dict[str, Any]]
    side: Required[str]  #: whose eyes it is seen through
    deciding: Required[str | None]
    result: Required[GameResult | None]
    turn: int
    phase: str
    active: str
    date: str
    score: Score


# -- answers ------------------------------------------------------------------------------------------------------


class Hint(TypedDict, total=False):
    """What a player wants to see of an answer before choosing it."""

    left: float
    path: list[str]
    via: str  #: only on the wire: the path of that answer, and then this place
    stop: bool
    mark: str
    cost: float
    text: str
    aim: float  #: the chance of an attack's aim if this is chosen
    throws: Literal["die", "reveal"]  #: what follows that cannot be taken back


class OverlayPlace(TypedDict, total=False):
    """What an overlay says of a place."""

    left: float
    mark: str
    text: str


class Overlay(TypedDict, total=False):
    """Something to lay over the map."""

    places: dict[str, OverlayPlace]
    lines: list[list[str]]
    text: str


# -- the handbook -------------------------------------------------------------------------------------------------


class Span(TypedDict):
    """A run of words."""

    text: str
    look: NotRequired[Literal["strong", "em", "term", "link"]]
    to: NotRequired[str]  #: of a link the paragraph, of a term its entry in the glossary


class PictureOverlay(TypedDict, total=False):
    """An overlay as it lies on a picture."""

    look: str
    places: dict[str, OverlayPlace]
    lines: list[list[str]]


class PictureAttack(TypedDict):
    """An attack as it is drawn: full heads from the places it comes from, the column on a flag."""

    target: str
    places: list[str]
    odds: str


class HandbookPicture(TypedDict):
    """A part of the real map with what stands there; the client draws it as it draws the board."""

    frame: list[str]  #: places that are to be seen
    margin: float  #: around them, in hexes
    pieces: list[Shown]
    control: dict[str, str]
    markers: list[Marker]
    overlays: list[PictureOverlay]
    reach: dict[str, Hint]
    trail: list[str]
    left: dict[str, float]  #: movement points on the way
    labels: dict[str, str]  #: letters on places
    attack: PictureAttack | None


class HandbookBlock(TypedDict, total=False):
    """A part of a paragraph."""

    kind: Required[Literal["text", "list", "steps", "chart", "picture", "example", "ruling", "sequence"]]
    id: str
    head: str
    lines: list[list[Span]]
    columns: list[str]
    rows: list[list[str]]
    source: str
    rule: str
    picture: HandbookPicture


class HandbookParagraph(TypedDict):
    """A headed part of a chapter."""

    id: str
    head: str
    rules: list[str]
    rulings: list[str]
    blocks: list[HandbookBlock]


class HandbookChapter(TypedDict):
    """A chapter."""

    id: str
    title: str
    lead: str
    paragraphs: list[HandbookParagraph]


class Ruling(TypedDict, total=False):
    """What the program does where the rulebook leaves it open."""

    id: Required[str]
    title: str
    question: str
    decision: str
    reason: str
    doubt: str
    rules: list[str]


class HandbookPaper(TypedDict):
    """The rules of a title as prose."""

    title: str
    name: str
    chapters: list[HandbookChapter]
    terms: dict[str, str]
    rules: dict[str, str]  #: from numbers to paragraphs
    log: dict[str, str]  #: from kinds of events to paragraphs
    rulings: list[Ruling]
