/** Setting up a game: scenario, options, and who plays which side. */

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

/** How long a scenario takes. @param {number} minutes */
export function time(minutes) {
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** Two clicks from the library into a game against the computer. @param {TitleInfo} title @param {any} about @param {Router} router */
export async function quickGame(title, about, router) {
  const level = (about.levels.find((/** @type {any} */ l) => l.id === "staff") ?? about.levels[0])?.id;
  const [first, ...others] = sidesOf(title, {});
  const seats = Object.fromEntries([[first, { kind: "human" }], ...others.map((s) => [s, level ? { kind: "computer", level } : { kind: "human" }])]);
  const marked = title.scenarios.find((s) => s.first) ?? [...title.scenarios].sort((a, b) => (a.minutes ?? 999) - (b.minutes ?? 999))[0];
  await begin({ title: title.id, scenario: marked?.id, seats }, router);
}

/** @param {any} body @param {Router} router */
async function begin(body, router) {
  try {
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
  const chosen = { scenario: wish.scenario ?? title.scenarios[0]?.id, options: /** @type {Record<string, any>} */ ({}), dice: "seeded" };
  const level = (about.levels.find((/** @type {any} */ l) => l.id === "staff") ?? about.levels[0])?.id ?? "";
  /** @type {Record<string, string>} */
  const seats = {};
  const sides = el("div", {});
  const seating = () => fill(sides, sidesOf(title, chosen.options).map((side, i) => {
    seats[side] ??= i === 0 || !level ? "human" : level;
    return seat(side, seats, about);
  }));
  seating();
  const told = el("p", { class: "note" });
  const tell = () => {
    const s = title.scenarios.find((x) => x.id === chosen.scenario);
    fill(told, [s?.about, !/ turns?\b/.test(s?.about ?? "") && s?.turns && `${s.turns} turns`].filter(Boolean).join(" · "));
  };
  tell();
  return dialog(title.name, (close) => [
    el("fieldset", {}, el("legend", { class: "sc", text: T.scenario }), title.scenarios.map((s) => el("label", { class: "pick" },
      el("input", { type: "radio", name: "scenario", value: s.id, checked: s.id === chosen.scenario, onchange: () => { chosen.scenario = s.id; tell(); } }), el("b", { text: s.name }), el("small", { text: s.minutes ? time(s.minutes) : "" }))), told),
    el("fieldset", {}, el("legend", { class: "sc", text: T.sides }), sides),
    title.options.length ? el("fieldset", {}, el("legend", { class: "sc", text: T.optionalRules }), title.options.map((o) => option(o, chosen.options, seating))) : null,
    el("fieldset", {}, el("legend", { class: "sc", text: T.diceThrown }), el("select", { "aria-label": T.diceThrown, onchange: (/** @type {any} */ e) => { chosen.dice = e.target.value; } },
      el("option", { value: "seeded", text: T.diceSeeded }), el("option", { value: "manual", text: T.diceManual }))),
    el("div", { class: "buttons" }, el("button", { class: "btn plain", text: T.cancel, onclick: close }), el("button", {
      class: "btn go", id: "begin", text: T.begin,
      onclick: async () => {
        const taken = Object.fromEntries(sidesOf(title, chosen.options).map((s) => [s, seats[s] === "human" ? { kind: "human" } : { kind: "computer", level: seats[s] }]));
        if (await begin({ title: title.id, scenario: chosen.scenario, options: chosen.options, seats: taken, dice: chosen.dice }, router)) close();
      },
    })),
  ], { wide: true, kind: "newgame" });
}

/** @param {string} side @param {Record<string, string>} seats @param {any} about */
function seat(side, seats, about) {
  const label = side[0].toUpperCase() + side.slice(1);
  return el("label", { class: "field" }, label, el("select", { "data-side": side, onchange: (/** @type {any} */ e) => { seats[side] = e.target.value; } },
    el("option", { value: "human", selected: seats[side] === "human", text: T.human }),
    about.levels.map((/** @type {any} */ l) => el("option", { value: l.id, selected: seats[side] === l.id, text: T.computer(l.name) }))));
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
