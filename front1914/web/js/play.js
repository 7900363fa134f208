/** Opening a game: who sits here, what must be loaded, and the screens between two players of a hot seat. */

import { el, fill, sleep } from "./dom.js";
import { GamePage } from "./page.js";
import { groundOf, HEX } from "./geometry.js";
import { api } from "./net.js";
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
  fill(root, el("main", { class: "unrolling" }, el("p", { text: T.loading })));
  const { game } = /** @type {{game: GameRecord}} */ (await api(`games/${id}`));
  if (game.trouble) throw new Error(game.trouble);
  const coming = loadArt(game);
  const [sheet, title] = await Promise.all([load(game.sheet), api(`titles/${game.title}`)]);
  if (!Object.keys(sheet.places ?? {}).length) throw new Error(`${game.title_name} has no map to show yet.`);
  /** @type {Art} */
  let drawn = (await Promise.race([coming, sleep(PATIENCE)])) ?? plain(sheet);
  const people = Object.entries(game.seats).filter(([, s]) => s.kind === "human").map(([side]) => side);
  /** @type {GamePage | null} */
  let page = null;
  let left = false;

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
    });
  };
  coming.then((art) => {
    if (!art || art === drawn || left) return;
    drawn = art;
    page?.board.dress(art);
  });
  const first = people.includes(game.deciding ?? "") ? /** @type {string} */ (game.deciding) : (people[0] ?? "observer");
  await sit(first, people.length > 1 && title.hidden && !game.result);
  return () => {
    left = true;
    page?.close();
  };
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
