/** The board: the map and everything on it, and what the hand does there. It knows no rules: it shows answers and gives them. */

import { Bubble } from "./bubble.js";
import { face, spoken } from "./counters.js";
import { el, heading, picture } from "./dom.js";
import { groundOf } from "./geometry.js";
import { Layers } from "./layers.js";
import * as marks from "./marks.js";
import { change, settings } from "./settings.js";
import { card, whereOf } from "./signs.js";
import { Stacks } from "./stacks.js";
import { T } from "./texts.js";
import { Viewport } from "./viewport.js";

const DWELL = 450;
const LINGER = 380;
const FIRST_ZOOM = [0.5, 1.15];

/**
 * @typedef {object} BoardHooks
 * @property {(answer: Answer) => Promise<boolean>} answer
 * @property {(kind: "place" | "piece", id: string, place: string) => Promise<void>} explain
 * @property {(place: string | null, piece: Shown | null) => void} inspect a place or piece was tapped
 * @property {(place: string | null) => void} hover
 * @property {(piece: string) => boolean} reselect whether the piece could be chosen one step earlier; then it is
 * @property {(piece: string) => Answer | null} instead what takes up another piece than the one that is on its way
 * @property {(rule: string, from?: string) => void} rule
 * @property {(rule: string) => string} ruleName
 * @property {() => void} settled
 * @property {() => void} resized
 */

export class Board {
  /**
   * @param {HTMLElement} node
   * @param {Sheet} sheet
   * @param {Art} art
   * @param {BoardHooks} hooks
   */
  constructor(node, sheet, art, hooks) {
    this.node = node;
    this.sheet = sheet;
    this.hooks = hooks;
    this.ground = groundOf(sheet);
    const paper = el("div", { id: "sheet", "data-zoom": "mid", hidden: true });
    this.hud = el("div", { id: "hud" });
    node.append(paper, this.hud);
    this.paper = paper;
    this.layers = new Layers(paper, sheet, art, this.ground);
    this.stacks = new Stacks(sheet, this.layers);
    /** @type {import("./answers.js").Answers | null} */
    this.answers = null;
    /** @type {string | null} */
    this.hovered = null;
    /** @type {string | null} the keyboard's place */
    this.cursor = null;
    /** @type {string | null} */
    this.carried = null;
    /** @type {Map<string, string[]>} by piece: where others went since the player decided last */
    this.trails = new Map();
    this.trailing = false;
    /** @type {string | null} the piece that was taken up last */
    this.taken = null;
    this.view = new Viewport(node, paper, {
      frame: art.frame,
      tap: (x, y) => this.tap(x, y),
      hover: (x, y, event) => this.hover(x, y, event),
      grab: (x, y, event) => this.grab(x, y, event),
      carry: (x, y, event) => this.carry(x, y, event),
      drop: (x, y, event, cancelled) => this.drop(x, y, cancelled),
      moved: () => this.bubble.place(),
      settled: () => this.settled(),
      resized: () => hooks.resized(),
    });
    this.bubble = new Bubble(this.hud, (id) => {
      const [cx, cy] = this.ground.centre(id);
      return [this.view.toScreen(cx, cy), 52 * this.view.scale];
    }, hooks.rule, hooks.ruleName);
    node.addEventListener("pointerleave", () => this.leave());
  }

  /** @param {Art} art */
  dress(art) {
    this.layers.draw(art);
    this.drawObjectives();
    this.view.reframe(art.frame);
  }

  settled() {
    this.bubble.place();
    this.drawIds();
    this.hooks.settled();
  }

  drawIds() {
    if (!settings.ids && !this.numbered) return;
    this.numbered = settings.ids;
    const { width, height } = this.view;
    const [x0, y0] = this.view.toWorld(-80, -80);
    const [x1, y1] = this.view.toWorld(width + 80, height + 80);
    const on = settings.ids && this.view.zoom > 0.5;
    this.layers.ids((id) => {
      const [x, y] = this.ground.centre(id);
      return x > x0 && x < x1 && y > y0 && y < y1;
    }, on);
  }

  // ---- what is shown

  /**
   * @param {View} view
   * @param {GameEvent[]} events
   * @param {"jump" | "step"} how
   */
  show(view, events, how) {
    const before = this.stacks.pieces;
    this.current = view;
    this.stacks.set(view.pieces ?? []);
    if (how === "step") this.stacks.glide(before, waysOf(events));
    this.follow(before, events);
    this.layers.write("control", marks.control(this.ground, view.control ?? {}, (who) => this.nationOf(who)));
    this.layers.write("markers", marks.markers(this.ground, view.markers ?? []));
    this.drawObjectives();
    this.drawBattle();
  }

