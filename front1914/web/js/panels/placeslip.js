/** What lies under the pointer: the place, its ground, what the rules say of it. */

import { el, fill } from "../dom.js";
import { whereOf } from "../signs.js";

export class PlaceSlip {
  /** @param {import("../table.js").Table} table @param {import("../board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.node = el("div", { class: "hexinfo paper", "data-ui": true, hidden: true });
  }

  /** @param {string | null} place @param {boolean} [whole] what the rules say of it too: when it was asked for, not when a pointer passes */
  render(place, whole = false) {
    if (whole) this.asked = place;
    const data = place ? this.table.sheet.places[place] : undefined;
    this.node.hidden = !data;
    if (!place || !data) return;
    const { sheet, shown } = this.table;
    const held = shown?.control?.[place];
    const parts = [
      data.name || data.near ? place : null,
      sheet.nations[data.nation ?? ""]?.name,
      data.terrain?.replaceAll("_", " "),
      ...(data.tags ?? []).filter((t) => t !== data.terrain).map((t) => t.replaceAll("_", " ")),
      held === "nobody" ? "not part of this game" : held ? `held by ${sheet.sides[held]?.name ?? sheet.nations[held]?.name ?? held}` : null,
    ].filter(Boolean);
    const markers = (shown?.markers ?? []).filter((m) => m.at === place).map((m) => m.text ?? m.kind);
    const name = whereOf(sheet, place);
    fill(this.node, el("b", { text: name[0].toUpperCase() + name.slice(1) }), el("span", { text: parts.join(" · ") }),
      [...(place === this.asked ? (data.facts ?? []) : []), ...markers].map((f) => el("small", { text: f })));
  }
}
