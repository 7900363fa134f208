/** The combat panel: who fights, every shift with its rule, the ladder of columns, the chance of every result, the die. */

import { face, spoken } from "../counters.js";
import { el, fill, picture } from "../dom.js";
import { die } from "../symbols.js";
import { T } from "../texts.js";
import { diceOf } from "./log.js";

export class Dock {
  /** @param {import("../table.js").Table} table @param {{answer: (a: Answer) => void, rule: (rule: string) => void, look: (place: string) => void}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.node = el("div", { class: "dock paper", "data-ui": true, role: "region", "aria-label": T.battle, hidden: true });
  }

  /** @param {import("../answers.js").Answers | null} answers @param {import("../stacks.js").Stacks} stacks */
  render(answers, stacks) {
    const battle = this.table.shown?.battle;
    this.node.hidden = !battle;
    if (!battle) return fill(this.node);
    const parts = [this.forces(battle, stacks), this.shifts(battle), this.chart(battle), this.buttons(answers)].filter((p) => p !== null);
    this.node.dataset.parts = String(parts.length);
    return fill(this.node, parts);
  }

  /** What fell in this battle: said by the view, or by the last event that tells a die. @param {Battle} battle @returns {number[]} */
  dice(battle) {
    if (battle.die !== null && battle.die !== undefined) return [battle.die].flat();
    const { events } = this.table;
    const last = events.findLast((e) => diceOf(e).length);
    const here = last && last.at === events[events.length - 1]?.at && Object.values(last.data).includes(battle.target);
    return here ? diceOf(last) : [];
  }

  /** @param {Battle} battle @param {import("../stacks.js").Stacks} stacks */
  forces(battle, stacks) {
    const { sheet } = this.table;
    const place = sheet.places[battle.target];
    const row = (/** @type {string} */ word, /** @type {string[]} */ ids, /** @type {number | string | null | undefined} */ sum, /** @type {boolean} */ unsure) => !ids.length ? [] : [
      el("span", { class: "sc", text: word }),
      el("div", { class: "row" }, ids.map((id) => this.chip(stacks.pieces.get(id) ?? { id }))),
      el("b", {}, sum === undefined || sum === null ? "" : String(sum), unsure ? el("small", { text: "?" }) : null),
    ];
    return el("section", {},
      el("h3", { class: "sc", text: T.battle }),
      el("h2", {}, el("button", { class: "plainlink", onclick: () => this.does.look(battle.target), text: place?.name ?? battle.target }), place?.name ? el("small", { text: battle.target }) : null),
      el("div", { class: "forces" }, row(T.attack, battle.attackers, battle.attack, false), row(T.defend, battle.defenders, battle.defence, Boolean(battle.assumed))),
      battle.assumed ? el("p", { class: "note", text: battle.assumed }) : null);
  }

  /** @param {Shown} shown */
  chip(shown) {
    const { markup, nation } = face(this.table.sheet, shown);
    return picture({ class: `chip-counter n-${nation}`, viewBox: "-38 -40 78 78", role: "img", "aria-label": spoken(this.table.sheet, shown) }, markup);
  }

  /** @param {Battle} battle */
  shifts(battle) {
    const columns = battle.columns ?? [];
    if (!battle.base && !battle.final && !battle.shifts?.length) return null;
    const head = battle.base ? `Column ${battle.base}${battle.final !== battle.base ? `, then ${battle.final}` : ""}` : battle.columns?.length ? "Column" : "Firepower";
    return el("section", {},
      el("h3", { class: "sc", text: head }),
      el("ul", { class: "mods" }, (battle.shifts ?? []).map((s) => {
        const said = s.value ?? (s.amount < 0 ? `◂ ${T.left(-s.amount)}` : s.amount > 0 ? `${T.right(s.amount)} ▸` : T.noShift);
        return el("li", { class: s.amount === 0 && !s.value ? "nil" : "" },
          s.rule ? el("button", { class: "rule", text: s.rule, onclick: () => this.does.rule(s.rule) }) : el("span"),
          el("span", { text: s.text }), el("span", { class: `sh ${s.amount < 0 ? "l" : s.amount > 0 ? "r" : ""}`, text: said }));
      })),
      columns.length ? el("div", { class: "ladder", role: "img", "aria-label": `Columns ${columns.join(", ")}; now ${battle.final ?? "none"}` },
        columns.map((c) => el("span", { class: `${c === battle.final ? "is" : ""} ${c === battle.base ? "base" : ""}`, text: c }))) : null);
  }

  /** @param {Battle} battle */
  chart(battle) {
    const chart = battle.chart ?? [];
    const thrown = this.dice(battle);
    if (!chart.length && !thrown.length) return null;
    return el("section", {},
      el("h3", { class: "sc", text: chart.length ? T.outcome : T.thrown }),
      el("div", { class: "chart" }, chart.flatMap((row) => {
        const p = 100 * fraction(row.probability);
        const hit = battle.result !== null && battle.result !== undefined && row.result === battle.result;
        return [el("span", { class: "res", text: row.result }),
          el("span", { class: `meter ${hit ? "hit" : ""}` }, el("span", { class: `fill ${row.tone ?? "fair"}`, vars: { "--p": p.toFixed(1) } }), el("em", { text: row.text })),
          el("span", { class: "pc", text: `${p.toFixed(1)} %` })];
      })),
      battle.aim ? el("div", { class: "aim" }, el("span", { text: battle.aim.text }), el("b", { text: `${(100 * fraction(battle.aim.probability)).toFixed(0)} %` })) : null,
      thrown.length ? el("div", { class: "throw" }, chart.length ? el("span", { text: T.thrown }) : null, thrown.map((d) => picture({ viewBox: "0 0 20 20", class: "rolled", role: "img", "aria-label": T.die(d) }, die(d))),
        battle.result ? el("b", { text: battle.result }) : null) : null);
  }

  /** @param {import("../answers.js").Answers | null} answers */
  buttons(answers) {
    if (!answers || this.table.decision?.side === "chance") return null; // dice are typed in above
    const list = answers.buttons.slice(0, 6);
    const note = list.some((a) => answers.risky(a)) ? T.dieFollows : (this.table.decision?.prompt ?? "");
    return el("section", { class: "do" }, note ? el("p", { class: "note", text: note }) : null,
      list.map((a) => el("button", { class: `btn ${answers.risky(a) ? "war" : "plain"}`, "data-verb": a.verb, "data-arg": a.arg, text: answers.label(a), onclick: () => this.does.answer(a) })));
  }
}

/** "5/36" or "0.25" as a number. @param {string | number} text */
export function fraction(text) {
  const [a, b] = String(text).split("/");
  return b ? Number(a) / Number(b) : Number(a);
}
