/** One piece as markup: a counter, a block, or the back of what may not be known. */

import { back as blockBack, block } from "./blocks.js";
import { escape } from "./dom.js";
import { BAND, BODY, livery } from "./nations.js";
import { sentenceOf } from "./signs.js";
import { armOf, badgeOf, sizeMark, SPENT } from "./symbols.js";

const USE = 'x="-40" y="-40" width="80" height="80"';

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
    const back = blocks ? blockBack(nation) : `<use href="#back-${escape(nation)}" ${USE}/>`;
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

const MOST_STEPS = 9;

/** Steps left as squares at the right of the box; of a counter with many, a share of them. @param {number} count @param {number} lost */
function steps(count, lost) {
  if (count > MOST_STEPS) return steps(MOST_STEPS, Math.floor((lost * MOST_STEPS) / count));
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

/** A sentence for people who do not see the counter. @param {Sheet} sheet @param {Shown} shown */
export function spoken(sheet, shown) {
  const piece = sheet.pieces[shown.id];
  if (!piece || shown.hidden) {
    const nation = sheet.nations[shown.nation ?? piece?.nation ?? ""]?.name ?? "Enemy";
    return `${nation}, unknown`;
  }
  const marks = (shown.marks ?? []).map((m) => sheet.marks?.[m] ?? m.replaceAll("_", " "));
  const text = piece.faces?.[shown.face ?? 0]?.text;
  return [piece.name, sentenceOf(sheet, shown) || (text && `strength ${text}`), (shown.face ?? 0) > 0 && "reduced", ...marks].filter(Boolean).join(", ");
}
