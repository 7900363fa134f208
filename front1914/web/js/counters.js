/** One piece as markup: a counter, a block, or the back of what may not be known. */

import { escape } from "./dom.js";
import { BAND, BODY, livery } from "./nations.js";
import { armOf, badgeOf, shade, sizeMark, SPENT, star } from "./symbols.js";

const USE = 'x="-40" y="-40" width="80" height="80"';
const DOTS = /** @type {Record<string, [string, string]>} */ ({
  black: ["#17140F", "#17140F"], white: ["#FFFDF6", "#17140F"], red: ["#C0281C", "#4A0B06"], blue: ["#1F5FB8", "#0B2347"],
});
const STRIPES = ["#2C4F9E", "#E2B714", "#3C7A3A", "#B4312A", "#79B6D6", "#D98BA5", "#7A5230", "#8A8A86"];

/**
 * What is printed for a piece now.
 * @param {Sheet} sheet
 * @param {Shown} shown
 * @returns {{markup: string, nation: string, hidden: boolean}}
 */
export function face(sheet, shown) {
  const piece = sheet.pieces[shown.id];
  const nation = shown.nation ?? piece?.nation ?? Object.keys(sheet.nations)[0] ?? "";
  const blocks = sheet.look === "blocks";
  if (!piece || shown.hidden) {
    const back = blocks
      ? `<use href="#blockback-${escape(nation)}" x="-30" y="-32" width="64" height="64"/>`
      : `<use href="#back-${escape(nation)}" ${USE}/>`;
    return { markup: back, nation, hidden: true };
  }
  return { markup: blocks ? block(sheet, piece, shown, nation) : counter(sheet, piece, shown, nation), nation, hidden: false };
}

/**
 * @param {Sheet} sheet
 * @param {Piece} piece
 * @param {Shown} shown
 * @param {string} nation
 */
function counter(sheet, piece, shown, nation) {
  const { shape } = livery(nation, Object.keys(sheet.nations));
  const faces = piece.faces ?? [];
  const step = shown.face ?? 0;
  const reduced = step > 0;
  const arm = armOf(piece.symbol, piece.reserve);
  const out = [`<use href="#body-${escape(nation)}" ${USE}/>`];
  if (reduced) out.push(`<path class="band" d="${BAND[shape]}"/>`);
  if (arm !== "none") out.push(`<use class="arm" href="#arm-${arm}" ${USE}/>`);
  if (piece.size && arm !== "fort") out.push(`<g class="size">${sizeMark(piece.size)}</g>`);
  out.push(fitted("nm", piece.short ?? piece.name, 0, -18.6, 8, 14.6, 54));
  if (piece.army) out.push(`<text class="ar" x="-24" y="2">${escape(piece.army)}</text>`);
  if (faces.length > 1) out.push(steps(faces.length, step));
  out.push(figures(shown.text ?? faces[step]?.text ?? faces[0]?.text ?? "", reduced));
  out.push(badges(shown.marks ?? []));
  if ((shown.marks ?? []).some((m) => SPENT.has(m))) out.push(`<path class="veil" d="${BODY[shape]}"/>`);
  return out.join("");
}

/**
 * Text that is set smaller when it is long.
 * @param {string} kind @param {string} text @param {number} x @param {number} y @param {number} room letters @param {number} size @param {number} wide
 */
function fitted(kind, text, x, y, room, size, wide) {
  const tight = text.length > room ? ` textLength="${wide}" lengthAdjust="spacingAndGlyphs"` : "";
  const small = text.length > room + 3 ? ` font-size="${(size * 0.84).toFixed(1)}"` : "";
  return `<text class="${kind}${small ? " small" : ""}" x="${x}" y="${y}"${tight}>${escape(text)}</text>`;
}

/** Steps left as squares at the right of the box. @param {number} count @param {number} lost */
function steps(count, lost) {
  const high = count > 3 ? 4 : 6;
  const gap = count > 3 ? 5.4 : 9;
  const top = -3 - ((count - 1) * gap) / 2 - high / 2 + 0.5;
  let [on, off] = ["", ""];
  for (let k = 0; k < count; k++) {
    const square = `M21.5${(top + k * gap).toFixed(1).replace(/^(?!-)/, " ")}h6v${high}h-6z`;
    if (k < lost) off += square;
    else on += square;
  }
  return (off ? `<path class="st off" d="${off}"/>` : "") + (on ? `<path class="st" d="${on}"/>` : "");
}

