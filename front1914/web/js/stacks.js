/** Counters on the map: piles that fan on hexes, rows in areas, glides from place to place. */

import { rows } from "./blocks.js";
import { escape } from "./dom.js";
import { face } from "./counters.js";
import { BODY, livery } from "./nations.js";
import { moving } from "./settings.js";

const PEEK = 4.5;
const PER_ROW = 4;
const FAN_ROW = 6;

export class Stacks {
  /** @param {Sheet} sheet @param {import("./layers.js").Layers} layers */
  constructor(sheet, layers) {
    this.sheet = sheet;
    this.layers = layers;
    this.ground = layers.ground;
    /** @type {Map<string, Shown[]>} pieces by place, the top of the stack last */
    this.at = new Map();
    /** @type {Map<string, Shown>} */
    this.pieces = new Map();
    /** @type {string | null} */
    this.fanned = null;
    /** @type {Set<string>} pieces that may be chosen now */
    this.able = new Set();
    /** @type {Set<string>} pieces that are chosen or take part */
    this.chosen = new Set();
    /** @type {Map<string, string>} markup of each stack as it was last written */
    this.written = new Map();
    /** @type {Map<string, Element>} */
    this.nodes = new Map();
  }

  /** @param {Shown[]} pieces */
  set(pieces) {
    this.pieces = new Map(pieces.map((p) => [p.id, p]));
    this.at = new Map();
    for (const piece of pieces) {
      if (!piece.at || !this.ground.has(piece.at)) continue;
      const list = this.at.get(piece.at);
      if (list) list.push(piece);
      else this.at.set(piece.at, [piece]);
    }
    for (const list of this.at.values()) list.sort((a, b) => (b.order ?? 0) - (a.order ?? 0));
    if (this.fanned && !this.at.has(this.fanned)) this.fanned = null;
    this.draw();
  }

  /** Only stacks whose markup changed are touched. */
  draw() {
    const holder = this.layers.counters;
    for (const id of this.written.keys()) {
      if (!this.at.has(id)) this.drop(id);
    }
    /** @type {string[]} */
    const changed = [];
    let markup = "";
    for (const [id, list] of this.at) {
      const drawn = this.stack(id, list);
      if (this.written.get(id) === drawn) continue;
      this.drop(id);
      this.written.set(id, drawn);
      changed.push(id);
      markup += drawn;
    }
    if (!changed.length) return;
    const before = holder.childElementCount;
    holder.insertAdjacentHTML("beforeend", markup);
    changed.forEach((id, k) => this.nodes.set(id, holder.children[before + k]));
    const fan = this.fanned && this.nodes.get(this.fanned);
    if (fan && fan !== holder.lastElementChild) holder.append(fan);
  }

  /** @param {string} id */
  drop(id) {
    this.written.delete(id);
    this.nodes.get(id)?.remove();
    this.nodes.delete(id);
  }

  /** A stack as it is drawn: what is chosen lies on top. @param {Shown[]} list */
  arranged(list) {
    if (!list.some((p) => this.chosen.has(p.id))) return list;
    return [...list].sort((a, b) => Number(this.chosen.has(a.id)) - Number(this.chosen.has(b.id)));
  }

  /** @param {string} id @param {Shown[]} pile */
  stack(id, pile) {
    const list = this.arranged(pile);
    const [x, y] = this.ground.centre(id);
    const fan = this.fanned === id && list.length > 1 && this.ground.hex;
    const spots = this.spots(list, fan);
    let inside = fan ? backing(list.length) : "";
    list.forEach((piece, i) => {
      const depth = list.length - 1 - i;
      const covered = this.ground.hex && depth > 0 && !fan;
      const { markup, nation, hidden } = face(this.sheet, piece);
      const kind = ["unit", `n-${escape(nation)}`, hidden && "hidden", covered && "under", this.able.has(piece.id) && "able", this.chosen.has(piece.id) && "chosen"];
      const [dx, dy] = spots[i];
      inside += `<g class="${kind.filter(Boolean).join(" ")}" data-id="${escape(piece.id)}" transform="translate(${dx.toFixed(1)} ${dy.toFixed(1)})">${this.halo(piece)}${markup}</g>`;
    });
    if (this.ground.hex && list.length > 1 && !fan) {
      const off = ((list.length - 1) / 2) * Math.min(PEEK, 14 / list.length) + 27;
      inside += `<g class="count" transform="translate(${off.toFixed(1)} ${off.toFixed(1)})"><circle r="8.5"/><text y="4.4">${list.length}</text></g>`;
    }
    return `<g class="stack${fan ? " fan" : ""}" data-at="${escape(id)}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">${inside}</g>`;
  }

  /** @param {Shown} piece */
  halo(piece) {
    const [chosen, able] = [this.chosen.has(piece.id), this.able.has(piece.id)];
    if (!chosen && !able) return "";
    const nation = piece.nation ?? this.sheet.pieces[piece.id]?.nation ?? "";
    const d = this.sheet.look === "blocks" ? "M-20-19h36l9-7v36l-9 10h-36z" : BODY[livery(nation, Object.keys(this.sheet.nations)).shape];
    return chosen ? `<path class="sel" d="${d}"/><path class="sel-in" d="${d}" transform="scale(1.06)"/>` : `<path class="may" d="${d}"/>`;
  }

