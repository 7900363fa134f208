/** The log: what happened, in sentences, newest turn first, each line clickable to the map. */

import { el, fill, picture } from "../dom.js";
import { die, flag } from "../symbols.js";
import { T } from "../texts.js";

export class Log {
  /** @param {import("../table.js").Table} table @param {{show: (place: string, event: GameEvent) => void, undo: (count: number) => void}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.node = el("div", { class: "log", role: "log", "aria-label": T.log, tabindex: 0 });
  }

  render() {
    const groups = this.groups();
    if (!groups.length) return fill(this.node, el("p", { class: "empty", text: T.logEmpty }));
    const last = this.table.events.length;
    return fill(this.node, groups.map(({ turn, phase, active, events }) => [
      el("h3", {}, turn === undefined ? "" : `Turn ${turn}`, el("span", { class: "sc", text: [this.sideName(active), phase].filter(Boolean).join(" ") })),
      el("ol", {}, events.map((event) => this.line(event, event === this.table.events[last - 1]))),
    ]).flat());
  }

  /** Groups of a turn and phase, newest first; inside a group in the order of time. */
  groups() {
    /** @type {{turn?: number | null, phase?: string | null, active?: string | null, events: GameEvent[]}[]} */
    const found = [];
    for (const event of this.table.events.slice(-400)) {
      if (!event.text) continue;
      const last = found[found.length - 1];
      if (last && last.turn === event.turn && last.phase === event.phase && last.active === event.active) last.events.push(event);
      else found.push({ turn: event.turn, phase: event.phase, active: event.active, events: [event] });
    }
    return found.reverse();
  }

  /** @param {string | null | undefined} side */
  sideName(side) {
    return side ? (this.table.sheet.sides[side]?.name ?? side) : "";
  }

  /** @param {GameEvent} event @param {boolean} newest */
  line(event, newest) {
    const place = this.placeOf(event);
    const nation = this.nationOf(event);
    const dice = diceOf(event);
    const go = () => place && this.does.show(place, event);
    return el("li", { class: newest ? "now" : "", "data-at": event.at, "data-kind": event.kind },
      nation ? picture({ class: "n", "aria-hidden": "true" }, flag(nation)) : el("i", { class: "n" }),
      place ? el("button", { class: "told", text: event.text, onclick: go }) : el("span", { class: "told", text: event.text }),
      el("span", { class: "hex" }, place ?? "", this.undoButton(event)),
      dice.length ? el("span", { class: "dice" }, dice.map((d) => picture({ viewBox: "0 0 20 20", role: "img", "aria-label": T.die(d) }, die(d))),
        event.data.result ? el("b", { class: "out", text: String(event.data.result) }) : null) : null);
  }

  /** Back to before this, where nothing fell or was shown since. @param {GameEvent} event */
  undoButton(event) {
    const { length, undoable, past, side } = this.table;
    const first = this.table.events.find((e) => e.at === event.at) === event;
    if (past !== null || side === "observer" || !first || event.at <= length - undoable) return null;
    return el("button", { class: "back", title: T.undoTo, "aria-label": `${T.undoTo}: ${event.text}`, text: "↶", onclick: () => this.does.undo(length - event.at + 1) });
  }

  /** Where it happened: the first datum that names a place, or where a named piece stands. @param {GameEvent} event */
  placeOf(event) {
    const { places } = this.table.sheet;
    const values = Object.values(event.data ?? {}).flat().map(String);
    for (const key of ["hex", "to", "target", "at", "place", "area"]) {
      const value = event.data?.[key];
      if (value !== undefined && String(value) in places) return String(value);
    }
    return values.find((v) => v in places && !/^\d{1,2}$/.test(v)) ?? null;
  }

  /** @param {GameEvent} event */
  nationOf(event) {
    const { pieces, sides } = this.table.sheet;
    for (const value of Object.values(event.data ?? {}).flat()) {
      const piece = pieces[String(value)];
      if (piece) return piece.nation;
    }
    const side = event.data?.side ?? event.active;
    return sides[side]?.nations[0] ?? null;
  }
}

/** @param {GameEvent} event @returns {number[]} */
export function diceOf(event) {
  const found = event.data?.dice ?? event.data?.die;
  return (Array.isArray(found) ? found : [found]).filter((d) => typeof d === "number");
}
