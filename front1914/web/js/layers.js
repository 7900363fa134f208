/** The sheet: a base that never changes and a live layer above it, with a dozen empty groups that are each written at once. */

import { escape, find, picture } from "./dom.js";
import { dress } from "./nations.js";
import { symbols } from "./symbols.js";

/** bottom up */
const UNDER = ["control", "overlays", "reach"];
const OVER = ["lines", "path", "plan"];
const TOP = ["chips", "attack", "cursor", "fan"];

/** @typedef {"control" | "overlays" | "reach" | "lines" | "path" | "plan" | "chips" | "attack" | "cursor" | "fan"} Group */

export class Layers {
  /**
   * @param {HTMLElement} sheet
   * @param {Sheet} data
   * @param {Art} art
   * @param {import("./geometry.js").Ground} ground
   */
  constructor(sheet, data, art, ground) {
    this.sheet = sheet;
    this.art = art;
    this.ground = ground;
    this.frame = art.frame;
    const [x0, y0, x1, y1] = art.frame;
    const box = { viewBox: `${x0} ${y0} ${x1 - x0} ${y1 - y0}`, width: x1 - x0, height: y1 - y0, class: "layer" };
    dress(data);
    define(data);
    sheet.style.width = `${x1 - x0}px`;
    sheet.style.height = `${y1 - y0}px`;
    const groups = (/** @type {string[]} */ names) => names.map((n) => `<g id="g-${n}"></g>`).join("");
    const names = `<g id="names">${art.names}</g><g id="ids"></g>`;
    sheet.replaceChildren(
      picture({ ...box, id: "base", class: `layer ${data.kind}-base`, "aria-hidden": "true" }, art.base),
      picture(
        { ...box, id: "live", role: "img", "aria-label": `Map: ${data.name}` },
        `${groups(UNDER)}${names}<g id="g-markers"></g>${groups(OVER)}<g id="counters"></g>${groups(TOP)}`,
      ),
    );
    /** @type {Map<string, string>} */
    this.written = new Map();
    this.counters = /** @type {SVGGElement} */ (find("#counters", sheet));
  }

  /** @param {Group | "markers"} group @param {string} markup */
  write(group, markup) {
    if (this.written.get(group) === markup) return;
    this.written.set(group, markup);
    find(`#g-${group}`, this.sheet).innerHTML = markup;
  }

  /** Hex numbers of what is in view; the rest of a large map waits. @param {(id: string) => boolean} visible @param {boolean} on */
  ids(visible, on) {
    const holder = find("#ids", this.sheet);
    if (!on) return holder.replaceChildren();
    const texts = this.ground.ids.filter(visible).map((id) => {
      const [x, y] = this.ground.centre(id);
      return this.ground.hex
        ? `<text transform="translate(${(x - 37).toFixed(0)} ${y.toFixed(0)}) rotate(-90)">${escape(id)}</text>`
        : `<text x="${x.toFixed(0)}" y="${(y + 40).toFixed(0)}">${escape(id)}</text>`;
    });
    holder.innerHTML = texts.join("");
    return undefined;
  }
}

/** Symbols for the whole page. @param {Sheet} data */
export function define(data) {
  document.getElementById("symbols")?.remove();
  document.body.append(picture({ id: "symbols", "aria-hidden": "true", width: 0, height: 0 }, `<defs>${symbols(data)}</defs>`));
}