  /** Where the pieces of others went since the player decided last. @param {Map<string, Shown>} before @param {GameEvent[]} events */
  follow(before, events) {
    if (!this.trailing) return;
    const ways = waysOf(events);
    for (const [id, piece] of this.stacks.pieces) {
      const from = before.get(id)?.at;
      if (!from || !piece.at || from === piece.at || !this.ground.has(from) || !this.ground.has(piece.at)) continue;
      const told = ways.get(id) ?? [from, piece.at];
      const known = this.trails.get(id);
      this.trails.set(id, known?.at(-1) === told[0] ? [...known, ...told.slice(1)] : told);
    }
    this.drawTrails();
  }

  drawTrails() {
    const shown = settings.trails ? [...this.trails] : [];
    this.layers.write("trails", shown.map(([id, way]) => `<g class="n-${this.stacks.pieces.get(id)?.nation ?? this.sheet.pieces[id]?.nation ?? ""}">${marks.way(this.ground, way, "went")}</g>`).join(""));
  }

  /** From now on it is kept where others go, or no more. @param {boolean} on @param {boolean} [clear] */
  trail(on, clear = false) {
    this.trailing = on;
    if (clear) this.trails.clear();
    this.drawTrails();
  }

  /** A side's first nation, or the nation itself. @param {string} who */
  nationOf(who) {
    return who in this.sheet.nations ? who : (this.sheet.sides[who]?.nations[0] ?? who);
  }

  drawObjectives() {
    const places = settings.objectives ? (this.current?.score?.places ?? []) : [];
    this.layers.write("objectives", marks.objectives(this.ground, places, (who) => this.nationOf(who), (nation) => this.sheet.nations[nation]?.letter ?? nation[0].toUpperCase(),
      this.layers.names, (id) => this.stacks.at.has(id)));
  }

  /** The pennants, and all of them in view. */
  showObjectives() {
    if (!settings.objectives) this.toggleObjectives();
    const spots = (this.current?.score?.places ?? []).filter((p) => this.ground.has(p.id)).map((p) => this.ground.centre(p.id));
    if (!spots.length) return;
    const box = bounds(spots);
    this.view.fit([box[0] - 220, box[1] - 220, box[2] + 220, box[3] + 220], true);
  }

  toggleObjectives() {
    change({ objectives: !settings.objectives });
    this.drawObjectives();
  }

  drawBattle() {
    const battle = this.current?.battle;
    if (!battle) return this.layers.write("attack", "");
    const from = battle.attackers.map((id) => this.stacks.pieces.get(id)?.at ?? "");
    return this.layers.write("attack", marks.attack(this.ground, battle.target, from, battle.final));
  }

  /** @param {import("./answers.js").Answers | null} answers */
  offer(answers) {
    this.answers = answers;
    this.bubble.hide();
    this.layers.write("fan", "");
    const able = new Set(answers?.onPiece.keys() ?? []);
    const battle = this.current?.battle;
    const from = this.origin();
    const chosen = new Set(battle ? battle.attackers : []);
    if (this.taken && from && this.stacks.pieces.get(this.taken)?.at === from) chosen.add(this.taken);
    this.node.classList.toggle("spare", Boolean(answers?.spare));
    this.stacks.light(able, chosen);
    /** @type {Map<string, Hint | null>} */
    const places = new Map([...(answers?.onPlace ?? [])].map(([id, list]) => [id, hintOf(answers, list)]));
    const start = from ?? answers?.first ?? null;
    const mark = start && this.ground.has(start) ? marks.selectedPlace(this.ground, start) : "";
    this.layers.write("reach", marks.reach(this.ground, places, from) + mark);
    this.layers.write("chips", marks.chips(this.ground, places, (id) => this.stacks.at.has(id)));
    this.layers.write("path", "");
    if (this.hovered) this.preview(this.hovered);
    this.node.classList.toggle("asks", Boolean(answers?.any));
  }

  /** The place from which hints tell ways. */
  origin() {
    for (const list of this.answers?.onPlace.values() ?? []) {
      const way = this.answers?.path(list[0]);
      if (way?.length) return way[0];
    }
    return null;
  }

