/** Wooden pieces: standing blocks with their sticker, leaders laid flat, garrison discs, cubes, the initiative disc. */

import { escape } from "./dom.js";
import { HEX } from "./geometry.js";
import { livery } from "./nations.js";
import { armOf, badgeOf, shade, star } from "./symbols.js";

/** how far blocks stand apart, and rows of them */
const APART = 45;
const ROW = 47;
const PER_ROW = 4;

const DOTS = /** @type {Record<string, [string, string]>} */ ({
  black: ["#17140F", "#17140F"], white: ["#FFFDF6", "#17140F"], red: ["#C0281C", "#4A0B06"], blue: ["#1F5FB8", "#0B2347"],
});
const STRIPES = /** @type {Record<string, string>} */ ({
  blue: "#2C4F9E", yellow: "#E2B714", green: "#3C7A3A", red: "#B4312A", celeste: "#79B6D6", pink: "#D98BA5", brown: "#7A5230", gray: "#8A8A86",
  grey: "#8A8A86", white: "#F4F0E6", orange: "#E2862F", khaki: "#A5342A",
});
const IN_TURN = ["blue", "yellow", "green", "red", "celeste", "pink", "brown", "gray"].map((name) => STRIPES[name]);
const SEEN = new Set(["activated", "attacker", "showdown"]);
const HEART = "M0-26.2l-3.4-3.4a1.9 1.9 0 0 1 3.4-2.4a1.9 1.9 0 0 1 3.4 2.4z";

/** The coloured stripe of an army. @param {Sheet} sheet @param {Piece} piece */
function stripeOf(sheet, piece) {
  if (Object.hasOwn(STRIPES, piece.colour ?? "")) return STRIPES[piece.colour ?? ""];
  const armies = [...new Set(Object.values(sheet.pieces).filter((p) => p.nation === piece.nation).map((p) => p.army ?? ""))];
  return IN_TURN[Math.max(0, armies.indexOf(piece.army ?? "")) % IN_TURN.length];
}

/** Dots, stars or a heart on the upper edge. @param {string} kind @param {number} count */
function pips(kind, count) {
  const x0 = -(count - 1) * 2.9;
  if (kind === "heart") return `<path d="${HEART}" fill="#A22C1D"/>`;
  if (kind === "star") return `<path d="${Array.from({ length: count }, (_, k) => star(x0 + 5.8 * k, -28.8, 3.4)).join("")}" fill="#A22C1D"/>`;
  const [fill, edge] = Object.hasOwn(DOTS, kind) ? DOTS[kind] : DOTS.black;
  return Array.from({ length: count }, (_, k) => `<circle cx="${(x0 + 5.8 * k).toFixed(1)}" cy="-29" r="2.35" fill="${fill}" stroke="${edge}" stroke-width=".8"/>`).join("");
}

/**
 * The sticker of a block: its strength now on the upper edge, the stripe of its army, its arm and its name.
 * @param {Sheet} sheet @param {Piece} piece @param {Shown} shown @param {import("./nations.js").Livery} c
 */
function sticker(sheet, piece, shown, c) {
  const now = piece.faces?.[shown.face ?? 0] ?? {};
  const arm = armOf(piece.symbol);
  const ink = shade(c.wood, -0.55);
  const stripe = stripeOf(sheet, piece);
  const sign = arm === "leader"
    ? `<g transform="translate(2.5 -16.5)" fill="${ink}"><circle cy="-1.2" r="3.1"/><path d="M-6.5 6c0-4.5 3-5.6 6.5-5.6s6.5 1.1 6.5 5.6z"/><path d="M-5-2.6c1.4-3.8 8.6-3.8 10 0z"/></g>`
    : `<path d="M-7.5-22.5h20v11h-20z${arm === "cavalry" ? "M-7.5-11.5l20-11" : "l20 11m0-11l-20 11"}" fill="#FBF5E6" stroke="${ink}" stroke-width="1.2"/>`;
  const name = (piece.short ?? piece.name).slice(0, 11);
  const tight = name.length > 7 ? ' textLength="25" lengthAdjust="spacingAndGlyphs"' : "";
  return (
    `<path d="M-15.5-33.5h31v31h-31z" fill="${c.sticker}"/><path d="M-15.5-33.5h31v9h-31z" fill="${shade(c.sticker, -0.14)}"/>` +
    `<path d="M-15.5-24.5h4.6v22h-4.6z" fill="${stripe}" stroke="${shade(stripe, -0.45)}" stroke-width=".5"/>` +
    pips(now.dots ?? "black", parseInt(now.text ?? "0", 10) || 0) +
    `${sign}<text class="bn" x="2.3" y="-4.4" fill="${ink}"${tight}>${escape(name)}</text>`
  );
}

/**
 * A block that can be read: standing, or lying on its back once everybody has seen it.
 * @param {Sheet} sheet @param {Piece} piece @param {Shown} shown @param {string} nation
 */
export function block(sheet, piece, shown, nation) {
  const c = livery(nation, Object.keys(sheet.nations));
  const marks = shown.marks ?? [];
  const badge = marks.some((m) => m === "isolated" || badgeOf(m) === "oos") ? '<use href="#badge-oos" x="-26" y="-46" width="20" height="20"/>' : "";
  const face = sticker(sheet, piece, shown, c);
  const veil = marks.includes("acted") ? '<path class="veil" d="M-18-36h36v36h-36z"/>' : "";
  if (marks.some((m) => SEEN.has(m))) {
    const line = `fill="none" stroke="${shade(c.wood, -0.6)}" stroke-width="1"`;
    return (
      '<g transform="translate(0 16)"><path d="M-19 3h40l8 5h-40z" fill="#1a130a" opacity=".3"/>' +
      `<path d="M-19-28h38v28h-38z" fill="${c.wood}"/><path d="M-19 0h38v7h-38z" fill="${shade(c.wood, -0.34)}"/><path d="M-19-28h38v35h-38zM-19 0h38" ${line}/>` +
      `<g transform="translate(0 -.8) scale(1.08 .76)">${face}</g>${badge}</g>`
    );
  }
  return `<g transform="translate(0 18)"><use href="#block-${escape(nation)}" x="-30" y="-50" width="64" height="64"/>${face}${veil}${badge}</g>`;
}

