/** The bar: which game, which turn and phase, who is asked what by which rule, and the answers that need no map. */

import { el, fill, picture } from "../dom.js";
import { ruleName } from "../book.js";
import { die, EYE, flag } from "../symbols.js";
import { T } from "../texts.js";

const COMPASS =
  '<circle cx="20" cy="20" r="18.5" fill="none" stroke="#D8B25A" stroke-width="1.6"/><path d="M20 3.5l3.6 12.9L36.5 20l-12.9 3.6L20 36.5l-3.6-12.9L3.5 20l12.9-3.6z" fill="#D8B25A"/><path d="M20 3.5V20l3.6-3.6zM36.5 20H20l3.6 3.6zM20 36.5V20l-3.6 3.6zM3.5 20H20l-3.6-3.6z" fill="#1E1C17" opacity=".55"/>';
const UNDO = '<path d="M5.5 2.5L2 6l3.5 3.5M2.5 6h7a4 4 0 0 1 0 8H6"/>';
const MENU = '<path d="M2 4h12M2 8h12M2 12h12"/>';
const MOST = 5; // buttons beside the prompt, where there is room for so many

export const compass = () => picture({ viewBox: "0 0 40 40", "aria-hidden": "true" }, COMPASS);

export class Bar {
  /**
   * @param {import("../table.js").Table} table
   * @param {{answer: (a: Answer) => void, undo: () => void, menu: () => void, rule: (r: string) => void, choices: () => void, delegate: () => void, advise: () => void, library: () => void, keep: () => string | undefined, review: (() => void) | null}} does keep: a button that the coach speaks of; review: of a game that is over, unless it is a lesson
   */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.turn = el("div", { class: "turn" });
    this.phases = el("nav", { class: "phases", "aria-label": T.phases });
    this.who = el("div", { class: "who" });
    this.prompt = el("div", { class: "prompt", id: "prompt", role: "status", "aria-live": "polite" });
    this.buttons = el("div", { class: "answers" });
    this.undo = el("button", { class: "btn", id: "undo", onclick: does.undo },
      picture({ viewBox: "0 0 16 16", fill: "none", stroke: "currentColor", "stroke-width": 2, "aria-hidden": "true" }, UNDO), T.undo, el("kbd", { text: "U" }));
    const menu = el("button", { class: "btn menu", id: "menu", "aria-label": T.menu, title: T.menu, onclick: does.menu },
      picture({ viewBox: "0 0 16 16", fill: "none", stroke: "currentColor", "stroke-width": 2, "aria-hidden": "true" }, MENU));
    const home = el("a", { class: "brand", href: "/", title: T.library, onclick: (/** @type {Event} */ e) => { e.preventDefault(); does.library(); } },
      compass(), el("div", { class: "t" }, el("span", { class: "sc", text: table.game.scenario_name ?? T.app }), el("b", { text: table.sheet.name })));
    this.node = el("header", { class: "bar" }, home, this.turn, this.phases,
      el("div", { class: "ask" }, this.who, this.prompt), el("div", { class: "acts" }, this.buttons, this.undo, menu));
  }

  /** @param {import("../answers.js").Answers | null} answers */
  render(answers) {
    const { table } = this;
    const view = table.shown;
    if (!view) return;
    fill(this.turn, el("span", { class: "sc", text: view.turn === undefined ? "" : T.turn(view.turn, view.turns) }), el("b", { text: view.date ?? table.game.scenario_name }));
    this.renderPhases(view);
    this.renderAsk(view, answers);
    this.renderButtons(answers);
    this.undo.disabled = !table.undoable || table.past !== null || table.behind;
    this.undo.title = this.undo.disabled ? T.nothingToUndo : T.undo;
  }

  /** @param {View} view */
  renderPhases(view) {
    const phases = this.table.sheet.phases ?? (view.phase ? [view.phase] : []);
    const now = phases.indexOf(view.phase ?? "");
    const listed = now < 0 && view.phase ? [view.phase] : phases;
    fill(this.phases, el("ol", { class: listed.length > 7 ? "many most" : listed.length > 4 ? "many" : "" }, listed.map((p) => el("li", { "aria-current": p === view.phase ? "step" : null, class: now >= 0 && listed.indexOf(p) < now ? "done" : "", title: p }, el("span", { text: p })))));
  }

  /** @param {View} view @param {import("../answers.js").Answers | null} answers */
  renderAsk(view, answers) {
    const { table } = this;
    const { sheet, decision } = table;
    const side = view.result?.winner ? view.result.winner : answers ? (decision?.side === "chance" ? table.side : (decision?.side ?? table.side)) : (view.deciding ?? view.active ?? "");
    const sideName = sheet.sides[side]?.name ?? side;
    const nation = sheet.sides[side]?.nations[0];
    const head = view.result ? T.gameOver : answers ? T.yourDecision : table.computer.state === "thinking" && table.computer.side === side ? T.thinks : T.decides;
    fill(this.who, nation ? picture({ "aria-hidden": "true" }, flag(nation)) : null,
      el("span", {}, head, el("b", { text: view.result ? (view.result.winner ? T.wins(sheet.sides[view.result.winner]?.name ?? view.result.winner) : T.drawn) : sideName })));
    const text = view.result ? view.result.reason : answers && decision ? (answers.asks ?? decision.prompt) : "";
    const rule = view.result ? view.result.rule : answers ? decision?.rule : "";
    const link = rule ? ruleName(table.game.title, rule) : "";
    if (this.prompt.dataset.text !== text + link) {
      this.prompt.dataset.text = text + link;
      this.prompt.title = text;
      fill(this.prompt, text, rule ? el("button", { class: "rule", text: link, title: `${T.openRule} (${rule})`, onclick: () => this.does.rule(rule) }) : null);
    }
  }

  /** @param {import("../answers.js").Answers | null} answers */
  renderButtons(answers) {
    cancelAnimationFrame(this.fitting ?? 0);
    this.node.classList.remove("tight");
    const list = answers?.buttons ?? [];
    if (this.table.decision?.side === "chance" && list.length) {
      return fill(this.buttons, list.slice(0, 12).map((a) => el("button", { class: "btn face", "data-verb": a.verb, "data-arg": a.arg, title: answers?.label(a), "aria-label": answers?.label(a), onclick: () => this.does.answer(a) },
        typeof a.arg === "number" ? picture({ viewBox: "0 0 20 20", "aria-hidden": "true" }, die(a.arg)) : answers?.label(a))));
    }
    const docked = Boolean(this.table.shown?.battle) && list.length <= 6;
    const main = answers?.main ?? null;
    const keep = this.does.keep();
    const others = docked ? [] : list.filter((a) => a !== main).sort((a, b) => Number(b.verb === keep) - Number(a.verb === keep));
    const more = el("button", { class: "btn more", onclick: this.does.choices });
    const shown = [...others.slice(0, MOST), ...(docked || !main ? [] : [main])].map((a) => el("button", {
      class: `btn ${answers?.risky(a) ? "war" : a === main ? "go" : ""}`, "data-verb": a.verb, "data-arg": a.arg, "data-pick": a.pick ?? null, title: answers?.throws(a) ? T.throws[answers.throws(a) ?? "die"] : null, onclick: () => this.does.answer(a),
    }, this.label(a, answers), answers?.throws(a) ? picture({ viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" }, answers.throws(a) === "die" ? die(5) : EYE) : null));
    const over = this.table.shown?.result ? this.does.review : null;
    fill(this.buttons, shown, more, over ? el("button", { class: "btn go", id: "to-review", text: T.review.open, onclick: over }) : null,
      answers && this.table.decision?.side === this.table.side ? el("button", { class: "btn", id: "advise", title: T.askStaff, onclick: this.does.advise }, T.askStaffShort, el("kbd", { text: "W" })) : null);
    const count = () => {
      const hidden = (docked ? 0 : list.length) - shown.length;
      more.hidden = hidden <= 0;
      more.textContent = T.more(hidden);
    };
    count();
    // The prompt comes first: buttons for which there is no room go behind the one that leads to all choices. The page
    // is laid out in this frame anyway, so looking at the bar costs nothing more.
    this.fitting = requestAnimationFrame(() => {
      const spare = () => shown.findLast((b) => !b.classList.contains("go") && !b.classList.contains("war") && b.dataset.verb !== keep) ?? (shown.length > 1 && shown[0].dataset.verb !== keep ? shown[0] : undefined);
      for (let one = spare(); one && this.crowded(); one = spare()) {
        one.remove();
        shown.splice(shown.indexOf(one), 1);
        count();
      }
      if (this.crowded()) this.node.classList.add("tight");
    });
    return undefined;
  }

  /** What ends a phase says how much is left. @param {Answer} a @param {import("../answers.js").Answers | null} answers */
  label(a, answers) {
    const u = this.table.decision?.undone;
    const left = u ? u.units.length + u.attacks.length : 0;
    const word = answers?.label(a) ?? a.verb;
    return answers?.ending(a) && left ? T.leftToDo(word, left) : word;
  }

  /** Whether the bar needs more room than there is: it is too wide, or the end of the prompt is cut off. */
  crowded() {
    const { node, prompt } = this;
    return node.clientWidth > 0 && (node.scrollWidth > node.clientWidth + 1 || prompt.scrollHeight > prompt.clientHeight + 1);
  }
}
