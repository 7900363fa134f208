/** The coach of a lesson: says what a phase is for, asks for one thing, shows where, and answers what was done instead. */

import { notice } from "../dialogs.js";
import { el, fill } from "../dom.js";
import * as marks from "../marks.js";
import { api } from "../net.js";
import { T } from "../texts.js";

const PLACE = "front1914.lesson."; // with the id of a game: the step that has been reached
const SETTLED = 900; // milliseconds after which what the coach decided has been shown
const DONE = "front1914.lessons"; // lessons that were finished, as title/lesson

export class Coach {
  /**
   * @param {import("../table.js").Table} table
   * @param {import("../board.js").Board} board
   * @param {{leave: () => void, next: (title: string, lesson: string) => void, playOn: (side: string) => void, step: () => void}} does
   */
  constructor(table, board, does) {
    this.table = table;
    this.board = board;
    this.does = does;
    this.node = el("section", { class: "coach", "aria-live": "polite", "aria-label": T.coach, hidden: true });
    /** @type {Lesson | null} */
    this.lesson = null;
    /** @type {Lesson[]} */
    this.all = [];
    this.step = 0;
    /** @type {string} what the coach says to the last answer */
    this.said = "";
    this.met = false;
    this.hinted = false;
    this.entering = false; // whether the coach is on his way to a step
    this.turned = false; // whether the map shows what the step is about
    /** @type {((answer: Answer) => void) | null} gives an answer for the player */
    this.give = null;
  }

  /** Whether the game is a lesson. @param {GameRecord} game */
  static of(game) {
    return Object.values(game.seats).find((seat) => seat.kind === "lesson")?.lesson ?? null;
  }

  async open() {
    const id = Coach.of(this.table.game);
    if (!id) return;
    const found = await api(`titles/${this.table.game.title}/lessons`).catch(() => null);
    this.all = found?.lessons ?? [];
    this.lesson = this.all.find((l) => l.id === id) ?? null;
    this.step = read(PLACE + this.table.game.id, 0);
    if (this.lesson) await this.enter();
  }

  /** The button that the step speaks of. @returns {string | undefined} */
  get button() {
    return this.now?.show.find((sign) => sign.button)?.button;
  }

  get now() {
    return this.lesson?.steps[this.step] ?? null;
  }

  /** A step begins: first what the coach decides himself. */
  async enter() {
    [this.said, this.met, this.hinted] = ["", false, false];
    write(PLACE + this.table.game.id, this.step);
    if (this.now?.quietly.length) await this.table.send("lesson", { step: this.step }).catch((trouble) => notice(trouble.message, { kind: "alarm" }));
    if (!this.now) this.finish();
    this.does.step();
    this.render();
    this.turned = false;
    if (this.now?.quietly.length) setTimeout(() => this.turnTo(), SETTLED); // what he decided himself is shown first
    else this.turnTo();
  }

  /** The map shows the place that the step is about; once, so that the player may look elsewhere. */
  turnTo() {
    const { board, table } = this;
    if (this.turned || !this.lesson || !table.mine || table.behind) return;
    this.turned = true;
    const signs = this.now?.show ?? [];
    const look = signs.find((sign) => sign.look)?.look;
    const place = signs.map((sign) => sign.ring ?? (sign.unit ? board.stacks.pieces.get(sign.unit)?.at : undefined)).find((id) => id && board.ground.has(id));
    if (look) board.look(look);
    else if (place) board.reveal(place);
  }

  finish() {
    if (!this.lesson) return;
    const name = `${this.table.game.title}/${this.lesson.id}`;
    const done = read(DONE, /** @type {string[]} */ ([]));
    if (!done.includes(name)) write(DONE, [...done, name]);
  }

  /** Whether an answer may be given; if not, the coach says why. @param {Answer} answer */
  allows(answer) {
    const step = this.now;
    if (!this.lesson || !step) return true;
    const meets = (/** @type {LessonAnswer} */ a) => a.verb === answer.verb && (!a.args.length || a.args.map(String).includes(String(answer.arg)));
    if (step.expect.some(meets) && !this.met) return true;
    const other = step.otherwise.find(meets);
    this.said = this.met || !step.expect.length ? T.coachRead : other?.answer || T.coachOther(step.ask);
    this.render();
    return false;
  }

  /** What was asked for has been done. */
  done() {
    const step = this.now;
    if (!step?.expect.length || this.met) return;
    if (step.after) {
      [this.met, this.said] = [true, ""];
      this.render();
    } else this.goOn();
  }

