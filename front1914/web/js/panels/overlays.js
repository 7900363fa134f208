/** Zoom buttons, overlays that the engine computes from what the side may know, and layers of the map. */

import { el, fill, picture } from "../dom.js";
import { Cutting } from "../cutting.js";
import { dialog } from "../dialogs.js";
import * as marks from "../marks.js";
import { change, settings } from "../settings.js";
import { legend } from "../signs.js";
import { T } from "../texts.js";

const ICONS = {
  over: '<path d="M9 2l7 3.6-7 3.6-7-3.6zM2 9l7 3.6L16 9M2 12.3l7 3.6 7-3.6"/>',
  in: '<path d="M9 3v12M3 9h12"/>',
  out: '<path d="M3 9h12"/>',
  fit: '<path d="M2 6V2h4M12 2h4v4M16 12v4h-4M6 16H2v-4"/>',
};
const SIGNS = {
  reach: '<path d="M1 1h20v14H1z" fill="#E3A51C" fill-opacity=".45" stroke="#8A5F00" stroke-width="2"/>',
  zone: '<path d="M1 15L15 1M8 15L21 2M1 8l7-7" stroke="#2F5288" stroke-width="1.4"/>',
  enemy: '<path d="M1 1h20v14H1z" fill="#2F5288" fill-opacity=".25" stroke="#2F5288" stroke-dasharray="3 2"/>',
  attack: '<path d="M1 5h11V1l9 7-9 7v-4H1z" fill="#B3261A"/>',
  supply: '<path d="M2 8h19" stroke="#2C6B3F" stroke-width="3" stroke-dasharray="1 5" stroke-linecap="round"/>',
  ids: '<text x="0" y="12" class="sign-ids">1214</text>',
  names: '<text x="2" y="12.5" class="sign-names">Aa</text>',
  counters: '<path d="M4 1h14v14H4z" fill="none" stroke="#5B4F3D" stroke-width="1.5" stroke-dasharray="2.5 2"/>',
  trails: '<path d="M2 12C7 3 13 14 19 5" fill="none" stroke="#5B4F3D" stroke-width="2.4" stroke-dasharray="4 3"/>',
  aid: '<circle cx="11" cy="8" r="6.5" fill="none" stroke="#0C5A66" stroke-width="1.8" stroke-dasharray="4 2"/>',
};
/** layers of the map, with the key that switches each */
const LAYERS = /** @type {const} */ ([["ids", "N", T.ids], ["names", "L", T.names], ["counters", "H", T.hide], ["trails", "J", T.trails]]);

