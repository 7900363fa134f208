/** The review of a finished game: what decided it, who was winning, the battles that mattered, losses, the front, and what now. */

import { notice } from "./dialogs.js";
import { el, escape as safe, fill, picture, sleep } from "./dom.js";
import { Film } from "./film.js";
import { define } from "./layers.js";
import { rematch } from "./lobby.js";
import { api } from "./net.js";
import { time } from "./newgame.js";
import { dress, livery } from "./nations.js";
import { compass } from "./panels/bar.js";
import { moving } from "./settings.js";
import { flag } from "./symbols.js";
import { T } from "./texts.js";

const R = T.review;
const PAUSE = 1100; // milliseconds of a frame of the film
const SMALL = 3; // moments from which on small maps are shown
const MOST_SMALL = 18;

/** @typedef {{go: (path: string) => void}} Router */

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {Router} router
 * @returns {Promise<() => void>} how to leave
 */
export async function openReview(root, id, router) {
  document.body.className = "library review-page";
  let left = false;
  const { game } = /** @type {{game: GameRecord}} */ (await api(`games/${id}`));
  document.title = `${R.name}: ${game.name} · ${T.app}`;
  const status = el("p", { role: "status", text: R.reading(0) });
  fill(root, el("main", { class: "unrolling" }, status));
  const sheet = /** @type {Sheet} */ (await api((game.sheet ?? `/api/titles/${game.title}/sheet`).replace(/^\/api\//, "")));
  const review = await written(id, (share) => { status.textContent = R.reading(share); }, () => left);
  const page = review && !left ? new ReviewPage(root, game, sheet, review, router) : null;
  return () => {
    left = true;
    page?.close();
  };
}

/** Asks until the review is written. @param {string} id @param {(share: number) => void} tell @param {() => boolean} gone @returns {Promise<Review | null>} */
async function written(id, tell, gone) {
  while (!gone()) {
    const found = await api(`games/${id}/review`);
    if (found.turns) return found;
    tell(Math.floor((100 * found.done) / found.of));
    await sleep(400);
  }
  return null;
}

class ReviewPage {
  /** @param {HTMLElement} root @param {GameRecord} game @param {Sheet} sheet @param {Review} review @param {Router} router */
  constructor(root, game, sheet, review, router) {
    this.game = game;
    this.sheet = sheet;
    this.review = review;
    this.router = router;
    define(sheet);
    dress(sheet);
    this.film = new Film(sheet, review);
    this.frame = review.turns.length - 1;
    /** @type {ReturnType<typeof setInterval> | null} */
    this.running = null;
    this.big = el("canvas", { class: "bigmap", "aria-hidden": "true" });
    this.label = el("b", { class: "when" });
    this.slider = el("input", { type: "range", min: 0, max: review.turns.length - 1, value: this.frame, "aria-label": R.front, oninput: () => this.show(Number(this.slider.value)) });
    this.button = el("button", { class: "btn go", text: R.play, onclick: () => this.toggle() });
    /** @type {HTMLElement[]} */
    this.small = [];
    fill(root, el("div", { class: "rev" }, this.head(), el("main", {},
      el("section", { class: "paper top", "aria-label": R.decided }, this.verdict(), this.winning()), this.now(), this.battles(), this.losses(), this.front())));
    this.show(this.frame);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.onSize = () => this.draw();
    addEventListener("keydown", this.onKey);
    addEventListener("resize", this.onSize);
    this.draw();
    document.fonts?.ready.then(() => this.draw());
  }

  close() {
    if (this.running) clearInterval(this.running);
    removeEventListener("keydown", this.onKey);
    removeEventListener("resize", this.onSize);
    document.getElementById("symbols")?.remove();
  }

  /** @param {string} side */
  side(side) {
    return this.sheet.sides[side]?.name ?? side;
  }

  /** @param {string} nation */
  nation(nation) {
    return this.sheet.nations[nation]?.name ?? nation;
  }

  /** @param {string | undefined} nation */
  sign(nation) {
    return nation ? picture({ class: "n", "aria-hidden": "true", viewBox: "0 0 72 72" }, flag(nation)) : null;
  }

  /** The side of the player, if one of the sides was his. */
  get mine() {
    const people = Object.entries(this.game.seats).filter(([, s]) => s.kind === "human").map(([side]) => side);
    return people.length === 1 ? people[0] : null;
  }

  /** @param {number} at */
  jump(at) {
    this.router.go(`/game/${this.game.id}#at=${at}`);
  }

  head() {
    const { game, review } = this;
    const computers = [...new Set(Object.values(game.seats).filter((s) => s.kind === "computer").map((s) => s.level ?? ""))];
    const link = (/** @type {string} */ path, /** @type {string} */ text) => el("a", { class: "btn", href: path, text, onclick: (/** @type {Event} */ e) => { e.preventDefault(); this.router.go(path); } });
    const about = [game.scenario_name ?? "", T.turnsPlayed(review.turns.length - 1), computers.length ? R.against(computers.join(", ")) : ""].filter(Boolean).join(", ");
    return el("header", { class: "revhead" }, compass(), el("div", {}, el("p", { class: "sc", text: R.name }), el("h1", {}, game.title_name, el("i", { text: ` ${about}` }))),
      el("nav", { "aria-label": T.mainMenu }, link(`/game/${game.id}#at=0`, R.replay), link("/", T.library)));
  }

  verdict() {
    const { review } = this;
    const winner = review.winner;
    return el("div", { class: "verdict2" },
      el("div", { class: "won" }, this.sign(winner ? this.sheet.sides[winner]?.nations[0] : undefined), el("div", {},
        el("h2", { text: winner ? T.wins(this.side(winner)) : T.drawn }), el("p", {}, review.reason, review.rule ? el("span", { class: "rule", text: review.rule }) : null))),
      el("h3", { text: R.decided }),
      el("ul", { class: "meters" }, review.meters.map((m) => el("li", {}, el("b", { text: `${m.name}: ${m.value}` }), m.needed ? ` ${R.needed(m.needed)}` : ""))),
      review.points.length ? el("ol", { class: "points" }, review.points.map((p) => el("li", {}, el("button", { class: "point", onclick: () => this.jump(p.at) },
        el("span", { class: "no", text: String(p.number) }),
        el("span", {}, el("b", { text: this.pointHead(p) }), ` ${p.text}`))))) : el("p", { class: "note", text: R.noPoints }));
  }

  /** @param {ReviewPoint} point */
  pointHead(point) {
    const battle = point.battle === undefined ? null : this.review.battles[point.battle];
    return `${battle ? `${capital(battle.name)}, ` : ""}${battle ? R.turn(point.turn).toLowerCase() : R.turn(point.turn)}: ${this.change(point.change)}`;
  }

  /** A change, told for the side that gains. @param {number} change */
  change(change) {
    const { review } = this;
    const unit = review.unit === "chance" ? " %" : ` ${R.steps}`;
    const size = Math.abs(Math.round(review.unit === "chance" ? change : change * 10) / (review.unit === "chance" ? 1 : 10));
    return size ? `${change > 0 ? "+" : "−"}${size}${unit}` : R.trifle(unit);
  }

  /** The course of the chances, and the score below. */
  winning() {
    const { review } = this;
    const told = review.turns.filter((t) => t.chance !== null);
    const first = this.side(review.sides[0]);
    const about = review.unit === "chance" ? R.chanceAbout(first) : R.stepsAbout(first);
    return el("div", { class: "winning" },
      el("h3", {}, R.winning, told.length > 1 ? el("small", { text: ` ${about}` }) : null),
      told.length > 1 ? el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": R.winning }, this.graph()) : el("p", { class: "note", text: R.noGraph }),
      el("details", {}, el("summary", { text: R.figures }), this.figures()));
  }

  graph() {
    const { review } = this;
    const chance = review.unit === "chance";
    const turns = review.turns;
    const values = /** @type {number[]} */ (turns.map((t) => t.chance).filter((v) => v !== null));
    const far = chance ? 50 : Math.max(10, ...values.map((v) => Math.abs(Math.round(v))));
    const [low, high, middle] = chance ? [0, 100, 50] : [-far, far, 0];
    const [w, h, left] = [760, 250, 62];
    const x = (/** @type {number} */ i) => left + ((w - left - 24) * i) / Math.max(1, turns.length - 1);
    const y = (/** @type {number} */ v) => 14 + (h - 28) * (1 - (Math.min(high, Math.max(low, v)) - low) / (high - low));
    const shade = (/** @type {string} */ side) => livery(this.sheet.sides[side]?.nations[0] ?? side, Object.keys(this.sheet.nations)).wash;
    const line = values.map((v, i) => `${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join("L");
    const every = Math.ceil(turns.length / 16);
    const ticks = turns.map((t, i) => (i % every && i !== turns.length - 1 ? "" : `<text x="${x(i).toFixed(1)}" y="${h + 4}" class="mid">${i ? t.turn : R.start}</text>`)).join("");
    const grid = (chance ? [25, 75] : []).map((v) => `<path d="M${left} ${y(v)}H${w - 24}" class="grid"/><text x="${left - 6}" y="${y(v) + 4}" class="end">${v}</text>`).join("");
    const points = review.points.map((p) => {
      const i = turns.findIndex((t) => t.turn === p.turn && t.at >= p.at);
      return values[i] === undefined ? "" : `<g class="mark"><circle cx="${x(i).toFixed(1)}" cy="${y(values[i]).toFixed(1)}" r="12"/><text x="${x(i).toFixed(1)}" y="${(y(values[i]) + 5).toFixed(1)}" class="mid">${p.number}</text></g>`;
    }).join("");
    return picture({ class: "course", viewBox: `0 0 ${w} ${h + 112}`, role: "img", "aria-label": `${R.winning}: ${values.map((v, i) => `${i ? R.turn(turns[i].turn) : R.start} ${Math.round(v)}`).join(", ")}` },
      `<rect x="${left}" y="14" width="${w - left - 24}" height="${y(middle) - 14}" fill="${shade(review.sides[0])}" opacity=".28"/><rect x="${left}" y="${y(middle)}" width="${w - left - 24}" height="${h - 14 - y(middle)}" fill="${shade(review.sides[1] ?? review.sides[0])}" opacity=".28"/>`
      + `<text x="${left + 8}" y="30" class="who">${safe(R.ahead(this.side(review.sides[0])))}</text><text x="${left + 8}" y="${h - 22}" class="who">${safe(R.ahead(review.sides.length > 2 ? R.others : this.side(review.sides[1] ?? "")))}</text>`
      + `<path d="M${left} ${y(middle)}H${w - 24}" class="middle"/><text x="${left - 6}" y="${y(middle) + 4}" class="end">${middle}</text><text x="${left - 6}" y="22" class="end">${Math.round(high)}</text><text x="${left - 6}" y="${h - 12}" class="end">${Math.round(low)}</text>${grid}`
      + `<path d="M${line}" class="halo"/><path d="M${line}" class="line"/>${points}${ticks}${this.scores(x, left, w, h)}`);
  }

  /** The score below the graph, on its own scale, with what was needed. @param {(i: number) => number} x @param {number} left @param {number} w @param {number} h */
  scores(x, left, w, h) {
    const { review } = this;
    const values = review.turns.map((t) => t.score);
    if (values.some((v) => v === null)) return "";
    const numbers = /** @type {number[]} */ (values);
    const [low, high] = [Math.min(0, ...numbers, ...review.marks), Math.max(1, ...numbers, ...review.marks)];
    const y = (/** @type {number} */ v) => h + 104 - (58 * (v - low)) / (high - low);
    const every = Math.ceil(numbers.length / 16);
    const bars = numbers.map((v, i) => `<rect x="${(x(i) - 9).toFixed(1)}" y="${Math.min(y(v), y(0)).toFixed(1)}" width="18" height="${Math.max(1, Math.abs(y(v) - y(0))).toFixed(1)}" class="bar2"/>${i % every && i !== numbers.length - 1 ? "" : `<text x="${x(i).toFixed(1)}" y="${(Math.min(y(v), y(0)) - 3).toFixed(1)}" class="mid small">${v}</text>`}`).join("");
    const needs = review.marks.slice(0, 2).map((m) => `<path d="M${left} ${y(m).toFixed(1)}H${w - 24}" class="need"/><text x="${left - 6}" y="${(y(m) + 4).toFixed(1)}" class="end small">${m}</text>`).join("");
    return `<text x="${left}" y="${h + 26}" class="who">${safe(review.score)}</text>${needs}${bars}<path d="M${left} ${y(0).toFixed(1)}H${w - 24}" class="zero"/>`;
  }

  figures() {
    const { review } = this;
    return el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": R.figures }, el("table", {}, el("thead", {}, el("tr", {}, [R.afterTurn, R.date, review.score, review.unit === "chance" ? R.chanceOf(this.side(review.sides[0])) : R.judgement].map((h) => el("th", { scope: "col", text: h })))),
      el("tbody", {}, review.turns.map((t, i) => el("tr", {}, el("th", { scope: "row", text: i ? String(t.turn) : R.start }), el("td", { text: t.date }), el("td", { text: t.score === null ? "–" : String(t.score) }), el("td", { text: t.chance === null ? "–" : review.unit === "chance" ? `${Math.round(t.chance)} %` : String(t.chance) }))))));
  }

  /** Rematch, another scenario, or the game once more from the place where it turned. */
  now() {
    const { review, game } = this;
    const back = [...review.points].sort((a, b) => Math.abs(b.change) - Math.abs(a.change))[0];
    const next = review.next[0];
    const swap = Object.keys(game.seats).length === 2;
    return el("section", { class: "paper now", "aria-label": R.now }, el("h3", { text: R.now }),
      el("button", { class: "btn go", id: "rematch", onclick: () => this.again() }, swap ? R.rematch : R.again, el("kbd", { text: "R" })),
      el("p", { class: "note", text: this.rematchAbout() }),
      back ? el("button", { class: "btn plain", id: "playon", text: R.playOn(back.turn), onclick: () => this.branch(back.at) }) : null,
      next ? el("button", { class: "btn plain", id: "next", text: R.next(next.name), onclick: () => this.begin({ scenario: next.scenario, seats: game.seats }) }) : null,
      next ? el("p", { class: "note", text: [next.minutes ? time(next.minutes) : "", next.why].filter(Boolean).join(". ") }) : null,
      this.luck());
  }

  luck() {
    const { luck, unit, sides } = this.review;
    if (!luck.throws) return null;
    const side = this.mine && luck.luck !== 0 && this.mine !== sides[0] ? this.mine : sides[0];
    const value = side === sides[0] ? luck.luck : -luck.luck;
    return el("div", { class: "luck2" }, el("h3", {}, T.luck, el("small", { text: ` ${R.throws(luck.throws)}` })),
      this.change(value) === this.change(0) ? el("p", { text: R.luckNone })
        : [el("p", {}, el("b", { class: value < 0 ? "worse" : "better", text: this.change(value) }), ` ${luck.whole ? R.luckAll(this.side(side)) : R.luckSome(this.side(side))}`),
          el("p", { class: "note", text: unit === "chance" ? R.luckAbout : R.luckSteps })]);
  }

  rematchAbout() {
    const [seats] = [this.swapped().seats];
    const mine = Object.entries(seats).filter(([, s]) => s.kind === "human").map(([side]) => this.side(side));
    return mine.length === 1 ? R.youLead(mine[0]) : R.newDice;
  }

  /** The same game with new dice, each side in the other's hands. */
  swapped() {
    const { game } = this;
    const sides = Object.keys(game.seats);
    const seats = sides.length === 2 ? { [sides[0]]: game.seats[sides[1]], [sides[1]]: game.seats[sides[0]] } : game.seats;
    return { scenario: game.scenario, options: game.options, seats };
  }

  /** Once more: in a club the others are asked. */
  again() {
    return this.game.players ? rematch(this.game.id, this.router) : this.begin(this.swapped());
  }

  /** @param {{scenario: string, options?: Record<string, any>, seats: Record<string, SeatOf>}} ask */
  async begin({ scenario, options, seats }) {
    const plain = Object.fromEntries(Object.entries(seats).map(([side, s]) => [side, s.kind === "computer" ? { kind: s.kind, level: s.level } : { kind: "human" }]));
    try {
      const { game } = await api("games", { body: { title: this.game.title, scenario, options: options ?? {}, seats: plain } });
      this.router.go(`/game/${game.id}`);
    } catch (trouble) {
      notice(/** @type {Error} */ (trouble).message, { kind: "alarm" });
    }
  }

  /** @param {number} at */
  async branch(at) {
    const side = this.mine ?? this.review.sides[0];
    try {
      const { game } = await api(`games/${this.game.id}/branch`, { body: { at, side } });
      this.router.go(`/game/${game.id}`);
    } catch (trouble) {
      notice(/** @type {Error} */ (trouble).message, { kind: "alarm" });
    }
  }

  battles() {
    const { review } = this;
    const most = Math.max(1, ...review.battles.flatMap((b) => [Math.abs(b.change - b.luck), Math.abs(b.luck)]));
    const unit = review.unit === "chance" ? R.changeChance(this.side(review.sides[0])) : R.changeSteps(this.side(review.sides[0]));
    return el("section", { class: "paper battles", "aria-label": R.battles }, el("h3", {}, R.battles, el("small", { text: ` ${unit}` })),
      !review.battles.length ? el("p", { class: "note", text: R.noBattles }) : el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": R.battles }, el("table", {},
        el("thead", {}, el("tr", {}, el("th", { scope: "col", text: R.battle }), el("th", { scope: "col", text: R.result }), el("th", { scope: "col", text: R.lost }), el("th", { scope: "col", class: "num", text: R.changeHead }),
          el("th", { scope: "col" }, el("i", { class: "key dec" }), R.decision, " ", el("i", { class: "key lck" }), R.luck))),
        el("tbody", {}, review.battles.map((b, n) => this.battle(b, n, most))))));
  }

  /** @param {ReviewBattle} b @param {number} n @param {number} most */
  battle(b, n, most) {
    const point = this.review.points.find((p) => p.battle === n);
    const decision = b.change - b.luck;
    const bar = (/** @type {number} */ v, /** @type {number} */ y, /** @type {string} */ kind) => `<rect x="${(v < 0 ? 80 + (76 * v) / most : 80).toFixed(1)}" y="${y}" width="${Math.max(0.5, (76 * Math.abs(v)) / most).toFixed(1)}" height="8" class="${kind}"/>`;
    const lost = Object.entries(b.losses).map(([side, steps]) => `${this.side(side)} ${steps}`).join(", ");
    return el("tr", {},
      el("th", { scope: "row" }, el("button", { class: "link", onclick: () => this.jump(b.at) }, point ? el("span", { class: "no", text: String(point.number) }) : null, capital(b.name)), el("small", { text: ` ${R.turn(b.turn).toLowerCase()}, ${R.attacks(this.side(b.attacker))}` })),
      el("td", {}, b.odds, b.text ? el("small", { text: b.text }) : null), el("td", { text: lost || R.nobody }), el("td", { class: `num big ${b.change < 0 ? "worse" : "better"}`, text: this.change(b.change) }),
      el("td", {}, picture({ class: "split", viewBox: "0 0 160 24", role: "img", "aria-label": `${R.decision} ${this.change(decision)}, ${R.luck} ${this.change(b.luck)}` }, `${bar(decision, 3, "dec")}${bar(b.luck, 13, "lck")}<path d="M80 0v24"/>`)));
  }

  /** By nation and turn, on one scale. */
  losses() {
    const { review } = this;
    const nations = Object.keys(review.nations).filter((n) => review.turns.some((t) => t.lost[n]));
    const most = Math.max(1, ...review.turns.flatMap((t) => Object.values(t.lost)));
    const step = 190 / Math.max(1, review.turns.length - 1);
    return el("section", { class: "paper lost", "aria-label": R.losses }, el("h3", {}, R.losses, el("small", { text: ` ${R.lossesAbout}` })),
      nations.length ? el("ul", {}, nations.map((n) => {
        const all = review.turns.slice(1).map((t) => t.lost[n] ?? 0);
        const bars = all.map((v, i) => `<rect x="${(i * step).toFixed(1)}" y="${(30 - (28 * v) / most).toFixed(1)}" width="${Math.max(1, step - 1.5).toFixed(1)}" height="${((28 * v) / most).toFixed(1)}"/>`).join("");
        return el("li", { class: `n-${n}` }, this.sign(n), el("span", {}, el("b", { text: this.nation(n) }), el("small", { text: R.had(Math.max(...review.turns.map((t) => t.strength[n] ?? 0)), review.turns.at(-1)?.strength[n] ?? 0) })),
          picture({ class: "bars3", viewBox: "0 0 190 31", preserveAspectRatio: "none", role: "img", "aria-label": `${this.nation(n)}: ${all.join(", ")}` }, `${bars}<path d="M0 30.5h190"/>`), el("strong", { text: String(all.reduce((a, b) => a + b, 0)) }));
      })) : el("p", { class: "note", text: R.noLosses }));
  }

  // ---- the film

  front() {
    const { review } = this;
    const many = review.turns.length >= SMALL;
    const step = Math.ceil(review.turns.length / MOST_SMALL);
    const chosen = review.turns.map((_, i) => i).filter((i) => i % step === 0 || i === review.turns.length - 1);
    const small = !many ? [] : chosen.map((i) => {
      const t = review.turns[i];
      const point = review.points.find((p) => p.turn === t.turn && i > 0);
      return el("button", { class: "small", "data-frame": i, onclick: () => this.show(i) }, el("canvas", { "aria-hidden": "true" }), el("span", {}, el("b", { text: i ? String(t.turn) : R.start }), i ? ` ${t.date}` : ""), point ? el("span", { class: "no", text: String(point.number) }) : null);
    });
    this.small = small;
    return el("section", { class: `paper film ${many ? "" : "alone"}`, "aria-label": R.front }, el("h3", {}, R.front, el("small", { text: ` ${R.frontAbout}` })),
      el("div", { class: "reel" }, el("div", { class: "screen" }, this.big, el("div", { class: "controls" }, this.button, this.slider, this.label)), many ? el("div", { class: "smalls" }, small) : null));
  }

  draw() {
    const width = Math.max(220, Math.min(520, this.big.parentElement?.clientWidth ?? 420));
    const limit = 460 / this.film.ratio; // never taller than this
    this.width = Math.min(width, Math.max(220, limit));
    this.paint();
    for (const button of this.small) {
      const canvas = /** @type {HTMLCanvasElement} */ (button.querySelector("canvas"));
      this.film.draw(canvas, Number(button.dataset.frame), { width: 150 });
    }
  }

  paint() {
    const turn = this.review.turns[this.frame];
    const marks = this.review.points.filter((p) => p.battle !== undefined && p.turn <= turn.turn).map((p) => ({ place: this.review.battles[/** @type {number} */ (p.battle)].place, number: p.number }));
    this.film.draw(this.big, this.frame, { names: true, width: this.width ?? 420, marks });
  }

  /** @param {number} n */
  show(n) {
    this.frame = n;
    const turn = this.review.turns[n];
    const text = n ? [R.after(turn.turn), turn.date].filter(Boolean).join(", ") : R.start2;
    this.label.textContent = text;
    this.slider.value = String(n);
    this.slider.setAttribute("aria-valuetext", text);
    for (const button of this.small) button.setAttribute("aria-pressed", String(Number(button.dataset.frame) === n));
    this.paint();
  }

  toggle() {
    if (this.running) return this.stop();
    if (this.frame >= this.review.turns.length - 1) this.show(0);
    this.button.textContent = R.pause;
    this.running = setInterval(() => {
      if (this.frame >= this.review.turns.length - 1) return this.stop();
      return this.show(this.frame + 1);
    }, moving() ? PAUSE : PAUSE * 2);
    return undefined;
  }

  stop() {
    if (this.running) clearInterval(this.running);
    this.running = null;
    this.button.textContent = R.play;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key.toUpperCase() === "R") this.again();
    else if (event.key === " " && !target.closest?.("button, a, summary, input")) { event.preventDefault(); this.toggle(); }
    else if (step && target !== this.slider && !target.closest?.(".scroll")) this.show(Math.max(0, Math.min(this.review.turns.length - 1, this.frame + step)));
    else if (/^[1-4]$/.test(event.key)) { const point = this.review.points[Number(event.key) - 1]; if (point) this.jump(point.at); }
  }
}

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
