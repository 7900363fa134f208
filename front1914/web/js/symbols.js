/** The drawn set: counters, arms, badges, blocks and hatches as SVG symbols, defined once and used everywhere. */

import { escape } from "./dom.js";
import { BODY, INSET, livery } from "./nations.js";

const INK = "#26211A";
const LIT = "#FBF5E6";
const FORT = "#A22C1D";
const LINE = `fill="none" stroke="${INK}" stroke-width="1.7"`;
const BOX = `<path d="M-17-12.5h34v20h-34z" fill="${LIT}" stroke="${INK}" stroke-width="1.7"/>`;
const HALF = `${BOX}<path d="M-17-12.5h17v20h-17z" fill="${INK}" opacity=".24"/>`;
const SALTIRE = `<path d="M-17-12.5l34 20m0-20l-34 20" ${LINE}/>`;
const SLASH = `<path d="M-17 7.5l34-20" ${LINE}/>`;

/** @param {number} r @param {number} cy */
const pentagon = (r, cy) =>
  `M${Array.from({ length: 5 }, (_, k) => {
    const a = (k * Math.PI * 2) / 5;
    return `${(r * Math.sin(a)).toFixed(1)} ${(cy - r * Math.cos(a)).toFixed(1)}`;
  }).join("L")}z`;

/** A five-cornered work with arrow-head bastions, seen from above. */
function bastions(r = 10.4, out = 16.4, cy = -3.5) {
  const points = [];
  for (let k = 0; k < 5; k++) {
    const a = (k * Math.PI * 2) / 5;
    for (const [radius, off] of [[r * 0.86, -0.4], [r * 1.22, -0.27], [out, 0], [r * 1.22, 0.27], [r * 0.86, 0.4]]) {
      points.push(`${(radius * Math.sin(a + off)).toFixed(1)} ${(cy - radius * Math.cos(a + off)).toFixed(1)}`);
    }
  }
  return `M${points.join("L")}z`;
}

/** @param {number} x @param {number} y @param {number} r */
export function star(x, y, r) {
  const points = Array.from({ length: 10 }, (_, k) => {
    const radius = k % 2 ? r * 0.42 : r;
    const a = (k * Math.PI) / 5;
    return `${(x + radius * Math.sin(a)).toFixed(1)} ${(y - radius * Math.cos(a)).toFixed(1)}`;
  });
  return `M${points.join("L")}z`;
}

/** the arms that 1914 needs */
const ARMS = {
  infantry: BOX + SALTIRE,
  reserve: HALF + SALTIRE,
  landwehr: `${HALF}${SALTIRE}<path d="M-17-12.5h34v3.4h-34z" fill="${INK}"/>`,
  cavalry: BOX + SLASH,
  artillery: `${BOX}<circle cy="-2.5" r="4.2" fill="${INK}"/>`,
  siege: `${BOX}<circle cy="-2.5" r="4.2" fill="${INK}"/><path d="M-12 4.5h24" ${LINE}/>`,
  engineer: `${BOX}<path d="M-9 3v-7.5h18v7.5M0-4.5v7.5" ${LINE}/>`,
  headquarters:
    `${BOX}<path d="M-17 7.5v5.2" ${LINE}/><path d="M-9-9.5v14M-9-9.5c5-2 8 2.4 13 .4v7c-5 2-8-2.4-13-.4" fill="${INK}" stroke="${INK}" stroke-width="1.7"/>`,
  depot:
    `${BOX}<g ${LINE}><circle cy="-2.5" r="7.2"/><circle cy="-2.5" r="1.7" fill="${INK}"/>` +
    '<path d="M0-9.7v14.4M-7.2-2.5h14.4M-5.1-7.6l10.2 10.2M5.1-7.6l-10.2 10.2" stroke-width="1.1"/></g>',
  rail: `${BOX}<path d="M-13-2.5h26" ${LINE}/><g fill="${LIT}" stroke="${INK}" stroke-width="1.5"><circle cx="-7" cy="1.5" r="3"/><circle cx="7" cy="1.5" r="3"/></g><path d="M-10-9h20v6.5h-20z" fill="${INK}"/>`,
  garrison: `${BOX}<path d="M-9 4v-9h3.6v3h3.6v-3h3.6v3h3.6v-3h3.6v9z" fill="${INK}"/>`,
  fort: `<path d="${bastions()}" fill="${LIT}" stroke="${FORT}" stroke-width="2" stroke-linejoin="round"/><path d="${pentagon(5.6, -3.5)}" fill="${FORT}"/>`,
  leader: `<g fill="currentColor" transform="translate(0 -1)"><circle cy="-4" r="5.2"/><path d="M-11 8c0-7 5-9.5 11-9.5s11 2.5 11 9.5z"/><path d="M-8.5-6.4c2.4-6.4 14.6-6.4 17 0z"/></g>`,
  air: `${BOX}<path d="M-11-2.5c4-5 8-1 11 0 3-1 7-5 11 0-4 5-8 1-11 0-3 1-7 5-11 0z" ${LINE}/>`,
  none: "",
};

