/** The head of the staff desk: how the war goes, and the counter that is looked at. */

import { face, spoken } from "../counters.js";
import { el, fill, picture } from "../dom.js";
import { figuresOf, whereOf } from "../signs.js";
import { T } from "../texts.js";

export class Desk {
  /** @param {import("../table.js").Table} table @param {{select: (piece: Shown) => void, rule: (rule: string) => void}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.situation = el("div", { class: "situation", "aria-label": T.situation });
    this.card = el("section", { class: "card", "aria-label": T.selectedCounter });
    this.stack = el("div", { class: "stackrow", "aria-label": T.stack });
    /** @type {string | null} */
    this.place = null;
    /** @type {string | null} */
    this.piece = null;
  }

  get nodes() {
    return [this.situation, this.card, this.stack];
  }

  /** @param {View} view */
  renderSituation(view) {
    const counted = new Set(["turn", ...(view.score?.meters ?? []).map((m) => m.id)]); // these stand in the bar and in the score strip
    const tracks = (view.tracks ?? []).filter((t) => !counted.has(t.id)).slice(0, 6);
    this.situation.hidden = !tracks.length;
    fill(this.situation, tracks.map((t) => {
      const [low, high] = [t.low ?? 0, t.high ?? 0];
      const span = high - low;
      const share = span > 0 && typeof t.value === "number" ? (100 * (t.value - low)) / span : null;
      const goal = span > 0 && t.goal !== undefined ? (100 * (t.goal - low)) / span : null;
      return el("div", {}, el("span", { class: "sc", text: t.name }),
        t.text ? el("b", { class: "word", text: t.text }) : el("b", {}, String(t.value), span > 0 && high < 99 ? el("small", { text: ` of ${high}` }) : null),
        share === null || t.text || high >= 99 ? null : el("i", { class: goal === null ? "nogoal" : "", vars: { "--v": `${Math.max(0, Math.min(100, share))}%`, "--goal": `${goal ?? 100}%` } }));
    }));
  }

  /** @param {string | null} place @param {string | null} piece */
  select(place, piece) {
    this.place = place;
    this.piece = piece;
  }

  /** @param {import("../stacks.js").Stacks} stacks */
  renderCard(stacks) {
    const shown = this.piece ? stacks.pieces.get(this.piece) : undefined;
    const at = shown?.at ?? this.place;
    const list = at ? (stacks.at.get(at) ?? []).toReversed() : [];
    const subject = shown ?? list[0];
    if (!subject) fill(this.card, el("p", { class: "empty", text: T.noPiece }));
    else fill(this.card, ...this.about(subject));
    this.stack.hidden = list.length < 2;
    fill(this.stack, list.length < 2 ? [] : list.map((p) => this.chip(p, p.id === subject?.id)));
  }

  /** @param {Shown} shown @param {boolean} now */
  chip(shown, now) {
    const { markup, nation } = face(this.table.sheet, shown);
    return el("button", { class: "chip", "aria-pressed": String(now), onclick: () => this.does.select(shown) }, el("span", { class: "sr", text: spoken(this.table.sheet, shown) }),
      picture({ class: `chip-counter n-${nation}`, viewBox: "-38 -40 78 78", "aria-hidden": "true" }, markup));
  }

  /** @param {Shown} shown @returns {Node[]} */
  about(shown) {
    const { sheet } = this.table;
    const { markup, nation, hidden } = face(sheet, shown);
    const big = picture({ class: `big chip-counter n-${nation}`, viewBox: "-44 -44 88 88", "aria-hidden": "true" }, markup);
    const place = shown.at ? sheet.places[shown.at] : undefined;
    const where = place?.name || place?.near ? `${whereOf(sheet, shown.at)}, ${shown.at}` : (shown.at ?? "");
    const piece = sheet.pieces[shown.id];
    if (hidden || !piece) {
      return [big, el("h2", {}, T.hiddenPiece, el("small", { text: [sheet.nations[nation]?.name, where].filter(Boolean).join(" · ") })), el("p", { class: "note", text: T.hiddenAbout })];
    }
    const rows = this.rows(piece, shown);
    return [big, el("h2", {}, piece.name, el("small", { text: [piece.about, shown.of ?? (piece.army && T.army(piece.army)), where].filter(Boolean).join(" · ") })),
      el("dl", {}, rows.flatMap(([k, v]) => [el("dt", { text: k }), el("dd", { text: v })]))];
  }

  /** @param {Piece} piece @param {Shown} shown @returns {[string, string][]} */
  rows(piece, shown) {
    const faces = piece.faces ?? [];
    const step = shown.face ?? 0;
    /** @type {[string, string][]} */
    const rows = [];
    const text = shown.text ?? faces[step]?.text;
    const named = figuresOf(this.table.sheet, shown).filter(([, name]) => name);
    for (const [figure, name] of named) rows.push([name[0].toUpperCase() + name.slice(1), figure]);
    if (text && !named.length) rows.push(["Strength", text]);
    if (faces.length > 1) rows.push(["Steps", `${faces.length - step} of ${faces.length}`]);
    const marks = (shown.marks ?? []).map((m) => this.table.sheet.marks?.[m] ?? m.replaceAll("_", " "));
    if (marks.length) rows.push(["State", marks.join(", ")]);
    for (const fact of piece.facts ?? []) rows.push(["", fact]);
    return rows;
  }
}
