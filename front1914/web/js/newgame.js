/** Setting up a game: scenario, options, and who plays which side. */

import { signIn, whoAmI } from "./account.js";
import { terms } from "./club.js";
import { dialog, notice } from "./dialogs.js";
import { el, fill } from "./dom.js";
import { api } from "./net.js";
import { T } from "./texts.js";

/** @typedef {{go: (path: string) => void}} Router */

/** Who plays: an option may share a side between two players. @param {TitleInfo} title @param {Record<string, any>} options */
export function sidesOf(title, options) {
  for (const o of title.options) {
    const found = o.sides?.[String(options[o.id] ?? o.default)];
    if (found) return found;
  }
  return title.sides;
}

/** @type {Record<string, any>} what may be agreed on before a game with others */
const PACES = {
  "": null,
  quick: { kind: "live", base: 1800, increment: 10 },
  live: { kind: "live", base: 5400, increment: 30 },
  day: { kind: "days", days: 1 },
  days: { kind: "days", days: 3 },
  week: { kind: "days", days: 7 },
};
const PEOPLE = ["human", "guest", "open"]; // whom a seat is for: me, somebody whom I invite, or whoever comes

/** How long a scenario takes. @param {number} minutes */
export function time(minutes) {
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** The scenario to begin with. @param {TitleInfo} title */
const marked = (title) => title.scenarios.find((s) => s.first) ?? [...title.scenarios].sort((a, b) => (a.minutes ?? 999) - (b.minutes ?? 999))[0];

/** Two clicks from the library into a game against the computer. @param {TitleInfo} title @param {any} about @param {Router} router */
export async function quickGame(title, about, router) {
  const level = (about.levels.find((/** @type {any} */ l) => l.id === "staff") ?? about.levels[0])?.id;
  const [first, ...others] = sidesOf(title, {});
  const seats = Object.fromEntries([[first, { kind: "human" }], ...others.map((s) => [s, level ? { kind: "computer", level } : { kind: "human" }])]);
  await begin({ club: about.club, title: title.id, scenario: marked(title)?.id, seats }, router);
}

/** @param {any} body @param {Router} router */
async function begin(body, router) {
  try {
    if (body.club && !(await whoAmI()) && !(await signIn())) return false;
    delete body.club;
    const { game } = await api("games", { body });
    router.go(`/game/${game.id}`);
    return true;
  } catch (trouble) {
    notice(/** @type {Error} */ (trouble).message, { kind: "alarm" });
    return false;
  }
}

/**
 * @param {TitleInfo} title
 * @param {any} about
 * @param {Router} router
 * @param {{scenario?: string}} [wish]
 */
export function newGame(title, about, router, wish = {}) {
  const chosen = { scenario: wish.scenario ?? marked(title)?.id, options: /** @type {Record<string, any>} */ ({}), dice: "seeded" };
  const shared = { pace: "", lapse: "staff", holidays: 0, late: 0, hidden: false, watched: false, rated: true };
  const level = (about.levels.find((/** @type {any} */ l) => l.id === "staff") ?? about.levels[0])?.id ?? "";
  /** @type {Record<string, string>} */
  const seats = {};
  /** @type {Record<string, number>} seconds that a general has for a phase; the usual ones if none are set */
  const times = {};
  const sides = el("div", {});
  const seating = () => fill(sides, sidesOf(title, chosen.options).map((side, i) => {
    seats[side] ??= i === 0 || !level ? "human" : level;
    return seat(side, seats, about, times);
  }));
  seating();
  const told = el("p", { class: "note" });
  const tell = () => {
    const s = title.scenarios.find((x) => x.id === chosen.scenario);
    fill(told, s?.about ?? "");
  };
  tell();
  return dialog(title.name, (close) => [
    el("fieldset", {}, el("legend", { class: "sc", text: T.scenario }), title.scenarios.map((s) => el("label", { class: "pick" },
      el("input", { type: "radio", name: "scenario", value: s.id, checked: s.id === chosen.scenario, onchange: () => { chosen.scenario = s.id; tell(); } }), el("b", { text: s.name }), el("small", { text: [s.turns && T.turnsPlayed(s.turns), s.minutes && time(s.minutes)].filter(Boolean).join(", ") }))), told),
    el("fieldset", {}, el("legend", { class: "sc", text: T.sides }), sides),
    title.options.length ? el("fieldset", {}, el("legend", { class: "sc", text: T.optionalRules }), title.options.map((o) => option(o, chosen.options, seating))) : null,
    el("fieldset", {}, el("legend", { class: "sc", text: T.diceThrown }), el("select", { "aria-label": T.diceThrown, onchange: (/** @type {any} */ e) => { chosen.dice = e.target.value; } },
      el("option", { value: "seeded", text: T.diceSeeded }), el("option", { value: "manual", text: T.diceManual }))),
    about.club ? agreement(shared) : null,
    el("div", { class: "buttons" }, el("button", { class: "btn plain", id: "lay-out", text: T.sand.lay, onclick: () => { close(); router.go(`/sandtable/${title.id}?scenario=${chosen.scenario}`); } }),
      el("button", { class: "btn plain", text: T.cancel, onclick: close }), el("button", {
      class: "btn go", id: "begin", text: T.begin,
      onclick: async () => {
        const all = sidesOf(title, chosen.options);
        const taken = Object.fromEntries(all.map((s) => [s, PEOPLE.includes(seats[s]) ? { kind: "human" } : { kind: "computer", level: seats[s], ...(seats[s] === "general" && times[s] ? { seconds: times[s] } : {}) }]));
        const others = about.club ? { mine: all.filter((s) => seats[s] === "human"), open: all.some((s) => seats[s] === "open"), ...agreed(shared) } : {};
        if (await begin({ club: about.club, ...others, title: title.id, scenario: chosen.scenario, options: chosen.options, seats: taken, dice: chosen.dice }, router)) close();
      },
    })),
  ], { wide: true, kind: "newgame" });
}

/** @typedef {{pace: string, lapse: string, holidays: number, late: number, hidden: boolean, watched: boolean, rated: boolean}} Shared what is agreed on with others */

/** As the server wants it. @param {Shared} s */
function agreed(s) {
  const pace = PACES[s.pace];
  return {
    pace: pace ? { ...pace, ...(pace.kind === "days" && s.holidays ? { holidays: s.holidays } : {}), lapse: s.lapse } : null,
    watch: { views: s.late ? "late" : "common", ...(s.late ? { delay: s.late } : {}), talk: !s.hidden, open: s.watched },
    rated: s.rated,
  };
}

/** Time, those who look on, rating: what everybody reads before he sits down. @param {Shared} s */
function agreement(s) {
  const words = el("p", { class: "agreed" });
  const off = el("select", { "aria-label": T.daysOff, id: "daysoff", onchange: (/** @type {any} */ e) => set({ holidays: Number(e.target.value) }) }, [0, 7, 14, 30].map((n) => el("option", { value: n, text: n ? T.daysOffOf(n) : T.noDaysOff })));
  const lapse = el("select", { "aria-label": T.lapse, id: "lapse", onchange: (/** @type {any} */ e) => set({ lapse: e.target.value }) }, ["staff", "loss"].map((l) => el("option", { value: l, text: T.lapseOf(l) })));
  const set = (/** @type {Partial<Shared>} */ some) => {
    Object.assign(s, some);
    off.hidden = PACES[s.pace]?.kind !== "days";
    lapse.hidden = !s.pace;
    words.textContent = T.agreement([...(s.pace ? [] : [T.paceOf(null)]), ...terms(agreed(s))]);
  };
  const box = (/** @type {"hidden" | "watched" | "rated"} */ key, /** @type {string} */ label) => el("label", { class: "check" }, el("input", { type: "checkbox", id: key, checked: s[key], onchange: (/** @type {any} */ e) => set({ [key]: e.target.checked }) }), label);
  const node = [el("fieldset", {}, el("legend", { class: "sc", text: T.pace2 }),
    el("select", { "aria-label": T.pace2, id: "pace", onchange: (/** @type {any} */ e) => set({ pace: e.target.value }) }, Object.keys(PACES).map((p) => el("option", { value: p, text: T.paceOf(PACES[p]) }))), lapse, off),
  el("fieldset", {}, el("legend", { class: "sc", text: T.watching2 }),
    el("select", { "aria-label": T.watching2, id: "watch", onchange: (/** @type {any} */ e) => set({ late: Number(e.target.value) }) }, [0, 1, 2, 3].map((n) => el("option", { value: n, text: T.watchOf({ views: n ? "late" : "common", delay: n }) }))),
    box("hidden", T.talkHidden), box("watched", T.watchOpen), box("rated", T.ratedGame)), words];
  set({});
  return el("div", {}, node);
}

const THINKS = [0, 2, 5, 10, 20, 60]; // seconds; 0 are those that suit the title

/** @param {string} side @param {Record<string, string>} seats @param {any} about @param {Record<string, number>} times */
function seat(side, seats, about, times) {
  const label = side[0].toUpperCase() + side.slice(1);
  const about_ = el("small", { text: T.levelAbout[seats[side]] ?? "" });
  const time = el("label", { class: "field", hidden: seats[side] !== "general" }, T.thinkingTime,
    el("select", { "data-thinks": side, onchange: (/** @type {any} */ e) => { times[side] = Number(e.target.value); } },
      THINKS.map((s) => el("option", { value: String(s), selected: (times[side] ?? 0) === s, text: T.thinksFor(s) }))));
  return el("div", {}, el("label", { class: "field" }, label, el("select", { "data-side": side, onchange: (/** @type {any} */ e) => { seats[side] = e.target.value; time.hidden = seats[side] !== "general"; about_.textContent = T.levelAbout[seats[side]] ?? ""; } },
    el("option", { value: "human", selected: seats[side] === "human", text: about.club ? T.me : T.human }),
    about.club ? [["guest", T.byInvitation], ["open", T.openToAll]].map(([value, text]) => el("option", { value, selected: seats[side] === value, text })) : null,
    about.levels.map((/** @type {any} */ l) => el("option", { value: l.id, selected: seats[side] === l.id, text: T.computer(l.name) }))), about_), time);
}

/** @param {TitleInfo["options"][number]} o @param {Record<string, any>} options @param {() => void} changed */
function option(o, options, changed) {
  const set = (/** @type {any} */ value) => { options[o.id] = value; changed(); };
  const help = o.help || o.rule ? el("small", { text: [o.help, o.rule && `(${o.rule})`].filter(Boolean).join(" ") }) : null;
  const yesNo = o.choices.length === 2 && o.choices.every((c) => typeof c === "boolean");
  if (yesNo) return el("label", { class: "pick" }, el("input", { type: "checkbox", checked: o.default, onchange: (/** @type {any} */ e) => set(e.target.checked) }), el("b", { text: o.name }), help);
  return el("label", { class: "field" }, o.name, el("select", { onchange: (/** @type {any} */ e) => set(o.choices[e.target.selectedIndex]) },
    o.choices.map((c) => el("option", { selected: c === o.default, text: String(c).replaceAll("_", " ") }))), help);
}
