/** The library: games as cards, the games on the desk, saved games to open. */

import { passport, whoAmI } from "./account.js";
import { confirm, dialog, notice } from "./dialogs.js";
import { el, fill } from "./dom.js";
import { lobby, ranking, shared } from "./lobby.js";
import { api, Refused } from "./net.js";
import { newGame, quickGame, time } from "./newgame.js";
import { compass } from "./panels/bar.js";
import { finished } from "./panels/coach.js";
import { openSettings, rename } from "./panels/menu.js";
import { T } from "./texts.js";

/** @typedef {{go: (path: string) => void}} Router */

/** @param {HTMLElement} root @param {Router} router */
export async function openLibrary(root, router) {
  document.body.className = "library";
  document.title = T.app;
  const shelf = el("section", { class: "shelf", "aria-label": T.library });
  const nav = el("nav", { "aria-label": T.mainMenu }, el("button", { text: T.settings, onclick: () => openSettings(() => undefined) }));
  fill(root, el("div", { class: "lib" },
    el("header", { class: "mast" }, el("h1", {}, compass(), T.app), el("p", { text: T.motto }), nav), el("main", {}, shelf)));
  const [about, { titles }, { games }] = await Promise.all([api("about"), api("titles"), api("games")]);
  const show = async () => {
    const now = await api("games");
    draw(now.games);
  };
  const person = about.club ? await whoAmI() : null;
  const room = el("div", {});
  if (about.club) shelf.before(room);
  /** @type {{studies: StudyRecord[]}} */
  const { studies } = about.club ? { studies: [] } : await api("studies");
  if (about.club) nav.prepend(passport(person, () => openLibrary(root, router)));
  /** @param {GameRecord[]} list */
  const draw = (list) => {
    if (about.club) lobby(router, person, list).then((node) => fill(room, node), () => undefined);
    fill(shelf, titles.map((/** @type {TitleInfo} */ t) => card(t, about, list, router)), desk(list.filter((g) => !shared(g)), router, show, studies));
  };
  draw(games);
  return () => undefined;
}

/** @param {TitleInfo} title @param {any} about @param {GameRecord[]} games @param {Router} router */
function card(title, about, games, router) {
  const open = games.find((g) => g.title === title.id && !g.result && g.playable);
  const done = finished().some((l) => l.startsWith(`${title.id}/`));
  const facts = Object.entries(title.facts ?? {}).slice(0, 4);
  const art = el("div", { class: "art" });
  const image = el("img", { src: `/img/cards/${title.id}.webp`, alt: "", loading: "lazy", onerror: () => { image.remove(); art.classList.add("bare"); } });
  art.append(image);
  if (open) art.append(el("button", { class: "resume", text: `${open.turn ? `${T.turn(open.turn, undefined)}: ` : ""}${mine(open) ? T.yourMove.toLowerCase() : "go on"}`, onclick: () => router.go(`/game/${open.id}`) }));
  return el("article", { class: "game-card", "data-title": title.id }, art, el("div", { class: "words" },
    el("h2", { text: title.name }), el("p", { text: title.about }),
    facts.length ? el("dl", {}, facts.map(([k, v]) => el("div", {}, el("dt", { text: k === "weight" ? T.weight : k }), el("dd", {}, k === "weight" ? weight(v) : String(v))))) : null,
    el("div", { class: "scens" }, title.scenarios.map((s) => el("button", { class: s.first ? "scen first" : "scen", title: s.about, text: s.minutes ? `${s.name} · ${time(s.minutes)}` : s.name, onclick: () => newGame(title, about, router, { scenario: s.id }) }))),
    el("div", { class: "acts2" },
      !title.lessons ? null : el("button", { class: done ? "btn ghost learn" : "btn go learn", text: T.learn, title: T.learnAbout, onclick: () => learn(title, router) }),
      el("button", { class: done || !title.lessons ? "btn go" : "btn ghost", text: T.play, title: T.playAbout, onclick: () => quickGame(title, about, router) }),
      el("button", { class: "btn ghost", text: T.options, onclick: () => newGame(title, about, router) }),
      about.club ? el("button", { class: "btn ghost small", text: T.ranking, "aria-label": `${T.ranking}: ${title.name}`, onclick: () => ranking(title) }) : null,
      el("a", { class: "btn ghost small", href: `/handbook/${title.id}`, text: T.handbook, onclick: (/** @type {Event} */ e) => { e.preventDefault(); router.go(`/handbook/${title.id}`); } }))));
}

