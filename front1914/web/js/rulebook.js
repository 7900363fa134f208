/** The rules and rulings of a title on a page of their own. */

import { el, fill } from "./dom.js";
import { api } from "./net.js";
import { compass } from "./panels/bar.js";
import { Rules } from "./panels/rules.js";
import { T } from "./texts.js";

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {string | undefined} rule
 * @param {{go: (path: string) => void}} router
 */
export async function openRulebook(root, id, rule, router) {
  document.body.className = "library";
  const title = await api(`titles/${id}`);
  document.title = `${T.rules}: ${title.name} · ${T.app}`;
  const rules = new Rules(id);
  const home = el("a", { href: "/", onclick: (/** @type {Event} */ e) => { e.preventDefault(); router.go("/"); } }, T.library);
  fill(root, el("div", { class: "lib" }, el("header", { class: "mast" }, el("h1", {}, compass(), title.name), el("p", { text: T.rules }), el("nav", {}, home)),
    el("main", { class: "rulebook paper" }, rules.node)));
  await rules.load();
  if (rule) rules.open(rule);
  return () => undefined;
}