export class Overlays {
  /**
   * @param {import("../table.js").Table} table
   * @param {import("../board.js").Board} board
   */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.rows = overlayRows(table);
    /** @type {string | null} */
    this.piece = null;
    /** @type {string | null} */
    this.place = null;
    this.zoom = el("output", { text: "100 %" });
    const button = (/** @type {keyof typeof ICONS} */ icon, /** @type {string} */ label, /** @type {() => void} */ onclick, more = {}) =>
      el("button", { "aria-label": label, title: label, onclick, "data-do": icon, ...more }, picture({ viewBox: "0 0 18 18", fill: "none", stroke: "currentColor", "stroke-width": 1.8, "aria-hidden": "true" }, ICONS[icon]));
    this.opener = button("over", T.overlays, () => { change({ panel: !settings.panel }); this.render(); });
    this.note = el("div", { class: "overlay-note paper", role: "status", hidden: true });
    this.panel = el("form", { class: "overlays paper", "aria-label": T.overlays });
    this.node = el("div", { class: "tools", "data-ui": true },
      el("div", { class: "zoomer" }, this.opener, button("in", T.zoomIn, () => board.view.zoomBy(1.25)), this.zoom,
        button("out", T.zoomOut, () => board.view.zoomBy(0.8)), button("fit", T.fit, () => board.view.fit(undefined, true))), this.panel, this.note);
    this.render();
  }

  render() {
    this.panel.hidden = !settings.panel;
    this.opener.setAttribute("aria-pressed", String(settings.panel));
    const row = (/** @type {string} */ label, /** @type {string} */ key, /** @type {boolean} */ checked, /** @type {string} */ sign, /** @type {() => void} */ flip, /** @type {string} */ id) =>
      el("label", {}, el("input", { type: "checkbox", checked, onchange: flip, "data-overlay": id }), picture({ viewBox: "0 0 22 16", "aria-hidden": "true" }, sign), label, key ? el("kbd", { text: key }) : null);
    fill(this.panel,
      this.rows.length ? [el("h3", { class: "sc", text: T.overlays }), this.rows.map((o) => row(o.label, o.key, settings.overlays.includes(o.id), SIGNS[o.sign], () => this.flip(o.id), o.id)), el("hr")].flat() : null,
      el("h3", { class: "sc", text: T.layers }),
      LAYERS.map(([id, key, label]) => row(label, key, id === "counters" ? !settings.counters : settings[id], SIGNS[id], () => this.layer(id), id)),
      this.legend());
    const sheet = this.board.paper;
    sheet.classList.toggle("hide-counters", !settings.counters);
    sheet.classList.toggle("hide-names", !settings.names);
    document.body.classList.toggle("contrast", settings.contrast);
  }

  /** What the signs of the map mean. */
  legend() {
    return this.table.sheet.legend?.length ? el("button", { class: "btn plain legend", type: "button", text: T.legend, onclick: () => { this.openLegend(); } }) : null;
  }

  openLegend() {
    const { sheet, shown } = this.table;
    const cutting = new Cutting(sheet, this.board.layers);
    return dialog(T.legend, () => [el("p", { class: "note", text: T.legendAbout }), ...legend(sheet, this.board.stacks.pieces.values(), (place) => cutting.patch(place), shown?.control ?? {})], { wide: true, kind: "legendary" });
  }

  /** @param {string} id */
  flip(id) {
    const on = settings.overlays.includes(id) ? settings.overlays.filter((o) => o !== id) : [...settings.overlays, id];
    change({ overlays: on });
    this.render();
    this.refresh();
  }

  /** @param {"ids" | "names" | "counters" | "trails"} id */
  layer(id) {
    change({ [id]: !settings[id] });
    this.board.drawTrails();
    this.render();
    this.board.drawIds();
  }

  /** A key pressed on the board. @param {string} key @returns {boolean} whether it was one of ours */
  key(key) {
    const layer = LAYERS.find(([, k]) => k === key);
    if (layer) this.layer(layer[0]);
    const overlay = this.rows.find((o) => o.key === key);
    if (overlay) this.flip(overlay.id);
    return Boolean(layer ?? overlay);
  }

  settled() {
    this.zoom.textContent = `${Math.round(this.board.view.zoom * 100)} %`;
  }

  /** Asks again for what is switched on. */
  refresh() {
    clearTimeout(this.later);
    const on = this.rows.filter((o) => (settings.overlays.includes(o.id) || this.aids(o)) && (o.of === "side" || (o.of === "unit" ? this.piece : o.of === "place" ? this.place : true)));
    if (!on.length || this.table.past !== null) {
      this.note.hidden = true;
      return this.board.layers.write("overlays", "");
    }
    this.later = setTimeout(async () => {
      const parts = await Promise.all(on.map(async (o) => {
        const subject = o.of === "unit" ? this.piece : o.of === "place" ? this.place : o.subject;
        const found = await this.table.overlay(o.name, subject).catch(() => null);
        return { label: o.label, found, drawn: found ? marks.overlay(this.board.ground, o.sign, found) : "" };
      }));
      this.board.layers.write("overlays", parts.map((p) => p.drawn).join(""));
      const said = parts.filter((p) => p.found?.text);
      this.note.hidden = !said.length;
      fill(this.note, said.map((p) => el("p", {}, el("b", { class: "sc", text: p.label }), p.found.text)));
    }, 60);
    return undefined;
  }

  /** Whether an overlay helps with what the player is asked now. @param {Row} row */
  aids(row) {
    const { sheet, decision, mine, side } = this.table;
    return Boolean(mine && decision && sheet.aids?.[decision.step] === row.name && (row.subject === null || row.subject === side));
  }
}

/** @typedef {{id: string, name: string, of: string, subject: string | null, label: string, key: string, sign: keyof typeof SIGNS}} Row */

/** One row for each overlay; those of a side get one for every side. @param {import("../table.js").Table} table @returns {Row[]} */
function overlayRows(table) {
  const taken = new Set(["N", "L", "H", "U", "J", "C", "G", "Q", "O", "K", "V", "W", "X"]);
  const free = (/** @type {string} */ wish, /** @type {string} */ name) => {
    const key = [wish, ...name.toUpperCase().replace(/[^A-Z]/g, "")].find((k) => k && !taken.has(k)) ?? "";
    taken.add(key);
    return key;
  };
  return (table.sheet.overlays ?? []).flatMap((o) => /** @type {Row[]} */ (rowsOf(o)));

  /** @param {Overlay} o */
  function rowsOf(o) {
    const sign = o.look ?? "aid";
    if (o.of !== "side" && o.of !== "own") return [{ id: o.id, name: o.id, of: o.of ?? "map", subject: null, label: o.name, key: free(o.key ?? "", o.name), sign }];
    const sides = Object.entries(table.sheet.sides).filter(([side]) => side in table.game.seats);
    const rows = sides.filter(([side]) => o.of === "side" || side === table.side).sort(([a], [b]) => Number(a === table.side) - Number(b === table.side));
    const first = sign === "zone" ? rows[0]?.[0] : rows[rows.length - 1]?.[0]; // of zones the enemy's matter most
    return rows.map(([side, data]) => ({
      id: `${o.id}:${side}`, name: o.id, of: "side", subject: side, label: `${o.name}: ${data.name}`, key: side === first ? free(o.key ?? "", o.name) : "", sign,
    }));
  }
}
