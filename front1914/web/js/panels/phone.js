/** The slip under the thumb: on a phone the desk is a sheet that is pulled up, and the likely answers stand below the map. */

import { el, fill } from "../dom.js";
import { T } from "../texts.js";

export class Phone {
  /** @param {import("../table.js").Table} table @param {{answer: (a: Answer) => void, undo: () => void, open: () => void, advise: () => void, review: (() => void) | null}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.handle = el("button", { class: "handle phone-only", "aria-label": T.toggleDesk, "aria-expanded": "false", onclick: () => this.flip() });
    this.node = el("div", { class: "phone-only phone-acts" });
    document.body.classList.remove("sheet-up");
  }

  flip() {
    const up = document.body.classList.toggle("sheet-up");
    this.handle.setAttribute("aria-expanded", String(up));
  }

  /** @param {import("../answers.js").Answers | null} answers */
  render(answers) {
    const main = answers?.main ?? null;
    const list = [main, ...(answers?.buttons ?? []).filter((a) => a !== main)].filter((a) => a !== null);
    fill(this.node, el("button", { class: "btn plain", disabled: !this.table.undoable, text: T.undo, onclick: this.does.undo }),
      list.slice(0, 2).map((a, i) => el("button", { class: `btn ${answers?.risky(a) ? "war" : i ? "plain" : "go"}${i ? " second" : ""}`, "data-verb": a.verb, text: answers?.label(a), onclick: () => this.does.answer(a) })),
      this.table.shown?.result && this.does.review ? el("button", { class: "btn go", text: T.review.open, onclick: this.does.review }) : null,
      answers && this.table.decision?.side === this.table.side ? el("button", { class: "btn plain aid", "aria-label": T.askStaff, text: T.askStaffShort, onclick: this.does.advise }) : null);
  }
}