  /** @param {string} place */
  preview(place) {
    const answer = this.answers?.onPlace.get(place)?.[0];
    const way = answer && this.answers?.path(answer);
    if (!answer || !way) return this.layers.write("path", "");
    const start = way[0];
    const left = (/** @type {string} */ id) => this.answers?.hint({ verb: answer.verb, arg: id })?.left ?? (id === start ? this.fullLeft(answer, way) : undefined);
    return this.layers.write("path", marks.trail(this.ground, way, left));
  }

  /** Points before the first step: what is left there and one step's cost cannot be told apart, so it stays unsaid. */
  fullLeft(/** @type {Answer} */ answer, /** @type {string[]} */ way) {
    return this.answers?.hint({ verb: answer.verb, arg: way[0] })?.left;
  }

  // ---- looking

  /** @param {string} place @param {boolean} [soft] @param {number} [least] smallest zoom */
  look(place, soft = true, least = 0.7) {
    if (!this.ground.has(place)) return;
    this.view.look(this.ground.centre(place), { zoom: Math.max(this.view.zoom, least), inset: this.inset(), soft });
  }

  /** Whether a place lies in view, with some room around it. @param {string} place */
  clear(place) {
    const inset = this.inset();
    const [x, y] = this.view.toScreen(...this.ground.centre(place));
    const { width, height } = this.view;
    return x > inset.left + 50 && x < width - inset.right - 50 && y > inset.top + 50 && y < height - inset.bottom - 50;
  }

  /** Brings a place into view if it is not. @param {string} place */
  reveal(place) {
    if (this.ground.has(place) && !this.clear(place)) this.look(place, true, 0.3);
  }

  /** Where nothing can be answered but on the map, and all of that lies out of view, nobody need search for it. @param {import("./answers.js").Answers | null} answers */
  seek(answers) {
    if (!answers || answers.buttons.length) return;
    const places = [...answers.onPlace.keys(), ...[...answers.onPiece.keys()].map((id) => this.stacks.pieces.get(id)?.at ?? "")];
    if (places.length && places.every((place) => this.ground.has(place) && !this.clear(place))) this.reveal(places[0]);
  }

  /** @param {string} place */
  flash(place) {
    if (!this.ground.has(place)) return;
    this.layers.write("cursor", marks.flash(this.ground, place));
    clearTimeout(this.flashing);
    this.flashing = setTimeout(() => this.drawCursor(), 1600);
  }

  inset() {
    const dock = /** @type {HTMLElement | null} */ (this.hud.querySelector(".dock:not([hidden])"));
    return { left: 0, top: 0, right: 0, bottom: dock ? dock.offsetHeight + 24 : 0 };
  }

  /** The first look: the whole map if counters can be read on it, else where they stand, else where something is to be done. */
  fitPieces() {
    this.view.fit();
    const spots = [...this.stacks.at.keys()].map((id) => this.ground.centre(id));
    if (spots.length < 2 || this.view.zoom > 0.75) return;
    const box = bounds(spots);
    this.view.fit([box[0] - 110, box[1] - 110, box[2] + 110, box[3] + 110]);
    const zoom = Math.max(FIRST_ZOOM[0], Math.min(FIRST_ZOOM[1], this.view.zoom));
    if (zoom === this.view.zoom) return;
    const target = this.current?.battle?.target;
    const focus = target && this.ground.has(target) ? [this.ground.centre(target)] : zoom > this.view.zoom ? this.front() : spots;
    this.view.look([middle(focus.map((p) => p[0])), middle(focus.map((p) => p[1]))], { zoom, inset: this.inset() });
  }

  /** The map comes into sight, once it is known what is looked at: earlier it would be laid out and painted twice. */
  unroll() {
    this.paper.hidden = false;
  }

  /** Where pieces that may be chosen, or any, stand nearest to somebody else's. @returns {Point[]} */
  front() {
    const side = (/** @type {Shown} */ p) => this.sheet.pieces[p.id]?.side ?? p.nation ?? "";
    const standing = [...this.stacks.pieces.values()].filter((p) => p.at && this.ground.has(p.at));
    const able = standing.filter((p) => this.answers?.onPiece.has(p.id));
    const spot = (/** @type {Shown} */ p) => this.ground.centre(/** @type {string} */ (p.at));
    const mine = able.length ? able : standing;
    const near = mine.map((p) => {
      const [x, y] = spot(p);
      return { at: /** @type {Point} */ ([x, y]), far: Math.min(...standing.filter((o) => side(o) !== side(p)).map((o) => Math.hypot(spot(o)[0] - x, spot(o)[1] - y))) };
    }).sort((a, b) => a.far - b.far);
    return near.slice(0, Math.max(3, Math.ceil(near.length / 3))).map((n) => n.at);
  }

