/** The shapes of docs/presentation.md and docs/protocol.md, for the type checker only. */

declare global {
  type Point = [number, number];

  interface Place {
    x: number;
    y: number;
    name?: string;
    terrain?: string;
    tags?: string[];
    nation?: string;
    country?: string;
    facts?: string[];
    label?: Point;
    fortresses?: { name: string; x: number; y: number }[];
  }

  interface Face {
    text?: string;
    dots?: string;
  }

  interface Piece {
    name: string;
    short?: string;
    side: string;
    nation: string;
    army?: string;
    colour?: string;
    symbol?: string;
    size?: string;
    reserve?: boolean;
    about?: string;
    facts?: string[];
    faces?: Face[];
  }

  interface Overlay {
    id: string;
    name: string;
    of?: string;
    key?: string;
  }

  interface Sheet {
    kind: "hex" | "area" | "none";
    name: string;
    unit_km?: number;
    orientation?: "pointy" | "flat";
    places: Record<string, Place>;
    links?: { a: string; b: string; kind: string; name?: string }[];
    lines?: { kind: string; places: string[]; name?: string }[];
    outline?: Record<string, string>;
    pieces: Record<string, Piece>;
    sides: Record<string, { name: string; nations: string[] }>;
    nations: Record<string, { name: string; letter?: string }>;
    legend?: { tag: string; text: string }[];
    overlays?: Overlay[];
    labels?: Record<string, string>;
    phases?: string[];
    marks?: Record<string, string>;
    risky?: string[];
    /** verbs that are offered in the list of choices only */
    minor?: string[];
    /** "step: verb" of pieces that give way where the place is offered too */
    weak?: string[];
    /** by step: the overlay that helps to decide it */
    aids?: Record<string, string>;
    look?: "counters" | "blocks";
  }

  interface Shown {
    id: string;
    at?: string;
    face?: number;
    marks?: string[];
    order?: number;
    hidden?: boolean;
    nation?: string;
    text?: string;
    /** what it belongs to now */
    of?: string;
  }

  interface Track {
    id: string;
    name: string;
    value: number | string;
    low?: number;
    high?: number;
    goal?: number;
    text?: string;
  }

  interface Battle {
    target: string;
    attackers: string[];
    defenders: string[];
    attack?: number | string;
    defence?: number | string;
    assumed?: string | null;
    columns?: string[];
    base?: string | null;
    final?: string | null;
    shifts?: { amount: number; rule: string; text: string; value?: string }[];
    chart?: { result: string; text: string; probability: string; tone?: string }[];
    aim?: { text: string; probability: string } | null;
    die?: number | number[] | null;
    result?: string | null;
  }

  interface View {
    title: string;
    scenario: string;
    side: string;
    deciding: string | null;
    result: GameResult | null;
    turn?: number;
    turns?: number;
    date?: string;
    phase?: string;
    active?: string;
    pieces?: Shown[];
    control?: Record<string, string>;
    tracks?: Track[];
    boxes?: { id: string; name: string; pieces: string[] }[];
    markers?: { at: string; kind: string; text?: string }[];
    battle?: Battle | null;
    score?: Score;
    [more: string]: any;
  }

  interface ScoreMeter {
    id: string;
    name: string;
    now: number;
    end: number;
    side?: string;
    of?: number;
    loss?: boolean;
    help?: string;
    marks: { at: number; winner: string | null; text: string; most?: boolean }[];
  }

  interface ScoreEnd {
    winner: string | null;
    level: string;
    text: string;
    when: string;
  }

  interface ScorePlace {
    at: string;
    name: string;
    owner: string | null;
    state: "held" | "contested" | "open";
    why: string[];
  }

  interface Score {
    turn: number;
    last: number | null;
    meters: ScoreMeter[];
    ends: ScoreEnd[];
    verdict: ScoreEnd | null;
    places: ScorePlace[];
  }

  interface GameResult {
    winner: string | null;
    level: string;
    reason: string;
    rule: string;
    score: number;
  }

  interface Hint {
    left?: number;
    path?: string[];
    via?: string;
    stop?: boolean;
    mark?: string;
    cost?: number;
    text?: string;
  }

  interface Decision {
    side: string;
    step: string;
    prompt: string;
    rule: string;
    actions: Record<string, (string | number)[] | null>;
    outcomes?: Record<string, string>;
    hints?: Record<string, Hint>;
    delegable?: boolean;
  }

  interface GameEvent {
    at: number;
    kind: string;
    data: Record<string, any>;
    text: string;
    turn?: number;
    phase?: string;
    active?: string;
  }

  interface Computer {
    state: "idle" | "thinking" | "stopped" | "trouble";
    side: string | null;
    reason: string | null;
  }

  interface SeatOf {
    kind: "human" | "computer";
    level?: string;
  }

  interface GameRecord {
    id: string;
    name: string;
    title: string;
    title_name: string;
    scenario: string;
    scenario_name: string;
    seats: Record<string, SeatOf>;
    created: string;
    updated: string;
    length: number;
    seq: number;
    turn?: number;
    deciding: string | null;
    result: GameResult | null;
    branch: { game: string; at: number; imagined?: boolean } | null;
    takebacks: number;
    dice: string;
    commitment?: string;
    sheet: string;
    art?: string;
    rules: number;
    playable: boolean;
    trouble: string | null;
  }

  interface TitleInfo {
    id: string;
    name: string;
    year: number;
    players: number[];
    sides: string[];
    scenarios: { id: string; name: string; about?: string; turns?: number; minutes?: number }[];
    options: { id: string; name: string; default: any; choices: any[]; help?: string; rule?: string; sides?: Record<string, string[]> }[];
    stage: string;
    about: string;
    facts: Record<string, string>;
  }

  interface Art {
    frame: [number, number, number, number];
    base: string;
    names: string;
  }

  interface Answer {
    verb: string;
    arg: string | number | null;
    /** only on the screen: begins to pick two places, takes the first of them, or goes back */
    pick?: "first" | "second" | "back";
  }

  interface Mark {
    at: number;
    kind: "turn" | "phase" | "battle" | "throw";
    text: string;
    turn?: number;
    phase?: string;
    active?: string;
  }
}

export {};
