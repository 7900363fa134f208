/** The screen between two players of a hot seat. While it is up, nothing of the game is on the page. */

import { el, fill, picture } from "../dom.js";
import { livery, BODY } from "../nations.js";
import { compass } from "./bar.js";
import { T } from "../texts.js";

/**
 * @param {HTMLElement} root
 * @param {Sheet} sheet
 * @param {string} side who sits down next
 * @returns {Promise<void>}
 */
export function handOver(root, sheet, side) {
  const data = sheet.sides[side];
  const name = data?.name ?? side;
  const c = livery(data?.nations[0] ?? side, Object.keys(sheet.nations));
  const letter = sheet.nations[data?.nations[0] ?? ""]?.letter ?? name[0];
  document.body.className = "handover";
  return new Promise((done) => {
    const button = el("button", { class: "btn go", id: "ready", text: T.ready(name), onclick: () => done(undefined) });
    const sign = picture({ viewBox: "-36 -36 72 72", class: "sign", "aria-hidden": "true" },
      `<path d="${BODY[c.shape]}" fill="${c.body}" stroke="${c.edge}" stroke-width="3"/><text y="15" text-anchor="middle" fill="${c.text}" class="flagletter"></text>`);
    const text = sign.querySelector("text");
    if (text) text.textContent = letter;
    text?.classList.toggle("two", letter.length > 1);
    fill(root, el("main", { class: "handover-slip paper" }, compass(), el("h1", { text: T.handOver(name) }), sign, el("p", { text: T.handOverAbout }), button));
    button.focus();
  });
}
