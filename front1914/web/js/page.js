/** The game on the screen: board, bar, desk, dock and timeline round one table, and what each of them does to the others. */

import { Answers } from "./answers.js";
import { Board } from "./board.js";
import { announce, confirm, dialog, notice } from "./dialogs.js";
import { el, fill, sleep, typing } from "./dom.js";
import { address, api, Refused } from "./net.js";
import { Banner } from "./panels/banner.js";
import { Bar } from "./panels/bar.js";
import { Coach } from "./panels/coach.js";
import { Choices } from "./panels/choices.js";
import { Desk } from "./panels/desk.js";
import { Dock } from "./panels/dock.js";
import { Log } from "./panels/log.js";
import { openKeys, openMenu } from "./panels/menu.js";
import { Overlays } from "./panels/overlays.js";
import { Phone } from "./panels/phone.js";
import { PlaceSlip } from "./panels/placeslip.js";
import { Rules } from "./panels/rules.js";
import { ScoreStrip } from "./panels/score.js";
import { Tabs } from "./panels/tabs.js";
import { Timeline } from "./panels/timeline.js";
import { Tray } from "./panels/tray.js";
import { Units } from "./panels/units.js";
import { openVerdict } from "./panels/verdict.js";
import { markSeen, onSettings, seen, settings } from "./settings.js";
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
      rule: (rule) => this.openRule(rule),
      settled: () => this.overlays?.settled(),
    });
    const { table, board } = this;
    const answer = (/** @type {Answer} */ a) => { this.answer(a); };
    const rule = (/** @type {string} */ r) => this.openRule(r);
    const look = (/** @type {string} */ place) => { board.look(place); board.flash(place); };
    const undo = () => { this.undo(); };
    this.slip = new PlaceSlip(table, board);
    this.bar = new Bar(table, { answer, rule, undo, menu: () => this.menu(), choices: () => this.tabs.open("choices"), delegate: () => { this.delegate(); }, library: () => outside.go("/") });
    this.choices = new Choices(table, { answer, point: (place) => { if (place) board.setCursor(place); }, place: (piece) => board.stacks.pieces.get(piece)?.at ?? null });
    this.log = new Log(table, { show: look, undo: (count) => { this.undo(count); } });
    this.units = new Units(table, { show: (piece) => { this.inspect(piece.at ?? null, piece.id); if (piece.at) look(piece.at); } });
    this.rules = new Rules(game.title);
    this.desk = new Desk(table, { rule, select: (piece) => this.inspect(piece.at ?? null, piece.id) });
    this.strip = new ScoreStrip(table, { look });
    this.coach = new Coach(table, board, { leave: () => outside.go("/"), next: (title, lesson) => this.lesson(title, lesson), playOn: (side) => this.playOn(side) });
    this.coach.give = answer;
    this.dock = new Dock(table, { answer, rule, look });
    this.tray = new Tray(table, { answer, inspect: (piece) => this.inspect(null, piece) });
    this.overlays = new Overlays(table, board);
    this.timeline = new Timeline(table, { whatIf: () => this.whatIf() });
    this.banner = new Banner(table, { whatIf: () => this.whatIf(), takeBack: (to) => this.takeBack(to), reseat: (side, seat) => this.reseat(side, seat) });
    this.phone = new Phone(table, { answer, undo, open: () => this.tabs.open("log") });
    this.tabs = new Tabs([["log", T.log, this.log.node], ["choices", T.choices, this.choices.node], ["units", T.units, this.units.node], ["goal", T.goal, this.strip.list], ["rules", T.rules, this.rules.node]],
      (id) => { if (id === "rules") this.rules.load(); if (id === "units") this.units.render(); });
    board.hud.append(this.overlays.node, this.slip.node, this.banner.node, this.tray.node, this.dock.node);
    const desk = el("aside", { class: "side", "aria-label": T.staffDesk }, this.phone.handle, this.coach.node, this.strip.node, ...this.desk.nodes, this.phone.node, ...this.tabs.nodes);
    fill(root, this.bar.node, node, desk, this.timeline.node);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    /** @type {Answers | null} what may be answered now; while two places are picked, a part of the whole */
    this.answers = null;
    /** @type {Answers | null} */
    this.whole = null;
    this.listen();
    table.open(live);
  }

  listen() {
    const { table } = this;
    table.on("shown", ({ view, events, how }) => this.shown(view, events, how));
    table.on("decision", () => { this.offer(); this.log.render(); });
    table.on("log", (events) => { if (events?.length) announce(events.map((/** @type {GameEvent} */ e) => e.text).join(" ")); });
    table.on("marks", () => { this.timeline.render(); this.log.render(); });
    table.on("link", () => this.banner.link());
    table.on("computer", () => { this.banner.computer(); this.bar.render(this.answers); });
    table.on("pace", () => this.banner.pace());
    table.on("past", () => { this.banner.past(); this.timeline.render(); this.offer(); });
    table.on("table", () => this.catchUp());
    table.on("game", () => { document.title = `${table.game.name} · ${T.app}`; });
    table.on("deleted", () => { notice(T.deleted, { kind: "alarm" }); this.outside.go("/"); });
    addEventListener("keydown", this.onKey);
    this.offSettings = onSettings(() => { this.overlays.render(); this.board.drawIds(); });
  }

  close() {
    announce(""); // the next player must not read it
    document.querySelectorAll("dialog, .notice").forEach((n) => n.remove());
    this.table.close();
    removeEventListener("keydown", this.onKey);
    this.offSettings?.();
    document.getElementById("symbols")?.remove();
  }

  // ---- showing

  /** @param {View} view @param {GameEvent[]} events @param {"jump" | "step"} how */
  shown(view, events, how) {
    this.board.show(view, events, how);
    if (how === "step" && this.begun) this.follow(events);
    this.strip.render();
    this.coach.point(this.coach.now);
    this.desk.renderSituation(view);
    this.desk.renderCard(this.board.stacks);
    if (this.tabs.now === "units") this.units.render();
    this.slip.render(this.board.hovered);
    this.overlays.refresh();
  }

  /** The map follows what another side does. @param {GameEvent[]} events */
  follow(events) {
    if (!this.table.behind && this.table.decision) return;
    const place = events.map((e) => this.log.placeOf(e)).findLast(Boolean);
    if (place) this.board.reveal(place);
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
    this.phone.render(this.answers);
    this.timeline.render();
    this.overlays.refresh();
    document.body.dataset.docked = String(Boolean(table.shown?.battle));
    if (!this.begun && table.shown) {
      this.begun = true;
      board.fitPieces();
      if (Coach.of(table.game)) this.coach.open();
      else if (table.length === 0 || (table.mine && table.undoable === 0 && (table.shown.turn ?? 1) <= 1)) this.strip.first();
    }
    const target = table.shown?.battle?.target ?? null;
    if (target && target !== this.target) board.reveal(target);
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
    this.desk.renderCard(this.board.stacks);
    this.overlays.place = place;
    this.overlays.piece = piece ?? this.board.stacks.at.get(place ?? "")?.at(-1)?.id ?? null;
    this.overlays.refresh();
    this.slip.render(place, true);
  }

  /** @param {string} rule */
  openRule(rule) {
    this.tabs.open("rules");
    this.rules.open(rule);
  }

  // ---- acting

  /** @param {Answer} answer @returns {Promise<boolean>} */
  async answer(answer) {
    if (this.busy || !this.answers) return false;
    if (answer.pick) return this.pick(answer);
    if (!this.coach.allows(answer)) return false;
    const offered = this.answers;
    if (settings.confirm && answer.arg === null && (offered.risky(answer) || offered.ending(answer))
      && !(await confirm(offered.label(answer), this.table.decision?.prompt ?? "", offered.label(answer), { danger: offered.risky(answer) }))) return false;
    const piece = answer.arg !== null && offered.onPiece.has(String(answer.arg)) ? String(answer.arg) : null;
    if (piece) this.board.taken = piece;
    if (piece) this.inspect(this.board.stacks.pieces.get(piece)?.at ?? null, piece);
    return this.run(async () => {
      await this.table.act(answer);
      this.before = piece ? { piece, answers: offered } : null;
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
    this.before = null;
    return this.run(() => this.table.undo(count), true);
  }

  /** Another counter instead of the one just taken up. @param {string} piece */
  reselect(piece) {
    if (this.coach.now) return false;
    const before = this.before;
    if (!before || before.piece === piece || !this.table.undoable) return false;
    const answer = before.answers.onPiece.get(piece)?.[0];
    if (!answer) return false;
    this.run(async () => {
      await this.table.undo(1);
      this.board.taken = piece;
      await this.table.act(answer);
      this.before = { piece, answers: before.answers };
      this.inspect(this.board.stacks.pieces.get(piece)?.at ?? null, piece);
    });
    return true;
  }

  /** @param {"place" | "piece"} kind @param {string} id @param {string} place */
  async explain(kind, id, place) {
    const answers = this.answers;
    if (!answers) return;
    for (const verb of answers.candidates(kind)) {
      try {
        const reason = await this.table.whyNot({ verb, arg: id });
        if (answers !== this.answers || !reason) return;
        const name = kind === "place" ? (this.table.sheet.places[id]?.name ?? id) : (this.table.sheet.pieces[id]?.name ?? T.thisOne);
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
    if (this.played) openVerdict(this.table, { library: () => this.outside.go("/"), replay: () => this.timeline.toggle(), eyes: (side) => this.outside.eyes(side) });
  }

  menu() {
    openMenu(this.table, { eyes: (side) => this.outside.eyes(side), library: () => this.outside.go("/"), changed: () => { this.overlays.render(); this.board.drawIds(); }, undoAll: () => { this.before = null; this.run(() => this.table.undoAll()); } });
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
    return dialog(T.otherLevel, (close) => [el("div", { class: "menu" }, levels.map((/** @type {any} */ l) => el("button", { class: "btn plain", text: l.name, onclick: () => { close(); put({ kind: "computer", level: l.id }); } })))]);
  }

  /** A part of the side is handed over to its staff for this phase. */
  async delegate() {
    const { table } = this;
    const { groups } = await api(`games/${table.game.id}/groups?side=${table.side}`);
    const order = (/** @type {string} */ group, /** @type {string} */ what) => this.run(() => table.send("delegate", { side: table.side, group, order: what }));
    return dialog(T.delegate.replace(" …", ""), (close) => [el("p", { text: T.delegateAbout }), el("ul", { class: "groups" }, groups.map((/** @type {any} */ g) => el("li", {},
      el("b", { text: g.name }), ` (${g.units.length}) `,
      [["plan", T.onPlan], ["hold", T.onHold]].map(([what, text]) => el("button", { class: "btn plain", "data-group": g.id, "data-order": what, "aria-label": `${g.name}: ${text}`, text, onclick: () => { close(); order(g.id, what); } })))))]);
  }

  /** Back whatever fell since, if everybody agrees. @param {number} to */
  async takeBack(to) {
    const { table } = this;
    const people = Object.entries(table.game.seats).filter(([, s]) => s.kind === "human").map(([side]) => side);
    const names = people.map((side) => table.sheet.sides[side]?.name ?? side);
    if (!(await confirm(T.takeBack, T.takeBackAbout(names), T.agree, { danger: true }))) return;
    await this.run(() => table.send("rewind", { to, consent: people }));
    table.present();
  }

  async whatIf() {
    const at = this.table.past ?? this.table.length;
    if (!(await confirm(T.whatIf, T.whatIfAbout, T.begin))) return;
    this.run(async () => {
      const { game } = await this.table.send("branch", { at, side: this.table.side });
      this.outside.go(`/game/${game.id}`);
    });
  }

  // ---- what happened since the last look

  async catchUp() {
    const { table } = this;
    const last = seen(table.game.id, table.side);
    markSeen(table.game.id, table.side, table.length);
    if (this.caught || last === null || last >= table.length || !settings.catchup) return;
    this.caught = true;
    const { events } = await api(address(`games/${table.game.id}/events`, { side: table.side, since: last })).catch(() => ({ events: [] }));
    if (events.length < 2) return;
    const hide = () => this.banner.set("since", null);
    this.banner.set("since", T.since(events.length), [[T.show, () => { hide(); this.replayFrom(last); }], [T.skip, hide]]);
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
    const arrow = ARROWS[event.key];
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const does = event.ctrlKey ? { Enter: () => this.first() }[key] : {
      Escape: () => this.back(), U: () => this.undo(), "+": () => board.view.zoomBy(1.25), "=": () => board.view.zoomBy(1.25), "-": () => board.view.zoomBy(0.8), 0: () => board.view.fit(undefined, true),
      ".": () => board.cycle(1), ",": () => board.cycle(-1), "[": () => this.timeline.step(-1), "]": () => this.timeline.step(1),
      C: () => this.tabs.open("choices", true), G: () => this.tabs.open("log", true), Q: () => this.tabs.open("units", true), K: () => this.tabs.open("rules", true), V: () => { this.strip.open(); }, X: () => this.board.toggleObjectives(), "?": () => { openKeys(); },
    }[key];
    if (arrow && onBoard) {
      if (event.shiftKey) board.view.pan(-arrow[0] * 90, -arrow[1] * 90);
      else { board.step(arrow); this.tellCursor(); }
    } else if ((key === "Enter" || key === " ") && onBoard && !event.ctrlKey && board.cursor) board.enter();
    else if (does) {
      does();
      if (key === "." || key === ",") { board.node.focus({ preventScroll: true }); this.tellCursor(); }
    } else if (!event.ctrlKey && this.overlays.key(key)) return event.preventDefault();
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
