/** The handbook of a title as nodes of the page: the same for the panel beside the board and for the page that is printed. */

import { el, fill, folded } from "./dom.js";
import { api } from "./net.js";
import { rulesOf } from "./panels/rules.js";
import { T } from "./texts.js";

/** @type {Map<string, Promise<HandbookPaper>>} */
const kept = new Map();
/** @type {Map<string, HandbookPaper>} those that have come */
const here = new Map();

/** @param {string} title @returns {Promise<HandbookPaper>} */
export function bookOf(title) {
  let found = kept.get(title);
  if (!found) {
    found = /** @type {Promise<HandbookPaper>} */ (api(`titles/${title}/handbook`));
    found.then((book) => here.set(title, book), () => kept.delete(title));
    kept.set(title, found);
  }
  return found;
}

/** @param {string} title @returns {HandbookPaper | undefined} the book, if it has come already */
export const bookHere = (title) => here.get(title);

/** The number above a number: 11.15.a stands under 11.15, VC-3a under VC-3. @param {string} rule */
function above(rule) {
  const plain = rule.replace(/(\d)[a-z]$/, "$1");
  return plain !== rule ? plain : rule.replace(/[.-]\w+$/, "");
}

/** The paragraph for a rule, or for the nearest one above it. @param {HandbookPaper} book @param {string} rule @returns {string | null} */
export function paragraphOf(book, rule) {
  if (all(book).some((p) => p.id === rule)) return rule;
  for (let number = rule; ; ) {
    const found = book.rules[number] ?? book.rules[`${number}.0`];
    if (found) return found;
    const next = above(number);
    if (next === number) break;
    number = next;
  }
  const inside = Object.keys(book.rules).find((number) => number.startsWith(`${rule}.`) || number.startsWith(`${rule}-`));
  return inside ? book.rules[inside] : null;
}

/** What a link to a rule is called: the name of its paragraph, if that is known. @param {string} title @param {string} rule */
export function ruleName(title, rule) {
  const book = here.get(title);
  const id = book ? paragraphOf(book, rule) : null;
  return (book && id && all(book).find((p) => p.id === id)?.head) || rule;
}

/** @param {HandbookPaper} book */
export const all = (book) => book.chapters.flatMap((c) => c.paragraphs);

/**
 * What the nodes need of the page around them.
 * @typedef {object} Around
 * @property {(paragraph: string) => void} open
 * @property {(picture: HandbookPicture, about: string) => Element | null} draw
 * @property {((place: string) => void) | null} look shows a place on the board, if there is one
 */

/** @param {HandbookPaper} book @param {HandbookChapter} chapter @param {Around} around */
export function chapterNodes(book, chapter, around) {
  const number = book.chapters.indexOf(chapter) + 1;
  return [
    el("h2", { class: "chap", id: `hb-${chapter.id}`, text: `${number} · ${chapter.title}` }), el("p", { class: "lead", text: chapter.lead }),
    ...chapter.paragraphs.map((p) => el("section", { class: "para", id: `hb-${p.id}`, "data-para": p.id },
      el("h3", {}, p.head, p.rules.length ? el("span", { class: "rule", title: p.rules.join(", "), text: short(p.rules) }) : null), ...p.blocks.map((b) => block(book, b, around)))),
    record(book, chapter, around),
  ];
}

/** @param {string[]} rules */
const short = (rules) => (rules.length > 2 ? `${rules[0]} …` : rules.join(", "));

/** @param {HandbookPaper} book @param {HandbookBlock} block @param {Around} around @returns {Node} */
function block(book, block, around) {
  const lines = block.lines ?? [];
  const words = () => lines.map((line) => el("p", {}, spans(book, line, around)));
  switch (block.kind) {
    case "list": return el("ul", {}, lines.map((line) => el("li", {}, spans(book, line, around))));
    case "steps": return el("ol", {}, lines.map((line) => el("li", {}, spans(book, line, around))));
    case "chart": return chart(book, block, around);
    case "picture": return el("figure", {}, drawn(block, around), el("figcaption", {}, lines.flatMap((line) => spans(book, line, around))));
    case "ruling": return el("aside", { class: "ruled" }, el("h4", { text: `${T.ruling} ${block.id}: ${block.head}` }), el("p", { class: "asked", text: plain(lines[0] ?? []) }), el("p", { text: plain(lines[1] ?? []) }));
    case "sequence": return el("div", { class: "card-of-play" }, el("h4", { text: block.head }),
      el("ol", {}, (block.rows ?? []).map(([phase, text, rule]) => el("li", {}, el("b", { text: phase }), el("span", { text }), ruleButton(book, rule, around)))));
    case "example": return example(book, block, around);
    default: return el("div", {}, words());
  }
}

