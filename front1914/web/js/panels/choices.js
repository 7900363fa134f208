/** The choices as a list of buttons: for screen readers, for the keyboard, and for whoever likes lists. */

import { el, fill, folded } from "../dom.js";
import { T } from "../texts.js";

const MOST = 150;

export class Choices {
  /** @param {import("../table.js").Table} table @param {{answer: (a: Answer) => void, point: (place: string | null) => void, place: (piece: string) => string | null}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.word = "";
    this.field = el("input", { type: "search", placeholder: T.filter, "aria-label": T.filter, oninput: () => { this.word = this.field.value; this.list(); } });
    this.items = el("ul", { id: "choices", "aria-label": T.choices });
    this.node = el("div", { class: "choices" }, this.field, this.items);
    /** @type {import("../answers.js").Answers | null} */
    this.answers = null;
  }

  /** @param {import("../answers.js").Answers | null} answers */
  render(answers) {
    this.answers = answers;
    this.list();
  }

  list() {
    const answers = this.answers;
    const wanted = folded(this.word.trim());
    if (!answers?.any) return fill(this.items, el("li", { class: "empty", text: T.noChoices }));
    const first = new Set(answers.buttons); // what the map does not offer, and the bar had no room for, is not looked for behind hundreds of counters
    const rows = [...answers.buttons, ...answers.all.filter((a) => !first.has(a))].map((a) => ({ a, label: this.say(a) })).filter((r) => !wanted || folded(r.label).includes(wanted));
    this.field.hidden = answers.all.length < 12;
    return fill(this.items, rows.slice(0, MOST).map(({ a, label }) => el("li", {}, el("button", {
      class: answers.risky(a) ? "risky" : "", "data-verb": a.verb, "data-arg": a.arg, text: label, onclick: () => this.does.answer(a),
      onfocus: () => this.does.point(this.placeOf(a)), onpointerenter: (/** @type {PointerEvent} */ e) => { if (e.movementX || e.movementY) this.does.point(this.placeOf(a)); }, // not when the list comes to lie under a resting hand
    }))), rows.length > MOST ? el("li", { class: "empty", text: T.more(rows.length - MOST) }) : null);
  }

  /** @param {Answer} a */
  placeOf(a) {
    if (a.arg === null) return null;
    const arg = String(a.arg);
    return arg in this.table.sheet.places ? arg : this.does.place(arg);
  }

  /** @param {Answer} a */
  say(a) {
    const at = a.arg === null ? null : this.does.place(String(a.arg));
    const parts = [this.answers?.label(a) ?? a.verb];
    if (at) parts.push(`at ${this.table.sheet.places[at]?.name ?? this.table.sheet.places[at]?.near ?? at}`);
    return [...parts, ...(this.answers?.told(a) ?? [])].join(", ");
  }
}
