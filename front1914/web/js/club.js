/** A club at the board: invitations, what the others are asked, clocks, talk, those who look on. A local library shows nothing of it. */

import { alarm, day, gameNotices, link, NAMES, signIn, whoAmI } from "./account.js";
import { dialog, notice } from "./dialogs.js";
import { el, fill } from "./dom.js";
import { called } from "./lobby.js";
import { api } from "./net.js";
import { Notes } from "./notes.js";
import { T } from "./texts.js";

/** @typedef {{go: (path: string) => void}} Router */

/** What each secret in an address opens. @type {Record<string, (secret: string) => [string, any]>} */
const DOORS = {
  enter: (key) => ["me/enter", { key }],
  pass: (token) => ["me/pass", { token }],
  confirm: (token) => ["confirm", { token }],
};

/** The page of an invitation or of a link to sign in: `/join#token`, `/enter#key`, `/pass#token`. @param {HTMLElement} root @param {string} room @param {Router} router */
export async function openDoor(root, room, router) {
  const secret = location.hash.slice(1);
  document.body.className = "library";
  const forget = () => history.replaceState(null, "", "/"); // a secret that is used stays out of the history
  if (room !== "join") {
    const [path, body] = DOORS[room](secret);
    await api(path, { body });
    if (room === "confirm") notice(T.confirmed);
    forget();
    router.go("/");
    return () => undefined;
  }
  const told = await api("invitations", { body: { token: secret } });
  const names = Object.values(told.game.players);
  fill(root, el("main", { class: "sorry paper" }, el("h1", { text: T.invited }), el("p", { text: `${T.invitedTo(told.game.title_name, told.game.scenario_name, told.side === "observer" ? told.side : called(told.side), names)} ${terms(told.game).map((t) => `${t}.`).join(" ")}` }),
    el("div", { class: "buttons" }, el("button", { class: "btn go", id: "accept", text: told.side === "observer" ? T.lookOn : T.sitDown, onclick: async () => {
      try {
        if (!(await whoAmI()) && !(await signIn())) return;
        const { game } = await api("invitations/accept", { body: { token: secret } });
        forget();
        router.go(`/game/${game.id}`);
      } catch (trouble) {
        alarm(/** @type {Error} */ (trouble));
      }
    } }))));
  return () => undefined;
}

/** What was agreed on, sentence by sentence. @param {any} game */
export function terms(game) {
  return [game.pace ? T.paceOf(game.pace) : null, game.pace ? T.lapseOf(game.pace.lapse) : null, game.watch ? T.watchOf(game.watch) : null, game.watch && !game.watch.talk ? T.talkHidden : null, game.rated ? T.ratedGame : null].filter((t) => t !== null);
}

/** What the page of a game shows of the others: free seats, what is asked, and talk. */
export class Company {
  /** @param {import("./table.js").Table} table @param {import("./panels/banner.js").Banner} banner @param {{go: (path: string) => void}} router */
  constructor(table, banner, router) {
    this.table = table;
    this.banner = banner;
    this.router = router;
    /** @type {any[]} */
    this.talk = [];
    /** @type {Clock | null} */
    this.times = null;
    this.clock = el("div", { class: "clock", role: "timer" });
    this.eyes = el("div", { class: "watchbar paper", "data-ui": true, role: "group", "aria-label": T.lookOn, hidden: true });
    this.notes = new Notes(table);
  }

  get club() {
    return this.table.game.players !== undefined;
  }

  /** Several people play it: what touches them all is asked first. */
  get shared() {
    const { players, mine } = this.table.game;
    return Object.keys(players ?? {}).length > (mine ?? []).length;
  }

  async open() {
    if (!this.club) return;
    this.seats();
    this.asked();
    this.setClock(this.table.game.clock ?? null);
    this.lent();
    this.watch();
    this.notes.open();
    this.talk = (await api(`games/${this.table.game.id}/talk`)).talk;
  }

  /** @param {Clock | null} clock */
  setClock(clock) {
    this.at = Date.now();
    this.times = clock;
    this.tick();
    clearInterval(this.ticking);
    if (clock?.running) this.ticking = setInterval(() => this.tick(), 1000);
  }