const ALIASES = /** @type {Record<string, keyof typeof ARMS>} */ ({
  inf: "infantry", cav: "cavalry", hq: "headquarters", gun: "artillery", heavy_artillery: "siege", siege_artillery: "siege",
  fortress: "fort", supply: "depot", train: "rail", railway: "rail", militia: "landwehr", territorial: "landwehr",
  general: "leader", commander: "leader", reserve_infantry: "reserve", ersatz: "reserve", landsturm: "landwehr", engineers: "engineer",
});

/** @param {string | undefined} symbol @param {boolean} [reserve] @returns {keyof typeof ARMS} */
export function armOf(symbol, reserve = false) {
  const known = symbol && Object.hasOwn(ARMS, symbol) ? /** @type {keyof typeof ARMS} */ (symbol) : Object.hasOwn(ALIASES, symbol ?? "") ? ALIASES[symbol ?? ""] : "none";
  return known === "infantry" && reserve ? "reserve" : known;
}

/** @param {string} size crosses or strokes: x brigade, xx division, xxx corps, xxxx army, i to iii below */
export function sizeMark(size) {
  const cross = /^x+$/i.test(size);
  const count = size.length;
  if (!cross && !/^i+$/i.test(size)) return "";
  const gap = cross ? 6.4 : 3.6;
  const strokes = Array.from({ length: count }, (_, k) => {
    const x = (k - (count - 1) / 2) * gap;
    return cross ? `M${(x - 2).toFixed(1)}-14.4l4-3.4m-4 0l4 3.4` : `M${x.toFixed(1)}-14.2v-3.8`;
  });
  return `<path d="${strokes.join("")}" stroke="currentColor" stroke-width="1.1" fill="none"/>`;
}

const BADGES = {
  elan: `<circle r="9.2" fill="#F2C230" stroke="${INK}" stroke-width="1.6"/><path d="M-4.6 .6l4.6-4.6 4.6 4.6M-4.6 5l4.6-4.6 4.6 4.6" fill="none" stroke="${INK}" stroke-width="2"/>`,
  fatigue: `<circle r="9.2" fill="#4B3B5C" stroke="${LIT}" stroke-width="1.6"/><path d="M-4.6-4.4l4.6 4.6 4.6-4.6M-4.6 0l4.6 4.6 4.6-4.6" fill="none" stroke="${LIT}" stroke-width="2"/>`,
  oos: `<circle r="9.2" fill="${LIT}" stroke="#A1211B" stroke-width="2"/><circle r="4.6" fill="none" stroke="${INK}" stroke-width="1.5"/><path d="M-6.4 6.4l12.8-12.8" stroke="#A1211B" stroke-width="2.4"/>`,
  veteran: `<circle r="9.2" fill="#F2C230" stroke="${INK}" stroke-width="1.6"/><path d="${star(0, 0.4, 6.6)}" fill="${INK}"/>`,
  trench: `<circle r="9.2" fill="${LIT}" stroke="${INK}" stroke-width="1.6"/><path d="M-6.5 3.5v-5h3.3v3.3h3.2v-3.3h3.3v3.3h3.2v3" fill="none" stroke="${INK}" stroke-width="1.8"/>`,
  broken: `<circle r="9.2" fill="${LIT}" stroke="#A1211B" stroke-width="2"/><path d="M-1.5-6.5l3 4.5-3.5 3 3 5.5" fill="none" stroke="#A1211B" stroke-width="2.2"/>`,
  rail: `<circle r="9.2" fill="${LIT}" stroke="${INK}" stroke-width="1.6"/><path d="M-3-7v14M3-7v14M-5.5-4h11M-5.5 0h11M-5.5 4h11" stroke="${INK}" stroke-width="1.3"/>`,
};

