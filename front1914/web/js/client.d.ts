/** Shapes that only the client knows, for the type checker only; what the server sends stands in types.d.ts. */

declare global {
  type Point = [number, number];

  interface GameEvent {
    /** when it happened, as the timeline tells it */
    turn?: number | null;
    phase?: string | null;
    active?: string | null;
  }

  /** A study of the laboratory, as the library lists it. */
  interface StudyRecord {
    name: string;
    titles: string[];
    cells: number;
    done: number;
    games: number;
    report: boolean;
    updated: string;
  }

  interface Answer {
    verb: string;
    arg: string | number | null;
    /** only on the screen: begins to pick two places, takes the first of them, goes back, or gives all answers of the verb */
    pick?: "first" | "second" | "back" | "all";
  }
}

export {};
