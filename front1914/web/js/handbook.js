/** The handbook of a title on a page of its own: contents, every chapter one after the other, ready for the printer. */

import { bookOf, chapterNodes, drawAll, drawNone, paragraphOf, search } from "./book.js";
import { Cutting } from "./cutting.js";
import { el, fill } from "./dom.js";
import { groundOf } from "./geometry.js";
import { Layers } from "./layers.js";
import { api } from "./net.js";
import { compass } from "./panels/bar.js";
import { plain } from "./play.js";
import { T } from "./texts.js";

/**
 * @param {HTMLElement} root
 * @param {string} title
 * @param {string | undefined} where a chapter, a paragraph or a rule
 * @param {{go: (path: string) => void}} router
 */
export async function openHandbook(root, title, where, router) {
  document.body.className = "library handbook-page";
  const [book, sheet, art] = await Promise.all([bookOf(title), api(`titles/${title}/sheet`), api(`titles/${title}/art`).catch(() => null)]);
  document.title = `${T.handbook}: ${book.name} · ${T.app}`;
  const store = el("div", { class: "mapstore", "aria-hidden": "true" });
  document.body.append(store);
  const cutting = new Cutting(sheet, new Layers(store, sheet, art ?? plain(sheet), groundOf(sheet)));
  const open = (/** @type {string} */ id) => {
    const paragraph = book.chapters.some((c) => c.id === id) ? id : paragraphOf(book, id);
    document.querySelectorAll(".para.here").forEach((n) => n.classList.remove("here"));
    const found = paragraph ? document.getElementById(`hb-${paragraph}`) : null;
    if (found?.classList.contains("para")) found.classList.add("here");
    found?.scrollIntoView({ block: "start" });
  };
  const around = { open, draw: (/** @type {HandbookPicture} */ data, /** @type {string} */ about) => cutting.draw(data, about), look: null };
  const home = el("a", { href: "/", onclick: (/** @type {Event} */ e) => { e.preventDefault(); router.go("/"); } }, T.library);
  const found = el("ul", { class: "found", hidden: true });
  const seek = el("input", { type: "search", placeholder: T.handbookFind, "aria-label": T.handbookFind, oninput: () => {
    const hits = search(book, seek.value).slice(0, 12);
    found.hidden = !seek.value.trim();
    fill(found, hits.length ? hits.map((f) => el("li", {}, el("button", { onclick: () => { seek.value = ""; found.hidden = true; open(f.id); } }, el("b", { text: f.head }), el("span", { class: "k", text: f.kind }), el("small", { text: f.text })))) : el("li", { class: "empty", text: T.nothingFound }));
  } });
  fill(root, el("div", { class: "lib" },
    el("header", { class: "mast" }, el("h1", {}, compass(), book.name), el("p", { text: T.handbook }), el("nav", {}, home, el("a", { href: `/rules/${title}`, onclick: (/** @type {Event} */ e) => { e.preventDefault(); router.go(`/rules/${title}`); } }, T.ledgerPage), el("button", { text: T.print, onclick: () => print() }))),
    el("main", { class: "hb whole paper" },
      el("aside", { class: "toc", "aria-label": T.contents }, seek, found, el("ol", {}, book.chapters.map((c) => el("li", {}, el("button", { class: "link", text: c.title, onclick: () => open(c.id) }))))),
      el("article", {}, ...book.chapters.map((c) => el("section", { class: "chapter" }, ...chapterNodes(book, c, around))),
        el("section", { class: "chapter" }, el("h2", { class: "chap", id: "hb-glossary", text: T.glossary }), el("dl", { class: "glossary" }, Object.entries(book.terms).flatMap(([term, about]) => [el("dt", { text: term }), el("dd", { text: about })])))))));
  if (where) open(where);
  addEventListener("beforeprint", drawAll);
  return () => {
    removeEventListener("beforeprint", drawAll);
    drawNone();
    store.remove();
    document.getElementById("symbols")?.remove();
  };
}