/** marks of a piece and the badge that says them; others get a lozenge with their letter */
const BADGE_OF = /** @type {Record<string, keyof typeof BADGES>} */ ({
  elan: "elan", fatigue: "fatigue", fatigued: "fatigue", tired: "fatigue", oos: "oos", out_of_supply: "oos", unsupplied: "oos", veteran: "veteran",
  entrenched: "trench", trench: "trench", dug_in: "trench", disrupted: "broken", broken: "broken", demoralised: "broken", routed: "broken",
  rail: "rail", entrained: "rail", railing: "rail",
});

/** marks that say a piece has done its part */
export const SPENT = new Set(["moved", "fought", "done", "used", "activated", "attacked"]);

/** @param {string} mark */
export function badgeOf(mark) {
  return Object.hasOwn(BADGE_OF, mark) ? BADGE_OF[mark] : null;
}

/** @param {Sheet} sheet */
export function symbols(sheet) {
  const out = [];
  const all = Object.keys(sheet.nations);
  for (const n of all) {
    const c = livery(n, all);
    const body = BODY[c.shape];
    const shade = `<path d="${body}" transform="translate(1.8 2.4)" fill="#1a130a" opacity=".34"/><path d="${body}" fill="${c.body}" stroke="${c.edge}" stroke-width="1.6"/>`;
    const letter = escape((sheet.nations[n].letter ?? n[0] ?? "?").slice(0, 2));
    out.push(
      symbol(`body-${n}`, 40, `${shade}<path d="${INSET[c.shape]}" fill="none" stroke="${c.text}" stroke-opacity=".22" stroke-width=".9"/>`),
      symbol(`back-${n}`, 40, `${shade}<path d="${body}" fill="url(#hatch-back)" transform="scale(.86)"/>`),
      `<symbol id="flag-${escape(n)}" viewBox="-36 -36 72 72"><path d="${body}" fill="${c.body}" stroke="${c.edge}" stroke-width="3"/><text y="15" text-anchor="middle" fill="${c.text}" class="flagletter${letter.length > 1 ? " two" : ""}">${letter}</text></symbol>`,
      ...blocks(n, c, letter),
    );
  }
  for (const [k, v] of Object.entries(ARMS)) out.push(symbol(`arm-${k}`, 40, v));
  for (const [k, v] of Object.entries(BADGES)) out.push(symbol(`badge-${k}`, 12, v));
  return out.join("") + PATTERNS;
}

/** @param {string} id @param {number} half @param {string} inside */
function symbol(id, half, inside) {
  return `<symbol id="${escape(id)}" viewBox="${-half} ${-half} ${2 * half} ${2 * half}" overflow="visible">${inside}</symbol>`;
}

/** @param {string} colour @param {number} k lighter above 0, darker below */
export function shade(colour, k) {
  const parts = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
  return `#${parts.map((v) => Math.round(k > 0 ? v + (255 - v) * k : v * (1 + k)).toString(16).padStart(2, "0")).join("")}`;
}