/** @param {HandbookPaper} book @param {HandbookBlock} block @param {Around} around */
function chart(book, block, around) {
  const [head, ...columns] = block.columns ?? [];
  return el("div", { class: "charted" }, el("table", { class: "cost" }, el("caption", {}, block.head ?? "", ruleButton(book, block.rule ?? "", around)),
    el("thead", {}, el("tr", {}, el("th", { scope: "col", text: head }), columns.map((c) => el("th", { scope: "col", text: c })))),
    el("tbody", {}, (block.rows ?? []).map(([first, ...cells]) => el("tr", {}, el("th", { scope: "row", text: first }), cells.map((c) => el("td", { text: c })))))),
  el("p", { class: "source" }, T.chartSource(block.source ?? ""), " ", (block.lines ?? []).flatMap((line) => spans(book, line, around))));
}

/** @param {HandbookPaper} book @param {HandbookBlock} block @param {Around} around */
function example(book, block, around) {
  const first = block.picture?.frame[0];
  return el("div", { class: "ex" }, el("h4", {}, T.workedExample, el("span", { text: block.head })),
    (block.lines ?? []).map((line) => el("p", {}, spans(book, line, around))),
    block.rows?.length ? el("table", {}, el("tbody", {}, block.rows.map(([what, value, rule]) => el("tr", {}, el("td", {}, what, rule ? ruleButton(book, rule, around) : null), el("td", { text: value }))))) : null,
    block.picture ? el("figure", {}, drawn(block, around)) : null,
    first && around.look ? el("button", { class: "btn plain", text: T.showOnMap, onclick: () => around.look?.(first) }) : null);
}

/** @type {Set<() => void>} pictures that have not come into sight yet */
const waiting = new Set();

/** Every picture, for a printer that sees the whole page at once. */
export const drawAll = () => [...waiting].forEach((draw) => draw());

/** Forgets what a page that is left has not shown. */
export const drawNone = () => waiting.clear();

/** A picture is drawn when it comes into sight. @param {HandbookBlock} block @param {Around} around */
function drawn(block, around) {
  const about = plain((block.lines ?? []).flat());
  const holder = el("div", { class: "drawn" });
  const data = block.picture;
  if (!data) return holder;
  const draw = () => {
    waiting.delete(draw);
    const made = around.draw(data, about);
    if (made) holder.replaceChildren(made);
  };
  waiting.add(draw);
  const eye = new IntersectionObserver((seen) => {
    if (!seen.some((s) => s.isIntersecting)) return;
    eye.disconnect();
    draw();
  }, { rootMargin: "600px" });
  eye.observe(holder);
  return holder;
}

/** @param {HandbookPaper} book @param {string} rule @param {Around} around */
function ruleButton(book, rule, around) {
  const id = rule ? paragraphOf(book, rule) : null;
  return id ? el("button", { class: "rule", text: rule, onclick: () => around.open(id) }) : rule ? el("span", { class: "rule", text: rule }) : null;
}

/** @param {Span[]} line */
const plain = (line) => line.map((s) => s.text).join("");

/** @param {HandbookPaper} book @param {Span[]} line @param {Around} around @returns {Node[]} */
export function spans(book, line, around) {
  return line.map((span) => {
    if (span.look === "strong") return el("b", { text: span.text });
    if (span.look === "em") return el("em", { text: span.text });
    if (span.look === "link") return el("button", { class: "link", text: span.text, onclick: () => around.open(span.to ?? "") });
    if (span.look === "term") return term(span.text, book.terms[span.to ?? ""] ?? "");
    return document.createTextNode(span.text);
  });
}

