/** Orders: where a unit is, what the turns bring, the order of battle, and what it has cost, as far as the side knows. */

import { face, spoken } from "../counters.js";
import { el, fill, folded, picture } from "../dom.js";
import { address, api } from "../net.js";
import { flag } from "../symbols.js";
import { T } from "../texts.js";

const O = T.orders;
const MOST_CHIPS = 8;
const MOST_FOUND = 12;
/** @typedef {"units" | "calendar" | "armies" | "losses"} Leaf */

export class OrdersPanel {
  /**
   * @param {import("../table.js").Table} table
   * @param {import("./units.js").Units} units
   * @param {{show: (piece: Shown) => void, look: (place: string) => void, rule: (rule: string) => void}} does
   */
  constructor(table, units, does) {
    this.table = table;
    this.units = units;
    this.does = does;
    /** @type {Leaf} */
    this.leaf = "units";
    /** @type {Orders | null} */
    this.found = null;
    this.asked = "";
    this.menu = el("div", { class: "seg", role: "group", "aria-label": O.parts });
    this.body = el("div", { class: "ordersbody" });
    this.node = el("div", { class: "orders" }, this.menu, this.body);
    for (const leaf of /** @type {Leaf[]} */ (["units", "calendar", "armies", "losses"])) this.menu.append(el("button", { "data-leaf": leaf, text: O[leaf], onclick: () => this.open(leaf) }));
    /* the field of the list of units also finds places */
    this.hits = el("ul", { class: "hits" });
    units.field.placeholder = O.whereIs;
    units.field.setAttribute("aria-label", O.whereIs);
    units.field.addEventListener("input", () => this.search());
    units.field.addEventListener("keydown", (event) => { if (event.key === "Enter") this.first(); });
    units.field.after(this.hits);
  }

  /** @param {Leaf} leaf */
  open(leaf) {
    this.leaf = leaf;
    this.render();
  }

