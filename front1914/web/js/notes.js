/** Notes to oneself: about a place, where they stand on the map, or about the turn. Nobody else reads them. */

import { alarm, NAMES } from "./account.js";
import { dialog } from "./dialogs.js";
import { el, escape, fill } from "./dom.js";
import { api } from "./net.js";
import { whereOf } from "./signs.js";
import { T } from "./texts.js";

/** @typedef {{id: string, place: string | null, turn: number | null, length: number, at: string, text: string}} Note */

export class Notes {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Note[]} */
    this.list = [];
    /** @type {import("./board.js").Board | null} */
    this.board = null;
    /** @type {() => string | null} the place that the player looks at */
    this.place = () => null;
  }

  get path() {
    return `games/${this.table.game.id}/notes`;
  }

  async open() {
    this.list = (await api(this.path).catch(() => ({ notes: [] }))).notes;
    this.draw();
  }

  /** A pin at every place that has a note. */
  draw() {
    const { board } = this;
    if (!board) return;
    const places = new Map(this.list.filter((n) => n.place && board.ground.has(n.place)).map((n) => [/** @type {string} */ (n.place), n.text]));
    board.layers.write("notes", [...places].map(([place, text]) => {
      const [x, y] = board.ground.centre(place);
      return `<g class="pin" transform="translate(${(x + 26).toFixed(0)} ${(y - 30).toFixed(0)})"><title>${escape(text)}</title><path d="M-11-14h22v20h-14l-8 7z"/><path class="lines" d="M-6-8h12M-6-2h8"/></g>`;
    }).join(""));
  }

  /** @param {string} text @param {string | null} place */
  async add(text, place) {
    const { note } = await api(this.path, { body: place ? { text, place } : { text } });
    this.list.push(note);
    this.draw();
  }

  /** @param {Note} note */
  async drop(note) {
    await api(`${this.path}/${note.id}`, { method: "DELETE" });
    this.list = this.list.filter((n) => n !== note);
    this.draw();
  }

  show() {
    const { sheet } = this.table;
    const place = this.place();
    const lines = el("ul", { class: "notes" });
    const draw = () => fill(lines, this.list.length ? this.list.map((note) => el("li", {}, el("small", { text: T.noteHead(note.turn, note.place ? whereOf(sheet, note.place) : null) }), el("span", { text: note.text }),
      el("button", { class: "btn plain small", text: T.remove, "aria-label": `${T.remove}: ${note.text}`, onclick: () => this.drop(note).then(draw, alarm) }))) : el("li", { class: "empty", text: T.noNotes }));
    draw();
    const here = place ? el("input", { type: "checkbox", checked: true }) : null;
    const field = el("input", { type: "text", maxlength: 1000, "aria-label": T.noteText, placeholder: T.noteText, autofocus: true });
    const write = (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = field.value.trim();
      field.value = "";
      if (text) this.add(text, here?.checked ? place : null).then(draw, alarm);
    };
    return dialog(T.notes, () => [el("p", { class: "note", text: T.notesAbout }), lines, el("form", { onsubmit: write }, here && place ? el("label", { class: "check" }, here, T.noteOn(whereOf(sheet, place))) : null,
      el("div", { class: "copy" }, field, el("button", { class: "btn go", type: "submit", text: T.write })))], NAMES);
  }
}
