/**
 * The staff: what it would do at any decision, with its reasons and on the map; the question before a phase ends while
 * something is left; and handing the rest over. It speaks at the head of the desk, never over the map.
 */

import { announce } from "../dialogs.js";
import { el, fill, picture } from "../dom.js";
import * as marks from "../marks.js";
import { api } from "../net.js";
import { change, settings } from "../settings.js";
import { flag } from "../symbols.js";
import { T } from "../texts.js";
import { percent } from "./odds.js";

const PATIENCE = 300;

/** A plan without how it was found: what is ordered. @param {string} text */
function orders(text) {
  const [, given] = text.split("Orders: ");
  return given ? `${T.planOf} ${given}` : text.replace(/ Chosen from [^.]*\.?$/, "");
}

export class Staff {
  /**
   * @param {import("../table.js").Table} table
   * @param {import("../board.js").Board} board
   * @param {{answer: (a: Answer, sure?: boolean) => Promise<boolean> | void, take: (list: Answer[]) => void, look: (place: string) => void}} does
   */
  constructor(table, board, does) {
    this.table = table;
    this.board = board;
    this.does = does;
    this.node = el("section", { class: "staff", "aria-label": T.staff, hidden: true });
    /** @type {"advice" | "ask" | "rest" | "thinking" | null} */
    this.mode = null;
    /** @type {import("../answers.js").Answers | null} */
    this.answers = null;
    /** @type {number} which unit is shown next */
    this.shown = 0;
  }

  /** The decision is another: whatever was said is over. @param {import("../answers.js").Answers | null} answers */
  render(answers) {
    if (answers?.decision !== this.answers?.decision) this.close();
    this.answers = answers;
  }

  close() {
    if (!this.mode) return false;
    this.mode = null;
    this.node.hidden = true;
    fill(this.node);
    this.board.layers.write("plan", "");
    return true;
  }

  /** @param {"advice" | "ask" | "rest" | "thinking"} mode @param {string} head @param {(Node | null)[]} body */
  open(mode, head, body) {
    this.mode = mode;
    this.node.hidden = false;
    const nation = this.table.sheet.sides[this.table.side]?.nations[0];
    fill(this.node, el("header", {}, nation ? picture({ "aria-hidden": "true" }, flag(nation)) : null, el("b", { text: head }), el("button", { class: "btn small", text: T.close, onclick: () => this.close() })),
      el("div", { class: "body" }, body));
  }

  // ---- what would the staff do?

  async advise() {
    const { table, answers } = this;
    if (!answers || table.decision?.side !== table.side) return;
    if (this.mode === "advice") return void this.close();
    const later = setTimeout(() => this.open("thinking", T.askStaff, [el("p", { role: "status", text: T.staffThinks })]), PATIENCE);
    /** @type {StaffAdvice | null} */
    const found = await api(`games/${table.game.id}/advice?side=${table.side}`).catch((trouble) => { announce(trouble.message); return null; });
    clearTimeout(later);
    if (answers !== this.answers) return;
    if (!found?.actions.length) return void this.open("advice", T.askStaff, [el("p", { text: T.noAdvice })]);
    this.suggest(found, answers);
  }

  /** @param {StaffAdvice} found @param {import("../answers.js").Answers} answers */
  suggest(found, answers) {
    const list = found.actions.map(([verb, arg]) => ({ verb: String(verb), arg: arg ?? null }));
    const head = this.headline(list, answers);
    const numbers = Object.assign({}, ...found.reasons.map((r) => r.numbers ?? {}));
    const given = numbers.taken > 0.99 && numbers.own + numbers.enemy < 0.05; // he is expected to ride away
    const figures = given ? [] : [
      numbers.taken === undefined ? null : [T.chanceOfTaking, percent(numbers.taken)],
      numbers.own === undefined ? null : [T.youLose, numbers.own.toFixed(1)],
      numbers.enemy === undefined ? null : [T.theyLose, numbers.enemy.toFixed(1)],
    ].filter((f) => f !== null);
    const reasons = [...new Set(found.reasons.map((r) => this.named(r)).filter(Boolean)), ...(given ? [T.ridesAway] : [])];
    const take = el("button", { class: "btn go", id: "take-advice", onclick: () => { this.close(); this.does.take(list); } }, T.takeIt);
    this.open("advice", T.askStaff, [el("h3", { text: head }), ...reasons.map((text) => el("p", { text })),
      figures.length ? el("ul", { class: "figures" }, figures.map(([word, value]) => el("li", {}, el("span", { text: word }), el("b", { text: value })))) : null,
      el("p", { class: "note", text: T.adviceRests }),
      el("div", { class: "buttons" }, this.table.decision?.delegable ? el("button", { class: "btn plain", text: T.rest, onclick: () => { this.rest(); } }) : null, take)]);
    this.draw(list, reasons.join(" "));
    announce(`${head}. ${reasons.join(" ")}`);
  }

