/**
 * What came of a battle: told in words, with dice, losses and what happens next, until the player has seen it. The steps of
 * other sides wait meanwhile. Nothing here knows a rule: losses are what the counters on the map have lost, as far as they
 * can be seen.
 */

import { face, spoken } from "../counters.js";
import { announce } from "../dialogs.js";
import { el, fill, heading, picture } from "../dom.js";
import { settings } from "../settings.js";
import { die } from "../symbols.js";
import { T } from "../texts.js";
import { diceOf } from "./log.js";
import { asGood, percent, sentence } from "./odds.js";

/**
 * @typedef {object} Loss
 * @property {Shown} before
 * @property {number | null} face what is left, null if it is gone
 *
 * @typedef {object} Outcome
 * @property {Battle} battle as it stood when the dice fell
 * @property {number[]} dice
 * @property {boolean} black whether the second of them is a black one
 * @property {GameEvent[]} events
 * @property {Loss[]} losses
 * @property {boolean} mine whether the player took part
 */

/** what is told of a battle at most; the log has the rest */
const LINES = 9;

/** Sentences in order; one that is said again at once is counted. @param {string[]} lines */
function tally(lines) {
  /** @type {{text: string, n: number}[]} */
  const found = [];
  for (const text of lines) {
    const last = found[found.length - 1];
    if (last?.text === text) last.n += 1;
    else found.push({ text, n: 1 });
  }
  return found.map(({ text, n }) => (n > 1 ? `${text.replace(/\.$/, "")} (${T.repeated(n)}).` : text));
}

