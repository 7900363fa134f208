/**
 * The sand table: a position laid out by hand. Counters are dragged about, taken off, put on and changed; the server holds what
 * lies there against the title's own rules, tells what an attack would bring, and lets a game begin from it. Nothing of a
 * game that is played is known here: whoever comes from one gets a position imagined from what his side knows.
 */

import { Answers } from "./answers.js";
import { Board } from "./board.js";
import { face, spoken } from "./counters.js";
import { notice } from "./dialogs.js";
import { el, fill, folded, heading, picture } from "./dom.js";
import { address, api, Refused } from "./net.js";
import { compass } from "./panels/bar.js";
import { Dock } from "./panels/dock.js";
import { plain } from "./play.js";
import { whereOf } from "./signs.js";
import { T } from "./texts.js";

const S = T.sand;
const MOST = 120; // counters that are listed beside the map

/** @typedef {{title: string, scenario?: string, [more: string]: any}} Position */
/** @typedef {{kind: "number" | "word", words?: (string | number)[], low?: number, high?: number, usual: any}} Field */
/** @typedef {{table: string, fields: Record<string, Field>, off: string[]}} SandForm */
/** @typedef {{pieces: Shown[], sides: string[], asks: {side: string, prompt: string} | null, turn?: number, date?: string, phase?: string, control?: any, markers?: any}} Laid */

/** A board on which everything can be taken up. */
class SandBoard extends Board {
  /** @param {HTMLElement} node @param {Sheet} sheet @param {Art} art @param {{inspect: (place: string | null, piece: Shown | null) => void, put: (piece: string, place: string) => void}} does */
  constructor(node, sheet, art, does) {
    const nothing = () => {};
    super(node, sheet, art, { answer: async () => false, explain: async () => {}, inspect: does.inspect, hover: nothing, reselect: () => false, instead: () => null, rule: nothing, ruleName: (rule) => rule, settled: nothing, resized: nothing });
    this.put = does.put;
    /** @type {Shown | null} */
    this.lifted = null;
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  grab(x, y, event) {
    const place = this.placeAt(x, y);
    this.lifted = place ? this.stacks.pick(place, x, y) ?? this.stacks.at.get(place)?.at(-1) ?? null : null;
    if (!this.lifted) return false;
    this.closeBubble();
    this.ghost(this.lifted, event);
    return true;
  }

  /** @param {number} x @param {number} y @param {boolean} cancelled */
  async drop(x, y, cancelled) {
    this.held?.remove();
    this.held = undefined;
    const place = this.ground.at(x, y);
    if (!cancelled && place && this.lifted && place !== this.lifted.at) this.put(this.lifted.id, place);
    this.lifted = null;
  }
}

/**
 * @param {HTMLElement} root @param {string} title @param {{go: (path: string) => void}} router
 * @returns {Promise<() => void>} how to leave
 */
export async function openSandTable(root, title, router) {
  document.body.className = "loading";
  fill(root, el("main", { class: "unrolling" }, el("p", { text: T.loading })));
  const query = new URLSearchParams(location.search);
  const [info, about, sheet] = await Promise.all([api(`titles/${title}`), api("about"), api(`titles/${title}/sheet`)]);
  const scenario = query.get("scenario") ?? info.scenarios.find((/** @type {any} */ s) => s.first)?.id ?? info.scenarios[0].id;
  const opened = await api(address(`titles/${title}/sandtable`, { scenario }));
  const [game, side] = [query.get("game"), query.get("side")];
  if (game && side) Object.assign(opened, { position: (await api(address(`games/${game}/sandtable`, { side }))).position });
  const art = await api(`titles/${title}/art`).catch(() => plain(sheet));
  document.title = `${S.name}: ${info.name} · ${T.app}`;
  const page = new SandTable(root, info, about, sheet, art, opened, router);
  if (game) await page.check();
  return () => page.close();
}

class SandTable {
  /** @param {HTMLElement} root @param {TitleInfo} info @param {any} about @param {Sheet} sheet @param {Art} art @param {{position: Position, form: SandForm} & Laid} opened @param {{go: (path: string) => void}} router */
  constructor(root, info, about, sheet, art, opened, router) {
    this.info = info;
    this.about = about;
    this.router = router;
    this.sheet = /** @type {Sheet} */ ({ ...sheet, takes: { ...sheet.takes, unit: "piece", leave: "piece" }, labels: { ...sheet.labels, leave: S.leave, close: S.close }, gathers: [] });
    this.position = opened.position;
    this.form = opened.form;
    /** @type {Laid} */
    this.laid = opened;
    /** @type {Position[]} how it lay before */
    this.before = [];
    /** @type {{place: string, reason: string} | null} what the rules say against it */
    this.fault = null;
    /** @type {string | null} the counter that is looked at */
    this.piece = null;
    /** @type {string | null} */
    this.place = null;
    /** @type {string[] | null} who attacks; null before anybody was chosen */
    this.attackers = null;
    this.filter = "";
    this.asked = 0;
    document.body.className = "game sandy";
    const node = el("main", { class: "board", id: "board", tabindex: 0, "aria-label": T.mapOf(info.name) });
    this.said = el("p", { class: "verdict-line", role: "status" });
    this.chosen = el("section", { class: "sand-piece" });
    this.tray = el("ul", { class: "sand-tray", "aria-label": S.beside });
    this.back = el("button", { class: "btn", id: "undo", text: T.undo, onclick: () => this.undo() });
    const finder = el("input", { type: "search", placeholder: S.find, "aria-label": S.find, oninput: (/** @type {any} */ e) => { this.filter = folded(e.target.value); this.listTray(); } });
    fill(root, this.bar(), node, el("aside", { class: "side" }, this.said, this.chosen, el("h3", { class: "sc", text: S.beside }), finder, this.tray, this.foot()));
    this.board = new SandBoard(node, this.sheet, art, { inspect: (place, piece) => this.inspect(place, piece), put: (piece, place) => this.put(piece, place) });
    /** @type {any} what the combat panel reads of a game */
    this.table = { sheet: this.sheet, shown: null, events: [], decision: null };
    this.dock = new Dock(this.table, { answer: (a) => this.answer(a), rule: (rule) => open(`/handbook/${info.id}/${encodeURIComponent(rule)}`), look: (place) => this.board.look(place), hover: () => {} });
    this.board.hud.append(this.dock.node);
    this.onKey = (/** @type {KeyboardEvent} */ e) => { if (e.key === "Escape") this.shut(); };
    addEventListener("keydown", this.onKey);
    this.show();
    this.board.fitPieces();
    this.board.unroll();
  }

