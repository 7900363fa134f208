/** The game on the screen: board, bar, desk, dock and timeline round one table, and what each of them does to the others. */

import { Company } from "./club.js";
import { Answers } from "./answers.js";
import { Board } from "./board.js";
import { announce, confirm, dialog, notice } from "./dialogs.js";
import { el, fill, sleep, typing } from "./dom.js";
import { address, api, Refused } from "./net.js";
import { bookOf, ruleName } from "./book.js";
import { Banner } from "./panels/banner.js";
import { Bar } from "./panels/bar.js";
import { Coach } from "./panels/coach.js";
import { Choices } from "./panels/choices.js";
import { Desk } from "./panels/desk.js";
import { Dock } from "./panels/dock.js";
import { Log } from "./panels/log.js";
import { openKeys, openMenu } from "./panels/menu.js";
import { OrdersPanel } from "./panels/orders.js";
import { Overlays } from "./panels/overlays.js";
import { Phone } from "./panels/phone.js";
import { Result } from "./panels/result.js";
import { Staff } from "./panels/staff.js";
import { PlaceSlip } from "./panels/placeslip.js";
import { HandbookPanel } from "./panels/handbook.js";
import { ScoreStrip } from "./panels/score.js";
import { Tabs } from "./panels/tabs.js";
import { Timeline } from "./panels/timeline.js";
import { Tray } from "./panels/tray.js";
import { Units } from "./panels/units.js";
import { openVerdict } from "./panels/verdict.js";
import { whereOf } from "./signs.js";
import { Since } from "./since.js";
import { keepEye, keptEye, markSeen, onSettings, seen, settings } from "./settings.js";
import { Table } from "./table.js";
import { T } from "./texts.js";