/** A word of the glossary: hover, focus or a tap opens its slip. @param {string} text @param {string} about */
function term(text, about) {
  return el("span", { class: "term", tabindex: 0, role: "note", "aria-label": `${text}: ${about}` }, text, el("span", { class: "gloss", "aria-hidden": "true" }, el("b", { text }), about));
}

/** Rulings and rows of the ledger behind a chapter, for those who want them. @param {HandbookPaper} book @param {HandbookChapter} chapter @param {Around} around */
function record(book, chapter, around) {
  const ids = new Set(chapter.paragraphs.flatMap((p) => p.rulings));
  const rulings = book.rulings.filter((r) => ids.has(r.id));
  const rows = el("div", {});
  const open = async () => {
    if (rows.childElementCount) return;
    const mine = new Set(chapter.paragraphs.map((p) => p.id));
    const { rules } = await rulesOf(book.title);
    fill(rows, rules.filter((r) => mine.has(paragraphOf(book, r.rule) ?? "")).map((r) => el("p", {}, el("span", { class: "rule", text: r.rule }), el("b", { text: ` ${r.title}. ` }), r.summary)));
  };
  return el("details", { class: "record", ontoggle: open }, el("summary", { text: T.forTheRecord(rulings.length) }),
    rulings.map((r) => el("p", {}, el("b", { text: `${T.ruling} ${r.id}. ` }), `${r.question ?? ""} `, el("em", { text: r.decision ?? "" }), " ", (r.rules ?? []).slice(0, 3).map((n) => ruleButton(book, n, around)))),
    el("h4", { class: "sc", text: T.ledgerRows }), rows);
}

/**
 * Paragraphs, terms and rulings that hold all the words; those with a word in their heading first.
 * @param {HandbookPaper} book @param {string} text
 * @returns {{kind: string, id: string, head: string, text: string}[]}
 */
export function search(book, text) {
  const words = folded(text).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const entries = [
    ...book.chapters.flatMap((c, n) => c.paragraphs.map((p) => ({ kind: T.chapterNo(n + 1), id: p.id, head: p.head, text: p.blocks.map(wordsOf).join(" "), more: p.rules.join(" ") }))),
    ...Object.entries(book.terms).map(([word, about]) => ({ kind: T.glossary, id: firstUse(book, word), head: word, text: about, more: "" })),
    ...book.rulings.map((r) => ({ kind: T.ruling, id: paragraphOf(book, r.rules?.[0] ?? "") ?? "", head: `${r.id}: ${r.title ?? ""}`, text: r.decision ?? "", more: r.question ?? "" })),
  ];
  const fits = entries.filter((e) => { const whole = folded(`${e.head} ${e.text} ${e.more}`); return words.every((w) => whole.includes(w)); });
  const headed = (/** @type {{head: string}} */ e) => words.filter((w) => folded(e.head).includes(w)).length;
  return fits.map((e) => /** @type {[number, typeof e]} */ ([headed(e), e])).sort((a, b) => b[0] - a[0]).map(([, e]) => ({ kind: e.kind, id: e.id, head: e.head, text: excerpt(e.text, words[0]) }));
}

/** @param {HandbookBlock} b */
const wordsOf = (b) => [b.head ?? "", ...(b.lines ?? []).map(plain), ...(b.rows ?? []).map((r) => r.join(" "))].join(" ");

/** @param {HandbookPaper} book @param {string} word */
function firstUse(book, word) {
  return all(book).find((p) => p.blocks.some((b) => (b.lines ?? []).some((l) => l.some((s) => s.look === "term" && s.to === word))))?.id ?? book.chapters[0]?.paragraphs[0]?.id ?? "";
}

/** @param {string} text @param {string} word */
function excerpt(text, word) {
  const at = Math.max(0, folded(text).indexOf(word) - 40);
  const piece = text.slice(at, at + 130);
  const whole = (at ? piece.replace(/^\S*\s/, "… ") : piece);
  return text.length > at + 130 ? whole.replace(/\s\S*$/, " …") : whole.trim();
}
