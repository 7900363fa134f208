/** Pictures of the handbook: a piece of the real map with counters and signs, drawn by the modules that draw the board. */

import { rows } from "./blocks.js";
import { face } from "./counters.js";
import { escape, picture } from "./dom.js";
import { HEX } from "./geometry.js";
import * as marks from "./marks.js";

const PEEK = 4.5;
/** the smallest piece of map: counters larger than on the board would help nobody */
const LEAST = [640, 330];
/** how far a drawing at the corner of a line reaches: the ground of a hex does not count for the size of the line */
const STAMP = HEX * 0.6;
const LEAVES = "path, text, use, circle, ellipse, rect, line, polyline, polygon, image";

/** @typedef {[number, number, number, number]} Box x0, y0, x1, y1 in world units */

export class Cutting {
  /** @param {Sheet} sheet @param {import("./layers.js").Layers} layers the drawn map, which must be on the page */
  constructor(sheet, layers) {
    this.sheet = sheet;
    this.layers = layers;
    this.ground = layers.ground;
    /** @type {{base: Element | null, boxes: Map<Element, Box>}} measured when the first picture is drawn */
    this.measured = { base: null, boxes: new Map() };
  }

  /** Where every sign of the drawn map lies; measured once for each drawing. */
  boxes() {
    const { base, live, frame, sheet: paper } = this.layers;
    if (this.measured.base === base.firstElementChild && this.measured.boxes.size) return this.measured.boxes;
    const zoom = paper.dataset.zoom;
    paper.dataset.zoom = "mid"; // names that are hidden from afar have no size there
    const all = base.getBoundingClientRect();
    const scale = (frame[2] - frame[0]) / (all.width || 1);
    /** @type {Map<Element, Box>} */
    const found = new Map();
    for (const leaf of [...base.querySelectorAll(LEAVES), ...live.querySelectorAll("#names :is(path, text, use, circle, g > g)")]) {
      if (leaf.closest("defs")) continue;
      const r = leaf.getBoundingClientRect();
      const out = leaf.hasAttribute("marker-mid") ? STAMP : 0;
      found.set(leaf, [frame[0] + (r.left - all.left) * scale - out, frame[1] + (r.top - all.top) * scale - out, frame[0] + (r.right - all.left) * scale + out, frame[1] + (r.bottom - all.top) * scale + out]);
    }
    if (zoom) paper.dataset.zoom = zoom;
    this.measured = { base: base.firstElementChild, boxes: found };
    return found;
  }

  /**
   * @param {HandbookPicture} data
   * @param {string} about a sentence for people who do not see it
   */
  draw(data, about) {
    const box = this.frameOf(data);
    const [x0, y0, x1, y1] = box;
    const boxes = this.boxes();
    const node = picture({ class: `cutting m-live ${this.sheet.kind}-base`, viewBox: `${x0} ${y0} ${x1 - x0} ${y1 - y0}`, role: "img", "aria-label": about }, "");
    const ground = group("m-base");
    cut(this.layers.base, ground, box, boxes);
    const names = group("m-names");
    const lettered = this.layers.live.querySelector("#names");
    if (lettered) cut(lettered, names, box, boxes);
    node.append(ground, ink(this.under(data)), names, ink(this.over(data)));
    return node;
  }

  /** The bare ground of one place, for the legend. @param {string} id */
  patch(id) {
    const [x, y] = this.ground.centre(id);
    const half = HEX * (this.ground.hex ? 0.62 : 0.5);
    const at = this.ground.hex ? [x, y] : (this.ground.place?.(id)?.label?.map((v) => v * HEX) ?? [x, y]);
    /** @type {Box} */
    const box = [at[0] - half, at[1] - half, at[0] + half, at[1] + half];
    const node = picture({ class: `cutting m-live patch ${this.sheet.kind}-base`, viewBox: `${box[0]} ${box[1]} ${2 * half} ${2 * half}`, "aria-hidden": "true" }, "");
    const ground = group("m-base");
    cut(this.layers.base, ground, box, this.boxes());
    const names = group("m-names");
    const lettered = this.layers.live.querySelector("#names");
    if (lettered) cut(lettered, names, box, this.boxes());
    node.append(ground, names);
    return node;
  }

