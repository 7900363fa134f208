/** A game on the page: opened when all is there, and the screens between two players of a hot seat. */

import { el, fill, sleep } from "./dom.js";
import { GamePage } from "./page.js";
import { groundOf, HEX } from "./geometry.js";
import { opening } from "./opening.js";
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
  const parts = opening(id);
  const [game, sheet, { people, first, hidden, live }] = await Promise.all([parts.game, parts.sheet, parts.seating]);
  if (!Object.keys(sheet.places ?? {}).length) throw new Error(`${game.title_name} has no map to show yet.`);
  /** @type {Art} */
  let drawn = (await Promise.race([parts.art, sleep(PATIENCE)])) ?? plain(sheet);
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
        if (people.length > 1 && next && people.includes(next) && next !== side) sit(next, hidden);
      },
    }, early);
    early = null;
    if (late) page.banner.set("art", T.drawing);
  };
  parts.art.then((art) => {
    late = false;
    page?.banner.set("art", null);
    if (!art || art === drawn || left) return;
    drawn = art;
    page?.board.dress(art);
  });
  await sit(first, people.length > 1 && hidden && !game.result);
  return () => {
    left = true;
    early?.close();
    page?.close();
  };
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