const ARROWS = /** @type {Record<string, Point>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

export class GamePage {
  /**
   * @param {HTMLElement} root
   * @param {GameRecord} game
   * @param {string} side
   * @param {Sheet} sheet
   * @param {Art} art
   * @param {{go: (path: string) => void, decidesNext: (side: string | null) => void, eyes: (side: string) => void}} outside
   * @param {import("./net.js").Live | null} [live] the connection, if it was opened while the map was on its way
   */
  constructor(root, game, side, sheet, art, outside, live) {
    this.outside = outside;
    this.table = new Table(game, side, sheet);
    this.busy = false;
    /** @type {{piece: string, answers: Answers} | null} what was offered before a counter was taken up */
    this.before = null;
    /** @type {{piece: string, answers: Answers, when: string} | null} what was offered when the counter was taken up that is on its way now */
    this.picked = null;
    this.begun = false;
    this.judged = false;
    this.played = false;
    /** @type {string | null} the place of the battle on the table */
    this.target = null;
    document.body.className = `game ${sheet.kind}`;
    document.title = `${game.title_name} · ${T.app}`;
    const node = el("main", { class: "board", "aria-label": T.board, tabindex: 0, id: "board" });
    fill(root, node);
    this.board = new Board(node, sheet, art, {
      answer: (a) => this.answer(a),
      explain: (kind, id, place) => this.explain(kind, id, place),
      inspect: (place, piece) => this.inspect(place, piece?.id ?? null),
      hover: (place) => this.slip.render(place),
      reselect: (piece) => this.reselect(piece),
      instead: (piece) => this.instead(piece),
      rule: (rule, from) => this.openRule(rule, from),
      ruleName: (rule) => ruleName(game.title, rule),
      settled: () => this.settled(),
      resized: () => { if (this.begun && !this.touched && performance.now() < this.early) this.firstLook(); },
    });
    const { table, board } = this;
    const answer = (/** @type {Answer} */ a) => { this.answer(a); };
    const rule = (/** @type {string} */ r) => this.openRule(r);
    const look = (/** @type {string} */ place) => { board.look(place); board.flash(place); };
    const undo = () => { this.undo(); };
    this.slip = new PlaceSlip(table, board);
    const review = Coach.of(game) ? null : () => outside.go(`/review/${game.id}`);
    this.bar = new Bar(table, { answer, rule, undo, menu: () => this.menu(), choices: () => this.tabs.open("choices"), delegate: () => { this.staff.rest(); }, advise: () => { this.staff.advise(); }, library: () => outside.go("/"), keep: () => this.coach.button, review });
    this.choices = new Choices(table, { answer, point: (place) => { if (place) board.setCursor(place); }, place: (piece) => board.stacks.pieces.get(piece)?.at ?? null });
    this.log = new Log(table, { show: look, undo: (count) => { this.undo(count); }, rule: (paragraph, from) => this.openRule(paragraph, from), selected: () => this.desk.piece });
    this.units = new Units(table, { show: (piece) => { this.inspect(piece.at ?? null, piece.id); if (piece.at) look(piece.at); } });
    this.rules = new HandbookPanel(game.title, { sheet, layers: board.layers, look, close: () => this.tabs.open("log") });
    this.orders = new OrdersPanel(table, this.units, { show: (piece) => { this.inspect(piece.at ?? null, piece.id); if (piece.at) look(piece.at); }, look, rule });
    this.desk = new Desk(table, { rule, select: (piece) => this.inspect(piece.at ?? null, piece.id) });
    this.strip = new ScoreStrip(table, { look, learn: (lesson) => { this.lesson(table.game.title, lesson); }, goals: () => { board.showObjectives(); this.tabs.open("goal"); } });
    this.coach = new Coach(table, board, { leave: () => outside.go("/"), next: (title, lesson) => this.lesson(title, lesson), playOn: (side) => this.playOn(side), step: () => this.bar.render(this.answers) });
    this.coach.give = answer;
    this.dock = new Dock(table, { answer, rule, look, hover: (place) => { if (place) board.setCursor(place); } });
    this.staff = new Staff(table, board, { answer: (a, sure) => this.answer(a, sure), take: (list) => { this.takeAll(list); }, look });
    this.result = new Result(table, { look, seen: () => { table.release(); } });
    this.tray = new Tray(table, { answer, inspect: (piece) => this.inspect(null, piece) });
    this.overlays = new Overlays(table, board);
    this.timeline = new Timeline(table, { whatIf: () => this.whatIf() });
    this.banner = new Banner(table, { whatIf: () => this.whatIf(), takeBack: (to) => this.takeBack(to), reseat: (side, seat) => this.reseat(side, seat) });
    this.company = new Company(table, this.banner, { go: (path) => outside.go(path) });
    this.company.notes.board = board;
    this.company.notes.place = () => this.overlays.place ?? null;
    this.since = new Since(table, { replay: (from) => { this.replayFrom(from); }, read: () => this.tabs.open("log") });
    this.phone = new Phone(table, { answer, undo, open: () => this.tabs.open("log"), advise: () => { this.staff.advise(); }, review });
    this.tabs = new Tabs([["log", T.log, this.log.node], ["choices", T.choices, this.choices.node], ["units", T.orders.name, this.orders.node], ["goal", T.goal, this.strip.list], ["rules", T.handbook, this.rules.node]],
      (id) => { document.body.classList.toggle("reading", id === "rules"); if (id === "rules") this.rules.load(); if (id === "units") this.orders.render(); });
    board.hud.append(this.company.clock, this.company.eyes, this.since.node, this.overlays.node, this.slip.node, this.banner.node, this.tray.node, this.dock.node, this.result.node);
    const desk = el("aside", { class: "side", "aria-label": T.staffDesk }, this.phone.handle, this.coach.node, this.staff.node, this.strip.node, ...this.desk.nodes, this.phone.node, ...this.tabs.nodes);
    fill(root, this.bar.node, node, desk, this.timeline.node);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    /** @type {Answers | null} what may be answered now; while two places are picked, a part of the whole */
    this.answers = null;
    /** @type {Answers | null} */
    this.whole = null;
    /** @type {{spot: Point, zoom: number} | null} where the player was before the map followed somebody else */
    this.eye = null;
    this.touched = false;
    this.early = 0; // until when the first look is taken again if the page comes to another size
    for (const kind of ["pointerdown", "wheel"]) node.addEventListener(kind, () => { this.eye = null; this.touched = true; }, { passive: true, capture: true });
    this.listen();
    table.open(live);
    this.company.open();
    bookOf(game.title).then(() => { this.bar.render(this.answers); this.log.render(); }, () => undefined); // links carry the names of paragraphs
  }

  listen() {
    const { table, board } = this;
    /** whether the step shown last was somebody else's */
    this.theirs = false;
    table.on("shown", ({ before, view, events, how, by }) => {
      const theirs = by !== null && by !== table.side;
      board.trail(theirs && table.past === null, theirs && !this.theirs);
      this.theirs = theirs;
      this.shown(before, view, events, how);
    });
    table.on("decision", () => { this.offer(); this.log.render(); });
    table.on("log", (events) => { if (events?.length) announce(events.map((/** @type {GameEvent} */ e) => e.text).join(" ")); });
    table.on("marks", () => { this.timeline.render(); this.log.render(); });
    table.on("link", () => {
      this.banner.link();
      if (table.link !== "open") board.unroll(); // nothing may come to be shown on it
    });
    table.on("computer", () => { this.banner.computer(); this.bar.render(this.answers); });
    table.on("pace", () => this.banner.pace());
    table.on("past", () => { this.banner.past(); this.timeline.render(); this.log.render(); this.offer(); });
    table.on("table", () => this.catchUp());
    table.on("game", () => this.since.call());
    table.on("decision", () => { this.since.call(); if (this.company.club) this.since.note(); });
    table.on("company", (message) => { this.company.hear(message); this.timeline.render(); });
    table.on("deleted", () => { notice(T.deleted, { kind: "alarm" }); this.outside.go("/"); });
    addEventListener("keydown", this.onKey);
    this.offSettings = onSettings(() => { this.overlays.render(); this.board.drawIds(); this.strip.prospects.render(); });
  }

  close() {
    announce(""); // the next player must not read it
    document.querySelectorAll("dialog, .notice").forEach((n) => n.remove());
    this.table.close();
    this.company.close();
    this.since.close();
    removeEventListener("keydown", this.onKey);
    this.offSettings?.();
    document.getElementById("symbols")?.remove();
  }

  // ---- showing

  /** @param {View | null} before @param {View} view @param {GameEvent[]} events @param {"jump" | "step"} how */
  shown(before, view, events, how) {
    this.board.show(view, events, how);
    this.weigh(before, view, events);
    if (how === "step" && this.begun) this.follow(events);
    this.strip.render();
    this.coach.point(this.coach.now);
    this.desk.renderSituation(view);
    this.desk.renderCard(this.board.stacks);
    if (this.tabs.now === "units") this.orders.render();
    this.slip.render(this.board.hovered);
    this.overlays.refresh();
  }

  /** The result of a battle stays until it is seen; nobody waits for it who wants everything at once. @param {View | null} before @param {View} view @param {GameEvent[]} events */
  weigh(before, view, events) {
    const { table, result } = this;
    if (table.past !== null || this.coach.now || !before) return result.forget();
    if (!events.length && !view.battle && before.battle) return result.forget();
    if (!result.follow(before, view, events)) return undefined;
    if (settings.pace > 0 && table.queue.length) table.held = true;
    result.tell();
    return undefined;
  }

  /** The map follows what another side does; afterwards it goes back to where the player was. @param {GameEvent[]} events */
  follow(events) {
    if (!this.table.behind && this.table.decision) return;
    const place = events.map((e) => this.log.placeOf(e)).findLast(Boolean);
    if (!place) return;
    this.eye ??= this.board.eye;
    this.board.reveal(place);
  }

  settled() {
    this.overlays?.settled();
    if (this.begun && !this.eye) keepEye(this.table.game.id, this.table.side, this.board.eye);
  }

  /** The first look: where the player was last, or where the armies meet. */
  firstLook() {
    const kept = keptEye(this.table.game.id, this.table.side);
    this.board.fitPieces();
    if (kept) this.board.view.look(kept.spot, { zoom: kept.zoom });
    if (this.target) this.board.reveal(this.target);
    this.board.unroll();
  }

  offer() {
    const { table, board } = this;
    this.whole = table.mine && table.decision ? new Answers(table.sheet, table.decision) : null;
    this.answers = this.whole;
    board.offer(this.answers);
    this.bar.render(this.answers);
    this.choices.render(this.answers);
    this.dock.render(this.answers, board.stacks);
    this.tray.render(this.answers, board.stacks);
    this.staff.render(this.answers);
    if (table.shown?.battle && !this.result.going?.fell && table.mine) this.result.queue = []; // the next battle is on the table
    this.result.render();
    this.phone.render(this.answers);
    this.timeline.render();
    this.overlays.refresh();
    document.body.dataset.docked = String(Boolean(table.shown?.battle));
    if (!this.begun && table.shown) {
      this.firstLook();
      this.begun = true;
      this.early = performance.now() + 3000;
      const at = /^#at=(\d+)$/.exec(location.hash); // the review leads to a moment
      if (at) table.visit(Math.min(Number(at[1]), table.length));
      if (Coach.of(table.game)) this.coach.open();
      else if (table.length === 0 || (table.mine && table.undoable === 0 && (table.shown.turn ?? 1) <= 1)) this.strip.first();
    }
    if (this.eye && table.mine && !table.behind) {
      board.view.look(this.eye.spot, { zoom: this.eye.zoom, soft: true });
      this.eye = null;
    }
    if (!this.coach.now?.quietly.length) this.coach.turnTo();
    const target = table.shown?.battle?.target ?? null;
    if (target && target !== this.target) board.reveal(target);
    else if (this.begun && table.past === null && !table.behind) board.seek(this.answers);
    this.target = target;
    if (table.past === null && !table.behind) {
      this.outside.decidesNext(table.shown?.deciding ?? null);
      if (table.shown?.result && !this.judged) this.judge();
      else if (table.shown && !table.shown.result) this.played = true;
    }
  }

  /** @param {string | null} place @param {string | null} piece */
  inspect(place, piece) {
    this.desk.select(place, piece);
    if (this.log.only === "unit") this.log.render();
    this.desk.renderCard(this.board.stacks);
    this.overlays.place = place;
    this.overlays.piece = piece ?? this.board.stacks.at.get(place ?? "")?.at(-1)?.id ?? null;
    this.overlays.refresh();
    this.slip.render(place, true);
  }

  /** The handbook opens beside the board at the paragraph of a rule. @param {string} rule @param {string} [from] what was clicked */
  openRule(rule, from = this.table.decision?.prompt ?? "") {
    document.body.classList.add("sheet-up"); // on a phone it lies in the sheet
    this.tabs.open("rules");
    this.rules.open(rule, from);
  }

  // ---- acting

  /** @param {Answer} answer @param {boolean} [sure] nothing is asked any more @returns {Promise<boolean>} */
  async answer(answer, sure = false) {
    if (this.busy || !this.answers) return false;
    if (answer.pick === "all") return this.gather(answer.verb);
    if (answer.pick) return this.pick(answer);
    if (!this.coach.allows(answer)) return false;
    const offered = this.answers;
    const asked = answer.arg === null ? offered.word(this.table.sheet.asks, answer.verb) : undefined;
    if (!sure && !this.coach.now && !Coach.of(this.table.game) && this.staff.asks(answer, offered)) return false;
    if (asked && !sure && !this.coach.now && !(await confirm(offered.label(answer), asked, offered.label(answer)))) return false;
    if (settings.confirm && answer.arg === null && (offered.risky(answer) || offered.ending(answer))
      && !(await confirm(offered.label(answer), this.table.decision?.prompt ?? "", offered.label(answer), { danger: offered.risky(answer) }))) return false;
    const piece = answer.arg !== null && offered.onPiece.has(String(answer.arg)) ? String(answer.arg) : null;
    if (piece) this.board.taken = piece;
    if (piece) this.inspect(this.board.stacks.pieces.get(piece)?.at ?? null, piece);
    this.result.queue = []; // who goes on has seen it
    return this.run(async () => {
      await this.table.act(answer);
      this.before = piece ? { piece, answers: offered } : null;
      if (piece) this.picked = { piece, answers: offered, when: this.when() };
      this.coach.done();
    });
  }

  /** Another lesson of the same title. @param {string} title @param {string} lesson */
  lesson(title, lesson) {
    return this.run(async () => {
      const { game } = await api(`titles/${title}/lessons/${lesson}`, { method: "POST" });
      this.outside.go(`/game/${game.id}`);
    });
  }

  /** The lesson goes on as a game against the staff. @param {string} side */
  playOn(side) {
    const others = Object.keys(this.table.game.seats).filter((s) => s !== side);
    return this.run(async () => {
      await api(`games/${this.table.game.id}/seats`, { method: "PUT", body: { seats: Object.fromEntries(others.map((s) => [s, { kind: "computer", level: "staff" }])) } });
      this.outside.go(`/game/${this.table.game.id}`);
    });
  }

  /** Two places are picked one after the other; nothing is sent before both are known. @param {Answer} answer */
  pick(answer) {
    const first = answer.pick === "second" ? String(answer.arg) : null;
    this.answers = answer.pick === "back" || !this.whole ? this.whole : this.whole.picking(answer.verb, first);
    this.board.offer(this.answers);
    this.bar.render(this.answers);
    this.choices.render(this.answers);
    this.dock.render(this.answers, this.board.stacks);
    this.phone.render(this.answers);
    return true;
  }

  /** One thing at a time; a refusal is told. @param {() => Promise<any>} work @param {boolean} [patient] waits for its turn instead of being dropped */
  async run(work, patient = false) {
    while (this.busy && patient) await sleep(20);
    if (this.busy) return false;
    this.busy = true;
    document.body.classList.add("busy");
    try {
      await work();
      return true;
    } catch (trouble) {
      notice(/** @type {Error} */ (trouble).message, { kind: "alarm" });
      return false;
    } finally {
      this.busy = false;
      document.body.classList.remove("busy");
    }
  }

  /** @param {number} [count] */
  undo(count = 1) {
    if (this.coach.now) return Promise.resolve(false); // the coach takes nothing back: nothing wrong is ever done
    this.before = this.picked = null;
    return this.run(() => this.table.undo(count), true);
  }

  /** The phase in which something was offered. */
  when() {
    const { view } = this.table;
    return `${view?.turn} ${view?.active} ${view?.phase}`;
  }

  /** The answer that took up another piece when the present one was taken up, if it can still be given. @param {string} piece @returns {Answer | null} */
  instead(piece) {
    if (this.coach.now) return null;
    const earlier = this.before && this.table.undoable ? this.before : this.picked?.when === this.when() && this.answers?.stop ? this.picked : null;
    return earlier && earlier.piece !== piece ? (earlier.answers.onPiece.get(piece)?.[0] ?? null) : null;
  }

  /** Another counter instead of the one that is on its way: the first is put back, or stops where it is. @param {string} piece */
  reselect(piece) {
    const answer = this.instead(piece);
    if (!answer) return false;
    const stop = this.before ? null : (this.answers?.stop ?? null);
    const earlier = /** @type {{answers: Answers}} */ (this.before ?? this.picked).answers;
    this.run(async () => {
      if (stop) await this.table.act(stop);
      else await this.table.undo(1);
      if (!this.table.decision?.actions[answer.verb]?.includes(/** @type {string} */ (answer.arg))) return;
      this.board.taken = piece;
      await this.table.act(answer);
      this.before = { piece, answers: earlier };
      this.picked = { piece, answers: earlier, when: this.when() };
      this.inspect(this.board.stacks.pieces.get(piece)?.at ?? null, piece);
    });
    return true;
  }

  /** Every piece that a verb offers, one after the other: ordinary answers. @param {string} verb */
  gather(verb) {
    const { table } = this;
    const step = table.decision?.step;
    return this.run(async () => {
      for (let guard = 0; guard < 60; guard++) {
        const arg = table.decision?.step === step ? table.decision?.actions[verb]?.[0] : undefined;
        if (arg === undefined) return;
        await table.act({ verb, arg });
      }
    });
  }

  /** @param {"place" | "piece"} kind @param {string} id @param {string} place */
  async explain(kind, id, place) {
    const answers = this.answers;
    if (!answers) return;
    for (const verb of answers.candidates(kind)) {
      try {
        const reason = await this.table.whyNot({ verb, arg: id });
        if (answers !== this.answers || !reason) return;
        const name = kind === "place" ? whereOf(this.table.sheet, id) : (this.table.sheet.pieces[id]?.name ?? T.thisOne);
        this.board.refuse(place, reason, T.notAllowed(name));
        announce(`${reason.text} ${reason.rule}`);
        return;
      } catch (trouble) {
        if (!(trouble instanceof Refused)) return;
      }
    }
  }

  /** The end is told once, when it comes; a game that was over already just lies there. */
  judge() {
    this.judged = true;
    if (this.played && !Coach.of(this.table.game)) openVerdict(this.table, { library: () => this.outside.go("/"), review: () => this.outside.go(`/review/${this.table.game.id}`), replay: () => this.timeline.toggle(), eyes: (side) => this.outside.eyes(side) });
  }

  menu() {
    openMenu(this.table, { review: () => this.outside.go(`/review/${this.table.game.id}`), company: this.company, eyes: (side) => this.outside.eyes(side), library: () => this.outside.go("/"), go: this.outside.go, changed: () => { this.overlays.render(); this.board.drawIds(); }, undoAll: () => { this.before = null; this.run(() => this.table.undoAll()); } });
  }

  /** Another commander for a side, or its player's own hand. @param {string} side @param {"human" | "level"} seat */
  async reseat(side, seat) {
    const put = (/** @type {SeatOf} */ who) => this.run(async () => {
      const people = Object.entries(this.table.game.seats).filter(([, s]) => s.kind === "human").map(([one]) => one);
      if (who.kind === "human" && people.length > 1 && !(await confirm(T.takeOver(side), T.takeOverAgree, T.agree))) return;
      await api(`games/${this.table.game.id}/seats`, { method: "PUT", body: { seats: { [side]: who }, consent: people } });
      this.outside.go(`/game/${this.table.game.id}`); // the seats are new: sit down anew
    });
    if (seat === "human") return put({ kind: "human" });
    const { levels } = await api("about");
    return dialog(T.otherLevel, (close) => [el("div", { class: "menu" }, levels.map((/** @type {any} */ l) => el("button", { class: "btn plain", title: T.levelAbout[l.id] ?? null, text: l.name, onclick: () => { close(); put({ kind: "computer", level: l.id }); } })))]);
  }

  /** What the staff suggests, answer by answer, as long as it is offered. @param {Answer[]} list */
  takeAll(list) {
    const { table } = this;
    return this.run(async () => {
      for (const answer of list) {
        const offered = table.decision?.actions ?? {};
        if (!(answer.verb in offered) || (answer.arg !== null && !offered[answer.verb]?.includes(answer.arg))) return;
        await table.act(answer);
      }
    });
  }

  /** Back whatever fell since, if everybody agrees. @param {number} to */
  async takeBack(to) {
    const { table } = this;
    if (this.company.shared) return this.run(() => this.company.ask("rewind", to));
    const people = Object.entries(table.game.seats).filter(([, s]) => s.kind === "human").map(([side]) => side);
    const names = people.map((side) => table.sheet.sides[side]?.name ?? side);
    if (!(await confirm(T.takeBack, T.takeBackAbout(names), T.agree, { danger: true }))) return undefined;
    await this.run(() => table.send("rewind", { to, consent: people }));
    return table.present();
  }

  async whatIf() {
    const { table } = this;
    const at = table.past ?? table.length;
    const me = table.side in table.game.seats ? table.side : Object.keys(table.game.seats)[0];
    const { levels } = await api("about");
    const go = (/** @type {string | null} */ level) => this.run(async () => {
      const seats = Object.fromEntries(Object.keys(table.game.seats).map((side) => [side, level && side !== me ? { kind: "computer", level } : { kind: "human" }]));
      const { game } = await table.send("branch", { at, side: table.side, seats });
      this.outside.go(`/game/${game.id}`);
    });
    return dialog(T.whatIf, (close) => [el("p", { text: T.whatIfAbout }), el("p", { text: T.whatIfAgainst }), el("div", { class: "menu" },
      levels.map((/** @type {any} */ l) => el("button", { class: "btn plain", "data-level": l.id, title: T.levelAbout[l.id] ?? null, text: T.computer(l.name), onclick: () => { close(); go(l.id); } })),
      el("button", { class: "btn plain", "data-level": "self", text: T.whatIfSelf, onclick: () => { close(); go(null); } }))]);
  }

  // ---- what happened since the last look

  async catchUp() {
    const { table } = this;
    const last = seen(table.game.id, table.side);
    markSeen(table.game.id, table.side, table.length);
    if (this.company.club && !this.caught) {
      this.caught = true;
      return this.since.open((moment) => { this.tellSince(moment); });
    }
    if (this.caught || last === null || last >= table.length || !settings.catchup) return undefined;
    this.caught = true;
    return this.tellSince(last);
  }

  /** A line with what came after a moment. @param {number} last */
  async tellSince(last) {
    const { table } = this;
    const { events } = await api(address(`games/${table.game.id}/events`, { side: table.side, since: last })).catch(() => ({ events: [] }));
    if (events.length < 2) return undefined;
    const hide = () => this.banner.set("since", null);
    return this.banner.set("since", T.since(events.length), [[T.show, () => { hide(); this.replayFrom(last); }], [T.skip, hide]]);
  }

  /** @param {number} moment */
  async replayFrom(moment) {
    await this.table.visit(moment);
    if (this.table.past !== null) this.timeline.toggle();
  }

  // ---- keys

  /** @param {KeyboardEvent} event */
  key(event) {
    if (typing(event) || document.querySelector("dialog[open]") || event.altKey || event.metaKey) return;
    const { board } = this;
    const onBoard = document.activeElement === board.node || document.activeElement === document.body;
    if (!event.ctrlKey && (onBoard || event.key === "Escape") && this.staff.key(event.key)) return event.preventDefault();
    if (event.key === "Enter" && onBoard && !event.ctrlKey && !this.result.node.hidden) {
      this.result.seen();
      return event.preventDefault();
    }
    const arrow = ARROWS[event.key];
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const does = event.ctrlKey ? { Enter: () => this.first() }[key] : {
      Escape: () => this.back(), U: () => this.undo(), "+": () => board.view.zoomBy(1.25), "=": () => board.view.zoomBy(1.25), "-": () => board.view.zoomBy(0.8), 0: () => board.view.fit(undefined, true),
      ".": () => board.cycle(1), ",": () => board.cycle(-1), "[": () => this.timeline.step(-1), "]": () => this.timeline.step(1),
      C: () => this.tabs.open("choices", true), G: () => this.tabs.open("log", true), Q: () => { this.tabs.open("units"); this.orders.open("units"); this.units.field.focus(); }, O: () => { this.tabs.open("units"); this.orders.open("calendar"); }, K: () => (this.tabs.now === "rules" ? this.tabs.open("log") : this.tabs.open("rules", true)), V: () => { this.strip.open(); }, W: () => { this.staff.advise(); }, X: () => this.board.toggleObjectives(), "?": () => { openKeys(); },
      I: () => this.board.toggleCard(),
    }[key];
    if (arrow && onBoard) {
      if (event.shiftKey) board.view.pan(-arrow[0] * 90, -arrow[1] * 90);
      else { board.step(arrow); this.tellCursor(); }
    } else if ((key === "Enter" || key === " ") && onBoard && !event.ctrlKey && board.cursor) board.enter();
    else if (does) {
      does();
      if (key === "." || key === ",") { board.node.focus({ preventScroll: true }); this.tellCursor(); }
    } else if (!event.ctrlKey && /^[1-9]$/.test(key) && this.dock.key(key)) return event.preventDefault();
    else if (!event.ctrlKey && this.overlays.key(key)) return event.preventDefault();
    else return undefined;
    event.preventDefault();
    return undefined;
  }

  tellCursor() {
    if (this.board.cursor) announce(this.board.describe(this.board.cursor));
  }

  first() {
    const button = this.answers?.main ?? this.answers?.buttons[0];
    if (button) this.answer(button);
  }

  back() {
    if (this.board.closeBubble()) return;
    if (this.board.stacks.fanned) return this.board.stacks.fan(null);
    if (this.answers !== this.whole) return void this.pick({ verb: "back", arg: null, pick: "back" });
    if (this.before && this.table.undoable) return void this.undo();
    if (this.table.past !== null) return this.table.present();
    this.board.setCursor(null);
    return undefined;
  }
}
