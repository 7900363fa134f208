/** Slips of paper that point at a place on the map: why something is not allowed, and which of several answers is meant. */

import { el, fill, picture } from "./dom.js";
import { T } from "./texts.js";

const NO = '<circle cx="10" cy="10" r="8.4" fill="none" stroke="currentColor" stroke-width="2.4"/><path d="M4.4 15.6L15.6 4.4" stroke="currentColor" stroke-width="2.4"/>';

export class Bubble {
  /**
   * @param {HTMLElement} hud
   * @param {(id: string) => [Point, number]} spot where a place is on the screen, and half its height there
   * @param {(rule: string, from?: string) => void} openRule
   * @param {(rule: string) => string} [ruleName] what a link to a rule is called
   */
  constructor(hud, spot, openRule, ruleName = (rule) => rule) {
    this.spot = spot;
    this.openRule = openRule;
    this.ruleName = ruleName;
    this.node = el("div", { class: "bubble", role: "alert", "data-ui": true, hidden: true });
    this.pinned = false; // asked for by a tap: stays until it is closed
    this.entered = false;
    this.node.addEventListener("pointerenter", () => { this.entered = true; });
    this.node.addEventListener("pointerleave", () => { this.entered = false; });
    hud.append(this.node);
    /** @type {string | null} */
    this.at = null;
    /** @type {string | null} */
    this.kind = null;
  }

  /**
   * @param {string} place
   * @param {{rule: string, text: string}} reason
   * @param {string} head what was tried
   */
  refuse(place, reason, head) {
    this.show(place, "refusal", [
      el("h4", {}, picture({ viewBox: "0 0 20 20", "aria-hidden": "true" }, NO), sentence(head)),
      el("p", { text: sentence(reason.text) }),
      el("footer", {},
        reason.rule && el("button", { class: "rule", text: this.ruleName(reason.rule), title: `${T.openRule} (${reason.rule})`, onclick: () => this.openRule(reason.rule, sentence(reason.text)) }),
        el("span", { text: matchMedia("(pointer: coarse)").matches ? T.tapCloses : T.escCloses })),
    ]);
  }

  /**
   * @param {string} place
   * @param {string} head
   * @param {{label: string, picture?: Node | null, risky?: boolean, choose: () => void}[]} choices
   */
  choose(place, head, choices) {
    this.show(place, "chooser", [
      el("h4", { text: head }),
      el("div", { class: "chooser" }, choices.map((c) =>
        el("button", { class: `btn ${c.risky ? "war" : "plain"}`, onclick: () => { this.hide(); c.choose(); } }, c.picture ?? null, el("span", { text: c.label })))),
    ]);
    this.node.querySelector("button")?.focus();
  }

  /** What a counter says; comes and goes by itself. @param {string} place @param {Node[]} nodes */
  card(place, nodes) {
    this.show(place, "card", nodes);
  }

  /** @param {string} place @param {string} kind @param {Node[]} children */
  show(place, kind, children) {
    this.at = place;
    this.kind = kind;
    this.node.classList.toggle("plain", kind === "chooser");
    this.node.classList.toggle("cardlike", kind === "card");
    this.node.setAttribute("role", kind === "card" ? "tooltip" : "alert");
    fill(this.node, children);
    this.node.hidden = false;
    this.place();
  }

  /** Follows the map; never over the place it speaks of. */
  place() {
    if (this.at === null) return;
    const board = /** @type {HTMLElement} */ (this.node.offsetParent ?? document.body);
    const [[x, y], half] = this.spot(this.at);
    const [wide, high] = [this.node.offsetWidth, this.node.offsetHeight];
    const left = Math.max(8, Math.min(board.clientWidth - wide - 8, x - wide / 2));
    const under = y - high - half - 14 < 6;
    this.node.style.setProperty("--tip", `${Math.max(14, Math.min(wide - 14, x - left))}px`);
    this.node.classList.toggle("under", under);
    this.node.style.transform = `translate(${left}px, ${under ? y + half + 12 : y - high - half - 12}px)`;
  }

  hide() {
    if (this.at === null) return false;
    this.at = this.kind = null;
    this.entered = false;
    this.node.hidden = true;
    return true;
  }
}

/** @param {string} text */
export function sentence(text) {
  if (!text) return "";
  const begun = text[0].toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
