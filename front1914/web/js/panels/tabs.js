/** Leaves of the staff desk. */

import { el } from "../dom.js";

export class Tabs {
  /**
   * @param {[string, string, HTMLElement][]} leaves
   * @param {(id: string) => void} opened
   */
  constructor(leaves, opened) {
    this.leaves = leaves;
    this.opened = opened;
    this.now = leaves[0][0];
    this.list = el("div", { class: "tabs", role: "tablist" });
    for (const [id, label, node] of leaves) {
      this.list.append(el("button", { role: "tab", id: `tab-${id}`, "aria-controls": `leaf-${id}`, text: label, onclick: () => this.open(id) }));
      node.id = `leaf-${id}`;
      node.classList.add("leaf");
      node.setAttribute("aria-labelledby", `tab-${id}`);
      if (!node.hasAttribute("role")) node.setAttribute("role", "tabpanel");
    }
    this.list.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const at = leaves.findIndex(([id]) => id === this.now);
      this.open(leaves[(at + step + leaves.length) % leaves.length][0], true);
    });
    this.open(this.now);
  }

  get nodes() {
    return [this.list, ...this.leaves.map(([, , node]) => node)];
  }

  /** @param {string} id @param {boolean} [focus] */
  open(id, focus = false) {
    this.now = id;
    for (const [leaf, , node] of this.leaves) {
      const on = leaf === id;
      node.hidden = !on;
      const tab = /** @type {HTMLElement | null} */ (this.list.querySelector(`#tab-${leaf}`));
      tab?.setAttribute("aria-selected", String(on));
      tab?.setAttribute("tabindex", on ? "0" : "-1");
      if (on && focus) (node.querySelector("button") ?? tab)?.focus();
    }
    document.body.classList.add("sheet-open");
    this.opened(id);
  }
}
