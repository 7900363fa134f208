/** Modal slips of paper. */

import { el } from "./dom.js";
import { T } from "./texts.js";

/**
 * Opens a dialog; it closes by its button, by Escape, or by a click beside it.
 * @param {string} title
 * @param {(close: () => void) => (Node | string | null | false)[]} inside
 * @param {{wide?: boolean, kind?: string}} [options]
 * @returns {Promise<void>} when it is closed
 */
export function dialog(title, inside, { wide = false, kind = "" } = {}) {
  return new Promise((done) => {
    const close = () => box.close();
    const box = el("dialog", { class: `slip paper ${wide ? "wide" : ""} ${kind}`, "aria-label": title },
      el("header", {}, el("h2", { text: title }), el("button", { class: "x", "aria-label": T.close, onclick: close, text: "×" })));
    box.append(el("div", { class: "body" }, inside(close)));
    box.addEventListener("close", () => { box.remove(); done(); });
    box.addEventListener("pointerdown", (event) => { if (event.target === box) close(); });
    document.body.append(box);
    box.showModal();
  });
}

/**
 * A question with two answers.
 * @param {string} title @param {string} text @param {string} yes @param {{danger?: boolean}} [options]
 * @returns {Promise<boolean>}
 */
export async function confirm(title, text, yes, { danger = false } = {}) {
  let answer = false;
  await dialog(title, (close) => [
    el("p", { text }),
    el("div", { class: "buttons" },
      el("button", { class: "btn plain", text: T.cancel, onclick: close }),
      el("button", { class: `btn ${danger ? "war" : "go"}`, text: yes, autofocus: true, onclick: () => { answer = true; close(); } })),
  ]);
  return answer;
}

/** A short notice at the foot of the screen. @param {string} text @param {{kind?: string, rule?: string}} [options] */
export function notice(text, { kind = "" } = {}) {
  document.querySelectorAll(".notice").forEach((n) => n.remove());
  const slip = el("div", { class: `notice ${kind}`, role: "status", text });
  document.body.append(slip);
  setTimeout(() => slip.remove(), 5200);
}

/** Says something to a screen reader. @param {string} text */
export function announce(text) {
  const region = document.getElementById("announce");
  if (!region || region.textContent === text) return;
  region.textContent = text;
}
