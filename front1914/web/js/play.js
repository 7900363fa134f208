/** Opening a game: who sits here, what must be loaded, and the screens between two players of a hot seat. */

import { el, fill, sleep } from "./dom.js";
import { GamePage } from "./page.js";
import { groundOf, HEX } from "./geometry.js";
import { api, Live, Refused } from "./net.js";
import { handOver } from "./panels/handover.js";
import { T } from "./texts.js";

const PATIENCE = 600; // milliseconds that the board waits for a drawn map before it opens on a plain one

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {{go: (path: string) => void}} router
 * @returns {Promise<() => void>} how to leave
 */
export async function openGame(root, id, router) {
  document.body.className = "loading";
  for (const face of document.fonts) face.load().catch(() => {}); // else they are asked for when all is laid out, and it is laid out again
  fill(root, el("main", { class: "unrolling" }, el("p", { text: T.loading })));
  const { game } = /** @type {{game: GameRecord}} */ (await api(`games/${id}`));
  if (game.trouble) throw new Refused(409, { reason: game.trouble, good: game.good ?? undefined });
  const people = Object.entries(game.seats).filter(([side, s]) => s.kind === "human" && (game.mine?.includes(side) ?? true)).map(([side]) => side);
  const seat = new URLSearchParams(location.search).get("seat"); // a notice leads to the seat that it is about
  const first = seat && people.includes(seat) ? seat : people.includes(game.deciding ?? "") ? /** @type {string} */ (game.deciding) : (people[0] ?? "observer");
  const coming = loadArt(game);
  const [sheet, { title, live }] = await Promise.all([load(game.sheet), knock(game, people, first)]);
  if (!Object.keys(sheet.places ?? {}).length) throw new Error(`${game.title_name} has no map to show yet.`);
  /** @type {Art} */
  let drawn = (await Promise.race([coming, sleep(PATIENCE)])) ?? plain(sheet);
  /** @type {GamePage | null} */
  let page = null;
  let left = false;
  let early = live;
  let late = true; // the drawn map is on its way

  /** @param {string} side @param {boolean} cover */
  const sit = async (side, cover) => {
    page?.close();
    page = null;
    if (cover) await handOver(root, sheet, side);
    if (left) return;
    page = new GamePage(root, game, side, sheet, drawn, {
      go: router.go,
      eyes: (other) => { sit(other, false); },
      decidesNext: (next) => {
        if (people.length > 1 && next && people.includes(next) && next !== side) sit(next, title.hidden);
      },
    }, early);
    early = null;
    if (late) page.banner.set("art", T.drawing);
  };
  coming.then((art) => {
    late = false;
    page?.banner.set("art", null);
    if (!art || art === drawn || left) return;
    drawn = art;
    page?.board.dress(art);
  });
  await sit(first, people.length > 1 && title.hidden && !game.result);
  return () => {
    left = true;
    early?.close();
    page?.close();
  };
}

/**
 * What the title is, and the connection of who sits down first, opened while the map is on its way; not where a cover comes
 * first, for nothing of a side may reach the page before its player says that he is there.
 * @param {GameRecord} game
 * @param {string[]} people
 * @param {string} first
 * @returns {Promise<{title: any, live: Live | null}>}
 */
async function knock(game, people, first) {
  const title = await api(`titles/${game.title}`);
  if (game.rules !== title.rules_version) await api(`games/${game.id}/decision?side=observer`); // says how far a game of older rules goes
  return { title, live: title.hidden && people.length > 1 ? null : new Live(game.id, first) };
}

/** @param {string} path a full path of the API @returns {Promise<any>} */
function load(path) {
  return api(path.replace(/^\/api\//, ""));
}

/** @param {GameRecord} game @returns {Promise<Art | null>} */
async function loadArt(game) {
  try {
    return await load(game.art ?? `titles/${game.title}/art`);
  } catch {
    return null; // a plain grid is drawn instead
  }
}

/** A map without art: paper and the outlines of the places. @param {Sheet} sheet @returns {Art} */
export function plain(sheet) {
  const ground = groundOf(sheet);
  const spots = ground.ids.map((id) => ground.centre(id));
  const xs = spots.map((p) => p[0]);
  const ys = spots.map((p) => p[1]);
  const margin = HEX;
  const grid = ground.ids.map((id) => ground.outline(id)).join("");
  return {
    frame: [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin],
    base: `<path class="grid" d="${grid}"/>`,
    names: "",
  };
}
