/** Signs on the map: reach, paths, attacks, what is not allowed, control, overlays. Pure functions that give markup. */

import { cube, token } from "./blocks.js";
import { escape } from "./dom.js";
import { arrow } from "./geometry.js";
import { die, EYE } from "./symbols.js";

/** @typedef {import("./geometry.js").Ground} Ground */
/** @typedef {[number, number, number, number]} Box left, top, right, bottom */

/** the controller of places that are not part of the game that is played */
const NOBODY = "nobody";
/** a mark on more places than these is written once in their midst */
const MANY = 8;

/** @param {Ground} ground @param {Iterable<string>} ids @param {number} [scale] */
const shapes = (ground, ids, scale = 0.965) => [...ids].map((id) => ground.outline(id, scale)).join("");

/** @param {Point} p */
const at = (p) => `translate(${p[0].toFixed(1)} ${p[1].toFixed(1)})`;

/**
 * Places that may be chosen, and what is left of the movement there.
 * @param {Ground} ground
 * @param {Map<string, Hint | null>} places
 * @param {string | null} from the place of what moves
 */
export function reach(ground, places, from) {
  if (!places.size) return "";
  const [plain, tiring] = [[], []].map(() => /** @type {string[]} */ ([]));
  for (const [id, hint] of places) (hint?.mark ? tiring : plain).push(id);
  const all = new Set(places.keys());
  const few = all.size <= 2 || !ground.hex;
  if (from && ground.hex && [...places.values()].some((h) => h?.left !== undefined)) all.add(from);
  const edge = few ? shapes(ground, all, 1) : ground.edge(all);
  return (
    `<path class="reach" d="${shapes(ground, plain)}"/>` +
    (tiring.length ? `<path class="reach tire" d="${shapes(ground, tiring)}"/><path class="reach hatch" d="${shapes(ground, tiring)}"/>` : "") +
    `<path class="reach-edge glow" d="${edge}"/><path class="reach-edge" d="${edge}"/>`
  );
}

/** @param {Ground} ground @param {string} id */
export function selectedPlace(ground, id) {
  return `<path class="sel-hex" d="${ground.outline(id, 0.965)}"/>`;
}

/**
 * Discs with the movement points left; a square where movement must stop.
 * @param {Ground} ground
 * @param {Map<string, Hint | null>} places
 * @param {(id: string) => boolean} busy whether a counter stands there
 */
export function chips(ground, places, busy) {
  let out = "";
  for (const [id, hint] of places) {
    const [x, y] = ground.centre(id);
    if (hint?.throws) out += `<g class="throws" transform="translate(${(x + 12).toFixed(1)} ${(y + 10).toFixed(1)}) scale(1.35)">${hint.throws === "die" ? die(5) : EYE}</g>`;
    if (hint?.left === undefined) continue;
    const aside = busy(id);
    const box = hint.stop ? '<rect x="-12" y="-12" width="24" height="24" rx="3"/>' : '<circle r="13"/>';
    const down = hint.mark ? '<path class="dn" d="M-4 15.5l4 4 4-4"/>' : "";
    const where = aside ? `translate(${(x - 35).toFixed(1)} ${(y - 31).toFixed(1)}) scale(.84)` : at([x, y]);
    out += `<g class="mp${hint.mark ? " tire" : ""}" transform="${where}">${box}<text y="5.8">${escape(hint.left)}</text>${down}</g>`;
  }
  return out;
}

/**
 * The way a piece would go, with the points left at each step when hints tell them.
 * @param {Ground} ground
 * @param {string[]} way
 * @param {(id: string) => number | undefined} left
 */
