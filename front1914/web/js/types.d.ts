/** Made by tools/make_types.py from engine/shapes.py, engine/accounts.py, server/shapes.py: change those. */

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
    /** of a place without a name: where it lies, seen from one that has a name */
    near?: string;
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
    /** what it does, in a few words */
    effect?: string;
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

  /** Kinds of events, for the log. */
  interface LogKinds {
    /** that begin a part of it: turns and phases */
    heads: string[];
    /** that belong to a battle */
    battles: string[];
    /** that tell of something lost */
    losses: string[];
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
    /** by symbol of a piece: what each of its figures is called, in printed order */
    figures?: Record<string, string[]>;
    /** by symbol of a piece: what it is */
    kinds?: Record<string, string>;
    /** by mark, or by the word it begins with: what it does */
    effects?: Record<string, string>;
    log?: LogKinds;
    /** of blocks: what the dots of a step mean */
    dots?: Record<string, string>;
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
    /** "step: verb" of pieces that may be chosen though nothing needs it: they glow faintly */
    spare?: string[];
    /** by step: the overlay that helps to decide it */
    aids?: Record<string, string>;
    /** verbs that only end what a piece was doing: whoever takes up another piece means them too */
    stops?: string[];
    /** "step: verb" of pieces that may all be taken with one click */
    gathers?: string[];
    /** by verb, or "step: verb": what it does, asked before it is done */
    asks?: Record<string, string>;
    /** by verb, or "step: verb": what follows that nobody can undo */
    throws?: Record<string, "die" | "reveal" | "draw">;
    /** by "step: verb": what is left undone where the step ends a phase */
    leaves?: Record<string, "move" | "attack">;
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
    /** what it costs the attacker, in the unit of `losses` */
    attacker?: number;
    defender?: number;
    /** whether it brings what the attacker wants; maybe: if the enemy gives way */
    aim?: "yes" | "maybe" | "no";
    /** of the one die that decides */
    faces?: number[];
  }

  /** What the attacker wants, and how likely it is. */
  interface PanelAim {
    text: string;
    probability: string;
    /** how likely at most: if whoever may give way does, with all that may still be added */
    most?: string;
  }

  /** What an attack costs on average, and how much each party has to lose. */
  interface PanelLosses {
    attacker: number;
    defender: number;
    /** steps, points, hits */
    unit: string;
    attacker_all?: number;
    defender_all?: number;
  }

  /** Why an attack should be thought over: `stop` if it is worse than none. */
  interface PanelWarning {
    level: "care" | "stop";
    why: "hopeless" | "fatal" | "costly" | "dear";
  }

  /** A column that may decide, and how likely it is the one. */
  interface PanelReached {
    column: string;
    probability: string;
  }

  /** A loss, and the faces of the die that bring it. */
  interface PanelLoss {
    value: number;
    faces: number[];
  }

  /** What one throw of its own costs one party. */
  interface PanelCurve {
    party: "attacker" | "defender";
    losses: PanelLoss[];
    /** what the party has */
    all: number;
    text?: string;
  }

  /** A marker, card or point that may be spent on an attack, and what it would change. */
  interface PanelSpend {
    verb: string;
    rule: string;
    text: string;
    /** the chance of the aim without it and with it */
    aim: number[];
    /** losses */
    attacker: number[];
    defender: number[];
  }

  /** How many of the equally likely cases have a value. */
  interface PanelSpot {
    value: number;
    count: number;
    of: number;
  }

  /** What a choice would bring, where chance lies only in what is hidden. */
  interface PanelLane {
    /** None: as it stands */
    verb: string | null;
    text: string;
    values: PanelSpot[];
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
    /** which party looks */
    eyes?: "attacker" | "defender" | null;
    losses?: PanelLosses | null;
    warning?: PanelWarning | null;
    /** where more than one column is possible */
    reached?: PanelReached[];
    /** where two throws decide, each by itself: instead of the chart of both */
    curves?: PanelCurve[];
    spend?: PanelSpend[];
    lanes?: PanelLane[];
    /** the texts of the chart say more than what is lost */
    worded?: boolean;
    /** no die is thrown in this game */
    dice_free?: boolean;
    die?: number | number[] | null;
    dice?: number[];
    result?: string | null;
    /** the cell of the table, where `result` names the row of the chart */
    printed?: string;
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
    /** the chance of an attack's aim if this is chosen */
    aim?: number;
    /** what follows that cannot be taken back */
    throws?: "die" | "reveal";
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

  /** A run of words. */
  interface Span {
    text: string;
    look?: "strong" | "em" | "term" | "link";
    /** of a link the paragraph, of a term its entry in the glossary */
    to?: string;
  }

  /** An overlay as it lies on a picture. */
  interface PictureOverlay {
    look?: string;
    places?: Record<string, OverlayPlace>;
    lines?: string[][];
  }

  /** An attack as it is drawn: full heads from the places it comes from, the column on a flag. */
  interface PictureAttack {
    target: string;
    places: string[];
    odds: string;
  }

  /** A part of the real map with what stands there; the client draws it as it draws the board. */
  interface HandbookPicture {
    /** places that are to be seen */
    frame: string[];
    /** around them, in hexes */
    margin: number;
    pieces: Shown[];
    control: Record<string, string>;
    markers: Marker[];
    overlays: PictureOverlay[];
    reach: Record<string, Hint>;
    trail: string[];
    /** movement points on the way */
    left: Record<string, number>;
    /** letters on places */
    labels: Record<string, string>;
    attack: PictureAttack | null;
  }

  /** A part of a paragraph. */
  interface HandbookBlock {
    kind: "text" | "list" | "steps" | "chart" | "picture" | "example" | "ruling" | "sequence";
    id?: string;
    head?: string;
    lines?: Span[][];
    columns?: string[];
    rows?: string[][];
    source?: string;
    rule?: string;
    picture?: HandbookPicture;
  }

  /** A headed part of a chapter. */
  interface HandbookParagraph {
    id: string;
    head: string;
    rules: string[];
    rulings: string[];
    blocks: HandbookBlock[];
  }

  /** A chapter. */
  interface HandbookChapter {
    id: string;
    title: string;
    lead: string;
    paragraphs: HandbookParagraph[];
  }

  /** What the program does where the rulebook leaves it open. */
  interface Ruling {
    id: string;
    title?: string;
    question?: string;
    decision?: string;
    reason?: string;
    doubt?: string;
    rules?: string[];
  }

  /** The rules of a title as prose. */
  interface HandbookPaper {
    title: string;
    name: string;
    chapters: HandbookChapter[];
    terms: Record<string, string>;
    /** from numbers to paragraphs */
    rules: Record<string, string>;
    /** from kinds of events to paragraphs */
    log: Record<string, string>;
    rulings: Ruling[];
  }

  /** Something that a turn brings. */
  interface CalendarEntry {
    turn: number;
    kind: "arrive" | "leave" | "event" | "end";
    head: string;
    text: string;
    side: string;
    nation: string;
    units: string[];
    rule: string;
    sure: boolean;
  }

  /** An army, or what a nation has outside its armies, as far as the side knows it. */
  interface ArmyRow {
    id: string;
    side: string;
    nation: string;
    army: string;
    /** on the map */
    units: string[];
    /** of those whose strength is known */
    strength: number;
    /** of all that are on the map */
    full: number;
    /** units on the map whose strength is not known */
    unknown: number;
    coming: string[];
    lost: string[];
    left: string[];
  }

  /** The strength of a nation at the beginning of a turn, and what it lost since the turn before. */
  interface StrengthRow {
    turn: number;
    side: string;
    nation: string;
    strength: number;
    units: number;
    /** strength of units that were known before and after, or destroyed */
    lost: number;
  }

  /** The calendar and the order of battle, as far as a side knows them. */
  interface Orders {
    turn: number;
    last: number | null;
    /** by turn */
    dates: Record<string, string>;
    entries: CalendarEntry[];
    armies: ArmyRow[];
    course?: StrengthRow[];
  }

  /** The chances of each side, in whole percent. */
  interface Prospects {
    side: string;
    win: number;
    /** played games on which it rests */
    games: number;
    dated: string;
    /** one sentence */
    basis: string;
  }

  /** What was counted, where it stood in the end, and what was needed. */
  interface ReviewMeter {
    id: string;
    name: string;
    value: number;
    /** in words, empty if nothing was */
    needed: string;
  }

  /** A moment between two turns: before the first one, and after each. */
  interface ReviewTurn {
    /** that is over then; 0 before the first */
    turn: number;
    /** number of actions */
    at: number;
    date: string;
    /** the first meter */
    score: number | null;
    /** of the first side, in percent */
    chance: number | null;
    /** by nation */
    strength: Record<string, number>;
    /** by nation: strength lost in this turn */
    lost: Record<string, number>;
    /** place -> side, only where it changed */
    held: Record<string, string>;
    /** side -> places in which its units stand */
    stood: Record<string, string[]>;
  }

  /** A battle, and what it changed. */
  interface ReviewBattle {
    /** number of actions when it began */
    at: number;
    until: number;
    turn: number;
    place: string;
    name: string;
    attacker: string;
    /** what was told of its result */
    text: string;
    odds: string;
    /** by side: strength */
    losses: Record<string, number>;
    throws: number;
    /** for the first side, in percent, or in steps of average infantry if nothing is calibrated */
    change: number;
    /** of that, what the dice gave beyond the average */
    luck: number;
  }

  /** A turning point. */
  interface ReviewPoint {
    number: number;
    turn: number;
    at: number;
    change: number;
    text: string;
    /** its place in the list of battles */
    battle?: number;
  }

  /** What the dice gave. */
  interface ReviewLuck {
    throws: number;
    /** for the first side */
    luck: number;
    /** all throws were weighed, not only those of the battles that mattered */
    whole: boolean;
  }

  /** What to play now. */
  interface ReviewNext {
    scenario: string;
    name: string;
    minutes: number | null;
    why: string;
  }

  /** What decided a finished game. */
  interface Review {
    title: string;
    scenario: string;
    /** figures are told for the first */
    sides: string[];
    unit: "chance" | "steps";
    winner: string | null;
    level: string;
    reason: string;
    rule: string;
    meters: ReviewMeter[];
    /** name of the first meter */
    score: string;
    /** on the first meter: where somebody wins */
    marks: number[];
    turns: ReviewTurn[];
    points: ReviewPoint[];
    battles: ReviewBattle[];
    /** battles in all */
    fought: number;
    luck: ReviewLuck;
    /** nation -> side, of those that take part */
    nations: Record<string, string>;
    next: ReviewNext[];
  }

  /** What is left undone where a phase can be ended: pieces, places to attack, own places that lie open. */
  interface Undone {
    units: string[];
    attacks: string[];
    danger: string[];
  }

  /** One reason of the staff. */
  interface AdviceWhy {
    kind?: string;
    text?: string;
    subject?: string;
    numbers?: Record<string, number>;
    rule?: string;
    beaten?: string;
  }

  /** What the staff would do: answers one after the other, and why. */
  interface StaffAdvice {
    actions: ((string | number)[])[];
    reasons: AdviceWhy[];
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
    undone?: Undone;
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
    /** how long a general thinks about a phase */
    seconds?: number;
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
    /** in a club: who plays which side */
    players?: Record<string, string>;
    /** the sides of whoever asks */
    mine?: string[];
    /** sides that wait for somebody */
    free?: string[];
    /** whether whoever asks began it */
    owner?: boolean;
    proposal?: Proposal | null;
    /** the time that was agreed on */
    pace?: Pace | null;
    clock?: Clock | null;
    /** sides that the staff plays for a while, until when */
    lent?: Record<string, string>;
    /** what those who look on see */
    watch?: Watch;
    /** whether it counts for ratings */
    rated?: boolean;
  }

  /** What those who look on see: what everybody sees, or every view so many turns late; and how many they are. */
  interface Watch {
    views: "common" | "late";
    delay: number;
    talk: boolean;
    open: boolean;
    count: number;
  }

  /** How much time everybody has: seconds for the game and for each move, or days for each move. */
  interface Pace {
    kind: "live" | "days";
    base?: number;
    increment?: number;
    days?: number;
    /** days off that each may take */
    holidays?: number;
    lapse: "staff" | "loss";
  }

  /** The seconds that each side has left, and whose run. */
  interface Clock {
    left: Record<string, number>;
    running: string | null;
    paused: boolean;
    /** until when it stands because who decides is on holiday */
    holiday?: string | null;
    /** days off that each has left */
    off?: Record<string, number>;
  }

  /** What a player has asked the others. */
  interface Proposal {
    id: string;
    kind: "rewind" | "draw" | "pause" | "resume" | "delete" | "rematch";
    to: number | null;
    by: string;
    agreed: string[];
    seq: number;
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
