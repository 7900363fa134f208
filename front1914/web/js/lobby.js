/** The games of a club: my own by whose move it is, those that wait for somebody, and those that anybody may watch. */

import { alarm, day } from "./account.js";
import { dialog, notice } from "./dialogs.js";
import { el, fill } from "./dom.js";
import { api } from "./net.js";
import { T } from "./texts.js";

/** @typedef {{go: (path: string) => void}} Router */

const MOST_FINISHED = 5;

/** A side as people write it. @param {string} side */
export const called = (side) => side[0].toUpperCase() + side.slice(1);

/** Games that several people play, or are to play. @param {GameRecord} g */
export const shared = (g) => g.players !== undefined && (Object.keys(g.players).some((side) => !g.mine?.includes(side)) || Boolean(g.free?.length) || !g.mine?.length);

/** Whether I must do something. @param {GameRecord} g */
const asked = (g) => Boolean(g.proposal && g.mine?.length && !g.mine.every((side) => g.proposal?.agreed.includes(side)));
/** @param {GameRecord} g */
const mine = (g) => !g.result && (g.mine?.includes(g.deciding ?? "") || asked(g));
/** The seconds that who decides has left. @param {GameRecord} g */
const left = (g) => g.clock?.left[g.clock.running ?? ""] ?? Infinity;

/** @param {Router} router @param {{name: string} | null} person @param {GameRecord[]} games */
export async function lobby(router, person, games) {
  const open = el("ul", {});
  const watch = el("ul", {});
  const field = el("input", { type: "text", "aria-label": T.invitation, placeholder: T.invitationPaste });
  const node = el("section", { class: "club-room", "aria-label": T.yourGames },
    el("div", { class: "paper own" }, own(router, games.filter(shared), Boolean(person))),
    el("div", { class: "beside" },
      el("div", { class: "paper lobby" }, el("h2", { text: T.lobby }), open),
      el("div", { class: "paper towatch", hidden: true }, el("h2", { text: T.toWatch }), watch),
      el("div", { class: "paper" }, el("h2", { text: T.haveInvitation }), el("form", { class: "invited", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); const token = field.value.trim().split("#").pop(); if (token) router.go(`/join#${token}`); } },
        field, el("button", { class: "btn", type: "submit", text: T.open })))));
  if (!person) {
    fill(open, el("li", {}, el("p", { class: "empty", text: T.signInFirst })));
    return node;
  }
  const found = await api("lobby");
  const sit = (/** @type {string} */ game, /** @type {string} */ side) => api(`lobby/${game}`, { body: { side } }).then(() => router.go(`/game/${game}`), alarm);
  const line = (/** @type {GameRecord} */ g, /** @type {string} */ words, /** @type {string} */ word, /** @type {string} */ side) => el("li", {},
    el("span", {}, el("strong", { text: `${g.title_name}, ${g.scenario_name}` }), el("small", { text: words })), el("button", { class: "btn", "data-open": g.id, text: word, onclick: () => sit(g.id, side) }));
  const rows = found.games.flatMap((/** @type {GameRecord} */ g) => (g.free ?? []).map((side) => line(g, [T.seatFree(called(side), Object.values(g.players ?? {})), g.pace ? T.paceOf(g.pace) : null].filter(Boolean).join(" · "), T.sitDown, side)));
  fill(open, rows.length ? rows : el("li", {}, el("p", { class: "empty", text: T.lobbyEmpty })));
  const seen = found.watch.filter((/** @type {GameRecord} */ g) => !games.some((one) => one.id === g.id));
  /** @type {HTMLElement} */ (watch.parentElement).hidden = !seen.length;
  fill(watch, seen.map((/** @type {GameRecord} */ g) => line(g, [Object.values(g.players ?? {}).join(", "), g.watch?.count ? T.lookOnNow(g.watch.count) : null, T.watchOf(g.watch)].filter(Boolean).join(" · "), T.lookOn, "observer")));
  return node;
}