export function trail(ground, way, left) {
  const known = way.filter((id) => ground.has(id));
  if (known.length < 2) return "";
  const points = known.map((id) => ground.centre(id));
  const { line, head } = arrow(points);
  let costs = "";
  for (let i = 1; i < known.length; i++) {
    const [before, after] = [left(known[i - 1]), left(known[i])];
    if (before === undefined || after === undefined || before <= after) continue;
    const [a, b] = [points[i - 1], points[i]];
    const middle = /** @type {Point} */ ([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
    const cost = String(Math.round((before - after) * 10) / 10);
    costs += `<g class="cost" transform="${at(middle)}"><circle r="${cost.length > 1 ? 13 : 10}"/><text y="4.8">${cost}</text></g>`;
  }
  return `<path class="trail-halo" d="${line}"/><path class="trail" d="${line}"/><path class="trail-head" d="${head}"/>${costs}`;
}

/** @param {Ground} ground @param {string} id */
export function forbidden(ground, id) {
  const [x, y] = ground.centre(id);
  return `<path class="no" d="${ground.outline(id, 0.965)}"/><path class="no-x" d="M${x - 15} ${y - 15}l30 30m0-30l-30 30"/>`;
}

/** @param {Ground} ground @param {string} id */
export function cursor(ground, id) {
  return `<path class="cursor-halo" d="${ground.outline(id, 0.99)}"/><path class="cursor" d="${ground.outline(id, 0.99)}"/>`;
}

/** The coach means this place. @param {Ground} ground @param {string} id */
export function ring(ground, id) {
  return `<path class="coach-ring" d="${ground.outline(id, 1.02)}"/><path class="coach-ring in" d="${ground.outline(id, 0.9)}"/>`;
}

/** The staff means this place. @param {Ground} ground @param {string} id */
export function suggested(ground, id) {
  return `<path class="suggested" d="${ground.outline(id, 0.98)}"/>`;
}

/** A way that the staff would go, or that somebody went. @param {Ground} ground @param {string[]} places @param {string} kind */
export function way(ground, places, kind) {
  const known = places.filter((id) => ground.has(id));
  if (known.length < 2) return "";
  const { line, head } = arrow(known.map((id) => ground.centre(id)));
  return `<path class="${kind}" d="${line}"/><path class="${kind}-head" d="${head}"/>`;
}

/** @param {Ground} ground @param {string} id */
export function flash(ground, id) {
  return `<path class="flash" d="${ground.outline(id, 1.05)}"/>`;
}

/**
 * An attack: full heads astride the sides it comes over, the target ringed, the odds on a flag.
 * @param {Ground} ground
 * @param {string} target
 * @param {Iterable<string>} from
 * @param {string | null | undefined} odds
 */
export function attack(ground, target, from, odds) {
  if (!ground.has(target)) return "";
  const [x, y] = ground.centre(target);
  const heads = [...new Set(from)].filter((id) => id !== target && ground.has(id)).map((id) => head(ground.centre(id), [x, y])).join("");
  const flagged = odds
    ? `<g class="odds" transform="${at([x, y - 62])}"><rect x="${-11 - odds.length * 4.7}" y="-15" width="${22 + odds.length * 9.4}" height="27" rx="3"/><text y="4.5">${escape(odds)}</text></g>`
    : "";
  return `<path class="target-in" d="${ground.outline(target)}"/><path class="target" d="${ground.outline(target, 0.97)}"/>${heads}${flagged}`;
}

/** @param {Point} a @param {Point} b */
function head(a, b) {
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [ux, uy] = [(b[0] - a[0]) / far, (b[1] - a[1]) / far];
  const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const p = (/** @type {number} */ s, /** @type {number} */ t) => `${(mx + ux * s - uy * t).toFixed(1)} ${(my + uy * s + ux * t).toFixed(1)}`;
  return `<path class="arrow" d="M${p(-19, -8)}L${p(1, -8)}L${p(1, -18)}L${p(21, 0)}L${p(1, 18)}L${p(1, 8)}L${p(-19, 8)}L${p(-14, 0)}z"/>`;
}

/**
 * Where control differs from the sheet: the controller's wash and its flag in a corner; a veil over what nobody can hold.
 * @param {Ground} ground
 * @param {Record<string, string>} control
 * @param {(controller: string) => string} nationOf
 */
export function control(ground, control, nationOf) {
  /** @type {Map<string, string[]>} */
  const by = new Map();
  for (const [id, who] of Object.entries(control)) {
    if (!ground.has(id) || !who) continue;
    const nation = who === NOBODY ? NOBODY : nationOf(who);
    by.set(nation, [...(by.get(nation) ?? []), id]);
  }
  let out = "";
  for (const [nation, ids] of by) {
    if (nation === NOBODY) {
      out += `<path class="closed" d="${shapes(ground, ids, 1.02)}"/><path class="closed-edge" d="${ground.edge(new Set(ids))}"/>`;
      continue;
    }
    out += `<path class="control n-${escape(nation)}" d="${shapes(ground, ids, 0.93)}"/>`;
    for (const id of ids) {
      const [x, y] = ground.centre(id);
      if (!ground.hex) out += cube(ground, id, nation);
      else out += `<use href="#flag-${escape(nation)}" x="${(x - 45).toFixed(1)}" y="${(y + 12).toFixed(1)}" width="17" height="17"/>`;
    }
  }
  return out;
}

/** @param {Ground} ground @param {{at: string, kind: string, text?: string}[]} markers */
export function markers(ground, markers) {
  /** @type {Record<string, number>} */
  const count = {};
  return markers.filter((m) => ground.has(m.at)).map((m) => {
    const [x, y] = ground.centre(m.at);
    const wooden = token(ground, m);
    if (wooden !== null) return wooden;
    const k = (count[m.at] = (count[m.at] ?? 0) + 1) - 1;
    return `<g class="marker" transform="${at([x + 36 - 19 * k, y + 37])}"><path d="M0-10l9 5v10l-9 5-9-5v-10z"/><text y="4.2">${escape((m.kind[0] ?? "").toUpperCase())}</text></g>`;
  }).join("");
}

/**
 * @param {Ground} ground
 * @param {string | undefined} look how it is drawn
 * @param {{places?: Record<string, any>, lines?: string[][]}} found
 */
export function overlay(ground, look, found) {
  const places = Object.keys(found.places ?? {}).filter((p) => ground.has(p));
  const lines = (found.lines ?? []).map((l) => l.filter((p) => ground.has(p)).map((p) => ground.centre(p))).filter((l) => l.length > 1);
  const kind = look === "attack" ? "mayattack" : look === undefined || look === "reach" ? "aid" : look;
  let out = "";
  if (places.length) {
    const fill = shapes(ground, places, 1);
    const edge = ground.edge(new Set(places));
    if (kind === "mayattack") out += places.map((p) => `<path class="mayattack" d="${ground.outline(p, 0.9)}"/>`).join("");
    else out += `<path class="${kind === "supply" ? "supply-area" : kind}" d="${fill}"/><path class="${kind}-edge" d="${edge}"/>`;
    out += marked(ground, places, found.places ?? {});
  }
  if (kind !== "mayattack" && lines.length) return out + flow(ground, found.lines ?? []);
  for (const line of lines) {
    const d = `M${line.map((p) => p.map((v) => v.toFixed(0)).join(" ")).join("L")}`;
    if (kind === "mayattack") out += head(line[0], line[line.length - 1]);
    else out += `<path class="supply" d="${d}"/>`;
  }
  return out;
}

/**
 * Ways that lead from somewhere to somewhere, as a river is drawn: what several share is drawn once, and broader, with a
 * head where each of them ends.
 * @param {Ground} ground @param {string[][]} lines
 */
function flow(ground, lines) {
  /** @type {Map<string, {a: string, b: string, n: number}>} */
  const parts = new Map();
  const ends = new Map();
  for (const line of lines.map((l) => l.filter((p) => ground.has(p)))) {
    for (let i = 1; i < line.length; i++) {
      const key = `${line[i - 1]} ${line[i]}`;
      const part = parts.get(key) ?? { a: line[i - 1], b: line[i], n: 0 };
      part.n += 1;
      parts.set(key, part);
    }
    if (line.length > 1) ends.set(line[line.length - 1], [line[line.length - 2], line[line.length - 1]]);
  }
  const d = (/** @type {{a: string, b: string}} */ p) => `M${[p.a, p.b].map((id) => ground.centre(id).map((v) => v.toFixed(0)).join(" ")).join("L")}`;
  const wide = (/** @type {number} */ n) => (3 + 2.4 * Math.sqrt(n)).toFixed(1);
  const list = [...parts.values()];
  return list.map((p) => `<path class="flow-halo" stroke-width="${Number(wide(p.n)) + 5}" d="${d(p)}"/>`).join("")
    + list.map((p) => `<path class="flow" stroke-width="${wide(p.n)}" d="${d(p)}"/>`).join("")
    + [...ends.values()].map(([a, b]) => `<path class="flow-head" d="${arrow([ground.centre(a), ground.centre(b)]).head}"/>`).join("");
}

/**
 * What an overlay says of its places: points that are left, and words. Places with the same word are set off from the others.
 * @param {Ground} ground
 * @param {string[]} places
 * @param {Record<string, any>} told
 */
function marked(ground, places, told) {
  /** @type {Map<string, string[]>} */
  const by = new Map();
  for (const id of places) if (told[id].mark) by.set(told[id].mark, [...(by.get(told[id].mark) ?? []), id]);
  const left = places.filter((id) => told[id].left !== undefined);
  let out = chips(ground, new Map(left.map((id) => [id, told[id]])), () => false);
  for (const [mark, ids] of by) {
    if (left.length) break; // a word beside each number would hide the map
    const many = ids.length > MANY;
    if (many) out += `<path class="aid-part" d="${ground.edge(new Set(ids))}"/>`;
    for (const id of many ? [midst(ground, ids)] : ids) {
      const [x, y] = ground.centre(id);
      out += `<text class="aid-name${many ? " wide" : ""}" x="${x.toFixed(1)}" y="${(y + (many ? 8 : 40)).toFixed(1)}">${escape(mark)}</text>`;
    }
  }
  return out;
}

/** The place of a set that is nearest to its middle. @param {Ground} ground @param {string[]} ids */
function midst(ground, ids) {
  const at = ids.map((id) => ground.centre(id));
  const [mx, my] = [0, 1].map((i) => at.reduce((sum, p) => sum + p[i], 0) / at.length);
  const far = (/** @type {Point} */ p) => Math.hypot(p[0] - mx, p[1] - my);
  return ids[at.reduce((best, p, i) => (far(p) < far(at[best]) ? i : best), 0)];
}

/** Where a pennant may stand in its hex, the most welcome first: the lower ones would hide the figures of a counter. */
const CORNERS = /** @type {Point[]} */ ([[-34, -50], [6, -50], [-34, 17], [6, 17]]);

/** What two boxes have in common. @param {Box} a @param {Box} b */
const shared = (a, b) => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

/**
 * Pennants on the places that count, in colour and letter of who holds them; swords where an enemy is near, a bare outline where nobody stands.
 * A pennant goes where it hides no name, if there is such a corner.
 * @param {Ground} ground @param {ScorePlace[]} places @param {(who: string) => string} nationOf @param {(nation: string) => string} letterOf
 * @param {Box[]} [names] where names are written @param {(id: string) => boolean} [busy] whether a counter stands there
 */
export function objectives(ground, places, nationOf, letterOf, names = [], busy = () => false) {
  return places.filter((p) => ground.has(p.id)).map((p) => {
    const [x, y] = ground.centre(p.id);
    const nation = p.owner ? nationOf(p.owner) : "";
    const letter = nation ? letterOf(nation).slice(0, 1) : "";
    const sign = p.state === "contested"
      ? '<g transform="translate(36 8) scale(.8)"><circle r="12" class="war"/><path d="M-6-6l11 11m2-11l-11 11" class="swords"/></g>'
      : "";
    const hidden = (/** @type {Point} */ [dx, dy]) => names.reduce((sum, name) => sum + shared(name, [x + dx, y + dy - 4, x + dx + 32, y + dy + 16]), 0);
    const corners = ground.hex ? CORNERS.slice(0, busy(p.id) ? 2 : 4) : CORNERS.slice(0, 1);
    const [dx, dy] = corners.reduce((best, one) => (hidden(one) < hidden(best) ? one : best));
    return `<g class="pennant n-${escape(nation)}${p.state === "open" ? " free" : ""}" transform="translate(${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)})"><path class="pole" d="M0-3v36"/><path class="cloth" d="M1-2h30l-6 8.5 6 8.5H1z"/><text x="12" y="11.4">${escape(letter)}</text>${sign}</g>`;
  }).join("");
}
