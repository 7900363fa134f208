/**
 * Pan and zoom. One element moves; nothing else is touched while the hand is on the map. During a gesture the sheet is
 * a layer of its own (class "moving"); when it rests the class goes and the browser draws it again, sharp.
 */

import { moving } from "./settings.js";

export const UNIT = 0.72; // pixels to a world unit at 100 %
/**
 * Pixels to a world unit before the transform, about those of a large map that is seen whole. A layer that moves is never
 * drawn coarser than this: were it finer, zooming out would need tiles of the whole map at a size that nobody sees.
 */
export const GRAIN = 0.2;
const REST = 140;

/**
 * @typedef {object} Hooks
 * @property {[number, number, number, number]} frame what can be seen, in world units
 * @property {(x: number, y: number, event: PointerEvent) => void} [tap]
 * @property {(x: number, y: number, event: PointerEvent) => void} [hover]
 * @property {(x: number, y: number, event: PointerEvent) => boolean} [grab] true: the drag carries a counter, not the map
 * @property {(x: number, y: number, event: PointerEvent) => void} [carry]
 * @property {(x: number, y: number, event: PointerEvent, cancelled: boolean) => void} [drop]
 * @property {() => void} [resized]
 * @property {() => void} [moved]
 * @property {() => void} [settled]
 */

export class Viewport {
  /**
   * @param {HTMLElement} board
   * @param {HTMLElement} sheet
   * @param {Hooks} hooks
   */
  constructor(board, sheet, hooks) {
    this.board = board;
    this.sheet = sheet;
    this.hooks = hooks;
    this.x = 0;
    this.y = 0;
    this.scale = UNIT;
    this.least = 0.1;
    this.most = 4;
    /** @type {Map<number, Point>} */
    this.pointers = new Map();
    this.travel = 0;
    this.carrying = false;
    this.gliding = false;
    this.queued = 0;
    this.glide = 0;
    /* the size is asked for only when it changes: asking makes the browser lay out the whole map */
    this.width = innerWidth;
    this.height = innerHeight;
    this.left = 0;
    this.top = 0;
    this.measured = false;
    new ResizeObserver(() => this.resized()).observe(board);
    this.listen();
  }

  resized() {
    const box = this.board.getBoundingClientRect();
    [this.width, this.height, this.left, this.top] = [box.width, box.height, box.left, box.top];
    this.measured = true;
    this.hooks.resized?.();
  }

  get zoom() {
    return this.scale / UNIT;
  }

  /** @param {number} px @param {number} py @returns {Point} */
  toWorld(px, py) {
    return [(px - this.x) / this.scale + this.hooks.frame[0], (py - this.y) / this.scale + this.hooks.frame[1]];
  }

  /** @param {number} wx @param {number} wy @returns {Point} */
  toScreen(wx, wy) {
    return [(wx - this.hooks.frame[0]) * this.scale + this.x, (wy - this.hooks.frame[1]) * this.scale + this.y];
  }

  /**
   * Brings a point to the middle of what panels leave free.
   * @param {Point} spot
   * @param {{zoom?: number, inset?: {left: number, top: number, right: number, bottom: number}, soft?: boolean}} [options]
   */
  look([wx, wy], { zoom = this.zoom, inset, soft = false } = {}) {
    const { width, height } = this;
    const i = inset ?? { left: 0, top: 0, right: 0, bottom: 0 };
    const scale = this.bound(zoom * UNIT);
    const x = (width - i.left - i.right) / 2 + i.left - (wx - this.hooks.frame[0]) * scale;
    const y = (height - i.top - i.bottom) / 2 + i.top - (wy - this.hooks.frame[1]) * scale;
    if (soft && moving()) this.fly(x, y, scale);
    else {
      [this.x, this.y, this.scale] = [x, y, scale];
      this.draw();
      this.settle();
    }
  }

  /** @param {number} x @param {number} y @param {number} scale */
  fly(x, y, scale) {
    const from = [this.x, this.y, this.scale];
    const begun = performance.now();
    cancelAnimationFrame(this.glide);
    const frame = (/** @type {number} */ now) => {
      const t = Math.min(1, (now - begun) / 320);
      const e = 1 - (1 - t) ** 3;
      [this.x, this.y, this.scale] = [x, y, scale].map((v, k) => from[k] + (v - from[k]) * e);
      this.move();
      if (t < 1) this.glide = requestAnimationFrame(frame);
    };
    this.glide = requestAnimationFrame(frame);
  }

  /** The sheet grew or shrank; what is seen stays where it is. @param {[number, number, number, number]} frame */
  reframe(frame) {
    this.x += (frame[0] - this.hooks.frame[0]) * this.scale;
    this.y += (frame[1] - this.hooks.frame[1]) * this.scale;
    this.hooks.frame = frame;
    this.draw();
  }

  /** Is the point on the screen, clear of the edges? @param {Point} spot @param {number} margin */
  sees(spot, margin = 60) {
    const [x, y] = this.toScreen(...spot);
    const { width, height } = this;
    return x > margin && y > margin && x < width - margin && y < height - margin;
  }

