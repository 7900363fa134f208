/** How the game ended, and what can be done with it now: look at it again, from every side. */

import { dialog } from "../dialogs.js";
import { el, picture } from "../dom.js";
import { flag } from "../symbols.js";
import { T } from "../texts.js";
import { openDice, openLuck } from "./menu.js";

/**
 * @param {import("../table.js").Table} table
 * @param {{library: () => void, review: () => void, replay: () => void, eyes: (side: string) => void}} does
 */
export function openVerdict(table, does) {
  const { sheet, view } = table;
  const result = view?.result;
  if (!result) return Promise.resolve();
  const side = result.winner ? sheet.sides[result.winner] : undefined;
  const nation = side?.nations[0];
  const sides = [...Object.keys(table.game.seats), "observer"].filter((s) => s !== table.side);
  return dialog(T.gameOver, (close) => {
    const then = (/** @type {() => void} */ run) => () => { close(); run(); };
    return [
      el("div", { class: "verdict" }, nation ? picture({ viewBox: "0 0 72 72", "aria-hidden": "true" }, flag(nation)) : null,
        el("h3", { text: result.winner ? T.wins(side?.name ?? result.winner) : T.drawn }), el("p", { text: result.reason }), el("p", { class: "note", text: result.level }),
        table.game.looks?.length ? el("p", { class: "note", id: "looks", text: T.looks(table.game.looks.map((l) => T.look(l.kind, sheet.sides[l.side ?? ""]?.name ?? "", l.at))) }) : null),
      el("div", { class: "menu" },
        el("button", { class: "btn go", id: "review", text: T.review.open, autofocus: true, onclick: then(does.review) }), el("button", { class: "btn plain", text: T.replay, onclick: then(does.replay) }), el("button", { class: "btn plain", text: T.stay, onclick: close }),
        el("button", { class: "btn plain", text: T.luck, onclick: then(() => openLuck(table)) }), el("button", { class: "btn plain", text: T.dice, onclick: then(() => openDice(table)) }),
        sides.map((s) => el("button", { class: "btn plain", text: `${T.eyes} ${s === "observer" ? T.observer : (sheet.sides[s]?.name ?? s)}`, onclick: then(() => does.eyes(s)) })),
        el("button", { class: "btn plain", text: T.library, onclick: then(does.library) })),
    ];
  }, { wide: true });
}