  /** Where each piece of a stack is drawn. @param {Shown[]} list @param {boolean} fan @returns {Point[]} */
  spots(list, fan) {
    const n = list.length;
    if (fan) {
      const rows = Math.ceil(n / FAN_ROW);
      return list.map((_, i) => {
        const row = Math.floor(i / FAN_ROW);
        const wide = Math.min(FAN_ROW, n - row * FAN_ROW);
        return [((i % FAN_ROW) - (wide - 1) / 2) * 72, (row - (rows - 1) / 2) * 76 - 9];
      });
    }
    if (this.ground.hex) {
      const gap = Math.min(PEEK, 14 / n);
      return list.map((_, i) => {
        const off = (n - 1 - i - (n - 1) / 2) * gap;
        return [off, off];
      });
    }
    if (this.sheet.look === "blocks") return rows(this.sheet, list);
    const lines = Math.ceil(n / PER_ROW);
    return list.map((_, i) => {
      const row = Math.floor(i / PER_ROW);
      const wide = Math.min(PER_ROW, n - row * PER_ROW);
      return [((i % PER_ROW) - (wide - 1) / 2) * 68, (row - (lines - 1) / 2) * 72];
    });
  }

  /** @param {string | null} id */
  fan(id) {
    if (this.fanned === id) return;
    const before = this.fanned;
    this.fanned = id && (this.at.get(id)?.length ?? 0) > 1 ? id : null;
    for (const place of [before, this.fanned]) if (place) this.drop(place);
    this.draw();
  }

  /**
   * Pieces that may be chosen and pieces that are.
   * @param {Set<string>} able
   * @param {Set<string>} chosen
   */
  light(able, chosen) {
    this.able = able;
    this.chosen = chosen;
    this.draw();
  }

  /**
   * The piece under a point; in a pile that is its top, unless a lower one may be chosen and the top may not.
   * @param {string} place
   * @param {number} wx
   * @param {number} wy
   */
  pick(place, wx, wy) {
    const list = this.arranged(this.at.get(place) ?? []);
    const [cx, cy] = this.ground.centre(place);
    const fan = this.fanned === place && list.length > 1 && this.ground.hex;
    const spots = this.spots(list, fan);
    if (!this.ground.hex) { // blocks stand closer than their hit boxes are wide: the nearest one is meant
      const near = list.map((piece, i) => ({ piece, far: Math.hypot(wx - cx - spots[i][0], wy - cy - spots[i][1]) })).sort((a, b) => a.far - b.far)[0];
      return near && near.far <= 40 ? near.piece : null;
    }
    for (let i = list.length - 1; i >= 0; i--) {
      const [dx, dy] = [wx - cx - spots[i][0], wy - cy - spots[i][1]];
      if (Math.abs(dx) <= 34 && Math.abs(dy) <= 34) {
        if (fan) return list[i];
        const top = list[list.length - 1];
        return this.able.has(top.id) ? top : (list.findLast((p) => this.able.has(p.id)) ?? top);
      }
    }
    return null;
  }

  /** In an area map: the place of the block that lies under the point, which may stand out over the border. @param {number} wx @param {number} wy */
  blockAt(wx, wy) {
    if (this.ground.hex) return null;
    for (const [place, pile] of this.at) {
      const [cx, cy] = this.ground.centre(place);
      if (Math.abs(wx - cx) > 260 || Math.abs(wy - cy) > 200) continue;
      if (this.spots(this.arranged(pile), false).some(([dx, dy]) => Math.abs(wx - cx - dx) <= 18 && Math.abs(wy - cy - dy) <= 20)) return place;
    }
    return null;
  }

  /** The place whose open fan covers the point. @param {number} wx @param {number} wy */
  fanAt(wx, wy) {
    if (!this.fanned) return null;
    return this.pick(this.fanned, wx, wy) ? this.fanned : null;
  }

  /**
   * Lets moved pieces glide from where they were.
   * @param {Map<string, Shown>} before
   * @param {Map<string, string[]>} ways the way of a piece, when events tell it
   */
  glide(before, ways) {
    if (!moving()) return;
    for (const [id, piece] of this.pieces) {
      const old = before.get(id);
      if (!old?.at || !piece.at || old.at === piece.at || !this.ground.has(old.at) || !this.ground.has(piece.at)) continue;
      const node = this.nodes.get(piece.at)?.querySelector(`[data-id="${CSS.escape(id)}"]`);
      if (!node) continue;
      const told = ways.get(id)?.filter((p) => this.ground.has(p)) ?? [];
      const way = told.length > 1 && told[0] === old.at ? told : [old.at, piece.at];
      const [x, y] = this.ground.centre(piece.at);
      const rest = node.getAttribute("transform") ?? "";
      const [, rx, ry] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(rest) ?? ["", "0", "0"];
      const frames = way.map((p) => {
        const [px, py] = this.ground.centre(p);
        return { transform: `translate(${px - x + Number(rx)}px, ${py - y + Number(ry)}px)` };
      });
      node.parentElement?.parentElement?.append(node.parentElement);
      node.animate(frames, { duration: Math.min(420, 90 * (way.length - 1) + 90), easing: "cubic-bezier(.2,.7,.2,1)" });
    }
  }
}

/** @param {number} n */
function backing(n) {
  const wide = Math.min(n, FAN_ROW);
  const rows = Math.ceil(n / FAN_ROW);
  return `<rect class="fan-back" x="${-wide * 36 - 6}" y="${-rows * 38 - 18}" width="${wide * 72 + 12}" height="${rows * 76 + 18}" rx="10"/>`;
}