  /** What the player looks at, to come back to it. @returns {{spot: Point, zoom: number}} */
  get eye() {
    return { spot: this.view.toWorld(this.view.width / 2, this.view.height / 2), zoom: this.view.zoom };
  }

  // ---- the hand

  /** @param {number} x @param {number} y */
  placeAt(x, y) {
    return this.stacks.fanAt(x, y) ?? this.stacks.blockAt(x, y) ?? this.ground.at(x, y);
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  hover(x, y, event) {
    const place = this.placeAt(x, y);
    const piece = place ? this.stacks.pick(place, x, y) : null;
    const can = Boolean(place && (this.answers?.onPlace.has(place) || (piece && this.answers?.onPiece.has(piece.id))));
    this.node.classList.toggle("can", can);
    if (place === this.hovered) return;
    this.hovered = place;
    this.hooks.hover(place);
    clearTimeout(this.resting);
    clearTimeout(this.carding);
    if (place) this.preview(place);
    else this.layers.write("path", "");
    if (this.bubble.kind === "card" || (this.bubble.kind === "refusal" && !this.bubble.pinned)) this.closeSoon();
    if (place && piece && event.pointerType === "mouse" && (can || !this.answers?.onPlace.size)) this.carding = setTimeout(() => { if (this.hovered === place && !this.bubble.kind) this.showCard(place, piece); }, DWELL);
    if (!place || can || event.pointerType !== "mouse" || !this.answers?.onPlace.size) return;
    this.resting = setTimeout(() => {
      if (this.hovered !== place || this.bubble.kind === "chooser") return;
      clearTimeout(this.closing);
      this.bubble.pinned = false;
      this.hooks.explain("place", place, place);
    }, DWELL);
  }

  /** The card of a piece, beside it. @param {string} place @param {Shown} piece */
  showCard(place, piece) {
    clearTimeout(this.closing);
    this.bubble.card(place, card(this.sheet, piece));
  }

  /** The card of what is under the cursor or the pointer, on and off. */
  toggleCard() {
    const place = this.cursor ?? this.hovered;
    if (this.bubble.kind === "card") return void this.closeBubble();
    const piece = place ? this.stacks.at.get(place)?.at(-1) : undefined;
    if (place && piece) this.showCard(place, piece);
    return undefined;
  }

  /** A slip that came by itself goes by itself, unless the pointer is on its way to it. */
  closeSoon() {
    clearTimeout(this.closing);
    const { kind } = this.bubble; // another slip that came meanwhile stays
    this.closing = setTimeout(() => { if (!this.bubble.entered && this.bubble.kind === kind) this.closeBubble(); }, LINGER);
  }

  leave() {
    clearTimeout(this.resting);
    this.hovered = null;
    this.layers.write("path", "");
    this.hooks.hover(null);
  }

  /** @param {number} x @param {number} y */
  tap(x, y) {
    const place = this.placeAt(x, y);
    clearTimeout(this.carding);
    this.closeBubble();
    this.bubble.pinned = true;
    if (!place) {
      this.stacks.fan(null);
      this.hooks.inspect(null, null);
      return;
    }
    this.cursor = null;
    this.drawCursor();
    this.choose(place, this.stacks.pick(place, x, y));
  }

  /**
   * What a tap or the Enter key does at a place.
   * @param {string} place
   * @param {Shown | null} piece
   */
  choose(place, piece) {
    const stack = this.stacks.at.get(place) ?? [];
    const able = stack.filter((p) => this.answers?.onPiece.has(p.id));
    const here = this.answers?.onPlace.get(place) ?? [];
    const fanned = this.stacks.fanned === place || !this.ground.hex;
    this.hooks.inspect(place, piece);
    if (able.length > 1 && !fanned && !here.length) return this.stacks.fan(place);
    const meant = piece && this.answers?.onPiece.has(piece.id) ? [piece] : fanned && piece ? [] : able;
    const chosen = meant.flatMap((p) => this.answers?.onPiece.get(p.id) ?? []);
    const options = [...chosen.filter((a) => !here.length || !this.answers?.weak(a)), ...here];
    const other = !this.ground.hex && piece && !chosen.length && here.length ? this.hooks.instead(piece.id) : null; // who hits a block may mean it, not the ground under it
    if (options.length) return this.take(place, options, other && piece ? piece.id : null);
    if (piece && this.hooks.reselect(piece.id)) return undefined;
    if (stack.length > 1) this.stacks.fan(place);
    else this.stacks.fan(null);
    if (this.answers?.onPlace.size && !(piece && this.answers.onPiece.size)) this.hooks.explain("place", place, place);
    else if (this.answers?.onPiece.size && piece) this.hooks.explain("piece", piece.id, place);
    return undefined;
  }

  /** @param {string} place @param {Answer[]} options @param {string | null} [other] a piece that may be meant instead */
  take(place, options, other = null) {
    if (options.length === 1 && !other) {
      this.stacks.fan(null);
      this.hooks.answer(options[0]);
      return;
    }
    const answers = /** @type {import("./answers.js").Answers} */ (this.answers);
    const choices = options.map((o) => ({
      label: [answers.among(o, options), ...answers.told(o)].join(", "), picture: this.chip(String(o.arg)), risky: answers.risky(o), choose: () => { this.stacks.fan(null); this.hooks.answer(o); },
    }));
    if (other) choices.push({ label: T.instead(this.sheet.pieces[other]?.name ?? T.thisOne), picture: this.chip(other), risky: false, choose: () => { this.hooks.reselect(other); } });
    this.bubble.choose(place, heading(whereOf(this.sheet, place)), choices);
  }

  /** A counter of the map, small, for a slip. @param {string} id */
  chip(id) {
    const shown = this.stacks.pieces.get(id);
    if (!shown) return null;
    const { markup, nation } = face(this.sheet, shown);
    return picture({ class: `chip-counter n-${nation}`, viewBox: "-38 -40 78 78", "aria-hidden": "true" }, markup);
  }

  /** @returns {boolean} whether something was open */
  closeBubble() {
    clearTimeout(this.closing);
    this.layers.write("fan", "");
    return this.bubble.hide();
  }

  /** @param {string} place @param {{rule: string, text: string}} reason @param {string} head */
  refuse(place, reason, head) {
    this.layers.write("fan", marks.forbidden(this.ground, place));
    this.bubble.refuse(place, reason, head);
  }

  // ---- carrying a counter

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  grab(x, y, event) {
    const place = this.placeAt(x, y);
    if (!place) return false;
    const stack = this.stacks.at.get(place) ?? [];
    const picked = this.stacks.pick(place, x, y);
    const piece = picked && this.answers?.onPiece.has(picked.id) ? picked : (stack.findLast((p) => this.answers?.onPiece.has(p.id)) ?? null);
    const options = piece ? (this.answers?.onPiece.get(piece.id) ?? []) : [];
    const moves = this.origin() === place && this.answers?.onPlace.size;
    if (options.length !== 1 && !moves) return false;
    const carried = piece ?? picked ?? stack[stack.length - 1];
    if (!carried) return false;
    this.carried = place;
    this.closeBubble();
    this.ghost(carried, event);
    this.pending = moves && !options.length ? Promise.resolve(true) : this.hooks.answer(options[0]);
    return true;
  }

  /** @param {Shown} piece @param {PointerEvent} event */
  ghost(piece, event) {
    const { markup, nation } = face(this.sheet, piece);
    const size = Math.max(44, 84 * this.view.scale);
    this.held = picture({ class: `held chip-counter n-${nation}`, viewBox: "-38 -40 78 78", width: size, height: size }, markup);
    this.hud.append(this.held);
    this.lead(event);
  }

  /** @param {PointerEvent} event */
  lead(event) {
    const [px, py] = this.view.where(event);
    const half = Number(this.held?.getAttribute("width")) / 2;
    if (this.held) this.held.style.transform = `translate(${px - half}px, ${py - half}px)`;
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  carry(x, y, event) {
    this.lead(event);
    const place = this.ground.at(x, y);
    if (place === this.hovered) return;
    this.hovered = place;
    this.hooks.hover(place);
    if (place) this.preview(place);
  }

  /** @param {number} x @param {number} y @param {boolean} cancelled */
  async drop(x, y, cancelled) {
    this.held?.remove();
    this.held = undefined;
    const place = this.ground.at(x, y);
    const from = this.carried;
    this.carried = null;
    if (cancelled || !(await this.pending) || !place || place === from) return;
    const options = this.answers?.onPlace.get(place) ?? [];
    if (options.length) this.take(place, options);
    else if (this.answers?.onPlace.size) this.hooks.explain("place", place, place);
  }

  // ---- the keyboard

  drawCursor() {
    this.layers.write("cursor", this.cursor ? marks.cursor(this.ground, this.cursor) : "");
  }

  /** @param {string | null} place */
  setCursor(place) {
    this.cursor = place;
    this.drawCursor();
    if (place) {
      this.reveal(place);
      this.hovered = place;
      this.hooks.hover(place);
      this.preview(place);
    }
  }

  /** Moves the cursor to the neighbour that lies most nearly in a direction. @param {Point} way */
  step(way) {
    if (!this.cursor) {
      const { width, height } = this.view;
      const near = this.answers?.onPiece.size ? this.stacks.pieces.get([...this.answers.onPiece.keys()][0])?.at : this.ground.at(...this.view.toWorld(width / 2, height / 2));
      return this.setCursor(near ?? this.ground.ids[0]);
    }
    const [x, y] = this.ground.centre(this.cursor);
    let best = null;
    let most = 0.2;
    for (const id of this.ground.neighbours(this.cursor)) {
      const [nx, ny] = this.ground.centre(id);
      const far = Math.hypot(nx - x, ny - y) || 1;
      const along = ((nx - x) * way[0] + (ny - y) * way[1]) / far;
      if (along > most) [best, most] = [id, along];
    }
    return best ? this.setCursor(best) : undefined;
  }

  /** The next place with something to choose. @param {number} step */
  cycle(step) {
    const pieces = [...(this.answers?.onPiece.keys() ?? [])].map((id) => this.stacks.pieces.get(id)?.at);
    const places = [...new Set([...pieces, ...(this.answers?.onPlace.keys() ?? [])])].filter((p) => p && this.ground.has(p));
    if (!places.length) return;
    const spots = /** @type {string[]} */ (places);
    const now = this.cursor ? spots.indexOf(this.cursor) : -1;
    this.setCursor(spots[(now + step + spots.length + (now < 0 && step < 0 ? 1 : 0)) % spots.length]);
  }

  enter() {
    if (!this.cursor) return;
    const stack = this.stacks.at.get(this.cursor) ?? [];
    const able = stack.filter((p) => this.answers?.onPiece.has(p.id));
    if (able.length > 1 || (able.length && this.answers?.onPlace.has(this.cursor))) {
      const options = [...able.flatMap((p) => this.answers?.onPiece.get(p.id) ?? []), ...(this.answers?.onPlace.get(this.cursor) ?? [])];
      this.take(this.cursor, options);
    } else this.choose(this.cursor, able[0] ?? stack[stack.length - 1] ?? null);
  }

  /** What stands at a place, for a live region. @param {string} place */
  describe(place) {
    const data = this.sheet.places[place];
    const name = data?.name || data?.near ? `${whereOf(this.sheet, place)}, ${place}` : place;
    const stack = (this.stacks.at.get(place) ?? []).toReversed();
    return [name, data?.terrain, ...stack.map((p) => spoken(this.sheet, p))].filter(Boolean).join(". ");
  }
}

/** @param {Point[]} spots @returns {[number, number, number, number]} */
function bounds(spots) {
  const xs = spots.map((p) => p[0]);
  const ys = spots.map((p) => p[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** What is shown on a place: the hint of its first answer, and whether any throws something. @param {import("./answers.js").Answers | null} answers @param {Answer[]} list @returns {Hint | null} */
function hintOf(answers, list) {
  const hint = answers?.hint(list[0]) ?? null;
  const thrown = list.map((a) => answers?.throws(a)).find(Boolean);
  return thrown ? { ...hint, throws: thrown === "draw" ? "reveal" : thrown } : hint;
}

/** The value in the middle. @param {number[]} values */
function middle(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The ways that events tell: `unit` and `path`. @param {GameEvent[]} events */
function waysOf(events) {
  /** @type {Map<string, string[]>} */
  const ways = new Map();
  for (const { data } of events) {
    if (!Array.isArray(data?.path)) continue;
    for (const id of [data.unit, data.piece, ...(Array.isArray(data.units) ? data.units : [])]) {
      if (typeof id === "string") ways.set(id, data.path);
    }
  }
  return ways;
}
