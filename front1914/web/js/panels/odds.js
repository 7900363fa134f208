/** What can happen in a battle, drawn: rows of results, two throws on one axis, or differences where nothing is thrown. */

import { el, picture } from "../dom.js";
import { die } from "../symbols.js";
import { T } from "../texts.js";

const MOST = 9; // rows of a chart; the rest is told in one line

/** "5/36" or "0.25" as a number. @param {string | number} text */
export function fraction(text) {
  const [a, b] = String(text).split("/");
  return b ? Number(a) / Number(b) : Number(a);
}

/** Whole per cents, but never a certainty that is none. @param {number} share */
export function percent(share) {
  const whole = Math.round(100 * share);
  return `${share > 0 && whole === 0 ? "<1" : share < 1 && whole === 100 ? ">99" : whole} %`;
}

/** @param {number} face @param {string} [more] */
const pip = (face, more = "") => picture({ viewBox: "0 0 20 20", class: `pip ${more}`, "aria-hidden": "true" }, die(face));

/** Results, the best first, with a line where the aim is no longer reached. @param {Battle} battle */
export function rows(battle) {
  const chart = battle.chart ?? [];
  const shown = chart.slice(0, MOST);
  let reached = shown.some((row) => row.aim === "yes" || row.aim === "maybe");
  return el("div", { class: "chart", role: "list" }, shown.flatMap((row) => {
    const share = fraction(row.probability);
    const hit = battle.result !== null && battle.result !== undefined && row.result === battle.result;
    const falls = reached && row.aim === "no";
    if (falls) reached = false;
    const certain = battle.dice_free && share === 1;
    return [falls && battle.aim ? el("span", { class: "below", text: T.notBelow }) : null,
      el("span", { class: `line ${hit ? "hit" : ""}`, role: "listitem", "aria-label": `${row.text}, ${percent(share)}` },
        el("span", { class: "oddsbar" }, el("span", { class: `fill ${row.tone ?? "fair"}`, vars: { "--p": (100 * share).toFixed(1) } }), el("em", {}, sentence(row, battle), row.faces?.length ? el("span", { class: "pips" }, row.faces.map((f) => pip(f))) : null)),
        el("span", { class: "pc", text: certain ? T.certain : percent(share) }),
        el("span", { class: "res", title: T.asPrinted, text: row.result }))];
  }).filter((n) => n !== null), chart.length > MOST ? el("span", { class: "below", text: T.more(chart.length - MOST) }) : null);
}

/** A result in words, before any code. @param {PanelChance} row @param {Battle} battle */
export function sentence(row, battle) {
  const unit = battle.losses?.unit;
  if (row.attacker === undefined || row.defender === undefined || !unit || !battle.eyes || battle.worded) return row.text;
  const [mine, theirs] = battle.eyes === "attacker" ? [row.attacker, row.defender] : [row.defender, row.attacker];
  const whole = [mine, theirs].every((n) => Number.isInteger(n));
  const lost = whole ? T.bothLose(mine, theirs, unit) : null;
  return lost ? (row.aim === "maybe" ? `${lost}; ${T.mayGiveWay}` : lost) : row.text;
}

/** Faces of a die, runs drawn together: "2–6". @param {number[]} faces */
function runs(faces) {
  const sorted = [...faces].sort((a, b) => a - b);
  const all = sorted.length > 2 && sorted.every((f, i) => f === sorted[0] + i);
  return all ? `${sorted[0]}–${sorted[sorted.length - 1]}` : sorted.join(" ");
}

/** How near two values of one lane come to each other, so that neither bars nor labels overlap. @param {number[][]} lanes */
function nearest(lanes) {
  return Math.min(...lanes.flatMap((values) => [...values].sort((a, b) => a - b).map((v, i, all) => (i ? v - all[i - 1] : Infinity))), 4);
}

/**
 * Two throws that know nothing of each other, on one axis: what each costs whom, by the faces of its die.
 * @param {Battle} battle
 */