  render() {
    for (const button of this.menu.children) button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.leaf === this.leaf));
    if (this.leaf === "units") {
      this.units.render();
      fill(this.body, this.units.node);
      return;
    }
    const { turn, phase } = this.table.view ?? {};
    const when = `${turn}/${phase}/${this.table.length}`;
    if (this.asked !== when) {
      this.asked = when;
      this.load();
    }
    if (this.found) fill(this.body, this[this.leaf](this.found));
    else fill(this.body, el("p", { class: "empty", text: T.loading }));
  }

  async load() {
    const { game, side } = this.table;
    const found = await api(address(`games/${game.id}/orders`, { side })).catch(() => null);
    if (!found) return;
    this.found = found;
    if (this.leaf !== "units") this.render();
  }

  // ---- where is ...

  /** Places by name; units are in the list below. */
  search() {
    const word = folded(this.units.field.value.trim());
    const { places } = this.table.sheet;
    const found = word.length < 2 ? [] : Object.entries(places).filter(([id, p]) => folded(p.name ?? "").includes(word) || folded(id) === word).slice(0, MOST_FOUND);
    fill(this.hits, found.map(([id, p]) => el("li", {}, el("button", { class: "link", onclick: () => this.does.look(id) }, p.name ?? id, el("small", { text: ` ${this.standing(id)}` })))));
  }

  /** Who stands in a place, as far as it is seen. @param {string} place */
  standing(place) {
    const here = (this.table.shown?.pieces ?? []).filter((p) => p.at === place);
    return here.length ? O.stand(here.length) : O.empty;
  }

  /** Enter goes to the first unit, or the first place. */
  first() {
    const chip = /** @type {HTMLElement | null} */ (this.units.list.querySelector(".chip") ?? this.hits.querySelector("button"));
    chip?.click();
  }

  // ---- the calendar

  /** @param {Orders} found */
  calendar(found) {
    const turns = [...new Set(found.entries.map((e) => e.turn))].sort((a, b) => a - b);
    const [past, coming] = [turns.filter((t) => t < found.turn), turns.filter((t) => t >= found.turn)];
    const list = (/** @type {number[]} */ some) => el("ol", { class: "calendar" }, some.map((t) => this.turn(found, t)));
    return [
      coming.length ? list(coming) : el("p", { class: "empty", text: O.nothing }),
      past.length ? el("details", {}, el("summary", { text: O.past }), list(past)) : null,
    ].filter((n) => n !== null);
  }

  /** @param {Orders} found @param {number} turn */
  turn(found, turn) {
    const away = turn - found.turn;
    const when = away === 0 ? O.thisTurn : away > 0 ? O.inTurns(away) : "";
    return el("li", { class: away === 0 ? "here" : "" }, el("h3", {}, O.turn(turn), el("small", { text: found.dates[String(turn)] ?? "" }), when ? el("span", { class: "away", text: when }) : null),
      el("ul", {}, found.entries.filter((e) => e.turn === turn).map((e) => this.entry(e))));
  }

  /** @param {CalendarEntry} e */
  entry(e) {
    const { sheet } = this.table;
    const nation = e.nation || (e.side ? sheet.sides[e.side]?.nations[0] : "");
    return el("li", { class: `due ${e.kind}` }, nation && sheet.nations[nation] ? picture({ class: "n", "aria-hidden": "true" }, flag(nation)) : el("span"),
      el("div", {}, el("span", { class: "kind", text: O.kinds[e.kind] }), e.sure ? null : el("span", { class: "kind unsure", text: O.unsure }), el("b", { text: e.head }), e.text ? el("p", { text: e.text }) : null, e.units.length ? this.chips(e.units) : null));
  }

  /** @param {string[]} ids */
  chips(ids) {
    const { sheet, shown } = this.table;
    const seen = new Map((shown?.pieces ?? []).map((p) => [p.id, p]));
    const chip = (/** @type {string} */ id) => {
      const piece = seen.get(id) ?? { id };
      const { markup, nation } = face(sheet, piece);
      const text = `${sheet.pieces[id]?.name ?? id}${piece.at ? `, ${sheet.places[piece.at]?.name ?? sheet.places[piece.at]?.near ?? piece.at}` : ""}`;
      return el("button", { class: "chip", title: text, onclick: () => this.does.show(piece) }, el("span", { class: "sr", text: spoken(sheet, piece) }), picture({ class: `chip-counter n-${nation}`, viewBox: "-38 -40 78 78", "aria-hidden": "true" }, markup));
    };
    const box = el("div", { class: "chips" }, ids.slice(0, MOST_CHIPS).map(chip));
    if (ids.length > MOST_CHIPS) box.append(el("button", { class: "more", text: O.more(ids.length - MOST_CHIPS), onclick: () => fill(box, ids.map(chip)) }));
    return box;
  }

  // ---- the order of battle

  /** @param {Orders} found */
  armies(found) {
    const { sheet } = this.table;
    const sides = [...new Set(found.armies.map((a) => a.side))].sort((a, b) => Number(b === this.table.side) - Number(a === this.table.side));
    return sides.flatMap((side) => {
      const rows = found.armies.filter((a) => a.side === side);
      const [strength, full, unknown] = [sum(rows, "strength"), sum(rows, "full"), sum(rows, "unknown")];
      return [el("h3", {}, sheet.sides[side]?.name ?? side, el("span", { class: "sc", text: full ? O.strength(strength, full) : O.counted(unknown) })), el("ul", { class: "armies" }, rows.map((a) => this.army(a, rows.length === 1)))];
    });
  }

  /** @param {ArmyRow} a @param {boolean} alone whether its side has no other row */
  army(a, alone) {
    const { sheet } = this.table;
    const name = a.army || (alone ? O.allOf : O.noArmy)(sheet.nations[a.nation]?.name ?? a.nation);
    const told = [a.units.length ? O.unitCount(a.units.length) : "", a.unknown ? O.unknown(a.unknown) : "", a.coming.length ? O.coming(a.coming.length) : "", a.lost.length ? O.lost(a.lost.length) : "", a.left.length ? O.left(a.left.length) : ""].filter(Boolean).join(", ");
    const every = [...a.units, ...a.coming, ...a.lost, ...a.left];
    const details = el("details", {}, el("summary", {}, picture({ class: "n", "aria-hidden": "true" }, flag(a.nation)), el("span", {}, el("b", { text: name }), el("small", { text: told })),
      a.full ? el("span", { class: "force" }, el("b", { text: `${a.strength}` }), ` / ${a.full}`, el("i", { class: `meter n-${a.nation}`, vars: { "--share": `${Math.round((100 * a.strength) / a.full)}%` } })) : el("span")));
    details.addEventListener("toggle", () => { if (details.open && !details.querySelector(".chips")) details.append(this.chips(every)); });
    return el("li", {}, details);
  }

  // ---- what it has cost

  /** @param {Orders} found */
  losses(found) {
    const course = found.course ?? [];
    const nations = [...new Set(course.map((r) => r.nation))];
    const turns = [...new Set(course.map((r) => r.turn))];
    if (turns.length < 2) return [el("p", { class: "empty", text: O.noCourse })];
    const shown = nations.filter((n) => course.some((r) => r.nation === n && (r.strength || r.lost)));
    const most = Math.max(1, ...course.map((r) => r.strength));
    const worst = Math.max(1, ...course.map((r) => r.lost));
    return [el("p", { class: "note", text: O.lossesAbout }), el("ul", { class: "cost" }, shown.map((n) => {
      const rows = turns.map((t) => course.find((r) => r.turn === t && r.nation === n));
      const step = 200 / Math.max(1, turns.length - 1);
      const line = rows.map((r, i) => `${(i * step).toFixed(1)} ${(31 - (29 * (r?.strength ?? 0)) / most).toFixed(1)}`).join("L");
      const bars = rows.map((r, i) => (r?.lost ? `<rect x="${Math.max(0, (i - 0.5) * step - 2).toFixed(1)}" y="${(58 - (22 * r.lost) / worst).toFixed(1)}" width="${Math.max(3, step * 0.5).toFixed(1)}" height="${((22 * r.lost) / worst).toFixed(1)}"/>` : "")).join("");
      const lost = rows.reduce((a, r) => a + (r?.lost ?? 0), 0);
      const now = rows.at(-1)?.strength ?? 0;
      return el("li", { class: `n-${n}` }, picture({ class: "n", "aria-hidden": "true" }, flag(n)), el("span", {}, el("b", { text: this.table.sheet.nations[n]?.name ?? n }), el("small", { text: O.nowAndLost(now, lost) })),
        picture({ class: "curve", viewBox: "-2 0 204 60", preserveAspectRatio: "none", role: "img", "aria-label": O.courseOf(rows.map((r) => r?.strength ?? 0).join(", "), rows.map((r) => r?.lost ?? 0).join(", ")) }, `<path d="M0 58.5h200" class="zero"/><path d="M${line}" class="line"/>${bars}`));
    })), this.table_(found, shown, turns)];
  }

  /** The figures behind the curves. @param {Orders} found @param {string[]} nations @param {number[]} turns */
  table_(found, nations, turns) {
    const cell = (/** @type {string} */ n, /** @type {number} */ t) => (found.course ?? []).find((r) => r.nation === n && r.turn === t);
    const name = (/** @type {number} */ t, /** @type {number} */ i) => (i === turns.length - 1 && t > found.turn ? O.now : String(t));
    return el("details", {}, el("summary", { text: T.review.figures }), el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": T.review.figures }, el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col", text: O.turnHead }), nations.map((n) => el("th", { scope: "col", text: this.table.sheet.nations[n]?.name ?? n })))),
      el("tbody", {}, turns.map((t, i) => el("tr", {}, el("th", { scope: "row", text: name(t, i) }), nations.map((n) => el("td", { text: `${cell(n, t)?.strength ?? 0}${cell(n, t)?.lost ? ` (−${cell(n, t)?.lost})` : ""}` }))))))));
  }
}

/** @param {ArmyRow[]} rows @param {"strength" | "full" | "unknown"} key */
const sum = (rows, key) => rows.reduce((all, row) => all + row[key], 0);
