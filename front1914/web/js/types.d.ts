/** Made by tools/make_types.py from front1914/engine/shapes.py and front1914/server/shapes.py: change those. */

declare global {
  /** A fortress that stands inside an area. */
  interface Fortress {
    name: string;
    x: number;
    y: number;
  }

  /** A hex or an area. */
  interface Place {
    x: number;
    y: number;
    name?: string;
    terrain?: string;
    tags?: string[];
    nation?: string;
    country?: string;
    facts?: string[];
    /** of an area: where its sign stands */
    label?: [number, number];
    bonus?: number | string;
    fortresses?: Fortress[];
    /** lies beside the map, on other ground */
    inset?: boolean;
  }

  /** A hexside or a border with an effect. */
  interface Link {
    a: string;
    b: string;
    kind: string;
    name?: string;
    /** of a river */
    size?: string;
  }

  /** A railway or a river, from place to place. */
  interface Line {
    kind: string;
    places: string[];
    name?: string;
  }

  /** One face of a counter or block. */
  interface Face {
    text?: string;
    strength?: number;
    dots?: string;
  }

  /** A counter, as it is printed. */
  interface Piece {
    name: string;
    side: string;
    nation: string;
    short?: string;
    army?: string | null;
    /** of the stripe on a block */
    colour?: string;
    symbol?: string;
    size?: string;
    /** of guns */
    calibre?: number;
    reserve?: boolean;
    about?: string;
    facts?: string[];
    /** the strongest first */
    faces?: Face[];
  }

  /** An answer that names the garrison of a fortress. */
  interface Garrison {
    at: string;
    fortress: string;
    nation: string;
  }

  /** A side as people call it. */
  interface SideName {
    name: string;
    nations: string[];
  }

  /** A nation as people call it. */
  interface Nation {
    name: string;
    letter?: string;
  }

  /** A line of the legend. */
  interface Sign {
    tag: string;
    text: string;
  }

  /** An overlay that can be asked for: of a unit, a place, a side, or the own side only. */
  interface Overlay {
    id: string;
    name: string;
    of?: string;
    key?: string;
    /** how it is drawn, `aid` if not told */
    look?: "zone" | "supply" | "attack" | "enemy" | "reach" | "aid";
  }

  /** The map, the pieces and the words. */
  interface Sheet {
    kind: "hex" | "area" | "none";
    name: string;
    places: Record<string, Place>;
    pieces: Record<string, Piece>;
    sides: Record<string, SideName>;
    nations: Record<string, Nation>;
    unit_km?: number;
    orientation?: "pointy" | "flat";
    links?: Link[];
    lines?: Line[];
    /** of areas: an SVG path for each */
    outline?: Record<string, string>;
    legend?: Sign[];
    overlays?: Overlay[];
    /** words for verbs, and for "step: verb" */
    labels?: Record<string, string>;
    phases?: string[];
    /** words for marks */
    marks?: Record<string, string>;
    /** by verb: what its argument is */
    takes?: Record<string, "piece" | "place" | "pair" | "choice" | "nothing">;
    /** verbs after which a die falls or something is told that cannot be taken back */
    risky?: string[];
    /** verbs without an argument with which play goes on, the likeliest first */
    onward?: string[];
    /** those of them that end a phase: a careful player is asked again */
    ends?: string[];
    /** verbs that are offered in the list of choices only */
    minor?: string[];
    /** "step: verb" of pieces that give way where the place is offered too */
    weak?: string[];
    /** by step: the overlay that helps to decide it */
    aids?: Record<string, string>;
    /** answers that are garrisons, and where each stands */
    garrisons?: Record<string, Garrison>;
    look?: "counters" | "blocks";
  }

  /** A piece on the map. An id that begins with "?" stands for something that the side may not identify. */
  interface Shown {
    id: string;
    at?: string;
    face?: number;
    /** stands in place of the figures of its face */
    text?: string;
    marks?: string[];
    /** 0 is the top of the stack */
    order?: number;
    hidden?: boolean;
    nation?: string;
    /** of something hidden: what can be told of it */
    kind?: string;
    /** what it belongs to now */
    of?: string;
    corps?: string;
    /** a short text on the counter */
    badge?: string;
    /** of a block: what it is called when nobody can read it */
    token?: string;
    /** of a concealed block: how much of it was seen */
    known?: string;
    lost?: number;
    river?: string;
    army?: string;
    steps?: number[];
    dots?: string;
  }

  /** A number to watch. */
  interface Track {
    id: string;
    name: string;
    value: number | string;
    low?: number;
    high?: number;
    goal?: number;
    text?: string;
  }

  /** Pieces beside the map. */
  interface Box {
    id: string;
    name: string;
    pieces: string[];
    /** when not all of them are known */
    count?: number;
    nations?: Record<string, number>;
  }

  /** Something that lies on a place and is no piece. */
  interface Marker {
    at: string;
    kind: string;
    text?: string;
    side?: string;
    nation?: string;
    fortress?: string;
    count?: number;
    isolated?: boolean;
  }

  /** Why the odds are what they are; with a `value` that is shown instead of "left" or "right". */
  interface PanelShift {
    amount: number;
    rule: string;
    text: string;
    value?: string;
  }

  /** One result that the die may bring. */
  interface PanelChance {
    result: string;
    text: string;
    probability: string;
    tone?: string;
  }

  /** What the attacker wants, and how likely it is. */
  interface PanelAim {
    text: string;
    probability: string;
  }

  /** What the combat panel shows before and after the die, from what the side may know. */
  interface Battle {
    target: string;
    attackers: string[];
    defenders: string[];
    attack?: number | string | null;
    defence?: number | string | null;
    /** what was assumed of the rest */
    assumed?: string | null;
    columns?: string[];
    base?: string | null;
    final?: string | null;
    shifts?: PanelShift[];
    chart?: PanelChance[];
    aim?: PanelAim | null;
    die?: number | number[] | null;
    dice?: number[];
    result?: string | null;
    /** of a combat table that has several */
    section?: string | null;
    /** the attack costs nothing */
    free?: boolean;
    cavalry?: boolean;
    edge?: string | null;
    hits?: Record<string, number>;
  }

  /** A threshold on a meter: from there on, or up to there, somebody wins. */
  interface ScoreMark {
    at: number;
    winner: string | null;
    text: string;
    /** up to there instead of from there on */
    most?: boolean;
  }

  /** Something that is counted; the first of them is the score that people watch. */
  interface ScoreMeter {
    id: string;
    name: string;
    now: number;
    /** at the end of the turn if nobody does anything more */
    end: number;
    /** for whom it is good, or bad if it is a `loss` */
    side?: string;
    of?: number;
    loss?: boolean;
    help?: string;
    marks: ScoreMark[];
  }

  /** A way for the game to end. */
  interface ScoreEnd {
    winner: string | null;
    level: string;
    text: string;
    /** now, phase, turn or end */
    when: string;
  }

  /** A place that counts. */
  interface ScorePlace {
    /** of the place */
    id: string;
    name: string;
    owner: string | null;
    state: "held" | "contested" | "open";
    why: string[];
  }

  /** Who is winning, and by what, as far as the side may know. */
  interface Score {
    turn: number;
    last: number | null;
    meters: ScoreMeter[];
    ends: ScoreEnd[];
    /** what the game would end with if it ended now */
    verdict: ScoreEnd | null;
    places: ScorePlace[];
  }

  /** How a game ended. */
  interface GameResult {
    winner: string | null;
    level: string;
    reason: string;
    rule: string;
    score: number | null;
  }

  /** What a title shows a side beside the scene. */
  interface Display {
    turns?: number;
    pieces?: Shown[];
    /** where it differs from the sheet's own country */
    control?: Record<string, string>;
    tracks?: Track[];
    boxes?: Box[];
    markers?: Marker[];
    battle?: Battle | null;
  }

  /** What a client shows of the present moment: the display, the scene, and what the engine knows of every game. */
  interface View {
    turns?: number;
    pieces?: Shown[];
    control?: Record<string, string>;
    tracks?: Track[];
    boxes?: Box[];
    markers?: Marker[];
    battle?: Battle | null;
    title: string;
    scenario: string;
    options: Record<string, any>;
    /** whose eyes it is seen through */
    side: string;
    deciding: string | null;
    result: GameResult | null;
    turn?: number;
    phase?: string;
    active?: string;
    date?: string;
    score?: Score;
  }

  /** What a player wants to see of an answer before choosing it. */
  interface Hint {
    left?: number;
    path?: string[];
    /** only on the wire: the path of that answer, and then this place */
    via?: string;
    stop?: boolean;
    mark?: string;
    cost?: number;
    text?: string;
  }

  /** What an overlay says of a place. */
  interface OverlayPlace {
    left?: number;
    mark?: string;
    text?: string;
  }

  /** Something to lay over the map. */
  interface OverlayFound {
    places?: Record<string, OverlayPlace>;
    lines?: string[][];
    text?: string;
  }

  /** What is asked of a side: by verb the arguments that it may have, None for a verb without one. */
  interface Decision {
    side: string;
    step: string;
    prompt: string;
    rule: string;
    actions: Record<string, (string | number)[] | null>;
    /** all that the step knows, also those for which nothing is offered now */
    verbs?: string[];
    /** when people throw the dice */
    outcomes?: Record<string, string>;
    hints?: Record<string, Hint>;
    delegable?: boolean;
  }

  /** Something that happened. */
  interface GameEvent {
    at: number;
    kind: string;
    data: Record<string, any>;
    text: string;
  }

  /** What the computer does now. */
  interface Computer {
    state: "idle" | "thinking" | "stopped" | "trouble";
    side: string | null;
    reason: string | null;
  }

  /** Who plays a side. */
  interface SeatOf {
    kind: "human" | "computer" | "lesson";
    level?: string;
    /** the lesson that is taught there */
    lesson?: string;
  }

  /** A decision that a lesson expects or answers; any argument if none is named. */
  interface LessonAnswer {
    verb: string;
    args: (string | number)[];
    answer: string;
  }

  /** What the coach points at. */
  interface LessonSign {
    ring?: string;
    unit?: string;
    trail?: string[];
    look?: string;
    button?: string;
    panel?: string;
  }

  /** One thing that the coach says or asks. */
  interface LessonStep {
    say: string;
    why: string;
    ask: string;
    expect: LessonAnswer[];
    show: LessonSign[];
    hint: string;
    after: string;
    otherwise: LessonAnswer[];
    quietly: string[];
  }

  /** A lesson of a title. */
  interface Lesson {
    id: string;
    name: string;
    order: number;
    minutes: number;
    scenario: string;
    side: string;
    seed: string;
    options: Record<string, any>;
    steps: LessonStep[];
    head: string;
    learnt: string[];
  }

  /** The game that a what-if comes from. */
  interface BranchOf {
    game: string;
    at: number;
    imagined?: boolean;
  }

  /** Somebody saw what is hidden: after how many actions, and how. */
  interface Look {
    kind: "reopened" | "taken" | "downloaded";
    side: string | null;
    at: number;
  }

  /** A game as the library shows it. */
  interface GameRecord {
    id: string;
    name: string;
    title: string;
    title_name: string;
    scenario: string;
    scenario_name: string;
    options: Record<string, any>;
    rules: number;
    seats: Record<string, SeatOf>;
    created: string;
    updated: string;
    length: number;
    seq: number;
    turn: number | null;
    deciding: string | null;
    result: GameResult | null;
    branch: BranchOf | null;
    takebacks: number;
    looks: Look[];
    dice: string;
    commitment: string | null;
    sheet: string;
    art: string;
    over: boolean;
    playable: boolean;
    trouble: string | null;
    good?: number | null;
  }

  /** One way to begin. */
  interface ScenarioShown {
    id: string;
    name: string;
    about: string;
    turns: number | null;
    minutes: number | null;
    first: boolean;
  }

  /** A choice made before the game. */
  interface OptionShown {
    id: string;
    name: string;
    default: boolean | string | number;
    choices: (boolean | string | number)[];
    help: string;
    rule: string;
    /** by choice: who plays then */
    sides: Record<string, string[]>;
  }

  /** A title as the library shows it. */
  interface TitleInfo {
    id: string;
    name: string;
    year: number;
    players: number[];
    sides: string[];
    scenarios: ScenarioShown[];
    options: OptionShown[];
    stage: string;
    lessons: boolean;
    about: string;
    facts: Record<string, string>;
  }

  /** The drawn map, as two pieces of SVG. */
  interface Art {
    frame: [number, number, number, number];
    base: string;
    names: string;
  }

  /** A mark of the timeline. */
  interface Mark {
    at: number;
    kind: "turn" | "phase" | "battle" | "throw";
    text: string;
    turn: number | null;
    phase: string | null;
    active: string | null;
  }
}

export {};
