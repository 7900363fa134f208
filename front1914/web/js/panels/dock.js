/**
 * The combat panel, the same in every game: who fights, how it adds up, what can happen, and in short: the chance of the aim and
 * what it costs. Counters in it are buttons wherever the decision offers them. While a battle is on, and after it until
 * the player has seen it, the panel is where its results stand.
 */

import { face, spoken } from "../counters.js";
import { el, fill, heading, picture } from "../dom.js";
import { die, EYE } from "../symbols.js";
import { T } from "../texts.js";
import { diceOf } from "./log.js";
import { curves, fraction, lanes, percent, rows } from "./odds.js";

const FEW = 8; // places that are listed in the panel, with the keys 1 to 8

export class Dock {
  /** @param {import("../table.js").Table} table @param {{answer: (a: Answer) => void, rule: (rule: string) => void, look: (place: string) => void, hover: (place: string | null) => void}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    /** @type {Answer[]} places that are listed, in the order of their keys */
    this.places = [];
    this.node = el("div", { class: "dock paper", "data-ui": true, role: "region", "aria-label": T.battle, hidden: true });
  }

  /** @param {import("../answers.js").Answers | null} answers @param {import("../stacks.js").Stacks} stacks */
  render(answers, stacks) {
    const battle = this.table.shown?.battle;
    this.node.hidden = !battle;
    this.places = [];
    if (!battle) return fill(this.node);
    const warning = this.warning(battle, answers);
    const parts = [this.forces(battle, stacks, answers), this.shifts(battle, answers), this.chart(battle), this.short(battle, answers, stacks)].filter((p) => p !== null);
    this.node.dataset.parts = String(parts.length);
    this.node.setAttribute("aria-label", T.combatAt(this.name(battle.target)));
    return fill(this.node, warning, parts);
  }

  /** @param {string} place */
  name(place) {
    const data = this.table.sheet.places[place];
    return data?.name ?? data?.near ?? place;
  }

  /** What fell in this battle: said by the view, or by the last event that tells a die. @param {Battle} battle @returns {number[]} */
  dice(battle) {
    if (battle.dice?.length) return battle.dice;
    if (battle.die !== null && battle.die !== undefined) return [battle.die].flat();
    const { events } = this.table;
    const last = events.findLast((e) => diceOf(e).length);
    const here = last && last.at === events[events.length - 1]?.at && Object.values(last.data).includes(battle.target);
    return here ? diceOf(last) : [];
  }

  /** One line over the panel when the attack should be thought over, at most one. @param {Battle} battle @param {import("../answers.js").Answers | null} answers */
  warning(battle, answers) {
    const { warning, losses, aim } = battle;
    if (!warning || battle.eyes === "defender" || !answers) return null;
    const own = losses?.attacker ?? 0;
    const theirs = losses?.defender ?? 0;
    const said = T.warnings[warning.why](own, theirs, losses?.unit ?? "", percent(fraction(aim?.most ?? aim?.probability ?? 0)));
    return el("p", { class: `warning ${warning.level}`, role: "alert" }, el("b", { text: warning.level === "stop" ? T.worseThanNot : T.care }), ` ${said}`);
  }

  /** @param {Battle} battle @param {import("../stacks.js").Stacks} stacks @param {import("../answers.js").Answers | null} answers */
  forces(battle, stacks, answers) {
    const { sheet } = this.table;
    const place = sheet.places[battle.target];
    const listed = new Set([...battle.attackers, ...battle.defenders]);
    const off = [...(answers?.onPiece.keys() ?? [])].filter((id) => !listed.has(id) && stacks.pieces.has(id));
    const foe = (/** @type {string} */ id) => this.table.side in sheet.sides && (sheet.pieces[id]?.side ?? this.table.side) !== this.table.side;
    const row = (/** @type {string} */ word, /** @type {string[]} */ ids, /** @type {number | string | null | undefined} */ sum, /** @type {boolean} */ unsure) => !ids.length ? [] : [
      el("p", { class: "party" }, el("span", { class: "sc", text: word }), el("b", {}, sum === undefined || sum === null ? "" : String(sum), unsure ? el("small", { text: "?" }) : null)),
      el("div", { class: `row ${ids.length > 3 ? "many" : ""}` }, ids.map((id) => this.chip(stacks.pieces.get(id) ?? { id }, answers))),
    ];
    return el("section", {},
      el("h2", {}, el("button", { class: "plainlink", onclick: () => this.does.look(battle.target), text: heading(this.name(battle.target)) }), place?.name || place?.near ? el("small", { text: battle.target }) : null),
      el("div", { class: "forces" }, row(T.attack, battle.attackers, battle.attack, false), row(T.defend, battle.defenders, battle.defence, Boolean(battle.assumed))),
      this.offered(T.mayJoin, off.filter((id) => !foe(id)), stacks, answers), this.offered(T.mayTarget, off.filter(foe), stacks, answers),
      !battle.attackers.length && off.length ? el("p", { class: "note", text: T.whoAttacks }) : null,
      battle.assumed ? el("p", { class: "note", text: battle.assumed }) : null);
  }

  /** Counters beside the battle that may be clicked, under a word for what that means. @param {string} word @param {string[]} ids @param {import("../stacks.js").Stacks} stacks @param {import("../answers.js").Answers | null} answers */
  offered(word, ids, stacks, answers) {
    return !ids.length ? null : el("div", { class: "may" }, el("span", { class: "sc", text: word }),
      el("div", { class: "row" }, ids.slice(0, 14).map((id) => this.chip(stacks.pieces.get(id) ?? { id }, answers))));
  }

  /** A counter; a button if it may be chosen, with what that changes. @param {Shown} shown @param {import("../answers.js").Answers | null} answers */
  chip(shown, answers) {
    const { markup, nation } = face(this.table.sheet, shown);
    const options = answers?.onPiece.get(shown.id) ?? [];
    const said = spoken(this.table.sheet, shown);
    const drawn = { class: `chip-counter n-${nation}`, viewBox: "-38 -40 78 78" };
    if (!options.length || !answers) return picture({ ...drawn, role: "img", "aria-label": said }, markup);
    const hint = answers.hint(options[0]);
    const effect = [answers.label(options[0]), hint?.mark, hint?.aim === undefined ? "" : T.aimThen(percent(hint.aim)), hint?.text].filter(Boolean).join(" · ");
    return el("button", { class: "chip able", "data-verb": options[0].verb, "data-arg": shown.id, title: effect, onclick: () => this.does.answer(options[0]) },
      el("span", { class: "sr", text: `${said}. ${effect}` }), picture({ ...drawn, "aria-hidden": "true" }, markup), hint?.mark ? el("small", { "aria-hidden": "true", text: hint.mark }) : null);
  }

  /** @param {Battle} battle @param {import("../answers.js").Answers | null} answers */
  shifts(battle, answers) {
    const columns = battle.columns ?? [];
    const spend = answers ? (battle.spend ?? []) : [];
    if (!battle.base && !battle.final && !battle.shifts?.length && !spend.length) return null;
    const head = battle.attack !== null && battle.attack !== undefined ? T.sums(battle.attack, battle.defence ?? "?", Boolean(battle.assumed)) : "";
    const off = battle.final && columns.length && !columns.includes(battle.final) ? battle.final : null; // beyond the printed table
    const beyond = (battle.shifts ?? []).reduce((sum, s) => sum + s.amount, 0) < 0 ? -1 : 1;
    const strip = off ? (beyond < 0 ? [off, ...columns] : [...columns, off]) : columns;
    const may = new Map((battle.reached ?? []).map((r) => [r.column, fraction(r.probability)]));
    return el("section", {},
      el("h3", { class: "sc" }, T.addsUp, battle.section ? el("span", { text: T.section(battle.section) }) : null),
      el("ul", { class: "mods" },
        head ? el("li", { class: "sum" }, el("span"), el("span", { text: head }), el("b", { class: "sh", text: battle.base ?? "" })) : null,
        (battle.shifts ?? []).map((s) => {
          const said = s.value ?? (s.amount < 0 ? `◂ ${T.left(-s.amount)}` : s.amount > 0 ? `${T.right(s.amount)} ▸` : T.noShift);
          return el("li", { class: s.amount === 0 && !s.value ? "nil" : "" },
            s.rule ? el("button", { class: "rule", text: s.rule, onclick: () => this.does.rule(s.rule) }) : el("span"),
            el("span", { text: s.text }), el("span", { class: `sh ${s.amount < 0 ? "l" : s.amount > 0 ? "r" : ""}`, text: said }));
        })),
      columns.length ? el("div", { class: "ladder", role: "img", "aria-label": T.columns(columns, battle.final ?? null, [...may.keys()]) },
        strip.map((c) => el("span", { class: `${c === battle.final ? "is" : may.has(c) ? "may" : ""} ${c === battle.base ? "base" : ""}`, title: may.has(c) ? percent(may.get(c) ?? 0) : null, text: c }))) : null,
      spend.map((s) => el("div", { class: "spend" }, el("button", { class: "rule", text: s.rule, onclick: () => this.does.rule(s.rule) }), el("span", { text: s.text }), el("b", { text: T.fromTo(percent(s.aim[0]), percent(s.aim[1])) }), el("small", { text: T.costThen(...own(battle, s)) }))));
  }

  /** @param {Battle} battle */
  chart(battle) {
    const thrown = this.dice(battle);
    const drawn = battle.lanes?.length ? lanes(battle) : battle.curves?.length ? curves(battle) : battle.chart?.length ? rows(battle) : null;
    if (!drawn && !thrown.length) return null;
    const head = !drawn ? T.thrown : battle.dice_free ? (battle.assumed ? T.outcomeHidden : T.outcomeCertain) : battle.curves?.length ? (battle.curves.length > 1 ? T.outcomeTwo : T.outcomeOne) : T.outcome;
    return el("section", {},
      el("h3", { class: "sc", text: head }), drawn,
      thrown.length ? el("div", { class: "throw" }, drawn ? el("span", { text: T.thrown }) : null, thrown.map((d) => picture({ viewBox: "0 0 20 20", class: "rolled", role: "img", "aria-label": T.die(d) }, die(d))),
        battle.result ? el("b", { text: battle.printed ?? battle.result }) : null) : null);
  }

  /** The chance of the aim, the price, and the answers. @param {Battle} battle @param {import("../answers.js").Answers | null} answers @param {import("../stacks.js").Stacks} stacks */
  short(battle, answers, stacks) {
    const aim = battle.aim && battle.result === null ? battle.aim : null;
    const losses = battle.result === null ? battle.losses : null;
    const [own, theirs] = losses ? (battle.eyes === "defender" ? [losses.defender, losses.attacker] : [losses.attacker, losses.defender]) : [0, 0];
    const [ownAll, theirAll] = losses ? (battle.eyes === "defender" ? [losses.defender_all, losses.attacker_all] : [losses.attacker_all, losses.defender_all]) : [];
    const scale = Math.max(1, own, theirs, Math.min(12, ownAll ?? 0, theirAll ?? 0));
    const bar = (/** @type {string} */ word, /** @type {number} */ n, /** @type {number | undefined} */ all, /** @type {string} */ who) => [el("span", { text: word }),
      el("i", { class: who, vars: { "--p": ((100 * n) / scale).toFixed(0) } }), el("b", { text: n.toFixed(1) }), all ? el("small", { text: T.of2(all) }) : el("small")];
    const chance = aim ? (aim.most && aim.most !== aim.probability ? T.upTo(percent(fraction(aim.probability)), percent(fraction(aim.most))) : percent(fraction(aim.probability))) : "";
    const buttons = this.buttons(battle, answers, stacks);
    if (!aim && !losses && !buttons.length) return null;
    return el("section", { class: "do" },
      aim ? el("p", { class: "aimed" }, el("b", { text: chance }), el("span", { text: aim.text })) : null,
      losses ? el("div", { class: "price", role: "img", "aria-label": T.price(own, theirs, losses.unit) }, bar(T.youLose, own, ownAll, "own"), bar(T.theyLose, theirs, theirAll, "theirs"), el("small", { class: "unit", text: T.meanOf(losses.unit) })) : null,
      ...buttons);
  }

  /** @param {Battle} battle @param {import("../answers.js").Answers | null} answers @param {import("../stacks.js").Stacks} stacks @returns {HTMLElement[]} */
  buttons(battle, answers, stacks) {
    if (!answers || this.table.decision?.side === "chance") return []; // dice are typed in above
    const list = answers.buttons.slice(0, 6);
    const risky = list.some((a) => answers.risky(a) || answers.throws(a));
    const dice = battle.chart?.length || battle.curves?.length;
    const later = battle.spend?.length && !list.some((a) => battle.spend?.some((s) => s.verb === a.verb)); // asked once it is declared
    const note = risky && !battle.dice_free ? (later ? T.spendFollows : dice ? T.dieFollows : T.noUndoAfter) : (this.table.decision?.prompt ?? "");
    const stop = battle.warning?.level === "stop" && battle.eyes !== "defender";
    this.places = answers.onPlace.size && answers.onPlace.size <= FEW ? [...answers.onPlace.values()].flat() : [];
    const lines = this.places.map((a, i) => el("button", { class: "btn plain line", "data-verb": a.verb, "data-arg": a.arg, onclick: () => this.does.answer(a), onpointerenter: () => this.does.hover(String(a.arg)), onpointerleave: () => this.does.hover(null) },
      el("kbd", { text: String(i + 1) }), el("span", { text: [this.name(String(a.arg)), ...answers.told(a)].join(", ") })));
    const spends = new Map((battle.spend ?? []).map((s) => [s.verb, s]));
    return [note ? el("p", { class: "note", text: note }) : null, ...lines,
      ...list.map((a) => {
        const spent = spends.get(a.verb);
        const thrown = answers.throws(a);
        return el("button", { class: `btn ${answers.risky(a) ? (stop ? "plain dared" : "war") : "plain"}`, "data-verb": a.verb, "data-arg": a.arg, "data-pick": a.pick ?? null, title: thrown ? T.throws[thrown] : null, onclick: () => this.does.answer(a) },
          answers.risky(a) && stop ? T.allTheSame(answers.label(a)) : answers.label(a), thrown ? picture({ viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" }, thrown === "die" ? die(5) : EYE) : null, spent ? el("small", { text: T.fromTo(percent(spent.aim[0]), percent(spent.aim[1])) }) : null);
      })].filter((n) => n !== null);
  }

  /** A number key: the place that is listed under it. @param {string} key @returns {boolean} */
  key(key) {
    const answer = this.places?.[Number(key) - 1];
    if (answer) this.does.answer(answer);
    return Boolean(answer);
  }
}

/** Own losses without something that may be spent and with it, and the enemy's. @param {Battle} battle @param {PanelSpend} spend @returns {[number, number, number, number]} */
function own(battle, spend) {
  const [mine, theirs] = battle.eyes === "defender" ? [spend.defender, spend.attacker] : [spend.attacker, spend.defender];
  return [mine[0], mine[1], theirs[0], theirs[1]];
}