  close() {
    removeEventListener("keydown", this.onKey);
  }

  bar() {
    const scenarios = el("select", { "aria-label": T.scenario, onchange: (/** @type {any} */ e) => this.router.go(`/sandtable/${this.info.id}?scenario=${e.target.value}`) },
      this.info.scenarios.map((s) => el("option", { value: s.id, text: s.name, selected: s.id === this.position.scenario })));
    return el("header", { class: "bar" },
      el("a", { class: "brand", href: "/", title: T.library, onclick: (/** @type {Event} */ e) => { e.preventDefault(); this.router.go("/"); } }, compass(), el("div", { class: "t" }, el("span", { class: "sc", text: S.name }), el("b", { text: this.info.name }))),
      el("div", { class: "turn" }, scenarios),
      el("div", { class: "ask" }, el("div", { class: "prompt", id: "prompt", text: S.about })),
      el("div", { class: "acts" }, this.back, el("button", { class: "btn", text: S.copy, onclick: () => this.copy() })));
  }

  foot() {
    const sides = this.laid.sides;
    this.mine = el("select", { "aria-label": S.iPlay }, sides.map((s) => el("option", { value: s, text: S.play(this.nameOf(s)) })), el("option", { value: "", text: S.playAll }));
    return el("div", { class: "sand-foot" }, this.mine, el("button", { class: "btn go", id: "begin-here", text: S.begin, onclick: () => this.begin() }));
  }

  /** @param {string} side */
  nameOf(side) {
    return this.sheet.sides[side]?.name ?? side;
  }

  /** The rows of the pieces in the position. @returns {Record<string, any>} */
  get rows() {
    return this.position[this.form.table] ?? {};
  }

  // ---- what is changed

  /** @param {string} piece @param {string} key @param {any} value undefined: as usual */
  change(piece, key, value) {
    const row = { ...(this.rows[piece] ?? {}), [key]: value };
    if (value === undefined) delete row[key];
    const rows = { ...this.rows, [piece]: row };
    if (row.at === undefined) delete rows[piece];
    this.before.push(this.position);
    this.position = { ...this.position, [this.form.table]: rows };
    if (key === "at") this.laid = { ...this.laid, pieces: [...this.laid.pieces.filter((p) => p.id !== piece), ...(value in this.sheet.places ? [{ ...(this.laid.pieces.find((p) => p.id === piece) ?? { id: piece }), at: value }] : [])] };
    this.check();
  }