export class Result {
  /** @param {import("../table.js").Table} table @param {{look: (place: string) => void, seen: () => void}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.node = el("section", { class: "result paper", "data-ui": true, "aria-label": T.result, hidden: true, tabindex: -1 });
    /** @type {Outcome[]} what has not been acknowledged yet */
    this.queue = [];
    /** @type {{before: View, battle: Battle, events: GameEvent[], fell: boolean, result?: string | null} | null} the battle that goes on */
    this.going = null;
  }

  /**
   * Follows a battle from step to step.
   * @param {View | null} before @param {View} view @param {GameEvent[]} events
   * @returns {boolean} whether its result is to be looked at now
   */
  follow(before, view, events) {
    const battle = view.battle ?? null;
    const known = battle ?? before?.battle ?? null;
    if (!this.going && before && known) this.going = { before, battle: known, events: [], fell: false };
    const { going } = this;
    if (!going) return false;
    if (battle && (battle.chart?.length || battle.curves?.length || !going.battle.chart?.length)) going.battle = battle;
    going.result = battle?.result ?? going.result;
    going.events.push(...events);
    going.fell ||= events.some((e) => diceOf(e).length > 0) || (battle?.result ?? null) !== null;
    if (battle?.target === going.battle.target) return false;
    const told = going.fell ? this.outcome(going, view) : null;
    this.going = battle && before ? { before, battle, events: [], fell: false } : null;
    if (!told || (settings.results === "none") || (settings.results === "mine" && !told.mine)) return false;
    this.queue.push(told);
    return true;
  }

  /** Nothing is followed any more: the game went back, or another moment is looked at. */
  forget() {
    this.going = null;
    this.queue = [];
    this.render();
  }

  /** @param {{before: View, battle: Battle, events: GameEvent[], result?: string | null}} going @param {View} view @returns {Outcome} */
  outcome(going, view) {
    const { sheet, side } = this.table;
    const now = new Map((view.pieces ?? []).map((p) => [p.id, p]));
    const took = new Set([...going.battle.attackers, ...going.battle.defenders]);
    const gone = new Set((view.boxes ?? []).flatMap((b) => b.pieces));
    /** @type {Loss[]} */
    const losses = [];
    const then = new Set((going.before.pieces ?? []).map((p) => p.id));
    const unveiled = new Set([...now.values()].filter((p) => !then.has(p.id)).map((p) => p.nation ?? sheet.pieces[p.id]?.nation));
    for (const piece of going.before.pieces ?? []) {
      const after = now.get(piece.id);
      if (piece.hidden || piece.id.startsWith("?")) { // gone, unless it may just have come to light
        if (!after && took.has(piece.id) && !unveiled.has(piece.nation ?? "")) losses.push({ before: piece, face: null });
        continue;
      }
      if (after && (after.face ?? 0) > (piece.face ?? 0)) losses.push({ before: piece, face: after.face ?? 0 });
      else if (!after && (took.has(piece.id) || gone.has(piece.id) || piece.at === going.battle.target)) losses.push({ before: piece, face: null });
    }
    const owner = (/** @type {string} */ id) => sheet.pieces[id]?.side;
    const mine = [...took].some((id) => owner(id) === side) || losses.some((l) => owner(l.before.id) === side) || side === "observer";
    const decided = going.events.filter((e) => e.data?.result !== undefined && diceOf(e).length); // checks that follow are no part of the throw
    const dice = (decided.length ? decided : going.events).flatMap(diceOf);
    const black = decided.some((e) => e.data.black !== undefined);
    return { battle: { ...going.battle, result: going.result ?? going.battle.result }, dice, black, events: going.events, losses, mine };
  }

  /** The next thing that happens, in words. */
  next() {
    const { decision, shown, sheet, mine } = this.table;
    if (shown?.result) return shown.result.reason;
    if (mine && decision) return decision.prompt;
    const side = shown?.deciding ?? "";
    return side ? T.nowDecides(sheet.sides[side]?.name ?? side) : "";
  }

  render() {
    const told = this.queue[0];
    this.node.hidden = !told;
    document.body.classList.toggle("told", Boolean(told));
    if (!told) return fill(this.node);
    const { battle } = told;
    const data = this.table.sheet.places[battle.target];
    const place = heading(data?.name ?? data?.near ?? battle.target);
    const kinds = this.table.sheet.log;
    const lines = tally(told.events.filter((e) => e.text && (!kinds || kinds.battles.includes(e.kind) || kinds.losses.includes(e.kind))).map((e) => e.text)).slice(-LINES);
    const hit = battle.chart?.find((row) => row.result === this.resultOf(told));
    const share = asGood({ ...battle, result: this.resultOf(told) });
    const good = share === null || share > 0.995 ? null : share; // what had to come says nothing
    return fill(this.node,
      el("header", {}, el("h2", {}, el("button", { class: "plainlink", text: place, onclick: () => this.does.look(battle.target) })),
        el("p", { text: hit && !battle.dice_free ? heading(sentence(hit, battle)) : this.inWords(told) }),
        this.queue.length > 1 ? el("span", { class: "sc", text: T.countOf(1, this.queue.length) }) : null),
      el("div", { class: "parts" },
        told.dice.length ? el("section", {}, el("h3", { class: "sc", text: T.thrown }),
          el("div", { class: "throw" }, told.dice.map((d, i) => picture({ viewBox: "0 0 20 20", class: `rolled${i && told.black ? " black" : ""}`, role: "img", "aria-label": T.die(d) }, die(d)))),
          good === null ? null : el("p", { class: "note", text: T.asGood(percent(good)) })) : this.resultOf(told) ? el("section", {}, el("h3", { class: "sc", text: T.finalResult }), el("b", { class: "final", text: this.resultOf(told) }),
          good === null ? null : el("p", { class: "note", text: T.asGood(percent(good)) })) : null,
        el("section", {}, el("h3", { class: "sc", text: T.lossesHead }), this.lost(told)),
        el("section", {}, el("h3", { class: "sc", text: T.happened }), el("ol", {}, lines.map((text) => el("li", { text }))))),
      el("footer", {}, el("p", {}, el("b", { text: `${T.nextHead} ` }), this.next()), el("button", { class: "btn go", id: "seen", onclick: () => this.seen() }, T.goOn2, el("kbd", { text: "Enter" }))));
  }

  /** The row of the chart that was hit: told by the last view or by an event. @param {Outcome} told */
  resultOf(told) {
    const words = told.events.map((e) => e.data?.result).filter((r) => typeof r === "string");
    return told.battle.result ?? words.at(-1) ?? null;
  }

  /** What the throw meant, where no row of the chart says it: the sentence of the log without dice and code. @param {Outcome} told */
  inWords(told) {
    const told_ = told.events.findLast((e) => e.data?.result !== undefined && (told.battle.dice_free || diceOf(e).length));
    const thrown = told_ ? [told_] : told.events.filter((e) => diceOf(e).length && e.text.includes(": ") && this.table.sheet.log?.battles.includes(e.kind)).slice(0, 2);
    const words = thrown.map(({ text }) => text.slice(text.indexOf(": ") + 2).replace(/( \([^()]*\))?\.$/, ""));
    return words.map((text) => text.charAt(0).toUpperCase() + text.slice(1)).join(". ");
  }

  /** @param {Outcome} told */
  lost(told) {
    const { sheet } = this.table;
    const words = told.events.filter((e) => e.text && sheet.log?.losses.includes(e.kind));
    if (!told.losses.length) return words.length ? el("ul", {}, words.slice(-4).map((e) => el("li", { text: e.text }))) : el("p", { class: "note", text: T.noLosses });
    const owner = (/** @type {Loss} */ l) => sheet.pieces[l.before.id]?.side ?? Object.entries(sheet.sides).find(([side, s]) => side in this.table.game.seats && s.nations.includes(l.before.nation ?? ""))?.[0] ?? "";
    const sides = [...new Set(told.losses.map(owner))];
    return el("div", { class: "lost" }, sides.map((side) => el("div", { class: "row" }, el("span", { class: "sc", text: sheet.sides[side]?.name ?? side }),
      told.losses.filter((l) => owner(l) === side).map((l) => {
        const shown = { ...l.before, face: l.face ?? l.before.face };
        const { markup, nation } = face(sheet, shown);
        return el("span", { class: l.face === null ? "gone" : "less", title: spoken(sheet, l.before) }, picture({ class: `chip-counter n-${nation}`, viewBox: "-38 -40 78 78", role: "img", "aria-label": `${spoken(sheet, l.before)}: ${l.face === null ? T.gone : T.reduced}` }, markup));
      }))));
  }

  /** The player has seen it. */
  seen() {
    this.queue.shift();
    this.render();
    this.does.seen();
  }

  /** Said once, when it comes. */
  tell() {
    const told = this.queue[0];
    if (told) announce([...told.events.slice(-4).map((e) => e.text), this.next()].join(" "));
  }
}
