/** What is written on a counter, in words: its figures, its steps, every sign it carries now, and the legend of all signs. */

import { badges, face } from "./counters.js";
import { el, picture } from "./dom.js";
import { T } from "./texts.js";

/** "(4)-3-4" and "HQ 5" as figures; a word such as "extended" has none. @param {string} text */
const printed = (text) => (/\d/.test(text) ? text.split(/[-–\s]/).filter(Boolean) : []);

/** What is printed for a piece now. @param {Piece} piece @param {Shown} shown */
const textOf = (piece, shown) => shown.text ?? piece.faces?.[shown.face ?? 0]?.text ?? "";

/**
 * Each figure of a counter with its name.
 * @param {Sheet} sheet @param {Shown} shown @returns {[string, string][]} figure, name
 */
export function figuresOf(sheet, shown) {
  const piece = sheet.pieces[shown.id];
  if (!piece || shown.hidden) return [];
  const parts = printed(textOf(piece, shown));
  const names = sheet.figures?.[`${piece.symbol} ${parts.length}`] ?? sheet.figures?.[piece.symbol ?? ""] ?? [];
  return parts.map((part, i) => /** @type {[string, string]} */ ([part, names[i] ?? ""]));
}

/** "7-12-3: attack 7, defence 12, moves 3". @param {Sheet} sheet @param {Shown} shown */
export function sentenceOf(sheet, shown) {
  const figures = figuresOf(sheet, shown).filter(([, name]) => name);
  const piece = sheet.pieces[shown.id];
  if (!piece || !figures.length) return "";
  const said = figures.map(([figure, name]) => `${name} ${figure.replace(/[()]/g, "")}`).join(", ");
  const dots = piece.faces?.[shown.face ?? 0]?.dots;
  return dots ? `${said}; ${sheet.dots?.[dots] ?? dots}` : `${textOf(piece, shown)}: ${said}`;
}

/** What a mark does: by its own name, or by the words it begins with. @param {Sheet} sheet @param {string} mark */
export function effectOf(sheet, mark) {
  const effects = sheet.effects ?? {};
  if (effects[mark]) return effects[mark];
  const found = Object.keys(effects).filter((key) => mark.startsWith(`${key} `)).sort((a, b) => b.length - a.length)[0];
  return found ? effects[found] : "";
}

/** @param {Sheet} sheet @param {string} mark */
const markName = (sheet, mark) => sheet.marks?.[mark] ?? mark.replaceAll("_", " ");

/**
 * Everything on a counter as rows: sign and words.
 * @param {Sheet} sheet @param {Shown} shown @returns {[string | Element, string][]}
 */
export function rowsOf(sheet, shown) {
  const piece = sheet.pieces[shown.id];
  if (!piece || shown.hidden) return [];
  const faces = piece.faces ?? [];
  const step = shown.face ?? 0;
  /** @type {[string | Element, string][]} */
  const rows = [];
  if (faces.length > 1) rows.push([T.steps, T.stepsLeft(faces.length - step, faces.length, faces[0]?.text ?? "", step > 0)]);
  for (const mark of shown.marks ?? []) {
    const effect = effectOf(sheet, mark);
    const name = markName(sheet, mark);
    rows.push([badge(mark), effect && !name.includes(effect) ? `${name}: ${effect}` : name]);
  }
  return rows;
}

/** The sign of a mark alone. @param {string} mark @returns {Element} */
function badge(mark) {
  const drawn = badges([mark]);
  return drawn ? picture({ class: "badge chip-counter", viewBox: "14 -41 27 27", "aria-hidden": "true" }, mark && drawn.includes('x="-39.5"') ? drawn.replace('x="-39.5"', 'x="15.5"') : drawn) : el("i", { class: "dot" });
}

/** Where a place lies, in words. @param {Sheet} sheet @param {string | undefined} id */
export function whereOf(sheet, id) {
  const place = id ? sheet.places[id] : undefined;
  return place?.name ?? place?.near?.replace(/^the hex /, "") ?? id ?? "";
}

