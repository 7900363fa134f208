/** The front by turn as a small film: who holds the ground, and where the troops stand. Drawn on a canvas, from the review. */

import { groundOf } from "./geometry.js";
import { livery } from "./nations.js";

const SEA = "#C6D5D3";
const NOBODY = "#D8D2C4";
const MARGIN = 70;

export class Film {
  /** @param {Sheet} sheet @param {Review} review */
  constructor(sheet, review) {
    this.sheet = sheet;
    this.review = review;
    this.ground = groundOf(sheet);
    this.frames = frames(sheet, review);
    const spots = this.stage().map((id) => this.ground.centre(id));
    const [xs, ys] = [spots.map((p) => p[0]), spots.map((p) => p[1])];
    /** @type {[number, number, number, number]} what is in the picture: left, top, width, height */
    this.frame = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN, Math.max(...xs) - Math.min(...xs) + 2 * MARGIN, Math.max(...ys) - Math.min(...ys) + 2 * MARGIN];
    /** @type {Map<string, Path2D>} */
    this.shapes = new Map();
  }

  /** The places in which anybody ever stood or that ever changed hands, and what lies around them. */
  stage() {
    const used = new Set(this.review.turns.flatMap((t) => [...Object.values(t.stood).flat(), ...(t.turn ? Object.keys(t.held) : [])]));
    const known = [...used].filter((id) => this.ground.has(id));
    return known.length > 3 ? known : this.ground.ids;
  }

  get ratio() {
    return this.frame[3] / this.frame[2];
  }

  /** @param {string} id */
  shape(id) {
    let found = this.shapes.get(id);
    if (!found) this.shapes.set(id, (found = new Path2D(this.ground.outline(id))));
    return found;
  }

  /** @param {string} side */
  colours(side) {
    return livery(this.sheet.sides[side]?.nations[0] ?? side, Object.keys(this.sheet.nations));
  }

  /**
   * One moment on a canvas.
   * @param {HTMLCanvasElement} canvas @param {number} n @param {{names?: boolean, width: number, marks?: {place: string, number: number}[]}} how
   */
  draw(canvas, n, { names = false, width, marks = [] }) {
    const [left, top, wide, high] = this.frame;
    const grain = Math.min(2, window.devicePixelRatio || 1);
    canvas.width = Math.round(width * grain);
    canvas.height = Math.round(width * this.ratio * grain);
    const pen = canvas.getContext("2d");
    const frame = this.frames[n];
    if (!pen || !frame) return;
    const scale = canvas.width / wide;
    pen.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    pen.fillStyle = NOBODY;
    pen.fillRect(left, top, wide, high);
    for (const id of this.ground.ids) {
      const [x, y] = this.ground.centre(id);
      if (this.ground.hex && (x < left - 100 || y < top - 100 || x > left + wide + 100 || y > top + high + 100)) continue;
      const side = frame.held.get(id);
      pen.fillStyle = side ? this.colours(side).wash : this.sheet.places[id].terrain === "sea" ? SEA : NOBODY;
      pen.fill(this.shape(id));
      if (!this.ground.hex) { pen.strokeStyle = "rgba(38,33,26,.45)"; pen.lineWidth = 1 / scale; pen.stroke(this.shape(id)); }
    }
    this.troops(pen, frame, Math.max(24, 3.2 / scale * grain));
    if (names) this.names(pen, grain / scale);
    for (const mark of marks) this.mark(pen, mark, grain / scale);
  }

  /** @param {CanvasRenderingContext2D} pen @param {Frame} frame @param {number} size */
  troops(pen, frame, size) {
    for (const [side, places] of Object.entries(frame.stood)) {
      const { edge, sticker } = this.colours(side);
      pen.fillStyle = edge;
      pen.strokeStyle = sticker;
      pen.lineWidth = size / 2.2;
      for (const id of places) {
        if (!this.ground.has(id)) continue;
        const [x, y] = this.ground.centre(id);
        pen.beginPath();
        pen.rect(x - size, y - size, 2 * size, 2 * size);
        pen.stroke();
        pen.fill();
      }
    }
  }

  /** Names of the cities that count or are large, where there is room. @param {CanvasRenderingContext2D} pen @param {number} unit a pixel of the screen */
  names(pen, unit) {
    const [left, top, wide, high] = this.frame;
    /** @type {[number, number][]} */
    const written = [];
    const ranked = this.ground.ids.filter((id) => this.sheet.places[id].name).sort((a, b) => rank(this.sheet.places[b]) - rank(this.sheet.places[a]));
    pen.font = `${Math.round(12.5 * unit)}px "Libre Franklin", sans-serif`;
    pen.textAlign = "center";
    for (const id of ranked) {
      const [x, y] = this.ground.centre(id);
      if (x < left + 40 * unit || x > left + wide - 40 * unit || y < top + 20 * unit || y > top + high - 10 * unit) continue;
      if (written.length >= 14 || written.some(([a, b]) => Math.abs(a - x) < 86 * unit && Math.abs(b - y) < 30 * unit)) continue;
      written.push([x, y]);
      pen.lineWidth = 3.5 * unit;
      pen.strokeStyle = "rgba(251,245,230,.85)";
      pen.fillStyle = "#26211A";
      const text = String(this.sheet.places[id].name);
      pen.strokeText(text, x, y - 9 * unit);
      pen.fillText(text, x, y - 9 * unit);
    }
  }

  /** A turning point, by its number. @param {CanvasRenderingContext2D} pen @param {{place: string, number: number}} mark @param {number} unit */
  mark(pen, { place, number }, unit) {
    if (!this.ground.has(place)) return;
    const [x, y] = this.ground.centre(place);
    pen.beginPath();
    pen.arc(x, y, 11 * unit, 0, 2 * Math.PI);
    pen.fillStyle = "#5B3A12";
    pen.strokeStyle = "#FBF5E6";
    pen.lineWidth = 2.5 * unit;
    pen.fill();
    pen.stroke();
    pen.font = `700 ${Math.round(13 * unit)}px "Libre Franklin", sans-serif`;
    pen.textAlign = "center";
    pen.fillStyle = "#fff";
    pen.fillText(String(number), x, y + 4.5 * unit);
  }
}

/** @typedef {{held: Map<string, string>, stood: Record<string, string[]>}} Frame */

/** What each moment looks like: the sheet's own countries, then all changes up to it. @param {Sheet} sheet @param {Review} review @returns {Frame[]} */
function frames(sheet, review) {
  /** @type {Map<string, string>} */
  const home = new Map();
  for (const [id, place] of Object.entries(sheet.places)) {
    const side = place.terrain === "sea" ? undefined : review.sides.find((s) => sheet.sides[s]?.nations.includes(place.nation ?? ""));
    if (side) home.set(id, side);
  }
  const held = new Map(home);
  return review.turns.map((turn) => {
    for (const [id, side] of Object.entries(turn.held)) {
      if (side) held.set(id, side);
      else if (home.has(id)) held.set(id, /** @type {string} */ (home.get(id)));
      else held.delete(id);
    }
    return { held: new Map(held), stood: turn.stood };
  });
}

/** @param {Place} place */
function rank(place) {
  const tags = place.tags ?? [];
  return (tags.includes("capital") ? 4 : 0) + (tags.some((t) => /city|major|vp|victory/.test(t)) ? 2 : 0) + (tags.some((t) => /fort/.test(t)) ? 1 : 0);
}