/** The lessons of a title, the first that is not done marked. @param {TitleInfo} title @param {Router} router */
async function learn(title, router) {
  const done = finished();
  /** @type {{lessons: Lesson[]}} */
  const { lessons } = await api(`titles/${title.id}/lessons`);
  const next = lessons.find((l) => !done.includes(`${title.id}/${l.id}`));
  return dialog(`${T.lessons}: ${title.name}`, (close) => [el("p", { text: T.learnAbout }), el("div", { class: "menu" }, lessons.map((l) => el("button", {
    class: `btn ${l === next ? "go" : "plain"}`, "data-lesson": l.id, text: `${T.lesson(l.order, l.name, l.minutes)}${done.includes(`${title.id}/${l.id}`) ? ` · ${T.lessonDone}` : ""}`,
    onclick: async () => {
      try {
        const { game } = await api(`titles/${title.id}/lessons/${l.id}`, { method: "POST" });
        close();
        router.go(`/game/${game.id}`);
      } catch (trouble) {
        notice(/** @type {Error} */ (trouble).message, { kind: "alarm" });
      }
    },
  })))]);
}

/** Complexity as diamonds: "2 easy" or "2". @param {string} text */
function weight(text) {
  const [n, ...words] = String(text).split(/\s+/);
  const count = Number(n);
  if (!count) return text;
  return el("span", {}, el("span", { class: "dots", role: "img", "aria-label": T.countOf(count, 5) }, Array.from({ length: 5 }, (_, i) => el("i", { class: i < count ? "on" : "" }))), words.join(" "));
}

/** @param {GameRecord} game */
const mine = (game) => !game.result && (game.mine ? game.mine.includes(game.deciding ?? "") : game.seats[game.deciding ?? ""]?.kind === "human");

/** In a club: against whom. @param {GameRecord} game */
function others(game) {
  const names = Object.entries(game.players ?? {}).filter(([side]) => !game.mine?.includes(side)).map(([, name]) => name);
  if (names.length) return T.against(names.join(", "));
  return game.free?.length ? T.waitingFor(game.free.map((s) => s[0].toUpperCase() + s.slice(1))) : null;
}

/** @param {GameRecord[]} games @param {Router} router @param {() => Promise<void>} refresh @param {StudyRecord[]} [studies] */
function desk(games, router, refresh, studies = []) {
  const input = el("input", { type: "file", accept: ".front,.txt,.save,text/plain", hidden: true, id: "upload", onchange: () => upload(input, router) });
  return el("aside", { class: "desk-card", "aria-label": T.desk }, el("h2", { text: T.desk }),
    games.length ? el("ul", { class: "games" }, games.map((g) => row(g, router, refresh))) : el("p", { class: "empty", text: T.deskEmpty }),
    studies.length ? [el("h2", { text: T.studies }), el("ul", { class: "games studies" }, studies.map(study))] : null,
    el("div", { class: "learn" }, input, el("button", { class: "btn", text: T.openSave, onclick: () => input.click() })));
}

/** A study of the laboratory; its report is a page of its own. @param {StudyRecord} found */
function study(found) {
  const about = [found.titles.join(", ").replaceAll("_", " "), T.studyGames(found.done, found.games), ago(found.updated)].join(" · ");
  const words = [el("strong", { text: found.name }), el("small", { text: about })];
  const address = `/api/studies/${encodeURIComponent(found.name)}/report`;
  return el("li", { "data-study": found.name },
    found.report ? el("a", { href: address, target: "_blank", rel: "noopener" }, words) : el("span", {}, words),
    found.report ? el("a", { class: "revlink", href: address, target: "_blank", rel: "noopener", "aria-label": `${T.studyReport}: ${found.name}`, text: T.studyReport }) : el("small", { text: T.studyNone }));
}

