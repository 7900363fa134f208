/** What a player prefers, kept by the browser. */

const KEY = "front1914.settings";

/**
 * @typedef {object} Settings
 * @property {number} pace milliseconds between two steps of another side; 0 shows them at once
 * @property {boolean} motion whether counters glide
 * @property {boolean} ids hex numbers on the map
 * @property {boolean} names
 * @property {boolean} counters
 * @property {boolean} contrast stronger lines and text, calmer ground
 * @property {boolean} confirm ask before ending a phase or committing an attack
 * @property {boolean} catchup play what happened since the last look
 * @property {string[]} overlays overlays switched on
 * @property {boolean} panel overlay panel open
 * @property {boolean} prospects the bar of both sides' prospects, alone against the computer
 * @property {boolean} objectives pennants on the places that count
 * @property {boolean} trails where the other side went
 * @property {boolean} remind ask before a phase ends while something is left
 * @property {"all" | "mine" | "none"} results whose results of battles stay until they are acknowledged
 */

/** @type {Settings} */
const USUAL = {
  pace: 700,
  motion: true,
  ids: false,
  names: true,
  counters: true,
  contrast: false,
  confirm: false,
  catchup: true,
  overlays: [],
  panel: false,
  prospects: true,
  objectives: true,
  results: "mine",
  remind: true,
  trails: true,
};

/** @returns {Settings} */
function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

/** @type {Settings} */
export const settings = read();
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {Partial<Settings>} some */
export function change(some) {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser without storage forgets; nothing else is lost
  }
  for (const listener of listeners) listener();
}

/** @param {() => void} listener @returns {() => void} how to stop listening */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** May things move on the screen? */
export function moving() {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How far this player has seen a game. @param {string} game @param {string} side */
export function seen(game, side) {
  const found = localStorage.getItem(`front1914.seen.${game}.${side}`);
  return found === null ? null : Number(found);
}

/** @param {string} game @param {string} side @param {number} length */
export function markSeen(game, side, length) {
  try {
    localStorage.setItem(`front1914.seen.${game}.${side}`, String(length));
  } catch {
    // as above
  }
}

/** Where a player looked last, for as long as the browser's window is open. @param {string} game @param {string} side @returns {{spot: Point, zoom: number} | null} */
export function keptEye(game, side) {
  try {
    return JSON.parse(sessionStorage.getItem(`front1914.eye.${game}.${side}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} game @param {string} side @param {{spot: Point, zoom: number}} eye */
export function keepEye(game, side, eye) {
  try {
    sessionStorage.setItem(`front1914.eye.${game}.${side}`, JSON.stringify(eye));
  } catch {
    // as above
  }
}
