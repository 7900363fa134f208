/** The prospects of both sides as a bar, from what this side can see. It can be switched off, here and in the settings. */

import { el, fill } from "../dom.js";
import { address, api } from "../net.js";
import { change, settings } from "../settings.js";
import { T } from "../texts.js";

export class ProspectsBar {
  /** @param {import("../table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.node = el("div", { class: "prospects", hidden: true });
    this.asked = "";
    /** @type {Prospects | null} */
    this.found = null;
  }

  /** Against other people, and in lessons, nobody looks it up. */
  get wanted() {
    const seats = Object.values(this.table.game.seats);
    const people = seats.filter((s) => s.kind === "human").length;
    return settings.prospects && people === 1 && !seats.some((s) => s.kind === "lesson") && this.table.side in this.table.game.seats && this.table.past === null && !this.table.view?.result;
  }

  render() {
    if (!this.wanted) {
      this.node.hidden = true;
      this.asked = "";
      return;
    }
    const { view } = this.table;
    const when = `${view?.turn}/${view?.active}/${view?.phase}`;
    if (when !== this.asked) {
      this.asked = when;
      this.ask();
    }
    this.draw();
  }

  async ask() {
    const found = await api(address(`games/${this.table.game.id}/prospects`, { side: this.table.side })).catch(() => null);
    this.found = found?.prospects ?? null;
    this.draw();
  }

  draw() {
    const { found } = this;
    this.node.hidden = !found || !this.wanted;
    if (!found) return;
    const { sheet, game, side } = this.table;
    const other = Object.keys(game.seats).find((s) => s !== side) ?? "";
    const nation = (/** @type {string} */ s) => sheet.sides[s]?.nations[0] ?? s;
    const name = (/** @type {string} */ s) => sheet.sides[s]?.name ?? s;
    fill(this.node,
      el("header", {}, el("h3", { text: T.prospects }), el("button", { class: "link", text: T.prospectsOff, onclick: () => { change({ prospects: false }); this.render(); } })),
      el("div", { class: "twobar", role: "img", "aria-label": `${name(side)} ${found.win} %, ${name(other)} ${100 - found.win} %` },
        el("i", { class: `n-${nation(side)}`, vars: { "--share": `${found.win}%` } }), el("i", { class: `n-${nation(other)} rest`, vars: { "--share": `${100 - found.win}%` } })),
      el("p", { class: "ends" }, el("span", {}, `${name(side)} `, el("b", { text: `${found.win} %` })), el("span", {}, `${name(other)} `, el("b", { text: `${100 - found.win} %` }))),
      el("p", { class: "note", text: found.basis }));
  }
}
