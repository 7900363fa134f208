/**
 * What may be answered: the actions of a decision sorted by where a player gives them: on a place, on a piece, by a button.
 * Actions that take two places are put behind one button; their places are then picked one after the other on the map.
 */

import { T } from "./texts.js";

export class Answers {
  /**
   * @param {Sheet} sheet
   * @param {Decision | null} decision
   */
  constructor(sheet, decision) {
    this.sheet = sheet;
    this.decision = decision;
    /** @type {Map<string, Answer[]>} */
    this.onPlace = new Map();
    /** @type {Map<string, Answer[]>} */
    this.onPiece = new Map();
    /** @type {Answer[]} */
    this.buttons = [];
    /** @type {Map<string, Answer[]>} actions that take two places, by verb */
    this.pairs = new Map();
    /** @type {string | null} while two places are picked: what is asked now */
    this.asks = null;
    /** @type {string | null} while two places are picked: the first of them */
    this.first = null;
    /** @type {Answer[]} what is asked for seldom, and therefore stands in the list of choices only */
    this.minor = [];
    for (const [verb, args] of Object.entries(decision?.actions ?? {})) {
      for (const arg of args ?? [null]) if (sheet.minor?.includes(verb)) this.minor.push({ verb, arg }); else this.sort({ verb, arg });
    }
    for (const [verb, list] of this.pairs) {
      if (list.length > 1) this.buttons.push({ verb, arg: null, pick: "first" });
      else this.buttons.push(...list);
    }
    const together = (sheet.gathers ?? []).filter((key) => key.startsWith(`${decision?.step}: `)).map((key) => key.slice(key.indexOf(": ") + 2));
    for (const verb of together) if ((decision?.actions[verb]?.length ?? 0) > 1) this.buttons.push({ verb, arg: null, pick: "all" });
  }

  /** What is written under a verb, in this step or in any. @template V @param {Record<string, V> | undefined} words @param {string} verb @returns {V | undefined} */
  word(words, verb) {
    return words?.[`${this.decision?.step}: ${verb}`] ?? words?.[verb];
  }

  /** The answer that only ends what a piece was doing. @returns {Answer | null} */
  get stop() {
    return this.buttons.find((a) => a.arg === null && !a.pick && this.sheet.stops?.includes(a.verb)) ?? null;
  }

  /**
   * Picking two places: what may be clicked first, or second once one is picked. A place of one pair only needs no second click.
   * @param {string} verb
   * @param {string | null} first
   */
  picking(verb, first) {
    const found = new Answers(this.sheet, null);
    const pairs = (this.pairs.get(verb) ?? []).map((a) => ({ a, ends: ends(a) })).filter((p) => first === null || p.ends.includes(first));
    for (const place of new Set(pairs.flatMap((p) => p.ends))) {
      const mine = pairs.filter((p) => p.ends.includes(place)).map((p) => p.a);
      if (place !== first) found.onPlace.set(place, first !== null || mine.length === 1 ? mine : [{ verb, arg: place, pick: "second" }]);
    }
    found.buttons.push({ verb: "back", arg: null, pick: "back" });
    found.asks = T.pick(this.label({ verb, arg: null }), first === null ? null : (this.sheet.places[first]?.name ?? this.sheet.places[first]?.near ?? first));
    found.first = first;
    return found;
  }

  /** @param {Answer} answer */
  sort(answer) {
    const arg = String(answer.arg);
    const kind = this.sheet.takes?.[answer.verb] ?? "choice";
    const map = kind === "piece" ? this.onPiece : kind === "place" && arg in this.sheet.places ? this.onPlace : kind === "pair" ? this.pairs : null;
    const key = kind === "pair" ? answer.verb : arg;
    if (map === null) this.buttons.push(answer);
    else map.set(key, [...(map.get(key) ?? []), answer]);
  }

  get any() {
    return this.onPlace.size + this.onPiece.size + this.buttons.length > 0;
  }

  /** The button that goes on: what is committed, or the end of this step. @returns {Answer | null} */
  get main() {
    const plain = this.buttons.filter((a) => a.arg === null && !a.pick);
    const onward = (this.sheet.onward ?? []).map((verb) => plain.find((a) => a.verb === verb)).find(Boolean);
    return plain.find((a) => this.risky(a)) ?? onward ?? (plain.length === 1 && this.buttons.length === 1 ? plain[0] : null);
  }

  /** Every answer once, pieces first. @returns {Answer[]} */
  get all() {
    return [...[...this.onPiece.values()].flat(), ...[...this.onPlace.values()].flat(), ...this.buttons, ...this.minor];
  }