/** Wooden blocks, discs and cubes. @param {string} n @param {import("./nations.js").Livery} c @param {string} letter */
function blocks(n, c, letter) {
  const [front, top, side, line] = [c.wood, shade(c.wood, 0.28), shade(c.wood, -0.32), shade(c.wood, -0.6)];
  const block =
    '<path d="M-18 1l10 6h34l16-9-8-6z" fill="#1a130a" opacity=".3"/>' +
    `<path d="M18-36l7-6v36l-7 6z" fill="${side}"/><path d="M-18-36h36l7-6h-36z" fill="${top}"/><path d="M-18-36h36v36h-36z" fill="${front}"/>` +
    `<path d="M-18-36h36v36h-36zM18-36l7-6v36l-7 6M-18-36l7-6h36" fill="none" stroke="${line}" stroke-width="1.1" stroke-linejoin="round"/>`;
  const grain = '<path d="M-16-31c12 3 22-3 32 0M-16-25c9 3 20-4 32 1M-16-18c14 4 20-3 32 0M-16-11c10 3 22-3 32 1M-16-5c12 2 20-3 32 0" fill="none" stroke="#fff" stroke-opacity=".2"/>';
  return [
    `<symbol id="block-${escape(n)}" viewBox="-30 -50 64 64" overflow="visible">${block}</symbol>`,
    `<symbol id="blockback-${escape(n)}" viewBox="-30 -50 64 64" overflow="visible">${block}${grain}<text y="-11.5" text-anchor="middle" class="blockletter">${letter}</text></symbol>`,
    `<symbol id="cube-${escape(n)}" viewBox="-14 -14 28 28" overflow="visible"><path d="M-8 4l9 4 11-4-5-3z" fill="#1a130a" opacity=".3"/><path d="M-8-4l8 3.6v8.4l-8-3.6z" fill="${front}"/><path d="M0-.4l8-3.6v8.4l-8 3.6z" fill="${side}"/><path d="M-8-4l8-3.6 8 3.6-8 3.6z" fill="${top}"/><path d="M-8-4l8-3.6 8 3.6v8.4l-8 3.6-8-3.6z" fill="none" stroke="${line}" stroke-width=".9"/></symbol>`,
  ];
}

/** Hatches used as second cues. World units. */
const PATTERNS = [
  ["hatch-back", 6, 45, "M0 3h6", "#fff", 0.28, 1.6],
  ["hatch-zone", 10, -45, "M0 5h10", "#1D3F78", 0.62, 1.7],
  ["hatch-tire", 8, 45, "M0 4h8", "#8A5F00", 0.55, 1.5],
  ["hatch-no", 10, 45, "M0 5h10M5 0v10", "#A1211B", 0.75, 1.7],
  ["hatch-neutral", 7, 28, "M0 3.5h7", "#8C7D64", 0.28, 0.9],
].map(
  ([id, size, turn, d, colour, opacity, wide]) =>
    `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})"><path d="${d}" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${wide}"/></pattern>`,
).join("");

/** A little flag for texts and lists. @param {string} nation */
export const flag = (nation) => `<use href="#flag-${escape(nation)}"/>`;

/** @param {number} pips */
export function die(pips) {
  const spots = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] }[pips];
  const inside = spots
    ? spots.map((k) => `<circle cx="${5 + (k % 3) * 5}" cy="${5 + Math.floor(k / 3) * 5}" r="1.9"/>`).join("")
    : `<text x="10" y="14.5" text-anchor="middle" class="dietext">${escape(pips)}</text>`;
  return `<rect x="1" y="1" width="18" height="18" rx="3" fill="${LIT}" stroke="#5B4F3D"/>${inside}`;
}

/** Something is shown. */
export const EYE = '<path d="M1.5 10C4 5.5 7 3.8 10 3.8S16 5.5 18.5 10C16 14.5 13 16.2 10 16.2S4 14.5 1.5 10z" fill="#fff" stroke="currentColor" stroke-width="1.4"/><circle cx="10" cy="10" r="3.2" fill="currentColor"/>';