/** The back of a block. @param {string} nation */
export const back = (nation) => `<use href="#blockback-${escape(nation)}" x="-30" y="-32" width="64" height="64"/>`;

/**
 * Where the blocks of an area stand: a row or two for each side, the side that is named first nearest to the reader.
 * @param {Sheet} sheet @param {Shown[]} list @returns {Point[]}
 */
export function rows(sheet, list) {
  const sides = Object.values(sheet.sides).map((side) => new Set(side.nations));
  /** @type {Map<number, number[]>} */
  const groups = new Map();
  list.forEach((piece, i) => {
    const nation = piece.nation ?? sheet.pieces[piece.id]?.nation ?? "";
    const side = sides.findIndex((nations) => nations.has(nation));
    groups.set(side, [...(groups.get(side) ?? []), i]);
  });
  /** @type {number[][]} */
  const lines = [];
  for (const side of [...groups.keys()].sort((a, b) => b - a)) {
    const group = groups.get(side) ?? [];
    for (let k = 0; k < group.length; k += PER_ROW) lines.push(group.slice(k, k + PER_ROW));
  }
  /** @type {Point[]} */
  const spots = list.map(() => [0, 0]);
  lines.forEach((line, r) => line.forEach((i, k) => { spots[i] = [(k - (line.length - 1) / 2) * APART - 3, (r - (lines.length - 1) / 2) * ROW]; }));
  return spots;
}

/**
 * A marker that is a wooden piece: garrisons in their fortress, the initiative disc, swords where both sides stand.
 * @param {import("./geometry.js").Ground} ground
 * @param {{at: string, kind: string, text?: string, nation?: string, count?: number, fortress?: string}} marker
 * @returns {string | null} nothing if it is none of these
 */
export function token(ground, marker) {
  const place = ground.place?.(marker.at);
  const [x, y] = ground.centre(marker.at);
  const title = marker.text ? `<title>${escape(marker.text)}</title>` : "";
  const [lx, ly] = place?.label ? [place.label[0] * HEX, place.label[1] * HEX] : [x - 60, y - 60];
  if (marker.kind === "garrison") {
    const fort = place?.fortresses?.find((f) => f.name === marker.fortress);
    const [fx, fy] = fort ? [fort.x * HEX, fort.y * HEX] : [x + 50, y - 55];
    return `<g class="garrison" transform="translate(${fx.toFixed(1)} ${(fy + 3).toFixed(1)})">${title}${disc(marker.nation ?? "", marker.count ?? 1)}</g>`;
  }
  if (marker.kind === "contested") return `<g class="swords" transform="translate(${(lx - 2).toFixed(1)} ${(ly + 34).toFixed(1)})">${title}${SWORDS}</g>`;
  if (marker.kind === "disc") return `<g class="initiative" transform="translate(${x.toFixed(1)} ${(y + 64).toFixed(1)})">${title}${INITIATIVE}</g>`;
  return null;
}

const SWORDS =
  '<circle r="13" fill="#B3261A" stroke="#FBF5E6" stroke-width="1.6"/><path d="M-7-7l12 12m2-12l-12 12M-7.5 3l4.500 4.500M7.500 3l-4.500 4.500" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/>';
const INITIATIVE =
  '<ellipse cx="3" cy="9" rx="29" ry="16" fill="#1a130a" opacity=".3"/><path d="M-27 0v6a27 15 0 0 0 54 0v-6z" fill="#D8CFB8" stroke="#5B4F3D" stroke-width="1.2"/>' +
  `<ellipse rx="27" ry="15" fill="#FFFDF6" stroke="#5B4F3D" stroke-width="1.2"/><g transform="scale(1 .56)"><path d="${star(0, 0, 15)}" fill="#B3261A"/></g>`;

/** Discs on top of one another, with their number. @param {string} nation @param {number} count */
function disc(nation, count) {
  const shown = Math.min(count, 5);
  const { wood } = livery(nation);
  let out = '<ellipse cx="2" cy="7" rx="15" ry="8" fill="#1a130a" opacity=".3"/>';
  for (let k = 0; k < shown; k++) {
    const y = 4 - 4.6 * k;
    out +=
      `<path d="M-13 ${y - 1}v4.600a13 7 0 0 0 26 0v-4.600z" fill="${shade(wood, -0.3)}" stroke="${shade(wood, -0.6)}" stroke-width=".9"/>` +
      `<ellipse cy="${y - 1}" rx="13" ry="7" fill="${shade(wood, 0.12)}" stroke="${shade(wood, -0.6)}" stroke-width=".9"/>`;
  }
  return `${out}<text class="dn" y="${(6.8 - 4.6 * (shown - 1)).toFixed(1)}">${escape(count)}</text>`;
}

/**
 * The cube of a side that took an area from its owner, beside the name.
 * @param {import("./geometry.js").Ground} ground @param {string} id @param {string} nation
 */
export function cube(ground, id, nation) {
  const label = ground.place?.(id)?.label;
  const [x, y] = label ? [label[0] * HEX - 24, label[1] * HEX] : ground.centre(id);
  return `<use href="#cube-${escape(nation)}" x="${(x - 14).toFixed(1)}" y="${(y - 14).toFixed(1)}" width="28" height="28"/>`;
}