  /** @param {Answer} answer */
  hint(answer) {
    return this.decision?.hints?.[answer.arg === null ? answer.verb : `${answer.verb} ${answer.arg}`] ?? null;
  }

  /** What a player wants to know of an answer before choosing it, in words. @param {Answer} answer @returns {string[]} */
  told(answer) {
    const hint = this.hint(answer) ?? {};
    const thrown = this.throws(answer);
    return [thrown ? T.thrownShort[thrown] : "", hint.left === undefined ? "" : T.pointsLeft(hint.left), hint.stop ? T.mustStop : "", hint.mark ?? "", hint.text ?? ""].filter(Boolean);
  }

  /** The way to a place, as hints tell it. @param {Answer} answer @returns {string[] | null} */
  path(answer) {
    const hints = this.decision?.hints ?? {};
    /** @type {string[]} */
    const tail = [];
    let id = String(answer.arg);
    for (let guard = 0; guard < 500; guard++) {
      const hint = hints[`${answer.verb} ${id}`];
      if (!hint) return null;
      if (hint.via === undefined) return hint.path ? [...hint.path, ...tail] : null;
      tail.unshift(id);
      id = hint.via;
    }
    return null;
  }

  /** The words on a button. @param {Answer} answer */
  label(answer) {
    if (answer.pick === "all") return T.together(this.decision?.actions[answer.verb]?.length ?? 0);
    const labels = this.sheet.labels ?? {};
    const verb = labels[`${this.decision?.step}: ${answer.verb}`] ?? labels[answer.verb] ?? tidy(answer.verb);
    if (answer.arg === null) return verb;
    const arg = String(answer.arg);
    const exact = labels[`${answer.verb} ${arg}`];
    if (exact) return exact;
    const piece = this.sheet.pieces[arg];
    if (piece) return answer.verb === "unit" && verb === tidy("unit") ? piece.name : `${verb.replace(/:$/, "")}: ${piece.name}`;
    const place = this.sheet.places[arg];
    if (place) return `${verb} ${place.name || place.near ? `${place.name ?? place.near} (${arg})` : arg}`;
    return `${verb} ${labels[arg] ?? arg.replaceAll("_", " ")}`;
  }

  /** The words on a slip that asks which of several is meant: what all of them have in common need not be said. @param {Answer} answer @param {Answer[]} among */
  among(answer, among) {
    const piece = this.sheet.pieces[String(answer.arg)];
    return piece && among.every((a) => a.verb === answer.verb) ? piece.name : this.label(answer);
  }

  /** Does it give way where a place is offered too? @param {Answer} answer */
  weak(answer) {
    return this.sheet.weak?.includes(`${this.decision?.step}: ${answer.verb}`) ?? false;
  }

  /** Do pieces glow that nothing needs: all is arranged, and may be left so? */
  get spare() {
    const lists = [...this.onPiece.values()];
    return lists.length > 0 && lists.every((list) => list.every((a) => this.sheet.spare?.includes(`${this.decision?.step}: ${a.verb}`)));
  }

  /** Does a die follow, or something that cannot be taken back? @param {Answer} answer */
  risky(answer) {
    return answer.arg === null && (this.sheet.risky ?? []).includes(answer.verb);
  }

  /** What follows an answer that nobody can take back: told of the answer itself, or of its verb. @param {Answer} answer @returns {"die" | "reveal" | "draw" | null} */
  throws(answer) {
    if (answer.pick) return null;
    return this.hint(answer)?.throws ?? this.word(this.sheet.throws, answer.verb) ?? null;
  }

  /** Does it end a phase? @param {Answer} answer */
  ending(answer) {
    return answer.arg === null && (this.sheet.ends ?? []).includes(answer.verb);
  }

  /**
   * What to ask the server about something that is not offered: the verbs of this decision that take such a thing, offered ones first.
   * @param {"place" | "piece"} kind
   */
  candidates(kind) {
    const now = kind === "place" ? this.onPlace : this.onPiece;
    const offered = [...now.values()].flat().map((a) => a.verb);
    const known = (this.decision?.verbs ?? []).filter((verb) => this.sheet.takes?.[verb] === kind);
    return [...new Set([...offered, ...known])].slice(0, 3);
  }
}

/** The two places of "0812/0912". @param {Answer} answer */
function ends(answer) {
  return typeof answer.arg === "string" ? answer.arg.split("/") : [];
}

/** @param {string} verb */
export function tidy(verb) {
  const words = verb.replaceAll("_", " ");
  return words[0].toUpperCase() + words.slice(1);
}