/** @param {GameRecord} game @param {Router} router @param {() => Promise<void>} refresh */
function row(game, router, refresh) {
  const state = game.trouble ? "trouble" : game.result ? T.over : mine(game) ? T.yourMove : T.waiting;
  const computers = Object.values(game.seats).filter((s) => s.kind === "computer").map((s) => s.level);
  const about = [game.title_name, game.scenario_name, others(game) ?? (computers.length ? T.against(computers.join(", ")) : T.friend.toLowerCase()), game.branch ? "what-if" : null, ago(game.updated)].filter(Boolean).join(" · ");
  return el("li", { "data-game": game.id },
    el("a", { href: `/game/${game.id}`, onclick: (/** @type {Event} */ e) => { e.preventDefault(); router.go(`/game/${game.id}`); } }, el("strong", { text: game.name }), el("small", { text: game.trouble ?? about })),
    el("b", { class: state === T.yourMove ? "hot" : "", text: game.turn && !game.result ? `${state}, turn ${game.turn}` : state }),
    el("span", { class: "tools2" },
      game.result && !game.trouble ? el("a", { class: "revlink", href: `/review/${game.id}`, "aria-label": `${T.review.open}: ${game.name}`, text: T.review.open, onclick: (/** @type {Event} */ e) => { e.preventDefault(); router.go(`/review/${game.id}`); } }) : null,
      el("button", { "aria-label": `${T.rename}: ${game.name}`, title: T.rename, text: "✎", onclick: async () => { await rename(game); await refresh(); } }),
      el("button", {
        "aria-label": `${T.remove}: ${game.name}`, title: T.remove, text: "×",
        onclick: async () => {
          if (!(await confirm(T.remove, T.removeSure(game.name), T.remove, { danger: true }))) return;
          await api(`games/${game.id}`, { method: "DELETE" }).catch((e) => notice(e.message, { kind: "alarm" }));
          await refresh();
        },
      })));
}

/** @param {string} stamp */
function ago(stamp) {
  const minutes = Math.round((Date.now() - Date.parse(stamp)) / 60_000);
  if (!(minutes >= 0)) return "";
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 1440) return `${Math.round(minutes / 60)} h ago`;
  return `${Math.round(minutes / 1440)} days ago`;
}

/** @param {HTMLInputElement} input @param {Router} router */
async function upload(input, router) {
  const file = input.files?.[0];
  input.value = "";
  if (!file) return;
  const name = encodeURIComponent(file.name.replace(/\.\w+$/, "").slice(0, 100));
  const text = await file.text();
  try {
    const { game } = await reading(`games/upload?name=${name}`, text);
    router.go(`/game/${game.id}`);
  } catch (trouble) {
    if (!(trouble instanceof Refused)) return notice(/** @type {Error} */ (trouble).message, { kind: "alarm" });
    const told = [trouble.place, trouble.message].filter(Boolean).join(": ");
    if (!trouble.good) return notice(told, { kind: "alarm" });
    if (!(await confirm(T.damagedFile, T.damagedGood(told, trouble.good), T.openThese))) return undefined;
    const { game } = await reading(`games/upload?name=${name}&salvage=1`, text);
    router.go(`/game/${game.id}`);
  }
  return undefined;
}

/** Sends a saved game and shows how far it is read: a long campaign takes minutes. @param {string} path @param {string} text */
async function reading(path, text) {
  const ticket = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(36)).join("");
  const shown = el("p", { class: "note", role: "status", id: "reading" });
  const timer = setInterval(async () => {
    const found = await api(`uploads/${ticket}`).catch(() => null);
    if (!found?.of) return;
    shown.textContent = T.reading(Math.floor((100 * found.done) / found.of));
    if (!shown.isConnected) document.querySelector(".desk-card")?.append(shown);
  }, 500);
  try {
    return await api(`${path}&ticket=${ticket}`, { text });
  } finally {
    clearInterval(timer);
    shown.remove();
  }
}