  tick() {
    if (!this.times) return;
    const { left, running, paused, holiday } = this.times;
    const { game, sheet } = this.table;
    const gone = (Date.now() - (this.at ?? 0)) / 1000;
    fill(this.clock, Object.entries(left).filter(([side]) => game.players?.[side]).map(([side, seconds]) => {
      const now = Math.max(0, seconds - (side === running && !holiday ? gone : 0));
      return el("span", { class: side === running ? (now < 60 ? "running short" : "running") : "", "data-clock": side }, `${game.players?.[side] ?? sheet.sides[side]?.name} `, el("b", { text: T.clock(now) }));
    }), paused ? el("em", { text: T.paused }) : holiday ? el("em", { text: T.onHoliday(day(holiday)) }) : null);
  }

  /** Those who only look on choose through whose eyes: what both know now, or a side's view late. */
  async watch() {
    const { game, sheet } = this.table;
    if (game.mine?.length || game.result) return;
    const found = await api(`games/${game.id}/watch`).catch(() => null);
    if (!found) return;
    const late = this.table.late?.side ?? null;
    const choose = (/** @type {string | null} */ side) => {
      if (side && found.until < 0) return notice(T.tooEarly(found.delay));
      this.table.late = side ? { side, until: found.until, delay: found.delay } : null;
      if (side) this.table.visit(found.until);
      else this.table.present();
      return this.watch();
    };
    const button = (/** @type {string | null} */ side, /** @type {string} */ words) => el("button", { class: "btn plain", "aria-pressed": String(late === side), "data-eyes": side ?? "observer", text: words, onclick: () => choose(side) });
    fill(this.eyes, button(null, T.bothKnow), found.delay ? found.sides.map((/** @type {string} */ side) => button(side, T.asSide(game.players?.[side] ?? sheet.sides[side]?.name ?? side))) : null, el("small", { text: T.lookOnNow(game.watch?.count ?? 1) }));
    this.eyes.hidden = false;
  }

  /** The staff plays for me for a while. */
  lent() {
    const { game } = this.table;
    const mine = Object.entries(game.lent ?? {}).filter(([side]) => game.mine?.includes(side));
    const [side, until] = mine[0] ?? [];
    this.banner.set("lent", side && until ? T.lentUntil(called(side), day(until)) : null, side ? [[T.takeSeatBack, () => this.lend(side, 0)]] : []);
  }

  /** @param {string} side @param {number} days */
  async lend(side, days) {
    const found = await api(`games/${this.table.game.id}/lend`, { method: "PUT", body: { side, days } }).catch(alarm);
    if (found) this.router.go(`/game/${this.table.game.id}`); // the seats are new: sit down anew
  }

  askLend() {
    const [side] = this.table.game.mine ?? [];
    return dialog(T.lend, (close) => [el("p", { text: T.lendAbout }), el("div", { class: "menu" }, [1, 3, 7, 14].map((n) => el("button", { class: "btn plain", "data-days": n, text: T.lendDays(n), onclick: () => { close(); this.lend(side, n); } })))], NAMES);
  }

  /** A link by which somebody sits down in my place. */
  async handOver() {
    const [side] = this.table.game.mine ?? [];
    const { token } = await api(`games/${this.table.game.id}/invitations`, { body: { side } }).catch((e) => { alarm(e); return { token: null }; });
    if (token) await dialog(T.handSeat, () => [el("p", { text: T.handSeatAbout }), link(`/join#${token}`)], NAMES);
  }

  close() {
    clearInterval(this.ticking);
  }

  /** @param {any} message */
  hear(message) {
    const { game } = this.table;
    if (message.type === "players") Object.assign(game, { players: message.players, free: message.free });
    if (message.type === "proposal") game.proposal = message.proposal;
    if (message.type === "talk") this.said(message.said);
    if (message.type === "clock") this.setClock(message.clock);
    if (message.type === "rematch") this.banner.set("rematch", T.rematchReady, [[T.open, () => this.router.go(`/game/${message.game}`)]], "good");
    this.seats();
    this.asked();
  }