/** @param {Router} router @param {GameRecord[]} games @param {boolean} known */
function own(router, games, known) {
  const yours = games.filter(mine).sort((a, b) => left(a) - left(b));
  const theirs = games.filter((g) => !g.result && !mine(g)).sort((a, b) => left(a) - left(b));
  const over = games.filter((g) => g.result).slice(0, MOST_FINISHED);
  const part = (/** @type {string} */ name, /** @type {GameRecord[]} */ list, hot = false) => list.length ? [el("h3", { text: name }), el("ul", { class: hot ? "hot" : "" }, list.map((g) => row(g, router)))] : [];
  return [el("h2", {}, T.yourGames, yours.length ? el("small", { text: ` ${T.soonest}` }) : null),
    ...(games.length ? [...part(T.yourMoves, yours, true), ...part(T.theirMoves, theirs), ...part(T.finishedGames, over)] : [el("p", { class: "empty", text: known ? T.noShared : T.signInFirst })])];
}

/** @param {GameRecord} g @param {Router} router */
function row(g, router) {
  const others = Object.entries(g.players ?? {}).filter(([side]) => !g.mine?.includes(side)).map(([side, name]) => `${name}, ${called(side)}`);
  const waits = g.free?.length ? T.waitingFor(g.free.map(called)) : null;
  const words = [g.turn ? T.turn(g.turn, undefined) : null, asked(g) && g.proposal ? T.asks(g.proposal.by)[g.proposal.kind] ?? null : null, g.result ? `${g.result.winner ? called(g.result.winner) : T.nobody}: ${g.result.level}` : null].filter(Boolean).join(" · ");
  const path = g.result ? `/review/${g.id}` : `/game/${g.id}`;
  return el("li", { "data-shared": g.id }, el("span", {}, el("strong", { text: g.name }), el("small", { text: words })), el("span", { class: "rivals" }, el("span", { text: others.join("; ") || waits || "" }), g.clock?.holiday ? el("small", { text: T.onHoliday(day(g.clock.holiday)) }) : null),
    g.result ? el("button", { class: "btn plain", text: T.askRematch, onclick: () => rematch(g.id, router) }) : time(g),
    el("a", { class: mine(g) ? "btn go" : "btn plain", href: path, text: g.result ? T.review.open : asked(g) ? T.answerNow : mine(g) ? T.playNow : T.lookNow, onclick: (/** @type {Event} */ e) => { e.preventDefault(); router.go(path); } }));
}

/** The time that who decides has left, as a figure and as a bar. @param {GameRecord} g */
function time(g) {
  const { pace, clock } = g;
  if (!pace) return el("span", { class: "deadline" });
  const now = left(g);
  if (!clock?.running || now === Infinity) return el("span", { class: "deadline" }, el("small", { text: clock?.paused ? T.paused : T.paceOf(pace) }));
  const whole = pace.kind === "days" ? (pace.days ?? 1) * 86_400 : (pace.base ?? 1);
  return el("span", { class: now < whole / 10 ? "deadline short" : "deadline" }, el("b", { text: T.leftTime(T.clock(now)) }), el("i", { vars: { "--left": `${Math.min(100, (100 * now) / whole)}%` } }), el("small", { text: T.paceOf(pace) }));
}

/** Asks the others to play once more; against the computer it begins at once. @param {string} game @param {Router} router */
export async function rematch(game, router) {
  const found = await api(`games/${game}/proposals`, { body: { kind: "rematch" } }).catch(alarm);
  if (found?.game) router.go(`/game/${found.game}`);
  else if (found) notice(T.othersAsked);
}

/** The best at a title among the levels of the computer. @param {TitleInfo} title */
export async function ranking(title) {
  const { ranking: list } = await api(`ratings/${title.id}`);
  return dialog(`${T.ranking}: ${title.name}`, () => [el("ol", { class: "ranking" }, list.map((/** @type {any} */ one) => el("li", {}, el("span", { text: one.name ?? T.fixedLevel(one.level) }), el("b", { text: one.within === undefined ? String(one.points) : `${one.points} ± ${one.within}` }))))], { kind: "club" });
}