  /** @param {string} piece @param {string} place */
  put(piece, place) {
    this.piece = piece;
    this.place = place;
    this.change(piece, "at", place);
  }

  undo() {
    const last = this.before.pop();
    if (!last) return;
    this.position = last;
    this.check();
  }

  /** Held against the rules: what the server says is drawn, or why it cannot stand so. */
  async check() {
    const mine = ++this.asked;
    this.show();
    try {
      const laid = await api(`titles/${this.info.id}/sandtable`, { body: { position: this.position } });
      if (mine !== this.asked) return;
      this.laid = laid;
      this.fault = null;
    } catch (no) {
      if (mine !== this.asked) return;
      if (!(no instanceof Refused)) return notice(/** @type {Error} */ (no).message, { kind: "alarm" });
      this.fault = { place: no.place, reason: no.message };
    }
    this.show();
    if (this.attackers && !this.dock.node.hidden && this.place) await this.odds(this.attackers);
  }

  // ---- what is seen

  show() {
    this.board.show(/** @type {any} */ ({ pieces: this.laid.pieces, control: this.laid.control, markers: this.laid.markers, battle: this.table?.shown?.battle ?? null }), [], "jump");
    this.back.toggleAttribute("disabled", !this.before.length);
    const at = this.fault?.place.split(".").find((part) => part in this.sheet.pieces);
    fill(this.said, this.fault ? `${at ? `${this.sheet.pieces[at].name}: ` : ""}${heading(this.fault.reason)}` : S.sound);
    this.said.className = `verdict-line ${this.fault ? "bad" : "good"}`;
    this.showPiece();
    this.listTray();
  }

  /** @param {string | null} place @param {Shown | null} piece */
  inspect(place, piece) {
    if (this.piece && place && !this.onMap(this.piece)) return this.put(this.piece, place);
    const pile = place ? (this.board.stacks.at.get(place) ?? []) : [];
    this.place = place;
    this.piece = piece?.id ?? pile.at(-1)?.id ?? null;
    this.showPiece();
    this.listTray();
    return undefined;
  }

  /** @param {string} piece */
  onMap(piece) {
    return this.laid.pieces.some((p) => p.id === piece && p.at && p.at in this.sheet.places);
  }

