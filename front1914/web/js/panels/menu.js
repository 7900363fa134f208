/** What is done to a game as a whole: save, take back, look at luck and dice, settings, keys, resign. */

import { confirm, dialog, notice } from "../dialogs.js";
import { el } from "../dom.js";
import { address, api } from "../net.js";
import { change, settings } from "../settings.js";
import { T } from "../texts.js";

/** @param {import("../table.js").Table} table @param {{company: import("../club.js").Company, library: () => void, go: (path: string) => void, review: () => void, changed: () => void, undoAll: () => void, eyes: (side: string) => void}} does */
export function openMenu(table, does) {
  const live = table.side !== "observer" && !table.view?.result;
  return dialog(table.game.name, (close) => {
    const item = (/** @type {string} */ text, /** @type {() => void} */ run, more = {}) => el("button", { class: "btn plain", text, onclick: () => { close(); run(); }, ...more });
    return [
      el("p", { class: "note", text: [table.game.title_name, table.game.scenario_name].filter(Boolean).join(" · ") }),
      el("div", { class: "menu" },
        item(T.undoTurn, does.undoAll, { disabled: !table.undoable }),
        el("a", { class: "btn plain", href: `/api/games/${table.game.id}/save`, download: "", text: T.download, onclick: (/** @type {Event} */ e) => download(table, e) }),
        ...does.company.menu(item),
        table.view?.result ? item(T.review.open, does.review) : null,
        table.side === "observer" ? null : item(T.sand.open, () => does.go(`/sandtable/${table.game.title}?game=${table.game.id}&side=${table.side}`)),
        item(T.luck, () => openLuck(table)),
        item(T.dice, () => openDice(table)),
        item(T.settings, () => openSettings(does.changed)),
        item(T.keys, openKeys),
        item(T.rename, () => rename(table.game)),
        table.view?.result ? [...Object.keys(table.game.seats), "observer"].filter((s) => s !== table.side).map((s) => item(`${T.eyes} ${s === "observer" ? T.observer : (table.sheet.sides[s]?.name ?? s)}`, () => does.eyes(s))) : null,
        live ? item(T.resign, () => resign(table)) : null,
        item(T.library, does.library)),
    ];
  });
}

export function openKeys() {
  return dialog(T.keys, () => [el("dl", { class: "keys" }, T.keyList.flatMap(([k, v]) => [el("dt", {}, el("kbd", { text: k })), el("dd", { text: v })]))]);
}

/** @param {() => void} changed */
export function openSettings(changed) {
  const set = (/** @type {Partial<import("../settings.js").Settings>} */ some) => { change(some); changed(); };
  const box = (/** @type {"motion" | "ids" | "names" | "contrast" | "confirm" | "catchup" | "prospects"} */ key, /** @type {string} */ label) =>
    el("label", { class: "check" }, el("input", { type: "checkbox", checked: settings[key], onchange: (/** @type {any} */ e) => set({ [key]: e.target.checked }) }), label);
  return dialog(T.settings, () => [
    el("label", { class: "field" }, T.stopResults,
      el("select", { id: "results", onchange: (/** @type {any} */ e) => set({ results: e.target.value }) },
        Object.entries(T.resultsOf).map(([value, text]) => el("option", { value, text, selected: settings.results === value })))),
    el("label", { class: "field" }, T.pace,
      el("select", { id: "pace", onchange: (/** @type {any} */ e) => set({ pace: Number(e.target.value) }) }, T.paces.map(([v, t]) => el("option", { value: v, selected: settings.pace === v, text: t })))),
    box("motion", T.motion), box("catchup", T.catchup), box("prospects", T.showProspects), box("confirm", T.confirmFirst),
    box("ids", T.ids), box("names", T.names), box("contrast", T.contrast),
  ]);
}

/** @param {import("../table.js").Table} table */
async function resign(table) {
  if (!(await confirm(T.resign, T.resignSure, T.resign, { danger: true }))) return;
  await table.send("resign", { side: table.side }).catch((e) => notice(e.message, { kind: "alarm" }));
}