export function curves(battle) {
  const list = battle.curves ?? [];
  const top = Math.max(4, ...list.flatMap((c) => [...c.losses.map((l) => l.value), Math.min(c.all, 3 * Math.max(...c.losses.map((l) => l.value), 1))]));
  const gap = (284 * nearest(list.map((c) => c.losses.map((l) => l.value)))) / (top + 1);
  const wide = Math.min(30, Math.max(5, 0.85 * gap));
  const faces = (/** @type {string} */ runs) => (gap < 28 ? runs : T.faces(runs));
  const x = (/** @type {number} */ v) => 8 + wide / 2 + ((284 - wide) * v) / top;
  const mine = battle.eyes ?? "attacker";
  const told = list.map((c) => `${c.party === mine ? T.youLose : T.theyLose}: ${c.losses.map((l) => `${l.value} (${l.faces.join(", ")})`).join("; ")}`).join(". ");
  const lane = (/** @type {PanelCurve} */ c, /** @type {number} */ y) => {
    const most = Math.max(...c.losses.map((l) => l.faces.length));
    const longest = Math.max(...c.losses.map((l) => faces(runs(l.faces)).length));
    const crowded = gap < 5.5 * longest;  // then labels stand in two rows above all bars, turn and turn about
    const bars = c.losses.map((l, i) => {
      const h = ((crowded ? 17 : 26) * l.faces.length) / most;
      const label = crowded ? y - (i % 2 ? 29 : 19) : y - h - 3;
      return `<rect class="bar ${c.party === mine ? "own" : "theirs"}" x="${(x(l.value) - wide / 2).toFixed(1)}" y="${(y - h).toFixed(1)}" width="${wide.toFixed(1)}" height="${h.toFixed(1)}"/><text class="faces" x="${x(l.value).toFixed(1)}" y="${label.toFixed(1)}">${faces(runs(l.faces))}</text><text class="value" x="${x(l.value).toFixed(1)}" y="${y + 11}">${l.value}</text>`;
    }).join("");
    const limit = (c.all <= top ? `<path class="all" d="M${x(c.all).toFixed(1)} ${y - 36}V${y + 3}"/>` : "") + `<text class="all" x="292" y="${y - 40}">${c.all <= top ? T.allOf(c.all) : T.ofAll(c.all)}</text>`;
    return `<text class="who" x="8" y="${y - 40}">${c.party === mine ? T.youLose : T.theyLose} <tspan class="all">${battle.losses ? T.meanPoints(battle.losses.unit) : ""}</tspan></text><path class="axis" d="M8 ${y}H292"/>${bars}${limit}`;
  };
  return picture({ class: "curves", viewBox: `0 0 300 ${68 * list.length}`, role: "img", "aria-label": told }, list.map((c, i) => lane(c, 53 + 68 * i)).join(""));
}

/**
 * Differences where chance lies only in what is hidden: one lane for each choice, a disc for the share of cases.
 * @param {Battle} battle
 */
export function lanes(battle) {
  const list = battle.lanes ?? [];
  const values = list.flatMap((l) => l.values.map((v) => v.value));
  const [low, high] = [Math.min(-2, ...values) - 1, Math.max(2, ...values) + 1];
  const x = (/** @type {number} */ v) => 122 + (170 * (v - low)) / (high - low);
  const told = list.map((l) => `${l.text}: ${l.values.map((v) => T.spot(v.value, v.count, v.of)).join(", ")}`).join(". ");
  const height = 30 * list.length + 18;
  const rows_ = list.map((l, i) => {
    const y = 16 + 30 * i;
    return `<text class="who" x="2" y="${y + 4}">${l.text.length > 22 ? `${l.text.slice(0, 21)}…` : l.text}</text>${l.values.map((v) => `<circle cx="${x(v.value).toFixed(1)}" cy="${y}" r="${(4 + 9 * Math.sqrt(v.count / v.of)).toFixed(1)}" class="${v.value > 0 ? "win" : v.value < 0 ? "lose" : "tie"}"/>${4 + 9 * Math.sqrt(v.count / v.of) > 8 ? `<text class="in" x="${x(v.value).toFixed(1)}" y="${y + 3}">${v.value > 0 ? "+" : ""}${v.value}</text>` : ""}`).join("")}`;
  }).join("");
  const ticks = [low + 1, 0, high - 1].map((v) => `<text class="value" x="${x(v).toFixed(1)}" y="${height - 3}">${v > 0 ? "+" : ""}${v}</text>`).join("");
  return picture({ class: "lanes", viewBox: `0 0 300 ${height}`, role: "img", "aria-label": told }, `<path class="zero" d="M${x(0).toFixed(1)} 2V${height - 14}"/>${rows_}${ticks}`);
}

/** How likely a result as good as the one that fell was, in a chart that begins with the best. @param {Battle} battle @returns {number | null} */
export function asGood(battle) {
  const chart = battle.chart ?? [];
  const at = chart.findIndex((row) => row.result === battle.result);
  return at < 0 ? null : chart.slice(0, at + 1).reduce((sum, row) => sum + fraction(row.probability), 0);
}