  showPiece() {
    const { piece, place } = this;
    const shown = piece ? (this.laid.pieces.find((p) => p.id === piece) ?? { id: piece }) : null;
    const standing = Boolean(piece && this.onMap(piece));
    const enemy = place ? this.attackersOf(place) : [];
    const where = el("input", { type: "text", value: standing ? shown?.at ?? "" : "", "aria-label": S.where, size: 8, id: "sand-where" });
    fill(this.chosen,
      shown ? el("div", { class: "card" }, this.chip(shown, "big"), el("h2", {}, this.sheet.pieces[shown.id]?.name ?? shown.id, el("small", { text: standing && shown.at ? heading(whereOf(this.sheet, shown.at)) : S.putIt }))) : el("p", { class: "note", text: S.choose }),
      shown ? el("form", { class: "sand-where", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); if (where.value in this.sheet.places) this.put(shown.id, where.value); else notice(S.noPlace(where.value), { kind: "alarm" }); } },
        el("label", {}, S.where, where), el("button", { class: "btn plain", text: S.put }),
        standing ? el("button", { class: "btn plain", type: "button", id: "sand-off", text: S.takeOff, onclick: () => this.change(shown.id, "at", undefined) }) : null) : null,
      shown && standing ? this.fields(shown.id) : null,
      place && enemy.length ? el("div", { class: "sand-attack" }, enemy.map((s) => el("button", { class: "btn war", "data-odds": s, text: S.odds(this.nameOf(s), whereOf(this.sheet, place)), onclick: () => { this.attacker = s; this.odds(null); } }))) : null);
  }

  /** Who could attack a place: those who do not hold it alone. @param {string} place */
  attackersOf(place) {
    const there = new Set((this.board.stacks.at.get(place) ?? []).map((p) => this.sheet.pieces[p.id]?.side));
    return there.size ? this.laid.sides.filter((s) => !there.has(s) || there.size > 1) : [];
  }

  /** What else may be said of a piece. @param {string} piece */
  fields(piece) {
    const row = this.rows[piece] ?? {};
    const line = (/** @type {string} */ key, /** @type {Field} */ f) => el("label", { class: "field" }, heading(key.replaceAll("_", " ")), f.kind === "word"
      ? el("select", { "data-field": key, onchange: (/** @type {any} */ e) => this.change(piece, key, e.target.value === "" ? undefined : f.words?.find((w) => String(w) === e.target.value)) },
        el("option", { value: "", text: S.usual }), (f.words ?? []).map((w) => el("option", { value: w, text: String(w).replaceAll("_", " ") || "–", selected: row[key] === w })))
      : el("input", { type: "number", "data-field": key, min: f.low, max: f.high, value: row[key] ?? "", placeholder: S.usual, onchange: (/** @type {any} */ e) => this.change(piece, key, e.target.value === "" ? undefined : Number(e.target.value)) }));
    return el("details", { class: "sand-fields" }, el("summary", { text: S.more }), Object.entries(this.form.fields).map(([key, f]) => line(key, f)));
  }

  listTray() {
    const words = this.filter.split(/\s+/).filter(Boolean);
    const off = Object.entries(this.sheet.pieces).filter(([id, p]) => !this.onMap(id) && words.every((w) => folded(`${p.name} ${id} ${p.short ?? ""}`).includes(w)));
    fill(this.tray, off.slice(0, MOST).map(([id, p]) => el("li", {}, el("button", { class: "sand-chip", "data-piece": id, title: p.name, "aria-pressed": String(this.piece === id), onclick: () => { this.piece = this.piece === id ? null : id; this.place = null; this.showPiece(); this.listTray(); } },
      this.chip({ id }, ""), el("span", { class: "sr", text: p.name })))), off.length > MOST ? el("li", { class: "note", text: S.others(off.length - MOST) }) : null);
  }

  /** @param {Shown} shown @param {string} kind */
  chip(shown, kind) {
    const { markup, nation } = face(this.sheet, shown);
    return picture({ class: `chip-counter n-${nation} ${kind}`, viewBox: "-38 -40 78 78", role: "img", "aria-label": spoken(this.sheet, shown) }, markup);
  }

  // ---- an attack that nobody makes

  /** @param {string[] | null} units null: all who may take part */
  async odds(units) {
    const target = this.place;
    if (!target) return;
    try {
      const found = await api(`titles/${this.info.id}/sandtable/odds`, { body: { position: this.position, side: this.attacker, target, units } });
      this.attackers = found.battle?.attackers ?? [];
      this.table.shown = { battle: found.battle };
      this.table.decision = { side: this.attacker, step: "attackers", prompt: S.imagined, actions: { unit: found.able, leave: found.able.length || units?.length || this.sheet.kind === "hex" ? this.attackers : [], close: null }, hints: {}, verbs: [] };
      this.board.stacks.fan(null);
      this.show();
      const seen = new Map([...this.board.stacks.pieces, ...found.pieces.map((/** @type {Shown} */ p) => [p.id, p])]); // as the attacker sees them
      this.dock.render(new Answers(this.sheet, this.table.decision), /** @type {any} */ ({ pieces: seen }));
    } catch (no) {
      const refused = /** @type {Refused} */ (no);
      this.shut();
      notice(`${heading(refused.message)}${refused.rule ? ` (${refused.rule})` : ""}`, { kind: "alarm" });
    }
  }

  /** @param {Answer} a */
  answer(a) {
    const now = this.attackers ?? [];
    if (a.verb === "close") this.shut();
    else if (a.verb === "leave") this.odds(now.filter((id) => id !== a.arg));
    else if (a.verb === "unit") this.odds([...now, String(a.arg)]);
  }

  shut() {
    this.attackers = null;
    this.table.shown = null;
    this.dock.render(null, this.board.stacks);
    this.show();
  }

  // ---- out of here

  async begin() {
    const level = (this.about.levels.find((/** @type {any} */ l) => l.id === "staff") ?? this.about.levels[0])?.id;
    const mine = this.mine?.value ?? "";
    const seats = Object.fromEntries(this.laid.sides.map((s) => [s, !mine || s === mine || !level ? { kind: "human" } : { kind: "computer", level }]));
    try {
      const { game } = await api(`titles/${this.info.id}/sandtable/game`, { body: { position: this.position, seats, name: S.nameOf(this.info.name) } });
      this.router.go(`/game/${game.id}`);
    } catch (no) {
      notice(/** @type {Error} */ (no).message, { kind: "alarm" });
    }
  }

  async copy() {
    const text = JSON.stringify(this.position);
    await navigator.clipboard?.writeText(text).then(() => notice(S.copied), () => notice(S.notCopied, { kind: "alarm" }));
  }
}