  /** The whole map, or a box of it. @param {[number, number, number, number]} [box] @param {boolean} [soft] */
  fit(box = this.hooks.frame, soft = false) {
    if (!this.measured) this.resized();
    const { width, height } = this;
    const scale = Math.min(width / (box[2] - box[0]), height / (box[3] - box[1])) * 0.97;
    this.least = Math.min(this.least, scale / UNIT);
    this.look([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], { zoom: scale / UNIT, soft });
  }

  /** @param {number} scale */
  bound(scale) {
    return Math.max(this.least * UNIT, Math.min(this.most * UNIT, scale));
  }

  /** @param {number} px @param {number} py @param {number} factor */
  zoomAt(px, py, factor) {
    const scale = this.bound(this.scale * factor);
    this.x = px - ((px - this.x) * scale) / this.scale;
    this.y = py - ((py - this.y) * scale) / this.scale;
    this.scale = scale;
    this.move();
  }

  /** @param {number} factor */
  zoomBy(factor) {
    this.zoomAt(this.width / 2, this.height / 2, factor);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.move();
  }

  move() {
    if (!this.gliding) this.sheet.classList.add("moving");
    this.gliding = true;
    this.draw();
  }

  draw() {
    if (this.queued) return;
    this.queued = requestAnimationFrame(() => {
      this.queued = 0;
      this.sheet.style.transform = `translate(${this.x}px,${this.y}px) scale(${this.scale / GRAIN})`;
      this.hooks.moved?.();
      clearTimeout(this.rest);
      if (this.gliding) this.rest = setTimeout(() => this.settle(), REST);
    });
  }

  settle() {
    if (this.pointers.size && this.travel > 5) return void (this.rest = setTimeout(() => this.settle(), REST));
    this.gliding = false;
    this.sheet.classList.remove("moving");
    const level = this.zoom < 0.65 ? "far" : this.zoom > 1.4 ? "near" : "mid";
    if (this.sheet.dataset.zoom !== level) this.sheet.dataset.zoom = level;
    this.sheet.classList.toggle("whole", this.zoom < 0.4);
    this.hooks.settled?.();
    return undefined;
  }

  /** @param {PointerEvent | WheelEvent} event @returns {Point} */
  where(event) {
    return [event.clientX - this.left, event.clientY - this.top];
  }

  listen() {
    const board = this.board;
    const ui = (/** @type {Event} */ event) => Boolean(/** @type {Element} */ (event.target).closest("[data-ui]"));
    board.addEventListener("wheel", (event) => {
      if (ui(event)) return;
      event.preventDefault();
      if (event.shiftKey && !event.ctrlKey) this.pan(-(event.deltaY || event.deltaX), 0);
      else this.zoomAt(...this.where(event), Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)));
    }, { passive: false });
    board.addEventListener("pointerdown", (event) => {
      if (ui(event) || event.button > 1) return;
      cancelAnimationFrame(this.glide);
      this.pointers.set(event.pointerId, this.where(event));
      this.travel = 0;
      this.start = this.where(event);
      board.setPointerCapture(event.pointerId);
      if (this.pointers.size > 1) this.letGo(event, true);
    });
    board.addEventListener("pointermove", (event) => {
      if (this.pointers.has(event.pointerId)) this.drag(event);
      else if (!ui(event)) this.hooks.hover?.(...this.toWorld(...this.where(event)), event);
    });
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
      board.addEventListener(kind, (event) => {
        if (!this.pointers.delete(event.pointerId)) return;
        board.classList.remove("drag");
        if (this.carrying) this.letGo(event, kind === "pointercancel");
        else if (kind === "pointerup" && this.travel < 6) this.hooks.tap?.(...this.toWorld(...this.where(event)), event);
      });
    }
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const here = this.where(event);
    const before = /** @type {Point} */ (this.pointers.get(event.pointerId));
    if (this.pointers.size > 1) {
      this.pinch(event.pointerId, here);
    } else {
      const was = this.travel;
      this.travel += Math.abs(here[0] - before[0]) + Math.abs(here[1] - before[1]);
      if (was <= 5 && this.travel > 5) {
        this.carrying = this.hooks.grab?.(...this.toWorld(...(this.start ?? here)), event) ?? false;
      }
      if (this.carrying) this.hooks.carry?.(...this.toWorld(...here), event);
      else if (this.travel > 5) {
        this.board.classList.add("drag");
        this.pan(here[0] - before[0], here[1] - before[1]);
      }
    }
    this.pointers.set(event.pointerId, here);
  }

  /** @param {number} id @param {Point} here */
  pinch(id, here) {
    const old = [...this.pointers.entries()].slice(0, 2);
    const now = old.map(([key, p]) => (key === id ? here : p));
    const spread = (/** @type {Point[]} */ [a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
    const middle = (/** @type {Point[]} */ [a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const was = old.map(([, p]) => p);
    const [mx, my] = middle(now);
    const [ox, oy] = middle(was);
    this.pan(mx - ox, my - oy);
    this.zoomAt(mx, my, spread(now) / spread(was));
    this.travel = 99;
  }

  /** @param {PointerEvent} event @param {boolean} cancelled */
  letGo(event, cancelled) {
    if (!this.carrying) return;
    this.carrying = false;
    this.hooks.drop?.(...this.toWorld(...this.where(event)), event, cancelled);
  }
}
