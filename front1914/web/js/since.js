/** What happened since somebody looked last, over hours or days: a slip beside the map. And the sign that it is his move now. */

import { el, fill } from "./dom.js";
import { address, api } from "./net.js";
import { settings } from "./settings.js";
import { T } from "./texts.js";

const HOURS = 6; // after which what happened is told on a slip; before that a line is enough
const FEW = 4; // events that are told
const LATER = 1500; // milliseconds after which it is noted how far the player has seen

export class Since {
  /** @param {import("./table.js").Table} table @param {{replay: (from: number) => void, read: () => void}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.node = el("section", { class: "since paper", "data-ui": true, "aria-label": T.sinceTitle, hidden: true });
    this.told = "";
  }

  get path() {
    return `games/${this.table.game.id}/looked`;
  }

  /** When the table is there: what came after the player looked last, on whatever machine that was. @param {(moment: number) => void} shortly told on a line instead */
  async open(shortly) {
    const { table } = this;
    const last = await api(this.path).catch(() => null);
    this.note();
    if (!last || last.length === null || last.length >= table.length || !settings.catchup) return;
    const hours = (Date.now() - Date.parse(last.at)) / 3_600_000;
    if (hours < HOURS) return void shortly(last.length);
    const { events } = await api(address(`games/${table.game.id}/events`, { side: table.side, since: last.length })).catch(() => ({ events: [] }));
    const theirs = events.filter((/** @type {GameEvent} */ e) => e.text);
    if (theirs.length < 2) return;
    const turns = new Set(table.marks.filter((m) => m.kind === "turn" && m.at > last.length).map((m) => m.at)).size;
    const close = () => { this.node.hidden = true; };
    fill(this.node, el("h2", { text: T.sinceTitle }), el("p", { class: "note", text: T.sinceAbout(Math.round(hours), turns) }),
      el("ul", {}, theirs.slice(-FEW).map((/** @type {GameEvent} */ e) => el("li", { text: e.text }))),
      el("div", { class: "buttons" }, el("button", { class: "btn", text: T.stepByStep, onclick: () => { close(); this.does.replay(last.length); } }), el("button", { class: "btn plain", text: T.read, onclick: () => { close(); this.does.read(); } }), el("button", { class: "btn plain", text: T.close, onclick: close })));
    this.node.hidden = false;
  }

  /** Notes in a while how far the player has seen, if he looks at all. */
  note() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (document.hidden || this.table.past !== null || this.table.gone) return;
      api(this.path, { method: "PUT", body: { length: this.table.length } }).catch(() => undefined);
    }, LATER);
  }

  /** It is the player's move: the tab says so, and the browser if he allows it and looks elsewhere. */
  call() {
    const { table } = this;
    const mine = table.mine && !table.view?.result;
    document.title = mine ? T.yourMoveTitle(table.game.name) : `${table.game.name} · ${T.app}`;
    const move = mine ? `${table.game.id}-move-${table.live?.seq ?? 0}` : "";
    if (!mine || this.called) { this.called = mine; return; }
    this.called = true;
    if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
    const slip = new Notification(table.game.name, { body: T.yourMove, tag: move, icon: "/img/compass.svg" });
    slip.addEventListener("click", () => { window.focus(); slip.close(); });
  }

  close() {
    clearTimeout(this.timer);
  }
}