/**
 * The card of a counter.
 * @param {Sheet} sheet @param {Shown} shown @returns {Node[]}
 */
export function card(sheet, shown) {
  const piece = sheet.pieces[shown.id];
  const { markup, nation, hidden } = face(sheet, shown);
  const drawn = picture({ class: `chip-counter n-${nation}`, viewBox: "-38 -40 78 78", "aria-hidden": "true" }, markup);
  const where = whereOf(sheet, shown.at);
  if (hidden || !piece) return [el("header", {}, el("div", {}, el("h4", { text: T.hiddenPiece }), el("small", { text: [sheet.nations[nation]?.name, where].filter(Boolean).join(" · ") })), drawn), el("p", { text: T.hiddenAbout })];
  const sentence = sentenceOf(sheet, shown);
  const rows = rowsOf(sheet, shown);
  return [
    el("header", {}, el("div", {}, el("h4", { text: piece.name }), el("small", { text: [shown.of ?? (piece.army && T.army(piece.army)), where].filter(Boolean).join(" · ") })), drawn),
    sentence ? el("p", { class: "figures", text: sentence }) : null,
    sheet.kinds?.[piece.symbol ?? ""] ? el("p", { class: "kind", text: sheet.kinds[piece.symbol ?? ""] }) : null,
    rows.length ? el("dl", {}, rows.flatMap(([sign, words]) => [el("dt", {}, sign), el("dd", { text: words })])) : null,
  ].filter((n) => n !== null);
}

/**
 * The legend: ground, who stands there, and signs, each with its picture and what it does; only what occurs.
 * @param {Sheet} sheet
 * @param {Iterable<Shown>} pieces
 * @param {(place: string) => Element | null} ground a picture of a place
 * @param {Record<string, string>} control
 */
export function legend(sheet, pieces, ground, control) {
  const open = Object.entries(sheet.places).filter(([id]) => control[id] !== "nobody");
  const row = (/** @type {Element | null} */ sign, /** @type {string} */ name, /** @type {string} */ effect) => el("li", {}, sign ?? el("i", { class: "dot" }), el("div", {}, el("b", { text: name }), effect ? el("span", { text: effect }) : null));
  const places = (sheet.legend ?? []).flatMap((sign) => {
    const found = open.find(([, p]) => p.tags?.includes(sign.tag) && (p.tags.length === 1 || p.name)) ?? open.find(([, p]) => p.tags?.includes(sign.tag) || p.terrain === sign.tag);
    return found ? [row(ground(found[0]), sign.text.replace(/[:(].*$/, "").trim(), sign.effect ?? "")] : [];
  });
  const shown = [...pieces].filter((p) => !p.hidden && sheet.pieces[p.id]);
  const kinds = new Map(shown.map((p) => [sheet.pieces[p.id].symbol ?? "", p]));
  const who = [...kinds].map(([kind, p]) => {
    const { markup, nation } = face(sheet, { ...p, marks: [] });
    const [name, ...effect] = (sheet.kinds?.[kind] ?? kind).split(": ");
    return row(picture({ class: `chip-counter n-${nation}`, viewBox: "-38 -40 78 78", "aria-hidden": "true" }, markup), name, [effect.join(": "), sentenceOf(sheet, p)].filter(Boolean).join(" · "));
  });
  const signs = Object.keys(sheet.marks ?? {}).map((mark) => row(badge(mark), markName(sheet, mark).replace(/:.*$/, ""), effectOf(sheet, mark)));
  const part = (/** @type {string} */ head, /** @type {Node[]} */ list) => (list.length ? [el("h3", { class: "sc", text: head }), el("ul", { class: "signs" }, list)] : []);
  return [...part(T.legendGround, places), ...part(T.legendWho, who), ...part(T.legendSigns, signs)];
}
