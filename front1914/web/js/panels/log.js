/** The log: what happened, in sentences, newest turn first, each line clickable to the map. */

import { bookHere } from "../book.js";
import { el, fill, folded, picture } from "../dom.js";
import { die, flag } from "../symbols.js";
import { T } from "../texts.js";

export class Log {
  /** @param {import("../table.js").Table} table @param {{show: (place: string, event: GameEvent) => void, undo: (count: number) => void, rule: (paragraph: string, from: string) => void, selected: () => string | null}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.kinds = table.sheet.log ?? { heads: [], battles: [], losses: [] };
    /** @type {"all" | "battles" | "unit"} what is shown */
    this.only = "all";
    this.field = el("input", { type: "search", placeholder: T.logFind, "aria-label": T.logFind, oninput: () => this.render() });
    this.filters = el("div", { class: "logfilter", role: "group", "aria-label": T.logFilter }, this.field,
      this.kinds.battles.length ? [this.filter("battles", T.logBattles), this.filter("unit", T.logUnit)] : null);
    this.list = el("div", { class: "loglines", role: "log", "aria-label": T.log, tabindex: 0 });
    this.node = el("div", { class: "log" }, this.filters, this.list);
  }

  /** @param {"battles" | "unit"} what @param {string} text */
  filter(what, text) {
    return el("button", { class: "btn plain", "data-only": what, "aria-pressed": "false", text, onclick: () => { this.only = this.only === what ? "all" : what; this.render(); } });
  }

  render() {
    for (const button of this.filters.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.getAttribute("data-only") === this.only));
    const known = this.seen();
    const last = known[known.length - 1];
    const groups = this.groups(known).map((g) => ({ ...g, events: g.events.filter((e) => this.wanted(e)) })).filter((g) => g.events.length || (g.newest && this.only === "all" && !this.field.value));
    if (!groups.length) return fill(this.list, el("p", { class: "empty", text: known.length ? T.logNothing : T.logEmpty }));
    fill(this.list, groups.flatMap((g, i) => {
      const again = g.turn === groups[i - 1]?.turn; // the turn is written once, over the newest of its phases
      const lost = g.events.filter((e) => this.kinds.losses.includes(e.kind)).length;
      return [el("h3", { class: again && g.phase ? "again" : "" }, again && g.phase ? el("span", { class: "sr", text: g.turn }) : g.turn, el("span", { class: "sc", text: g.phase }), lost ? el("small", { class: "lost", text: T.lossesOf(lost) }) : null),
        g.events.length ? el("ol", {}, g.events.map((event) => this.line(event, event === last))) : null].filter((n) => n !== null);
    }));
    return undefined;
  }

  /** What had happened by the moment that is looked at. */
  seen() {
    const { events, past } = this.table;
    return (past === null ? events : events.filter((e) => e.at <= past)).filter((e) => e.text).slice(-400);
  }

  /** @param {GameEvent} event */
  wanted(event) {
    const words = folded(this.field.value).split(/\s+/).filter(Boolean);
    if (!words.every((w) => folded(event.text).includes(w))) return false;
    if (this.only === "battles") return this.kinds.battles.includes(event.kind);
    if (this.only !== "unit") return true;
    const unit = this.does.selected();
    return unit !== null && Object.values(event.data ?? {}).flat().some((v) => String(v) === unit);
  }

  /**
   * Parts of a turn and phase, the newest first; inside a part in the order of time. What a title tells of turns and phases heads them.
   * @param {GameEvent[]} events
   */
  groups(events) {
    /** @type {{turn: string, phase: string, events: GameEvent[], newest: boolean}[]} */
    const found = [];
    const { heads } = this.kinds;
    let turn = "";
    for (const event of events) {
      const last = found[found.length - 1];
      if (heads.includes(event.kind)) {
        if (event.kind === heads[0]) turn = this.turnHead(event);
        found.push({ turn, phase: event.kind === heads[0] ? "" : event.text.replace(/\.$/, ""), events: [], newest: false });
        continue;
      }
      const stamp = { turn: turn || (event.turn ? T.turn(event.turn, undefined) : ""), phase: [this.sideName(event.active), event.phase].filter(Boolean).join(" ") };
      if (last && (heads.length || (last.turn === stamp.turn && last.phase === stamp.phase))) last.events.push(event);
      else found.push({ ...stamp, events: [event], newest: false });
    }
    const newest = found[found.length - 1];
    if (newest) newest.newest = true;
    return found.reverse();
  }

  /** A turn as the bar counts it, though the title's own calendar may count otherwise. @param {GameEvent} event */
  turnHead(event) {
    const text = event.text.replace(/\.$/, "");
    if (text.startsWith(T.turn(1, undefined).split(" ")[0])) return text;
    const number = this.table.events.filter((e) => e.kind === event.kind && e.at <= event.at).length;
    return `${T.turn(number, undefined)}: ${text.replace(/, turn \d+$/, "")}`;
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
    return el("li", { class: `${newest ? "now" : ""} ${this.kinds.losses.includes(event.kind) ? "loss" : ""}`, "data-at": event.at, "data-kind": event.kind },
      nation ? picture({ class: "n", "aria-hidden": "true" }, flag(nation)) : el("i", { class: "n" }),
      place ? el("button", { class: "told", text: event.text, onclick: go }) : el("span", { class: "told", text: event.text }),
      el("span", { class: "hex" }, place && !event.text.includes(`(${place})`) ? place : "", this.explain(event), this.undoButton(event)),
      dice.length ? el("span", { class: "dice" }, dice.map((d) => picture({ viewBox: "0 0 20 20", role: "img", "aria-label": T.die(d) }, die(d))),
        event.data.result ? el("b", { class: "out", text: String(event.data.result) }) : null) : null);
  }

  /** The paragraph of the handbook that an event is about. @param {GameEvent} event */
  explain(event) {
    const paragraph = bookHere(this.table.game.title)?.log[event.kind];
    return paragraph ? el("button", { class: "why", title: T.openRule, "aria-label": `${T.openRule}: ${event.text}`, text: "?", onclick: () => this.does.rule(paragraph, event.text) }) : null;
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

/** What was thrown: one die, several, or a white one and a black one, in this order. @param {GameEvent} event @returns {number[]} */
export function diceOf(event) {
  const { dice, die: one, white, black } = event.data ?? {};
  const found = dice ?? one ?? [white, black];
  return (Array.isArray(found) ? found : [found]).filter((d) => typeof d === "number");
}
