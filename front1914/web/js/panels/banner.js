/** Slips across the head of the map: a lost server, a computer that thinks, what happened meanwhile, the past that is shown. */

import { el, fill } from "../dom.js";
import { T } from "../texts.js";

export class Banner {
  /** @param {import("../table.js").Table} table @param {{whatIf: () => void, takeBack: (to: number) => void, reseat: (side: string, seat: "human" | "level") => void}} does */
  constructor(table, does) {
    this.table = table;
    this.does = does;
    this.node = el("div", { class: "banners", "data-ui": true });
    /** @type {Map<string, HTMLElement>} */
    this.slips = new Map();
  }

  /**
   * @param {string} id
   * @param {string | null} text null takes the slip away
   * @param {[string, () => void][]} [buttons]
   * @param {string} [kind]
   */
  set(id, text, buttons = [], kind = "") {
    const old = this.slips.get(id);
    if (text === null) {
      old?.remove();
      this.slips.delete(id);
      return;
    }
    const slip = old ?? el("div");
    slip.className = `banner ${kind}`;
    slip.setAttribute("role", kind === "alarm" ? "alert" : "status");
    slip.dataset.banner = id;
    fill(slip, el("span", { text }), buttons.map(([label, onclick]) => el("button", { class: "btn", text: label, onclick })));
    if (!old) {
      this.slips.set(id, slip);
      this.node.append(slip);
    }
  }

  link() {
    const { link } = this.table;
    if (link === "lost") {
      this.lost = true;
      this.set("link", T.lost, [], "alarm");
    } else if (link === "closed") this.set("link", T.closed, [], "alarm");
    else if (this.lost) {
      this.lost = false;
      this.set("link", T.found, [], "good");
      setTimeout(() => { if (this.table.link === "open") this.set("link", null); }, 1800);
    } else this.set("link", null);
  }

  computer() {
    const { computer, sheet } = this.table;
    const name = sheet.sides[computer.side ?? ""]?.name ?? T.theComputer;
    clearTimeout(this.slow);
    const go = (/** @type {string} */ what) => this.table.send("computer", { do: what }).catch(() => undefined);
    if (computer.state === "thinking") this.slow = setTimeout(() => this.set("computer", T.nowThinks(name), [[T.stop, () => go("stop")]]), 900);
    else if (computer.state === "stopped" || computer.state === "trouble") {
      const side = computer.side ?? this.table.view?.deciding ?? "";
      const text = computer.state === "stopped" ? T.stopped : (computer.reason ?? T.trouble);
      this.set("computer", text, [[T.goOn, () => go("go")], [T.otherLevel, () => this.does.reseat(side, "level")], [T.takeOver(name), () => this.does.reseat(side, "human")]], computer.state === "trouble" ? "alarm" : "");
    }
    else this.set("computer", null);
  }

  past() {
    const { past, length, side, view } = this.table;
    if (past === null) return this.set("past", null);
    const { late, game, sheet } = this.table;
    if (late) return this.set("past", T.lateView(game.players?.[late.side] ?? sheet.sides[late.side]?.name ?? late.side, late.delay, past), [[T.backToNow, () => this.table.present()]], "past");
    /** @type {[string, () => void][]} */
    const buttons = [[T.backToNow, () => this.table.present()], [T.whatIf, () => this.does.whatIf()]];
    if (side !== "observer" && !view?.result) buttons.push([T.takeBack, () => this.does.takeBack(past)]);
    return this.set("past", T.past(past, length), buttons, "past");
  }

  pace() {
    this.set("pace", this.table.behind && this.table.past === null ? T.watching : null, [[T.skip, () => this.table.flush()]]);
  }
}
