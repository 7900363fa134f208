/** What a game needs before it can be shown: its record, sheet and drawn map, what its title is, and the connection. */

import { api, Live, Refused } from "./net.js";

/**
 * @typedef {object} Opening
 * @property {Promise<GameRecord>} game
 * @property {Promise<Sheet>} sheet
 * @property {Promise<Art | null>} art null where a plain grid is drawn instead
 * @property {Promise<Seating>} seating
 *
 * @typedef {object} Seating who sits here
 * @property {string[]} people
 * @property {string} first who sits down first
 * @property {boolean} hidden whether sides keep secrets from one another
 * @property {Live | null} live the connection of who sits down first, opened while the map is on its way; not where a
 *   cover comes first, for nothing of a side may reach the page before its player says that he is there
 */

/** @param {string} id @returns {Opening} */
export function ask(id) {
  const game = record(id);
  const opening = {
    game,
    sheet: game.then((found) => load(found.sheet)),
    art: game.then((found) => load(found.art ?? `titles/${found.title}/art`)).catch(() => null),
    seating: game.then(knock),
  };
  for (const part of Object.values(opening)) part.catch(() => {}); // whoever waits for it hears of it
  return opening;
}

/** @param {string} id @returns {Promise<GameRecord>} */
async function record(id) {
  const { game } = await api(`games/${id}`);
  if (game.trouble) throw new Refused(409, { reason: game.trouble, good: game.good ?? undefined });
  return game;
}

/** @param {GameRecord} game @returns {Promise<Seating>} */
async function knock(game) {
  const title = await api(`titles/${game.title}`);
  if (game.rules !== title.rules_version) await api(`games/${game.id}/decision?side=observer`); // says how far a game of older rules goes
  const people = Object.entries(game.seats).filter(([side, s]) => s.kind === "human" && (game.mine?.includes(side) ?? true)).map(([side]) => side);
  const seat = new URLSearchParams(location.search).get("seat"); // a notice leads to the seat that it is about
  const first = seat && people.includes(seat) ? seat : people.includes(game.deciding ?? "") ? /** @type {string} */ (game.deciding) : (people[0] ?? "observer");
  return { people, first, hidden: title.hidden, live: title.hidden && people.length > 1 ? null : new Live(game.id, first) };
}

/** @param {string} path a path of the API, in full or without its beginning @returns {Promise<any>} */
function load(path) {
  return api(path.replace(/^\/api\//, ""));
}

const [, room, id] = location.pathname.split("/");
/** @type {{id: string, opening: Opening} | null} whoever comes by the address of a game is asked for while the other modules are on their way */
let begun = room === "game" && id ? { id, opening: ask(id) } : null;

/** What was asked for already, else it is asked for now. @param {string} id @returns {Opening} */
export function opening(id) {
  const early = begun?.id === id ? begun.opening : null;
  begun = null;
  return early ?? ask(id);
}
