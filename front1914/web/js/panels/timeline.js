/** The timeline: every turn, phase and battle of the game to click on, a handle to scrub, and steps back and forth. */

import { dialog } from "../dialogs.js";
import { el, fill, picture } from "../dom.js";
import { livery } from "../nations.js";
import { T } from "../texts.js";
import { settings } from "../settings.js";

const ICONS = {
  back: '<path d="M12 2v12L4 8zM2.5 2h2v12h-2z"/>',
  play: '<path d="M4 2v12l9-6z"/>',
  pause: '<path d="M3 2h4v12H3zM9 2h4v12H9z"/>',
  on: '<path d="M4 2v12l8-6zM11.5 2h2v12h-2z"/>',
  jump: '<path d="M2 3h12v2H2zM2 7h8v2H2zM2 11h5v2H2zM10 9l5 3.5-5 3.5z"/>',
};
const EDGE = 9;
const SNAP = 5; // pixels within which a click means the mark

export class Timeline {
  /** @param {import("../table.js").Table} table @param {{whatIf: () => void}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.playing = false;
    const button = (/** @type {keyof typeof ICONS} */ icon, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      el("button", { class: "btn", "aria-label": label, title: label, onclick }, picture({ viewBox: "0 0 16 16", fill: "currentColor", "aria-hidden": "true" }, ICONS[icon]));
    this.play = button("play", T.playback, () => this.toggle());
    this.track = el("div", { class: "track", role: "slider", tabindex: 0, "aria-label": T.timeline, "aria-valuemin": 0 });
    this.status = el("span", { class: "live" });
    this.node = el("footer", { class: "time", "aria-label": T.timeline },
      button("back", T.stepBack, () => this.step(-1)), this.play, button("on", T.stepOn, () => this.step(1)), button("jump", T.jump, () => this.jump()), this.track,
      el("button", { class: "btn whatif", text: T.whatIf, onclick: does.whatIf }), this.status);
    this.wide = 0;
    new ResizeObserver(([entry]) => { this.wide = entry.contentRect.width; this.render(); }).observe(this.track);
    this.listen();
  }

  get now() {
    return this.table.past ?? this.table.length;
  }

  listen() {
    const seek = (/** @type {PointerEvent} */ event) => {
      const box = this.track.getBoundingClientRect();
      const share = (event.clientX - box.left - EDGE) / Math.max(1, box.width - 2 * EDGE);
      const at = Math.max(0, Math.min(1, share)) * this.table.length;
      const near = (SNAP * this.table.length) / Math.max(1, box.width - 2 * EDGE);
      const mark = this.table.marks.find((m) => (m.kind === "turn" || m.kind === "battle") && Math.abs(m.at - at) < near);
      this.wish(mark && event.type === "pointerdown" ? mark.at : Math.round(at));
    };
    this.track.addEventListener("pointerdown", (event) => {
      this.stop();
      this.track.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.track.addEventListener("pointermove", (event) => { if (this.track.hasPointerCapture(event.pointerId)) seek(event); });
    this.track.addEventListener("keydown", (event) => {
      const turns = this.table.marks.filter((m) => m.kind === "turn").map((m) => m.at);
      const jump = {
        ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.wish(0), End: () => this.table.present(),
        PageUp: () => this.wish(turns.findLast((t) => t < this.now) ?? 0), PageDown: () => this.wish(turns.find((t) => t > this.now) ?? this.table.length),
      }[event.key];
      if (!jump) return;
      event.preventDefault();
      event.stopPropagation();
      this.stop();
      jump();
    });
  }

  /** The newest wish wins; older ones that wait are forgotten. @param {number} n */
  async wish(n) {
    this.wanted = n;
    this.render();
    if (this.busy) return;
    this.busy = true;
    while (this.wanted !== undefined) {
      const next = this.wanted;
      this.wanted = undefined;
      await this.table.visit(next).catch(() => undefined);
    }
    this.busy = false;
  }

  /** @param {number} by */
  step(by) {
    this.stop();
    return this.wish(Math.max(0, Math.min(this.table.length, (this.wanted ?? this.now) + by)));
  }

  /** Every turn, phase and battle to go to. */
  jump() {
    this.stop();
    const marks = this.table.marks.filter((m) => m.kind !== "throw");
    return dialog(T.jump, (close) => [el("ul", { class: "jumps" }, marks.map((m) => el("li", { class: m.kind }, el("button", {
      text: m.text, "aria-current": m.at === this.now ? "true" : null, onclick: () => { close(); this.wish(m.at); },
    }))))]);
  }

  toggle() {
    if (this.playing) return this.stop();
    this.playing = true;
    this.icon();
    if (this.table.past === null) this.wish(0);
    return this.tick();
  }

  async tick() {
    while (this.playing && this.table.past !== null) {
      const before = this.table.past;
      await new Promise((done) => setTimeout(done, Math.max(120, settings.pace)));
      if (!this.playing) return;
      await this.table.visit(before + 1).catch(() => this.stop());
    }
    this.stop();
  }

  stop() {
    this.playing = false;
    this.icon();
  }

  icon() {
    const svg = this.play.querySelector("svg");
    if (svg) svg.innerHTML = ICONS[this.playing ? "pause" : "play"];
    this.play.setAttribute("aria-label", this.playing ? T.pause : T.playback);
  }

  render() {
    const { table } = this;
    const { wide } = this;
    if (wide < 60) return;
    const length = Math.max(1, table.length);
    const x = (/** @type {number} */ n) => EDGE + ((wide - 2 * EDGE) * n) / length;
    const now = this.wanted ?? this.now;
    this.track.setAttribute("aria-valuemax", String(table.length));
    this.track.setAttribute("aria-valuenow", String(now));
    this.track.setAttribute("aria-valuetext", this.say(now));
    fill(this.track, picture({ "aria-hidden": "true" }, this.draw(x, now, wide)));
    fill(this.status, this.seats());
  }

  /** @param {number} n */
  say(n) {
    const mark = this.table.marks.findLast?.((m) => m.at <= n && m.turn !== undefined);
    return [mark?.turn !== undefined && `Turn ${mark.turn}`, mark?.phase, `moment ${n} of ${this.table.length}`].filter(Boolean).join(", ");
  }

  /** @param {(n: number) => number} x @param {number} now @param {number} wide */
  draw(x, now, wide) {
    const { marks, sheet, length } = this.table;
    const y = 24;
    const all = Object.keys(sheet.nations);
    const phases = marks.filter((m) => m.kind === "phase" || m.kind === "turn");
    let out = `<rect x="${EDGE}" y="${y - 5}" width="${wide - 2 * EDGE}" height="10" fill="#3B372D"/>`;
    phases.forEach((m, i) => {
      const [a, b] = [x(m.at), x(phases[i + 1]?.at ?? length)];
      if (b - a < 0.5) return;
      const nation = sheet.sides[m.active ?? ""]?.nations[0];
      const colour = nation ? livery(nation, all).body : "#6B6452";
      out += `<rect x="${a + 0.5}" y="${y - 5}" width="${Math.max(0.5, b - a - 1)}" height="10" fill="${colour}" opacity="${m.at < now ? 0.9 : 0.45}"/>`;
    });
    let last = -99;
    for (const m of marks.filter((k) => k.kind === "turn")) {
      const at = x(m.at);
      out += `<path d="M${at} ${y - 9}v14" stroke="#8a8064"/>`;
      if (at - last < 46 || at > wide - 24) continue;
      last = at;
      out += `<text x="${at + 3}" y="12" class="${m.at <= now ? "on" : ""}">${Number(m.turn)}</text>`;
    }
    for (const m of marks.filter((k) => k.kind === "battle")) out += `<path d="M${x(m.at)} ${y + 7}l4 5h-8z" fill="#E0574A"/>`;
    return `${out}<path d="M${x(now)} ${y - 12}v24" stroke="#F2C230" stroke-width="2.5"/><circle cx="${x(now)}" cy="${y}" r="7" fill="#F2C230" stroke="#1E1C17" stroke-width="2"/>`;
  }

  seats() {
    const seats = Object.entries(this.table.game.seats);
    const computers = seats.filter(([, s]) => s.kind === "computer");
    if (this.table.side === "observer") return T.looksOn;
    const { players, mine } = this.table.game;
    const others = Object.entries(players ?? {}).filter(([side]) => !mine?.includes(side)).map(([, name]) => name);
    if (others.length) return T.against(others.join(", "));
    if (seats.some(([, s]) => s.kind === "lesson")) return T.inLesson;
    if (!computers.length) return T.friend.toLowerCase();
    return T.against(`${computers.map(([side, s]) => `${this.table.sheet.sides[side]?.name ?? side}, ${s.level}`).join("; ")}`);
  }
}

