/** Who is winning, and by what: the score strip, the list of objectives, the goal card. */

import { dialog } from "../dialogs.js";
import { el, fill, picture } from "../dom.js";
import { api, address } from "../net.js";
import { flag } from "../symbols.js";
import { T } from "../texts.js";
import { finished } from "./coach.js";
import { ProspectsBar } from "./prospects.js";

const MOST_BOXES = 15;
const TOLD = "front1914.goals"; // the scenarios whose goal card was read, by title and side
const NEVER = "*"; // in their place: no card opens by itself

export class ScoreStrip {
  /** @param {import("../table.js").Table} table @param {{look: (place: string) => void, learn: (lesson: string) => void, goals: () => void}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.node = el("section", { class: "score", "aria-label": T.score });
    this.list = el("div", { class: "objectives" });
    /** @type {{turn: number, value: number}[]} the score at the beginning of each turn */
    this.course = [];
    this.asked = -1;
    this.prospects = new ProspectsBar(table);
  }

  get score() {
    return this.table.shown?.score;
  }

  render() {
    const { score } = this;
    const main = score?.meters[0];
    this.node.hidden = !score || !main;
    if (!score || !main) return;
    fill(this.node,
      el("header", {}, el("h2", { text: main.name }), el("button", { class: "goalkey", "aria-keyshortcuts": "V", onclick: () => { this.open(); } }, T.goal, el("kbd", { text: "V" }))),
      this.picture(main), this.trio(score, main), this.others(score), this.graph(score, main), this.prospects.node);
    this.prospects.render();
    this.follow(score);
    this.renderList(score);
  }

  /** Boxes for a few, a scale for many. @param {ScoreMeter} main */
  picture(main) {
    const wins = main.marks.filter((m) => !m.most && m.winner === main.side).map((m) => m.at);
    if (main.of && main.of <= MOST_BOXES) {
      const need = wins.length ? Math.min(...wins) : 0;
      return el("div", { class: `pips n-${this.nation(main.side)}`, "aria-hidden": "true" },
        Array.from({ length: main.of }, (_, i) => el("i", { class: `${i < main.now ? (i < main.end ? "on" : "risk") : i < main.end ? "soon" : ""} ${i + 1 === need ? "last" : ""}` })));
    }
    const marks = main.marks.map((m) => m.at);
    const [low, high] = [Math.min(main.now, main.end, ...marks, 0), Math.max(main.now, main.end, main.of ?? 0, ...marks, 1)];
    const span = high - low || 1;
    const x = (/** @type {number} */ v) => (4 + (308 * (v - low)) / span).toFixed(1);
    const zero = low < 0 ? `<path d="M${x(0)} 6v14" class="zero"/>` : "";
    const ticks = main.marks.map((m) => `<path d="M${x(m.at)} 3v20" class="need"/>`).join("");
    const [a, b] = low < 0 ? [Math.min(0, main.now), Math.max(0, main.now)] : [low, main.now];
    return picture({ class: `scale n-${this.nation(main.side)}`, viewBox: "0 0 316 26", "aria-hidden": "true" },
      `<rect x="4" y="8" width="308" height="10" class="trough"/><rect x="${x(a)}" y="8" width="${(Number(x(b)) - Number(x(a))).toFixed(1)}" height="10" class="full"/>${zero}${ticks}<path d="M${x(main.now)} 2l6 6h-12z" class="now"/>`);
  }

  /** @param {Score} score @param {ScoreMeter} main */
  trio(score, main) {
    const change = main.end - main.now;
    const arrow = change ? el("small", { class: change > 0 ? "up" : "down", text: ` ${change > 0 ? "▲" : "▼"} ${Math.abs(change)}` }) : null;
    const verdict = score.verdict;
    const who = verdict?.winner ? (this.table.sheet.sides[verdict.winner]?.name ?? verdict.winner) : T.nobody;
    return el("dl", { class: "trio" },
      el("div", {}, el("dt", { text: T.scoreNow }), el("dd", {}, String(main.now), main.of ? el("small", { text: ` ${T.of} ${main.of}` }) : null)),
      el("div", {}, el("dt", { text: T.scoreEnd }), el("dd", {}, String(main.end), arrow)),
      verdict ? el("div", {}, el("dt", { text: T.scoreVerdict }), el("dd", { class: "foretold" }, el("b", { text: who }), el("small", { text: ` ${verdict.text}` }))) : null);
  }

  /** What else counts, and what ends the game at once. @param {Score} score */
  others(score) {
    const rows = score.meters.slice(1).map((m) => {
      const mark = m.marks[0];
      const whether = m.of === 1; // yes or no
      const limit = mark && (mark.most ? mark.at + 1 : mark.at);
      const text = limit !== undefined && !whether && limit !== m.of ? `${m.name} (${T.endsAt(limit, Boolean(mark.most))})` : m.name;
      return el("li", { title: m.help ?? mark?.text ?? "" }, m.side ? picture({ class: "n", "aria-hidden": "true" }, flag(this.nation(m.side))) : el("span"), el("span", { text }), el("b", { text: whether ? (m.now ? T.yes : T.no) : m.of ? `${m.now} ${T.of} ${m.of}` : String(m.now) }));
    });
    return rows.length ? el("ul", { class: "fatal" }, rows) : null;
  }

  /** The course of the score by turn. @param {Score} score @param {ScoreMeter} main */
  graph(score, main) {
    const points = [...this.course.filter((p) => p.turn < score.turn), { turn: score.turn, value: main.now }];
    const first = points[0].turn;
    if (points.length < 2) return null;
    const last = Math.min(score.last ?? score.turn + 2, Math.max(score.turn + 1, score.last ?? 0));
    const needs = main.marks.map((m) => m.at);
    const values = points.map((p) => p.value);
    const [low, high] = [Math.min(...values, ...needs), Math.max(...values, ...needs)];
    const x = (/** @type {number} */ turn) => 30 + (276 * (turn - first)) / Math.max(1, last - first);
    const y = (/** @type {number} */ v) => 8 + 46 * (1 - (v - low) / (high - low || 1));
    const line = points.map((p) => `${x(p.turn).toFixed(1)} ${y(p.value).toFixed(1)}`).join("L");
    const ticks = needs.map((n) => `<path d="M30 ${y(n).toFixed(1)}H306" class="need"/><text x="26" y="${(y(n) + 4).toFixed(1)}" class="end">${n}</text>`).join("");
    const end = points[points.length - 1];
    return picture({ class: `spark n-${this.nation(main.side)}`, viewBox: "0 0 316 72", role: "img", "aria-label": T.course(main.name, values.join(", ")) },
      `${ticks}<path d="M${line}" class="halo"/><path d="M${line}" class="line"/><circle cx="${x(end.turn).toFixed(1)}" cy="${y(end.value).toFixed(1)}" r="4"/><text x="30" y="69">${first}</text><text x="306" y="69" class="end">${last}</text>`);
  }

  /** The course is asked for when a new turn has begun. @param {Score} score */
  async follow(score) {
    if (this.asked === score.turn) return;
    this.asked = score.turn;
    const found = await api(address(`games/${this.table.game.id}/course`, { side: this.table.side })).catch(() => null);
    if (!found) return;
    this.course = found.turns;
    if (this.score && this.course.length > 1) this.render();
  }

  /** The objectives as a list, contested first. @param {Score} score */
  renderList(score) {
    const rank = { contested: 0, open: 1, held: 2 };
    const { sheet } = this.table;
    const rows = [...score.places].sort((a, b) => rank[a.state] - rank[b.state]);
    fill(this.list, rows.length ? el("ul", { class: "objlist" }, rows.map((p) => el("li", {},
      el("button", { class: p.state === "contested" ? "hot" : "", onclick: () => this.does.look(p.id) },
        p.owner ? picture({ class: "n", "aria-hidden": "true" }, flag(this.nation(p.owner))) : el("span"),
        el("span", {}, el("b", { text: sheet.places[p.id]?.name ?? p.name }), el("small", { text: ` ${p.why.join("; ")}` })),
        el("span", { class: "w", text: T.objective(p.state) }))))) : el("p", { class: "empty", text: T.noObjectives }));
  }

  /** @param {string | undefined} side */
  nation(side) {
    const { sheet } = this.table;
    if (!side) return Object.values(sheet.sides)[0]?.nations[0] ?? "";
    return side in sheet.nations ? side : (sheet.sides[side]?.nations[0] ?? side);
  }

  /** The goal card opens by itself before the first move of a scenario that is new to the player. */
  async first() {
    const { game, side } = this.table;
    const name = `${game.title}/${game.scenario}/${side}`;
    const read = told();
    if (side === "observer" || read.includes(name) || read.includes(NEVER)) return;
    try {
      localStorage.setItem(TOLD, JSON.stringify([...read, name]));
    } catch {
      // a browser without storage shows the card again
    }
    await this.open(true);
  }

  /** The first lesson of the title, for who has finished none of them. @returns {Promise<Lesson | null>} */
  async untaught() {
    const { title } = this.table.game;
    if (finished().some((name) => name.startsWith(`${title}/`))) return null;
    const { lessons } = await api(`titles/${title}/lessons`).catch(() => ({ lessons: [] }));
    return lessons[0] ?? null;
  }

  /** @param {boolean} [fresh] before the first move */
  async open(fresh = false) {
    const { game, side } = this.table;
    const card = await api(address(`games/${game.id}/goal`, { side })).catch(() => null);
    if (!card) return;
    const lesson = fresh ? await this.untaught() : null;
    const also = card.also.length ? el("p", {}, el("b", { text: `${T.atOnce} ` }), card.also.join(" ")) : null;
    await dialog(game.scenario_name ?? T.goal, (close) => [
      el("p", { class: "who", text: card.who }),
      el("div", { class: "win" }, el("h3", { text: T.youWin }), el("p", { class: "big", text: card.win }), card.more ? el("p", { text: card.more }) : null, also),
      el("div", { class: "lose" }, el("h3", { text: T.enemyWins }), el("ul", {}, card.lose.map((/** @type {string} */ text) => el("li", { text })))),
      el("div", {}, el("h3", { text: T.threeHints }), el("ol", { class: "hints" }, card.hints.map((/** @type {string} */ text) => el("li", { text })))),
      el("div", { class: "buttons" }, el("span", { class: "note", text: T.length(card.turns, card.minutes) }),
        lesson ? el("button", { class: "btn plain", "data-do": "lesson", text: T.lessonFirst, onclick: () => { close(); this.does.learn(lesson.id); } }) : null,
        el("button", { class: "btn plain", "data-do": "objectives", text: T.showGoals, onclick: () => { close(); this.does.goals(); } }), el("button", { class: "btn go", autofocus: true, text: fresh ? T.begin : T.close, onclick: close })),
    ], { wide: true, kind: "goal" });
  }
}

/** @returns {string[]} */
function told() {
  try {
    return JSON.parse(localStorage.getItem(TOLD) ?? "[]");
  } catch {
    return [];
  }
}