  /** The next step; a second click while the coach still decides something is not meant. */
  async goOn() {
    if (this.entering) return;
    this.entering = true;
    this.step += 1;
    await this.enter();
    this.entering = false;
  }

  /** @returns {Answer | null} what the step waits for, as the decision offers it */
  wanted() {
    const step = this.now;
    const first = step?.expect[0];
    if (!first) return null;
    return { verb: first.verb, arg: first.args[0] ?? null };
  }

  render() {
    const { lesson } = this;
    this.node.hidden = !lesson;
    document.body.classList.toggle("lesson", Boolean(lesson)); // what the coach does not speak of makes room
    if (!lesson) return;
    const step = this.now;
    const told = !lesson.steps.some((s) => s.expect.length); // a game that is only told counts its moments
    const counts = (/** @type {LessonStep} */ s) => told || s.expect.length > 0;
    const asked = lesson.steps.filter(counts);
    const reached = lesson.steps.slice(0, this.step + (this.met || told ? 1 : 0)).filter(counts).length;
    const head = el("header", {}, el("b", { text: lesson.name }), el("span", { class: "steps", text: T.lessonStep(reached, asked.length) }), el("button", { class: "btn small", text: T.leave, onclick: () => this.does.leave() }));
    fill(this.node, head, step ? this.body(step) : this.end(lesson));
    this.point(step);
  }

  /** @param {LessonStep} step */
  body(step) {
    const go = el("button", { class: "btn go", text: T.goOn2, autofocus: true, onclick: () => { this.goOn(); } });
    if (this.met) return el("div", { class: "body" }, el("p", { text: step.after }), el("div", { class: "buttons" }, go));
    return el("div", { class: "body" },
      step.why ? el("p", { class: "why", text: step.why }) : null, el("p", { text: step.say }),
      this.said ? el("p", { class: "said", text: this.said }) : null,
      step.ask ? el("p", { class: "asked", text: step.ask }) : null,
      this.hinted && step.hint ? el("p", { class: "hint", text: step.hint }) : null,
      el("div", { class: "buttons" },
        step.expect.length ? el("button", { class: "btn plain", text: T.showMe, onclick: () => this.help() }) : go));
  }

  /** First the hint, then the answer itself. */
  help() {
    if (!this.hinted && this.now?.hint) {
      this.hinted = true;
      return this.render();
    }
    const answer = this.wanted();
    if (answer) this.give?.(answer);
    return undefined;
  }

  /** @param {Lesson} lesson */
  end(lesson) {
    const next = this.all[this.all.indexOf(lesson) + 1];
    return el("div", { class: "body" }, el("h3", { text: lesson.head }), el("ul", {}, lesson.learnt.map((text) => el("li", { text }))),
      el("div", { class: "buttons" },
        this.table.shown?.result ? null : el("button", { class: "btn plain", text: T.playOn, onclick: () => this.does.playOn(lesson.side) }),
        next ? el("button", { class: "btn go", text: T.nextLesson(next.name), onclick: () => this.does.next(this.table.game.title, next.id) }) : el("button", { class: "btn go", text: T.library, onclick: () => this.does.leave() })));
  }

  /** The map shows what the coach speaks of. @param {LessonStep | null} step */
  point(step) {
    const { board } = this;
    const signs = this.met ? [] : (step?.show ?? []);
    let out = "";
    for (const sign of signs) {
      const place = sign.ring ?? (sign.unit ? board.stacks.pieces.get(sign.unit)?.at : undefined);
      if (place && board.ground.has(place)) out += marks.ring(board.ground, place);
      if (sign.trail) out += marks.trail(board.ground, sign.trail, () => undefined);
    }
    board.layers.write("plan", out);
    document.querySelectorAll(".coached").forEach((n) => n.classList.remove("coached"));
    for (const sign of signs) {
      if (sign.button) document.querySelectorAll(`:is(.bar, .dock, .phone-acts) [data-verb="${CSS.escape(sign.button)}"]`).forEach((n) => n.classList.add("coached"));
      if (sign.unit) document.querySelector(`.dock [data-arg="${CSS.escape(sign.unit)}"]`)?.classList.add("coached");
      if (sign.panel === "score") document.querySelector(".score")?.classList.add("coached");
    }
  }
}

/** The lessons that were finished, as title/lesson. @returns {string[]} */
export const finished = () => read(DONE, []);

/** @template T @param {string} key @param {T} usual @returns {T} */
function read(key, usual) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? usual;
  } catch {
    return usual;
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a browser without storage begins the lesson anew
  }
}