/** @param {GameRecord} game */
export async function rename(game) {
  const field = el("input", { type: "text", value: game.name, maxlength: 120, "aria-label": T.rename });
  await dialog(T.rename, (close) => [field, el("div", { class: "buttons" }, el("button", {
    class: "btn go", text: T.rename,
    onclick: async () => {
      await api(`games/${game.id}`, { method: "PATCH", body: { name: field.value.trim() || game.name } }).catch((e) => notice(e.message, { kind: "alarm" }));
      close();
    },
  }))]);
}

/** @param {number | null | undefined} v */
const shortly = (v) => (v === null || v === undefined ? "–" : String(Math.round(v * 100) / 100));

/** Expected against thrown. @param {import("../table.js").Table} table */
export async function openLuck(table) {
  let report;
  try {
    report = await api(address(`games/${table.game.id}/luck`, { side: table.side }));
  } catch (trouble) {
    return notice(/** @type {Error} */ (trouble).message, { kind: "alarm" });
  }
  return dialog(T.luck, () => [
    report.open ? null : el("p", { class: "note", text: T.luckSoFar }),
    el("table", { class: "luck" },
      el("thead", {}, el("tr", {}, ["", ...T.luckHeads].map((h) => el("th", { text: h })))),
      el("tbody", {}, Object.entries(report.sides).map(([side, r]) => el("tr", {},
        el("th", { text: table.sheet.sides[side]?.name ?? side }), el("td", { text: String(r.throws) }), el("td", { text: shortly(r.mean) }), el("td", { text: shortly(r.expected) }),
        el("td", { text: r.percentile === null || r.percentile === undefined ? "–" : `${shortly(r.percentile)} %` }))))),
    ...Object.entries(report.sides).map(([side, r]) => faces(table.sheet.sides[side]?.name ?? side, r)),
    report.value ? el("p", {}, T.luckValue, Object.entries(report.value).map(([side, v]) => `${table.sheet.sides[side]?.name ?? side} ${shortly(/** @type {any} */ (v).luck)}`).join(", "), ".") : null,
    el("p", { class: "note", text: T.percentile }),
  ]);
}

/** How often each face fell, against what was to be expected. @param {string} name @param {any} report */
function faces(name, report) {
  const entries = Object.entries(report.faces ?? {});
  if (!entries.length) return null;
  const most = Math.max(...entries.map(([, n]) => Number(n)), report.throws / entries.length, 1);
  return el("figure", { class: "faces", "aria-label": `${name}: ${entries.map(([f, n]) => T.times(f, Number(n))).join(", ")}` },
    el("figcaption", { text: name }),
    el("div", { class: "bars" }, entries.map(([f, n]) => el("div", {}, el("i", { vars: { "--h": `${(100 * Number(n)) / most}%` } }), el("b", { text: f }), el("small", { text: String(n) })))));
}

/** @param {import("../table.js").Table} table */
export async function openDice(table) {
  const found = await api(`games/${table.game.id}/dice`).catch((e) => ({ trouble: e.message }));
  return dialog(T.dice, () => [
    found.trouble ? el("p", { text: found.trouble }) : null,
    el("p", { text: T.diceAbout }),
    el("dl", { class: "proof" }, el("dt", { text: T.fingerprint }), el("dd", {}, el("code", { text: found.commitment ?? T.noFingerprint })),
      el("dt", { text: T.seed }), el("dd", {}, el("code", { text: found.seed ?? T.seedLater })), el("dt", { text: T.method }), el("dd", { text: found.algorithm ?? "" })),
    found.throws ? el("ol", { class: "throws" }, found.throws.map((/** @type {any} */ t) => el("li", { text: `${t.step}: ${t.outcome}` }))) : null,
  ]);
}

/** Several people must agree to a file that holds everybody's secrets. @param {import("../table.js").Table} table @param {Event} event */
async function download(table, event) {
  const people = Object.entries(table.game.seats).filter(([, s]) => s.kind === "human").map(([side]) => side);
  if (people.length < 2 || table.view?.result) return;
  event.preventDefault();
  if (!(await confirm(T.download, T.downloadAgree, T.agree))) return;
  el("a", { href: address(`/api/games/${table.game.id}/save`, { consent: people.join(",") }), download: "" }).click();
}
