/** Where the places of a sheet lie on the map: hexes by arithmetic, areas by their outlines. World units: 100 to a hex. */

export const HEX = 100;
const RADIUS = HEX / Math.sqrt(3);
const CELL = 60;
const DISC = 46;

/** @param {number} v */
const short = (v) => String(Math.round(v * 10) / 10);

/**
 * What every kind of map can tell.
 * @typedef {object} Ground
 * @property {boolean} hex
 * @property {string[]} ids
 * @property {(id: string) => Point} centre
 * @property {(id: string, scale?: number) => string} outline path data of a place
 * @property {(ids: Set<string>) => string} edge path data of the outer edge of a set
 * @property {(x: number, y: number) => string | null} at
 * @property {(id: string) => string[]} neighbours
 * @property {(id: string) => boolean} has
 * @property {((id: string) => Place | undefined)=} place what the sheet says of an area
 */

/** @param {Sheet} sheet @returns {Ground} */
export function groundOf(sheet) {
  return sheet.kind === "area" ? new Areas(sheet) : new Hexes(sheet);
}

/** @implements {Ground} */
class Hexes {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.hex = true;
    /** @type {Map<string, Point>} */
    this.spots = new Map();
    /** @type {Map<string, string[]>} */
    this.cells = new Map();
    const turn = sheet.orientation === "flat" ? 0 : -90;
    this.corner = Array.from({ length: 6 }, (_, i) => {
      const a = ((turn + 60 * i) * Math.PI) / 180;
      return /** @type {Point} */ ([RADIUS * Math.cos(a), RADIUS * Math.sin(a)]);
    });
    /* the neighbour across side i, between corner i and i + 1 */
    this.steps = this.corner.map((c, i) => {
      const d = this.corner[(i + 1) % 6];
      return /** @type {Point} */ ([c[0] + d[0], c[1] + d[1]]);
    });
    for (const [id, place] of Object.entries(sheet.places)) {
      const spot = /** @type {Point} */ ([place.x * HEX, place.y * HEX]);
      this.spots.set(id, spot);
      const key = this.cell(...spot);
      const list = this.cells.get(key);
      if (list) list.push(id);
      else this.cells.set(key, [id]);
    }
    this.ids = [...this.spots.keys()];
  }

  /** @param {number} x @param {number} y @param {number} [dx] @param {number} [dy] */
  cell(x, y, dx = 0, dy = 0) {
    return `${Math.floor(x / CELL) + dx},${Math.floor(y / CELL) + dy}`;
  }

  /** @param {string} id */
  has(id) {
    return this.spots.has(id);
  }

  /** @param {string} id @returns {Point} */
  centre(id) {
    return this.spots.get(id) ?? [0, 0];
  }

  /** @param {string} id @param {number} [scale] */
  outline(id, scale = 1) {
    const [x, y] = this.centre(id);
    return `M${this.corner.map((c) => `${short(x + c[0] * scale)} ${short(y + c[1] * scale)}`).join("L")}z`;
  }

  /** @param {number} x @param {number} y @param {number} [within] */
  nearest(x, y, within = RADIUS) {
    let best = null;
    let least = within * within;
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const id of this.cells.get(this.cell(x, y, dx, dy)) ?? []) {
          const [px, py] = this.centre(id);
          const far = (px - x) ** 2 + (py - y) ** 2;
          if (far < least) [best, least] = [id, far];
        }
      }
    }
    return best;
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    const id = this.nearest(x, y);
    if (id === null) return null;
    const [cx, cy] = this.centre(id);
    const inside = this.steps.every(([sx, sy]) => ((x - cx) * sx + (y - cy) * sy) / HEX <= HEX / 2 + 0.5);
    return inside ? id : null;
  }

  /** @param {string} id @returns {(string | null)[]} by side, null where the map ends */
  around(id) {
    const [x, y] = this.centre(id);
    return this.steps.map(([dx, dy]) => this.nearest(x + dx, y + dy, 8));
  }

  /** @param {string} id */
  neighbours(id) {
    return /** @type {string[]} */ (this.around(id).filter((n) => n !== null));
  }

  /** @param {Set<string>} ids */
  edge(ids) {
    let d = "";
    for (const id of ids) {
      const [x, y] = this.centre(id);
      this.around(id).forEach((n, i) => {
        if (n !== null && ids.has(n)) return;
        const a = this.corner[i];
        const b = this.corner[(i + 1) % 6];
        d += `M${short(x + a[0])} ${short(y + a[1])}L${short(x + b[0])} ${short(y + b[1])}`;
      });
    }
    return d;
  }
}

