/** The handbook beside the board: opens at the paragraph that was asked for; contents, search, the chapter before and after. */

import { all, bookOf, chapterNodes, drawNone, paragraphOf, search } from "../book.js";
import { Cutting } from "../cutting.js";
import { el, fill } from "../dom.js";
import { Rules } from "./rules.js";
import { T } from "../texts.js";

export class HandbookPanel {
  /**
   * @param {string} title
   * @param {{sheet: Sheet, layers: import("../layers.js").Layers, look: (place: string) => void, close: () => void}} around
   */
  constructor(title, around) {
    this.title = title;
    this.around = around;
    this.cutting = new Cutting(around.sheet, around.layers);
    this.rules = new Rules(title); // of a title without a handbook: its ledger
    this.field = el("input", { type: "search", placeholder: T.handbookFind, "aria-label": T.handbookFind, oninput: () => this.seek(), onkeydown: (/** @type {KeyboardEvent} */ e) => { if (e.key === "Escape") { this.field.value = ""; this.seek(); } } });
    this.found = el("ul", { class: "found", hidden: true });
    this.crumbs = el("nav", { class: "crumbs", "aria-label": T.contents });
    this.article = el("article", { tabindex: 0 });
    this.foot = el("footer", { class: "foot" });
    this.node = el("div", { class: "hb", "aria-label": T.handbook },
      el("div", { class: "top" }, this.field, el("button", { class: "btn plain", text: T.contents, onclick: () => this.contents() }), el("button", { class: "btn plain closer", onclick: around.close }, T.close, el("kbd", { text: "K" }))),
      this.found, this.crumbs, this.article, this.foot);
    /** @type {HandbookPaper | null} */
    this.book = null;
    /** @type {string | null} the chapter that is open */
    this.now = null;
  }

  async load() {
    if (this.book) return this.book;
    try {
      this.book = await bookOf(this.title);
      if (!this.now) this.contents();
    } catch {
      fill(this.node, this.rules.node);
      await this.rules.load();
    }
    return this.book;
  }

  /** @param {string} where a rule or a paragraph @param {string} [from] what was clicked */
  async open(where, from = "") {
    const book = await this.load();
    if (!book) return this.rules.open(where);
    const id = paragraphOf(book, where);
    if (!id) return false;
    this.show(id.split(".")[0], from);
    const found = /** @type {HTMLElement | null} */ (this.article.querySelector(`[data-para="${CSS.escape(id)}"]`));
    found?.classList.add("here");
    this.article.scrollTop = (found?.offsetTop ?? 0) - 6; // scrolling into view would move the whole page
    return Boolean(found);
  }

  /** @param {string} chapter @param {string} [from] */
  show(chapter, from = "") {
    const { book } = this;
    const at = book?.chapters.findIndex((c) => c.id === chapter) ?? -1;
    if (!book || at < 0) return;
    this.now = chapter;
    drawNone();
    const around = { open: (/** @type {string} */ id) => { this.open(id); }, draw: (/** @type {HandbookPicture} */ data, /** @type {string} */ about) => this.cutting.draw(data, about), look: this.around.look };
    fill(this.article, chapterNodes(book, book.chapters[at], around));
    this.article.scrollTop = 0;
    fill(this.crumbs, el("button", { class: "link", text: book.name, onclick: () => this.contents() }), " › ", el("b", { text: `${at + 1} ${book.chapters[at].title}` }));
    const step = (/** @type {number} */ to, /** @type {string} */ text) => (book.chapters[to] ? el("button", { class: "btn plain", text, onclick: () => this.show(book.chapters[to].id) }) : null);
    fill(this.foot, step(at - 1, `‹ ${book.chapters[at - 1]?.title}`), step(at + 1, `${book.chapters[at + 1]?.title} ›`),
      el("a", { class: "link", href: `/handbook/${book.title}/${chapter}`, target: "_blank", text: T.printPage }), from ? el("span", { text: T.openedFrom(from) }) : null);
    this.seek(true);
  }

  contents() {
    const { book } = this;
    if (!book) return;
    this.now = "contents";
    fill(this.crumbs, el("b", { text: book.name }));
    fill(this.article, el("h2", { class: "chap", text: T.handbook }), el("ol", { class: "contents" }, book.chapters.map((c) => el("li", {}, el("button", { class: "link", text: c.title, onclick: () => this.show(c.id) }), el("small", { text: c.lead })))),
      el("h3", { text: T.glossary }), el("dl", { class: "glossary" }, Object.entries(book.terms).flatMap(([term, about]) => [el("dt", { text: term }), el("dd", { text: about })])));
    fill(this.foot, el("a", { class: "link", href: `/handbook/${book.title}`, target: "_blank", text: T.printPage }), el("a", { class: "link", href: `/rules/${book.title}`, target: "_blank", text: T.ledgerPage }));
    this.seek(true);
  }

  /** @param {boolean} [shut] */
  seek(shut = false) {
    if (shut) this.field.value = "";
    const found = this.book && this.field.value.trim() ? search(this.book, this.field.value) : null;
    this.found.hidden = !found;
    if (!found) return fill(this.found);
    if (!found.length) return fill(this.found, el("li", { class: "empty", text: T.nothingFound }));
    return fill(this.found, found.slice(0, 12).map((f) => el("li", {}, el("button", { onclick: () => this.open(f.id, this.field.value) }, el("b", { text: f.head }), el("span", { class: "k", text: f.kind }), el("small", { text: f.text })))));
  }

  /** @param {string} rule */
  has(rule) {
    return Boolean(this.book && paragraphOf(this.book, rule)) && all(/** @type {HandbookPaper} */ (this.book)).length > 0;
  }
}
