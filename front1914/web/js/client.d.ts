/** Shapes that only the client knows, for the type checker only; what the server sends stands in types.d.ts. */

declare global {
  type Point = [number, number];

  interface GameEvent {
    /** when it happened, as the timeline tells it */
    turn?: number | null;
    phase?: string | null;
    active?: string | null;
  }

  interface Answer {
    verb: string;
    arg: string | number | null;
    /** only on the screen: begins to pick two places, takes the first of them, or goes back */
    pick?: "first" | "second" | "back";
  }
}

export {};