/** Strength large, the rest smaller. @param {string} text @param {boolean} reduced */
function figures(text, reduced) {
  if (!text) return "";
  const [first, ...rest] = text.split(/[-–]/);
  const more = rest.length ? `<tspan class="ma" dx="1">–${escape(rest.join("–"))}</tspan>` : "";
  const long = text.length > 6 ? ' textLength="54" lengthAdjust="spacingAndGlyphs"' : "";
  return `<text class="fg${reduced ? " on-band" : ""}" y="26.4"${long}>${escape(first)}${more}</text>`;
}

/** @param {string[]} marks */
export function badges(marks) {
  const told = marks.filter((m) => !SPENT.has(m));
  let right = 0;
  let out = "";
  for (const mark of told.slice(0, 4)) {
    const known = badgeOf(mark);
    if (known === "oos") out += '<use href="#badge-oos" x="-39.5" y="-39.5" width="24" height="24"/>';
    else if (known) out += `<use href="#badge-${known}" x="${15.5 - 20 * right++}" y="-39.5" width="24" height="24"/>`;
    else out += lozenge(mark, right++);
  }
  return out;
}

/** A badge for a mark that has none of its own. @param {string} mark @param {number} place */
function lozenge(mark, place) {
  return `<g class="lozenge" transform="translate(${27.5 - 20 * place} -27.5)"><path d="M0-10l10 10-10 10-10-10z"/><text y="4.2">${escape(mark[0]?.toUpperCase() ?? "")}</text></g>`;
}

/**
 * A standing block: its strength now on the upper edge.
 * @param {Sheet} sheet @param {Piece} piece @param {Shown} shown @param {string} nation
 */
function block(sheet, piece, shown, nation) {
  const c = livery(nation, Object.keys(sheet.nations));
  const now = piece.faces?.[shown.face ?? 0] ?? {};
  const count = parseInt(now.text ?? "0", 10) || 0;
  const leader = armOf(piece.symbol) === "leader";
  const ink = shade(c.wood, -0.55);
  const armies = [...new Set(Object.values(sheet.pieces).filter((p) => p.nation === nation).map((p) => p.army ?? ""))];
  const stripe = STRIPES[Math.max(0, armies.indexOf(piece.army ?? "")) % STRIPES.length];
  const x0 = -(count - 1) * 2.9;
  const [fill, edge] = DOTS[now.dots ?? "black"] ?? DOTS.black;
  const pips = leader
    ? `<path d="${Array.from({ length: count }, (_, k) => star(x0 + 5.8 * k, -28.8, 3.4)).join("")}" fill="#A22C1D"/>`
    : Array.from({ length: count }, (_, k) => `<circle cx="${(x0 + 5.8 * k).toFixed(1)}" cy="-29" r="2.35" fill="${fill}" stroke="${edge}" stroke-width=".8"/>`).join("");
  const sign = leader
    ? `<g transform="translate(2.5 -16.5)" fill="${ink}"><circle cy="-1.2" r="3.1"/><path d="M-6.5 6c0-4.5 3-5.6 6.5-5.6s6.5 1.1 6.5 5.6z"/><path d="M-5-2.6c1.4-3.8 8.6-3.8 10 0z"/></g>`
    : `<path d="M-7.5-22.5h20v11h-20z${armOf(piece.symbol) === "cavalry" ? "M-7.5-11.5l20-11" : "l20 11m0-11l-20 11"}" fill="#FBF5E6" stroke="${ink}" stroke-width="1.2"/>`;
  return (
    `<g transform="translate(0 18)"><use href="#block-${escape(nation)}" x="-30" y="-50" width="64" height="64"/>` +
    `<path d="M-15.5-33.5h31v31h-31z" fill="${c.sticker}"/><path d="M-15.5-33.5h31v9h-31z" fill="${shade(c.sticker, -0.14)}"/>` +
    `<path d="M-15.5-24.5h4.6v22h-4.6z" fill="${stripe}" stroke="${shade(stripe, -0.45)}" stroke-width=".5"/>${pips}${sign}` +
    `<text class="bn" x="2.3" y="-4.4" fill="${ink}">${escape((piece.short ?? piece.name).slice(0, 9))}</text></g>`
  );
}

/** A sentence for people who do not see the counter. @param {Sheet} sheet @param {Shown} shown */
export function spoken(sheet, shown) {
  const piece = sheet.pieces[shown.id];
  if (!piece || shown.hidden) {
    const nation = sheet.nations[shown.nation ?? piece?.nation ?? ""]?.name ?? "Enemy";
    return `${nation}, unknown`;
  }
  const marks = (shown.marks ?? []).map((m) => sheet.marks?.[m] ?? m.replaceAll("_", " "));
  const text = piece.faces?.[shown.face ?? 0]?.text;
  return [piece.name, text && `strength ${text}`, (shown.face ?? 0) > 0 && "reduced", ...marks].filter(Boolean).join(", ");
}
