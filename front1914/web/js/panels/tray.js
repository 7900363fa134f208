/** Pieces that may be chosen but stand nowhere on the map: reserves, arrivals, a set-up. */

import { face, spoken } from "../counters.js";
import { el, fill, picture } from "../dom.js";
import { T } from "../texts.js";

export class Tray {
  /** @param {import("../table.js").Table} table @param {{answer: (a: Answer) => void, inspect: (piece: string) => void}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.node = el("div", { class: "tray paper", "data-ui": true, role: "group", "aria-label": T.offMapPieces, hidden: true });
  }

  /** @param {import("../answers.js").Answers | null} answers @param {import("../stacks.js").Stacks} stacks */
  render(answers, stacks) {
    const off = [...(answers?.onPiece.keys() ?? [])].filter((id) => {
      const at = stacks.pieces.get(id)?.at;
      return !at || !stacks.ground.has(at);
    });
    this.node.hidden = !off.length;
    fill(this.node, off.slice(0, 120).map((id) => {
      const shown = stacks.pieces.get(id) ?? { id };
      const { markup, nation } = face(this.table.sheet, shown);
      const options = answers?.onPiece.get(id) ?? [];
      return el("button", { class: "chip", "data-id": id, title: this.table.sheet.pieces[id]?.name, onclick: () => this.does.answer(options[0]), onpointerenter: () => this.does.inspect(id) }, el("span", { class: "sr", text: spoken(this.table.sheet, shown) }),
        picture({ class: `chip-counter n-${nation}`, viewBox: "-38 -40 78 78", "aria-hidden": "true" }, markup));
    }));
  }
}
