/** The sheet: a base that never changes and a live layer above it, with a dozen empty groups that are each written at once. */

import { escape, find, picture } from "./dom.js";
import { dress } from "./nations.js";
import { symbols } from "./symbols.js";
import { GRAIN } from "./viewport.js";
import { T } from "./texts.js";

/** bottom up */
const UNDER = ["control", "overlays", "reach"];
const OVER = ["lines", "trails", "path", "plan"];
const TOP = ["objectives", "notes", "chips", "attack", "cursor", "fan"];

/** how large the names of towns are written */
const LETTERS = /** @type {Record<string, number>} */ ({ capital: 26, city: 18, t2: 16.5, t3: 14.5 });

/** @typedef {"control" | "overlays" | "reach" | "lines" | "trails" | "path" | "plan" | "objectives" | "notes" | "chips" | "attack" | "cursor" | "fan"} Group */

export class Layers {
  /**
   * @param {HTMLElement} sheet
   * @param {Sheet} data
   * @param {Art} art
   * @param {import("./geometry.js").Ground} ground
   */
  constructor(sheet, data, art, ground) {
    this.sheet = sheet;
    this.data = data;
    this.ground = ground;
    /** @type {Map<string, string>} */
    this.written = new Map();
    dress(data);
    define(data);
    const groups = (/** @type {string[]} */ names) => names.map((n) => `<g id="g-${n}"></g>`).join("");
    this.base = picture({ id: "base", class: `layer ${data.kind}-base`, "aria-hidden": "true" }, "");
    this.live = picture(
      { id: "live", class: "layer", role: "img", "aria-label": T.mapOf(data.name) },
      `${groups(UNDER)}<g id="names"></g><g id="ids"></g><g id="g-markers"></g>${groups(OVER)}<g id="counters"></g>${groups(TOP)}`,
    );
    sheet.replaceChildren(this.base, this.live);
    this.counters = /** @type {SVGGElement} */ (find("#counters", sheet));
    this.frame = art.frame;
    this.draw(art);
  }

  /** Lays the drawn map under everything; a plain one may have been there before it came. @param {Art} art */
  draw(art) {
    const [x0, y0, x1, y1] = (this.frame = art.frame);
    for (const layer of [this.base, this.live]) {
      layer.setAttribute("viewBox", `${x0} ${y0} ${x1 - x0} ${y1 - y0}`);
      layer.setAttribute("width", String((x1 - x0) * GRAIN));
      layer.setAttribute("height", String((y1 - y0) * GRAIN));
    }
    this.sheet.style.width = `${(x1 - x0) * GRAIN}px`;
    this.sheet.style.height = `${(y1 - y0) * GRAIN}px`;
    this.base.innerHTML = art.base;
    find("#names", this.sheet).innerHTML = art.names;
    /** @type {import("./marks.js").Box[] | null} */
    this.boxes = null;
  }

  /** Where the names of towns are written: reckoned from their letters, since asking the page would lay it out anew. */
  get names() {
    return (this.boxes ??= [...this.sheet.querySelectorAll("#names .near-names text")].map((text) => {
      const [x, y] = [Number(text.getAttribute("x")), Number(text.getAttribute("y"))];
      const size = LETTERS[text.classList[0]] ?? 16;
      return [x, y - size * 0.75, x + (text.textContent?.length ?? 0) * size * 0.52, y + size * 0.15];
    }));
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