  /** The suggestion in a few words: who, and where to. @param {Answer[]} list @param {import("../answers.js").Answers} answers */
  headline(list, answers) {
    const { sheet } = this.table;
    const pieces = list.filter((a) => String(a.arg) in sheet.pieces).map((a) => sheet.pieces[String(a.arg)].name);
    const places = list.filter((a) => String(a.arg) in sheet.places).map((a) => this.place(String(a.arg)));
    if (!pieces.length && !places.length) return answers.label(list[0]);
    const first = String(list[0].arg) in sheet.places;
    return first ? T.suggestAttack(places[0], pieces) : T.suggestMarch(pieces[0], places.at(-1) ?? null);
  }

  /** @param {string} id */
  place(id) {
    const place = this.table.sheet.places[id];
    return place?.name ?? place?.near ?? id;
  }

  /** A reason with names instead of ids. @param {AdviceWhy} why */
  named(why) {
    const { sheet } = this.table;
    if (T.whys[why.kind ?? ""] !== undefined) return T.whys[why.kind ?? ""];
    const text = (why.kind === "plan" ? orders(why.text ?? "") : (why.text ?? "").replace(/^[^:]*: /, "")).replace(/,? ?worth -?[\d.]+( here| elsewhere)?|, -?[\d.]+ elsewhere|,? ?taken \d+%|,? [\d.]+ steps for [\d.]+/g, "").trim();
    const told = text.replace(/[\w./-]+/g, (word) => (/^\d{1,2}$/.test(word) ? word : (sheet.pieces[word]?.name ?? sheet.places[word]?.name ?? sheet.places[word]?.near ?? word))).replace(/\((\S+)\)$/, "").trim();
    return told ? told[0].toUpperCase() + told.slice(1) + (/[.!?]$/.test(told) ? "" : ".") : "";
  }

  /** The suggestion on the map: a ring, and an arrow to where it leads; else the places that its reasons name. @param {Answer[]} list @param {string} said */
  draw(list, said) {
    const { board, table } = this;
    const at = (/** @type {Answer} */ a) => String(a.arg) in table.sheet.places ? String(a.arg) : (board.stacks.pieces.get(String(a.arg))?.at ?? null);
    const meant = list.map(at).filter((p) => p !== null && board.ground.has(p));
    const spots = meant.length ? meant : Object.entries(table.sheet.places).filter(([id, p]) => p.name && said.includes(p.name) && board.ground.has(id)).map(([id]) => id);
    const first = String(list[0]?.arg) in table.sheet.places;
    const ways = first ? spots.slice(1).map((p) => [p, spots[0]]) : meant.length > 1 ? [[spots[0], spots.at(-1)]] : [];
    board.layers.write("plan", [...new Set(spots)].map((p) => marks.suggested(board.ground, /** @type {string} */ (p))).join("") + ways.map(([a, b]) => marks.way(board.ground, [/** @type {string} */ (a), /** @type {string} */ (b)], "suggest")).join(""));
    if (spots[0]) board.reveal(spots[0]);
  }

  // ---- before a phase ends

  /** How much is left undone at this decision. */
  get left() {
    const u = this.table.decision?.undone;
    return u ? u.units.length + u.attacks.length : 0;
  }

  /**
   * Whether the player must be asked before he ends the phase; then he is.
   * @param {Answer} answer @param {import("../answers.js").Answers} answers
   */
  asks(answer, answers) {
    const undone = this.table.decision?.undone;
    if (!undone || !answers.ending(answer) || this.mode === "ask") return false;
    if (!settings.remind && !undone.danger.length) return false;
    if (!undone.units.length && !undone.attacks.length && !undone.danger.length) return false;
    this.ask(answer, answers, undone);
    return true;
  }