  seats() {
    const { game } = this.table;
    const free = game.mine?.length && !game.result ? (game.free ?? []) : [];
    this.banner.set("free", free.length ? T.waitingFor(free.map(called)) : null, free.map((side) => [T.invite(called(side)), () => this.invite(side)]));
  }

  asked() {
    const { game, sheet, side } = this.table;
    const { proposal } = game;
    if (!proposal || proposal.agreed.includes(side)) return this.banner.set("asked", proposal ? T.youAsked : null);
    const answer = (/** @type {boolean} */ yes) => api(`games/${game.id}/proposals/${proposal.id}`, { body: { yes } }).catch(alarm);
    const text = proposal.kind === "rewind" ? T.asksBack(proposal.by, this.table.length - (proposal.to ?? 0)) : T.asks(proposal.by)[proposal.kind];
    if (!game.mine?.length || !sheet) return this.banner.set("asked", null);
    return this.banner.set("asked", text, [[T.agreeOne, () => answer(true)], [T.refuse, () => answer(false)]], "alarm");
  }

  /** @param {string} kind @param {number} [to] */
  async ask(kind, to) {
    const found = await api(`games/${this.table.game.id}/proposals`, { body: to === undefined ? { kind } : { kind, to } });
    if (found.game) this.router.go(`/game/${found.game}`);
    if (!found.done) notice(T.othersAsked);
  }

  /** @param {string} side */
  async invite(side) {
    const { token } = await api(`games/${this.table.game.id}/invitations`, { body: { side } }).catch((e) => { alarm(e); return { token: null }; });
    if (token) await dialog(T.invitation, () => [el("p", { text: side === "observer" ? T.inviteLookOn : T.inviteAbout(called(side)) }), link(`/join#${token}`)], NAMES);
  }

  /** @param {any} said */
  said(said) {
    this.talk.push(said);
    if (this.lines) return this.write();
    return this.banner.set("talk", T.said(said.name, said.text), [[T.answer, () => this.openTalk()], [T.close, () => this.banner.set("talk", null)]]);
  }

  write() {
    fill(/** @type {HTMLElement} */ (this.lines), this.talk.map((s) => el("li", {}, el("b", { text: s.name }), ` ${s.text}`)));
    this.lines?.lastElementChild?.scrollIntoView();
  }

  async openTalk() {
    this.banner.set("talk", null);
    const lines = this.lines = el("ol", { class: "talk", "aria-live": "polite" });
    this.write();
    const field = el("input", { type: "text", maxlength: 2000, "aria-label": T.sayIt, autofocus: true });
    await dialog(T.talk, () => [lines, el("form", { class: "copy", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = field.value.trim();
      field.value = "";
      if (text) api(`games/${this.table.game.id}/talk`, { body: { text } }).catch(alarm);
    } }, field, el("button", { class: "btn go", type: "submit", text: T.sayIt }))], NAMES);
    this.lines = null;
  }

  /** What the menu offers. @param {(text: string, run: () => void) => Node} item */
  menu(item) {
    if (!this.club) return [];
    const { mine, result } = this.table.game;
    const own = [item(T.notes, () => this.notes.show()), item(T.gameNotices, () => { gameNotices(this.table.game.id).catch(alarm); })];
    if (!mine?.length) return [item(T.talk, () => this.openTalk()), own[0]];
    const over = Boolean(result ?? this.table.view?.result);
    const ask = (/** @type {string} */ kind) => this.ask(kind).catch(alarm);
    return [item(T.talk, () => this.openTalk()), ...own, item(T.inviteOnlooker, () => this.invite("observer")),
      this.shared && !over ? item(T.handSeat, () => { this.handOver(); }) : null, !over ? item(T.lend, () => { this.askLend(); }) : null,
      over ? item(T.askRematch, () => ask("rematch")) : null,
      this.shared && this.times ? item(this.times.paused ? T.askResume : T.askPause, () => ask(this.times?.paused ? "resume" : "pause")) : null,
      this.shared && !over ? item(T.offerDraw, () => ask("draw")) : null, this.shared ? item(T.askDelete, () => ask("delete")) : null];
  }
}
