/**
 * One game as this screen knows it: the record, the sheet, the view that is shown and the one that is newest.
 *
 * What other sides do is shown step by step at the player's pace; what the player does is shown at once. Past moments
 * may be looked at meanwhile; the present goes on behind them.
 */

import { sleep } from "./dom.js";
import { address, api, Live } from "./net.js";
import { apply } from "./patch.js";
import { markSeen, moving, settings } from "./settings.js";

/**
 * @typedef {object} Step one change, ready to be shown
 * @property {View} view
 * @property {Decision | null} decision
 * @property {GameEvent[]} events those that are new
 * @property {number} length
 * @property {string} by
 * @property {string} kind
 * @property {number} cut
 * @property {number} undoable
 */

export class Table extends EventTarget {
  /** @param {GameRecord} game @param {string} side @param {Sheet} sheet */
  constructor(game, side, sheet) {
    super();
    this.game = game;
    this.side = side;
    this.sheet = sheet;
    /** @type {View | null} the newest view */
    this.view = null;
    /** @type {Decision | null} */
    this.decision = null;
    this.length = 0;
    this.undoable = 0;
    /** @type {Computer} */
    this.computer = { state: "idle", side: null, reason: null };
    /** @type {GameEvent[]} */
    this.events = [];
    /** @type {Step[]} what is still to be shown */
    this.queue = [];
    /** @type {View | null} what the screen shows */
    this.shown = null;
    /** @type {number | null} the past moment that is looked at, null for the present */
    this.past = null;
    /** @type {{side: string, until: number, delay: number} | null} who looks on sees a side's past, up to a moment */
    this.late = null;
    this.waiting = false;
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Set<GameEvent> | null} */
    this.loose = null;
    /** @type {"open" | "lost" | "closed"} */
    this.link = "lost";
    /** @type {Live | null} */
    this.live = null;
    /** steps of other sides wait until the player has seen something */
    this.held = false;
  }

  /** @param {string} name @param {any} [detail] */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {string} name @param {(detail: any) => void} hear */
  on(name, hear) {
    this.addEventListener(name, (event) => hear(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {Live | null} [live] a connection of this side that is there already */
  open(live) {
    this.live = live ?? new Live(this.game.id, this.side);
    this.live.listen((message) => this.hear(message), (state, reason) => {
      if (state === this.link) return;
      this.link = state;
      this.tell("link", reason);
    });
  }

  close() {
    this.live?.close();
    clearTimeout(this.timer);
    this.queue = [];
    this.gone = true;
  }

  // ---- what the server tells

  /** @param {any} message */
  hear(message) {
    if (this.gone) return;
    switch (message.type) {
      case "table": return this.setTable(message);
      case "change": return this.setChange(message);
      case "computer":
        this.computer = message.computer;
        return this.tell("computer");
      case "game":
        this.game = message.game;
        return this.tell("game");
      case "deleted":
        return this.tell("deleted");
      case "players":
      case "proposal":
      case "talk":
      case "clock":
      case "rematch":
        return this.tell("company", message);
      default:
        return undefined;
    }
  }

  /** @param {any} message */
  setTable(message) {
    this.game = message.game ?? this.game;
    this.queue = [];
    clearTimeout(this.timer);
    const kept = this.events.filter((e) => e.at <= (message.cut ?? 0));
    this.events = [...kept, ...message.events];
    [this.view, this.decision] = [message.view, message.decision];
    [this.length, this.undoable, this.computer] = [message.length, message.undoable, message.computer];
    this.stamp(message.events, message.view);
    this.loose = new Set(message.events); // their turn is known when the timeline is
    this.tell("log");
    this.tell("computer");
    if (this.past === null) this.show(message.view, [], "jump");
    this.tell("decision");
    this.tell("table");
    this.refreshMarks();
  }

  /** @param {any} message */
  setChange(message) {
    const before = /** @type {View} */ (this.view);
    this.view = /** @type {View} */ (apply(before, message.patch));
    this.length = message.length;
    this.stamp(message.events, this.view, true);
    this.queue.push({
      view: this.view, decision: message.decision, events: message.events, length: message.length,
      by: message.by, kind: message.kind, cut: message.cut, undoable: message.undoable,
    });
    if (message.by === this.side || message.kind !== "act" || this.past !== null) this.flush();
    else this.drain();
    this.refreshMarks();
  }

  /** Events know their turn and phase, so that the log can group them. @param {GameEvent[]} events @param {View} view @param {boolean} [fresh] they led to this very view */
  stamp(events, view, fresh = false) {
    for (const event of events) {
      const mark = fresh ? null : this.marks.findLast((m) => m.at <= event.at && m.turn !== undefined);
      const known = event.at >= this.length || !mark ? view : mark;
      event.turn ??= known.turn;
      event.phase ??= known.phase;
      event.active ??= known.active;
    }
  }

  // ---- showing at the player's pace

  /** Everything that waits, shown now. */
  flush() {
    clearTimeout(this.timer);
    this.waiting = false;
    while (this.queue.length) this.take(this.queue.length > 3 ? "jump" : "step");
    this.offers();
  }

  /** What may be decided is told once, after whatever was shown. */
  offers() {
    this.tell("decision");
    this.tell("pace");
  }

  /** The next step that waits, then the one after it when the player has seen it. */
  drain() {
    if (this.waiting || this.held || !this.queue.length) return;
    if (settings.pace === 0) return this.flush();
    this.take("step");
    if (this.queue.length || this.decision === null) {
      this.waiting = true;
      const quiet = this.lastEvents === 0;
      this.timer = setTimeout(() => {
        this.waiting = false;
        if (this.queue.length) this.drain();
        else this.offers();
      }, quiet ? Math.min(150, settings.pace) : settings.pace);
    }
    this.offers();
  }

  /** @param {"jump" | "step"} how */
  take(how) {
    const step = /** @type {Step} */ (this.queue.shift());
    if (step.kind !== "act" || this.events.some((e) => e.at > step.cut)) this.events = this.events.filter((e) => e.at <= step.cut);
    this.events.push(...step.events);
    this.lastEvents = step.events.length;
    [this.decision, this.undoable] = [step.decision, step.undoable];
    if (this.past === null) this.show(step.view, step.events, how, step.kind === "act" ? step.by : null);
    this.tell("log", step.events);
    if (!this.queue.length) markSeen(this.game.id, this.side, step.length);
  }

  /** Goes on with what waited. */
  release() {
    this.held = false;
    this.drain();
    this.offers();
  }

  get behind() {
    return this.queue.length > 0 || this.waiting;
  }

  /** @param {View} view @param {GameEvent[]} events @param {"jump" | "step"} how @param {string | null} [by] whose step it was */
  show(view, events, how, by = null) {
    const before = this.shown;
    this.shown = view;
    this.tell("shown", { before, view, events, how: moving() ? how : "jump", by });
  }

  // ---- the past

  refreshMarks() {
    clearTimeout(this.marksLater);
    this.marksLater = setTimeout(async () => {
      try {
        const found = await api(`games/${this.game.id}/timeline`);
        this.marks = found.marks;
        for (const event of this.loose ?? []) {
          event.turn = event.phase = event.active = undefined;
          this.stamp([event], /** @type {View} */ (this.view));
        }
        this.loose = null;
        this.tell("marks");
      } catch {
        // the timeline is an aid: without it the game goes on
      }
    }, this.marks.length ? 600 : 0);
  }

  /** Looks at a past moment; the last one is the present. @param {number} n */
  async visit(n) {
    if (n >= this.length && !this.late) return this.present();
    const asked = (this.past = Math.max(0, this.late ? Math.min(n, this.late.until) : n));
    this.tell("past");
    const found = await api(address(`games/${this.game.id}/moments/${asked}`, { side: this.late?.side ?? this.side }));
    if (this.past !== asked) return undefined;
    this.show({ ...found.view }, found.events, "jump");
    this.tell("past");
    return undefined;
  }

  present() {
    this.late = null;
    if (this.past === null) return;
    this.flush(); // still in the past: who decided then must not be asked now
    this.past = null;
    if (this.view) this.show(this.view, [], "jump");
    this.tell("past");
  }

  // ---- what the player does

  /** Sends a command; when it is acknowledged, waits until this screen has heard of it too. @param {string} path @param {any} body */
  async send(path, body) {
    const found = await api(`games/${this.game.id}/${path}`, { body });
    if (found?.seq !== undefined) await this.heard(found.seq);
    return found;
  }

  /** @param {number} seq */
  async heard(seq) {
    for (let waited = 0; waited < 4000 && (this.live?.seq ?? seq) < seq; waited += 10) await sleep(10);
  }

  /** @param {Answer} answer */
  act(answer) {
    const side = this.side; // a throw that is typed in too: what is drawn in secret is typed in by its own side
    const seq = this.live?.seq ?? undefined;
    return this.send("act", { side, verb: answer.verb, ...(answer.arg === null ? {} : { arg: answer.arg }), seq });
  }

  /** @param {number} [count] */
  undo(count = 1) {
    return this.send("undo", { side: this.side, count });
  }

  undoAll() {
    return this.send("undo", { side: this.side, all: true });
  }

  /** @param {Answer} answer @returns {Promise<{rule: string, text: string} | null>} */
  async whyNot(answer) {
    const found = await api(address(`games/${this.game.id}/why_not`, { side: this.side, verb: answer.verb, arg: answer.arg }));
    return found.reason;
  }

  /** @param {string} name @param {string | null} subject */
  overlay(name, subject) {
    return api(address(`games/${this.game.id}/overlay`, { side: this.side, name, subject }));
  }

  /** Whose decision is shown to the player as his own. */
  get mine() {
    return this.past === null && this.decision !== null && !this.behind;
  }
}