  /** @param {Answer} answer @param {import("../answers.js").Answers} answers @param {Undone} undone */
  ask(answer, answers, undone) {
    const { board, table } = this;
    const where = (/** @type {string} */ id) => board.stacks.pieces.get(id)?.at ?? null;
    const names = (/** @type {string[]} */ ids) => [...new Set(ids.map((id) => this.place(id)))].slice(0, 4).join(", ");
    const show = (/** @type {string | null} */ place) => { if (place) this.does.look(place); };
    const row = (/** @type {number} */ n, /** @type {string} */ head, /** @type {string} */ text, /** @type {string} */ word, /** @type {() => void} */ onclick, hot = false) =>
      el("li", { class: hot ? "hot" : "" }, el("b", { class: "n", text: String(n) }), el("span", {}, el("b", { text: head }), text ? el("small", { text }) : null), el("button", { class: "btn plain small", text: word, onclick }));
    const remind = el("label", { class: "check" }, el("input", { type: "checkbox", checked: !settings.remind, onchange: (/** @type {any} */ e) => change({ remind: !e.target.checked }) }), T.askNoMore);
    this.shown = 0;
    this.open("ask", T.beforeYouGoOn, [el("h3", { text: T.endIt(table.shown?.phase ?? "") }),
      el("ul", { class: "undone" },
        undone.units.length ? row(undone.units.length, T.canStillMove(undone.units.length), "", T.nextOne, () => show(where(undone.units[this.shown++ % undone.units.length]))) : null,
        undone.attacks.length ? row(undone.attacks.length, T.canAttack(undone.attacks.length), names(undone.attacks), T.show, () => show(undone.attacks[0])) : null,
        undone.danger.length ? row(undone.danger.length, T.liesOpen(undone.danger.length), names(undone.danger), T.show, () => show(undone.danger[0]), true) : null),
      el("div", { class: "buttons" }, el("button", { class: "btn plain", id: "keep-on", onclick: () => { this.close(); } }, T.keepOn, el("kbd", { text: "Esc" })),
        el("button", { class: "btn go", id: "end-it", onclick: () => { this.close(); this.does.answer(answer, true); } }, answers.label(answer), el("kbd", { text: "Enter" }))),
      table.decision?.delegable ? el("button", { class: "btn plain wide", text: T.rest, onclick: () => { this.rest(); } }) : null, remind]);
    const spots = new Set([...undone.units.map(where), ...undone.attacks].filter((p) => p !== null && board.ground.has(p)));
    board.layers.write("plan", [...spots].slice(0, 80).map((p) => marks.ring(board.ground, /** @type {string} */ (p))).join(""));
    announce([T.endIt(table.shown?.phase ?? ""), undone.units.length ? `${undone.units.length} ${T.canStillMove(undone.units.length)}` : "", undone.attacks.length ? `${undone.attacks.length} ${T.canAttack(undone.attacks.length)}` : "", undone.danger.length ? `${undone.danger.length} ${T.liesOpen(undone.danger.length)}` : ""].filter(Boolean).join(". "));
    this.node.querySelector("#end-it")?.scrollIntoView({ block: "nearest" });
    document.body.classList.add("sheet-up");
  }

  /** Enter ends, Escape keeps. @param {string} key @returns {boolean} */
  key(key) {
    if (this.mode === "ask" && key === "Enter") {
      /** @type {HTMLElement | null} */ (this.node.querySelector("#end-it"))?.click();
      return true;
    }
    return key === "Escape" && this.close();
  }

  // ---- handing the rest over

  async rest() {
    const { table } = this;
    const { groups } = await api(`games/${table.game.id}/groups?side=${table.side}`).catch(() => ({ groups: [] }));
    const order = (/** @type {string} */ group, /** @type {string} */ what) => {
      this.close();
      table.send("delegate", { side: table.side, group, order: what }).catch((trouble) => announce(trouble.message));
    };
    this.open("rest", T.rest, [el("p", { text: T.delegateAbout }), el("ul", { class: "groups" }, groups.map((/** @type {any} */ g) => el("li", {},
      el("span", {}, el("b", { text: g.name }), el("small", { text: T.unitsOf(g.units.length) })),
      [["plan", T.onPlan], ["hold", T.onHold]].filter(([what]) => g.orders.includes(what)).map(([what, text]) => el("button", { class: "btn plain small", "data-group": g.id, "data-order": what, "aria-label": `${g.name}: ${text}`, text, onclick: () => order(g.id, what) })))))]);
    document.body.classList.add("sheet-up");
  }
}
