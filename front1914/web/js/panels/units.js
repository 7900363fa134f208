/** Every piece that the side may know, by side and place, and the boxes beside the map. */

import { face, spoken } from "../counters.js";
import { el, fill, folded, picture } from "../dom.js";
import { flag } from "../symbols.js";
import { T } from "../texts.js";

export class Units {
  /** @param {import("../table.js").Table} table @param {{show: (piece: Shown) => void}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.node = el("div", { class: "units", tabindex: 0 });
    this.word = "";
    this.field = el("input", { type: "search", placeholder: T.findUnit, "aria-label": T.findUnit, oninput: () => { this.word = folded(this.field.value); this.render(); } });
    this.list = el("div");
    this.node.append(this.field, this.list);
  }

  render() {
    const { sheet, shown } = this.table;
    if (!shown) return;
    const pieces = new Map((shown.pieces ?? []).map((p) => [p.id, p]));
    const sides = Object.keys(this.table.game.seats).filter((side) => side in sheet.sides);
    const owner = (/** @type {Shown} */ p) => {
      const piece = sheet.pieces[p.id];
      return sides.find((side) => piece?.side === side) ?? sides.find((side) => sheet.sides[side].nations.includes(p.nation ?? piece?.nation ?? ""));
    };
    const groups = sides.map((side) => ({
      name: sheet.sides[side].name, nation: sheet.sides[side].nations[0],
      list: [...pieces.values()].filter((p) => p.at && owner(p) === side),
    }));
    const boxes = (shown.boxes ?? []).map((b) => ({ name: b.name, nation: "", list: b.pieces.map((id) => pieces.get(id) ?? { id }) }));
    fill(this.list, [...groups, ...boxes].map((g) => this.group(g)).flat());
  }

  /** @param {{name: string, nation: string, list: Shown[]}} group */
  group({ name, nation, list }) {
    const { sheet } = this.table;
    const found = list.filter((p) => !this.word || folded(spoken(sheet, p)).includes(this.word) || folded(p.at ?? "").includes(this.word));
    if (!found.length) return [];
    return [el("h3", {}, nation ? picture({ class: "n", "aria-hidden": "true" }, flag(nation)) : null, name, el("span", { class: "sc", text: String(found.length) })),
      el("div", { class: "chips" }, found.map((p) => {
        const { markup, nation: n } = face(sheet, p);
        return el("button", { class: "chip", title: `${sheet.pieces[p.id]?.name ?? ""} ${p.at ?? ""}`, onclick: () => this.does.show(p) }, el("span", { class: "sr", text: `${spoken(sheet, p)}, ${p.at ?? T.offMap}` }),
          picture({ class: `chip-counter n-${n}`, viewBox: "-38 -40 78 78", "aria-hidden": "true" }, markup));
      }))];
  }
}