/** @implements {Ground} */
class Areas {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.hex = false;
    this.places = sheet.places;
    this.ids = Object.keys(sheet.places);
    /** @type {Record<string, string>} */
    this.shapes = {};
    /** @type {Record<string, Path2D>} */
    this.tests = {};
    for (const [id, d] of Object.entries(sheet.outline ?? {})) {
      this.shapes[id] = scaled(d, HEX);
      this.tests[id] = new Path2D(this.shapes[id]);
    }
    /** @type {Map<string, Set<string>>} */
    this.beside = new Map(this.ids.map((id) => [id, new Set()]));
    for (const { a, b } of sheet.links ?? []) {
      this.beside.get(a)?.add(b);
      this.beside.get(b)?.add(a);
    }
    this.probe = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  }

  /** @param {string} id */
  has(id) {
    return id in this.places;
  }

  /** @param {string} id */
  place(id) {
    return this.places[id];
  }

  /** @param {string} id @returns {Point} */
  centre(id) {
    const place = this.places[id];
    return place ? [place.x * HEX, place.y * HEX] : [0, 0];
  }

  /** A place without an outline is a disc. @param {string} id */
  outline(id) {
    if (this.shapes[id]) return this.shapes[id];
    const [x, y] = this.centre(id);
    return `M${short(x - DISC)} ${short(y)}a${DISC} ${DISC} 0 1 0 ${2 * DISC} 0a${DISC} ${DISC} 0 1 0 ${-2 * DISC} 0z`;
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    const inside = this.ids.find((id) => this.tests[id] && this.probe.isPointInPath(this.tests[id], x, y));
    if (inside) return inside;
    return this.ids.find((id) => {
      const [cx, cy] = this.centre(id);
      return !this.tests[id] && Math.hypot(cx - x, cy - y) < DISC;
    }) ?? null;
  }

  /** @param {string} id */
  neighbours(id) {
    return [...(this.beside.get(id) ?? [])];
  }

  /** @param {Set<string>} ids */
  edge(ids) {
    return [...ids].map((id) => this.outline(id)).join("");
  }
}

/**
 * Path data with every figure multiplied; commands with arcs are not expected in outlines.
 * @param {string} d
 * @param {number} factor
 */
export function scaled(d, factor) {
  return d.replace(/-?\d*\.?\d+(?:e-?\d+)?/g, (figure) => ` ${short(Number(figure) * factor)}`);
}

/**
 * A smooth arrow through points, with its head.
 * @param {Point[]} points
 * @returns {{line: string, head: string}}
 */
export function arrow(points) {
  const last = points[points.length - 1];
  const before = points[points.length - 2];
  const far = Math.hypot(last[0] - before[0], last[1] - before[1]) || 1;
  const [ux, uy] = [(last[0] - before[0]) / far, (last[1] - before[1]) / far];
  const tip = [last[0] - ux * 15, last[1] - uy * 15];
  let line = `M${points[0].map(short).join(" ")}`;
  for (let i = 1; i < points.length - 1; i++) {
    const middle = [(points[i][0] + points[i + 1][0]) / 2, (points[i][1] + points[i + 1][1]) / 2];
    line += `Q${points[i].map(short).join(" ")} ${middle.map(short).join(" ")}`;
  }
  line += `L${tip.map(short).join(" ")}`;
  const head = [[16, 0], [-6, 10], [-1, 0], [-6, -10]].map(
    ([a, b]) => `${short(tip[0] + ux * a - uy * b)} ${short(tip[1] + uy * a + ux * b)}`,
  );
  return { line, head: `M${head.join("L")}z` };
}