  /** @param {HandbookPicture} data @returns {Box} */
  frameOf(data) {
    const spots = data.frame.map((id) => this.ground.centre(id));
    const edge = data.margin * HEX;
    const xs = spots.map((p) => p[0]);
    const ys = spots.map((p) => p[1]);
    const [wide, high] = [Math.max(LEAST[0], Math.max(...xs) - Math.min(...xs) + 2 * edge), Math.max(LEAST[1], Math.max(...ys) - Math.min(...ys) + 2 * edge)];
    const [mx, my] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
    return [mx - wide / 2, my - high / 2, mx + wide / 2, my + high / 2];
  }

  /** @param {HandbookPicture} data */
  under(data) {
    const reach = new Map(Object.entries(data.reach));
    return marks.control(this.ground, data.control, (who) => this.sheet.sides[who]?.nations[0] ?? who)
      + data.overlays.map((o) => marks.overlay(this.ground, o.look, o)).join("") + (reach.size ? marks.reach(this.ground, reach, null) : "");
  }

  /** @param {HandbookPicture} data */
  over(data) {
    const reach = new Map(Object.entries(data.reach));
    const busy = new Set(data.pieces.map((p) => p.at));
    const attack = data.attack ? marks.attack(this.ground, data.attack.target, data.attack.places, data.attack.odds || null) : "";
    const labels = Object.entries(data.labels).map(([id, text]) => {
      const [x, y] = this.ground.centre(id);
      return `<g class="lettered" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><rect x="-15" y="-15" width="30" height="30"/><text y="6">${escape(text)}</text></g>`;
    }).join("");
    return marks.markers(this.ground, data.markers) + marks.trail(this.ground, data.trail, (id) => data.left[id]) + this.piles(data.pieces)
      + (reach.size ? marks.chips(this.ground, reach, (id) => busy.has(id)) : "") + attack + labels;
  }

  /** @param {Shown[]} pieces */
  piles(pieces) {
    /** @type {Map<string, Shown[]>} */
    const at = new Map();
    for (const piece of pieces) if (piece.at && this.ground.has(piece.at)) at.set(piece.at, [...(at.get(piece.at) ?? []), piece]);
    return [...at].map(([id, list]) => this.pile(id, list.sort((a, b) => (b.order ?? 0) - (a.order ?? 0)))).join("");
  }

  /** @param {string} id @param {Shown[]} list the top last */
  pile(id, list) {
    const [x, y] = this.ground.centre(id);
    const gap = Math.min(PEEK, 14 / list.length);
    const spots = this.ground.hex ? list.map((_, i) => { const off = ((list.length - 1) / 2 - i) * gap; return [off, off]; }) : rows(this.sheet, list);
    const inside = list.map((piece, i) => {
      const { markup, nation } = face(this.sheet, piece);
      return `<g class="unit n-${escape(nation)}" transform="translate(${spots[i][0].toFixed(1)} ${spots[i][1].toFixed(1)})">${markup}</g>`;
    }).join("");
    const count = this.ground.hex && list.length > 1 ? `<g class="count" transform="translate(34 34)"><circle r="8.5"/><text y="4.4">${list.length}</text></g>` : "";
    return `<g class="stack" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">${inside}${count}</g>`;
  }
}

/** @param {string} name */
function group(name) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "g");
  made.setAttribute("class", name);
  return made;
}

/** @param {string} markup */
function ink(markup) {
  const made = group("");
  made.innerHTML = markup;
  return made;
}

/**
 * Copies what lies inside a box, with the groups around it.
 * @param {Element} from
 * @param {Element} to
 * @param {Box} box
 * @param {Map<Element, Box>} boxes
 */
function cut(from, to, box, boxes) {
  for (const child of from.children) {
    if (child.tagName === "defs") continue;
    const known = boxes.get(child);
    if (known) {
      if (known[2] >= box[0] && known[0] <= box[2] && known[3] >= box[1] && known[1] <= box[3]) to.append(copy(child, true));
    } else {
      const inner = copy(child, false);
      cut(child, inner, box, boxes);
      if (inner.childElementCount) to.append(inner);
    }
  }
}

/** A copy without ids: the original keeps them. @param {Element} node @param {boolean} deep */
function copy(node, deep) {
  const made = /** @type {Element} */ (node.cloneNode(deep));
  made.removeAttribute("id");
  return made;
}
