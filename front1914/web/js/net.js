/** Talking to the server: requests that are answered when they are durable, and one socket that tells what changed. */

/** A refusal of the server, in its own words. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{place?: string, reason?: string, rule?: string, good?: number}} error
   */
  constructor(status, error) {
    super(error.reason || `the server answered ${status}`);
    this.status = status;
    this.place = error.place ?? "";
    this.rule = error.rule ?? "";
    this.good = error.good;
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

/**
 * @param {string} path
 * @param {{method?: string, body?: any, text?: string, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function api(path, { method, body, text, signal } = {}) {
  /** @type {RequestInit} */
  const request = { method: method ?? (body === undefined && text === undefined ? "GET" : "POST"), signal };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { "Content-Type": "application/json" };
  } else if (text !== undefined) {
    request.body = text;
    request.headers = { "Content-Type": "text/plain" };
  } else if (request.method !== "GET") {
    request.headers = { "Content-Type": "application/json" };
  }
  let answer;
  try {
    answer = await fetch(`/api/${path}`, request);
  } catch (trouble) {
    if (signal?.aborted) throw trouble;
    throw new Unreachable("the server cannot be reached");
  }
  if (answer.status === 204) return null;
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, found.error ?? {});
  return found;
}

/** @param {string} path @param {Record<string, string | number | null | undefined>} query */
export function address(path, query) {
  const parts = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  return parts.length ? `${path}?${new URLSearchParams(parts.map(([k, v]) => [k, String(v)]))}` : path;
}

const WAITS = [250, 500, 1000, 2000];
const FINAL = new Set([4400, 4403, 4404, 4409, 4410, 1008]);
const PING_EVERY = 15_000;
const SILENCE = 32_000;

/**
 * The live connection of one board. It comes back by itself after a loss and asks for what it missed.
 *
 * It may be opened before there is anybody to listen; what comes is kept until somebody does.
 */
export class Live {
  /** @param {string} game @param {string} side */
  constructor(game, side) {
    this.game = game;
    this.side = side;
    /** @type {(() => void)[]} what came before anybody listened */
    this.early = [];
    /** @type {(message: any) => void} */
    this.hear = (message) => { this.early.push(() => this.hear(message)); };
    /** @type {(state: "open" | "lost" | "closed", reason?: string) => void} */
    this.state = (state, reason) => { this.early.push(() => this.state(state, reason)); };
    /** @type {number | null} */
    this.seq = null;
    this.tries = 0;
    this.stopped = false;
    this.heard = 0;
    this.wake = () => this.soon(0);
    addEventListener("online", this.wake);
    this.open();
  }

  /**
   * @param {(message: any) => void} hear gets every message
   * @param {(state: "open" | "lost" | "closed", reason?: string) => void} state gets "open", "lost" or "closed" with a reason
   */
  listen(hear, state) {
    this.hear = hear;
    this.state = state;
    for (const told of this.early.splice(0)) told();
  }

  open() {
    if (this.stopped) return;
    clearTimeout(this.later);
    const path = address(`/api/games/${this.game}/live`, { side: this.side, since: this.seq });
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.heard = Date.now();
      clearInterval(this.pinger);
      this.pinger = setInterval(() => this.ping(), PING_EVERY);
      if (this.seq !== null) this.state("open"); // nothing may have been missed, and then nothing comes
    };
    socket.onmessage = (event) => this.message(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      clearInterval(this.pinger);
      if (this.stopped) return;
      if (FINAL.has(event.code)) {
        this.close();
        this.state("closed", event.reason);
      } else {
        this.state("lost");
        this.soon(WAITS[Math.min(this.tries, WAITS.length - 1)]);
      }
    };
  }

  /** @param {any} message */
  message(message) {
    this.heard = Date.now();
    if (message.type === "pong") return;
    if (message.type === "change" && this.seq !== null && message.prev !== this.seq) {
      this.seq = null; // something was missed that cannot be told: begin anew
      this.socket?.close();
      return;
    }
    if (message.seq !== undefined) this.seq = message.seq;
    if (message.type === "table") this.state("open");
    this.hear(message);
    if (message.type === "change") this.state("open");
  }

  ping() {
    if (Date.now() - this.heard > SILENCE) this.socket?.close();
    else if (this.socket?.readyState === WebSocket.OPEN) this.socket.send('{"type": "ping"}');
  }

  /** @param {number} wait */
  soon(wait) {
    if (this.stopped || this.socket?.readyState === WebSocket.OPEN) return;
    this.tries += 1;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.open(), wait);
  }

  close() {
    this.stopped = true;
    removeEventListener("online", this.wake);
    clearTimeout(this.later);
    clearInterval(this.pinger);
    this.socket?.close();
  }
}
