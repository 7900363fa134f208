/** Rules and rulings of a title in the project's own words, with a search. */

import { el, fill, folded } from "../dom.js";
import { api } from "../net.js";
import { T } from "../texts.js";

/** @type {Map<string, Promise<{rules: any[], rulings: any[]}>>} */
const kept = new Map();

/** @param {string} title */
export function rulesOf(title) {
  let found = kept.get(title);
  if (!found) {
    found = api(`titles/${title}/rules`);
    found.catch(() => kept.delete(title));
    kept.set(title, found);
  }
  return found;
}

export class Rules {
  /** @param {string} title */
  constructor(title) {
    this.title = title;
    this.field = el("input", { type: "search", placeholder: T.rulesFind, "aria-label": T.rulesFind, oninput: () => this.render() });
    this.list = el("div", { class: "rulelist", tabindex: 0 });
    this.node = el("div", { class: "rules" }, this.field, this.list);
    /** @type {Promise<void> | undefined} */
    this.loading = undefined;
    /** @type {{rules: any[], rulings: any[]} | undefined} */
    this.data = undefined;
  }

  load() {
    this.loading ??= rulesOf(this.title).then((data) => {
      this.data = data;
      this.render();
    }, (trouble) => {
      this.loading = undefined;
      fill(this.list, el("p", { class: "empty", text: String(trouble.message) }));
    });
    return this.loading;
  }

  render() {
    if (!this.data) return;
    const words = folded(this.field.value).split(/\s+/).filter(Boolean);
    const fits = (/** @type {string[]} */ texts) => words.every((w) => texts.some((t) => folded(String(t ?? "")).includes(w)));
    const rules = this.data.rules.filter((r) => fits([r.rule, r.title, r.summary]));
    const rulings = this.data.rulings.filter((r) => fits(Object.values(r).map(String)));
    if (!this.data.rules.length && !this.data.rulings.length) return fill(this.list, el("p", { class: "empty", text: T.noRules }));
    return fill(this.list,
      rules.map((r) => el("article", { class: "law", "data-rule": r.rule }, el("h4", {}, el("span", { class: "rule", text: r.rule }), r.title), el("p", { text: r.summary }), r.reason ? el("p", { class: "note", text: r.reason }) : null)),
      rulings.length ? el("h3", { class: "sc", text: T.rulings }) : null,
      rulings.map((r) => el("article", { class: "law ruling", "data-rule": r.id }, el("h4", { text: r.question ?? r.id }), el("p", { text: r.decision ?? r.ruling ?? "" }), r.reason ? el("p", { class: "note", text: r.reason }) : null,
        r.rules ? el("p", { class: "note" }, [r.rules].flat().map((n) => el("button", { class: "rule", text: String(n), onclick: () => this.open(String(n)) }))) : null)));
  }

  /** Shows one rule, or the nearest one above it: 11.15 may stand under 11.1. @param {string} number */
  async open(number) {
    await this.load();
    this.field.value = "";
    this.render();
    let wanted = number;
    for (;;) {
      const found = this.list.querySelector(`[data-rule="${CSS.escape(wanted)}"]`);
      if (found) {
        this.list.querySelectorAll(".now").forEach((n) => n.classList.remove("now"));
        found.classList.add("now");
        found.scrollIntoView({ block: "start" });
        return true;
      }
      const shorter = wanted.replace(/(\.0|\.?\w)$/, "");
      if (!shorter || shorter === wanted) return false;
      wanted = shorter;
    }
  }
}
