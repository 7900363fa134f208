/** The way in: the library, a game, its review, the sand table, the handbook or the rules of a title, by the address. */

import { openDoor } from "./club.js";
import { el, fill, find } from "./dom.js";
import { openHandbook } from "./handbook.js";
import { openLibrary } from "./library.js";
import { api, Refused } from "./net.js";
import { openGame } from "./play.js";
import { openReview } from "./review.js";
import { openRulebook } from "./rulebook.js";
import { openSandTable } from "./sandtable.js";
import { T } from "./texts.js";

const DOORS = ["join", "enter", "pass", "confirm"]; // pages that a secret in the address opens
const root = find("#app");
/** @type {(() => void) | null} */
let leave = null;
let visit = 0;

/** @param {string} path */
function go(path) {
  if (path !== location.pathname + location.search + location.hash) history.pushState(null, "", path);
  route();
}

async function route() {
  const mine = ++visit;
  leave?.();
  leave = null;
  const [, room, id, more] = location.pathname.split("/").map(decodeURIComponent);
  try {
    const left = DOORS.includes(room) ? await openDoor(root, room, { go }) : room === "game" && id ? await openGame(root, id, { go }) : room === "review" && id ? await openReview(root, id, { go }) : room === "handbook" && id ? await openHandbook(root, id, more, { go }) : room === "sandtable" && id ? await openSandTable(root, id, { go }) : room === "rules" && id ? await openRulebook(root, id, more, { go }) : await openLibrary(root, { go });
    if (mine === visit) leave = left;
    else left();
  } catch (trouble) {
    if (mine === visit) sorry(/** @type {Error} */ (trouble));
  }
}

/** @param {Error} trouble */
function sorry(trouble) {
  document.body.className = "library";
  const part = trouble instanceof Refused && trouble.good ? el("button", { class: "btn go", text: T.openPart(trouble.good), onclick: salvage }) : null;
  fill(root, el("main", { class: "sorry paper" }, el("h1", { text: T.cannotOpen }), el("p", { text: trouble.message }),
    el("div", { class: "buttons" }, part, el("button", { class: "btn plain", text: T.tryAgain, onclick: route }), el("button", { class: "btn go", text: T.library, onclick: () => go("/") }))));
}

/** Of a game of older rules: what the present ones allow, as a game of its own. */
async function salvage() {
  try {
    const { game } = await api(`games/${location.pathname.split("/")[2]}/salvage`, { method: "POST" });
    go(`/game/${game.id}`);
  } catch (trouble) {
    sorry(/** @type {Error} */ (trouble));
  }
}

addEventListener("popstate", route);
route();
