/** Who I am in a club: signing in, password, notices, holiday, profile, devices. */

import { confirm, dialog, notice } from "./dialogs.js";
import { el, fill } from "./dom.js";
import { api } from "./net.js";
import { T } from "./texts.js";

/** @typedef {{id: string, name: string}} Person */
/** @typedef {{id: string, kind: "mail" | "hook" | "push", address: string, confirmed: boolean, events: string[], label: string, told?: boolean | null}} Way */

export const alarm = (/** @type {Error} */ trouble) => notice(trouble.message, { kind: "alarm" });
export const NAMES = { kind: "club" };
const EVENTS = /** @type {const} */ (["move", "asked", "talk", "over"]);

/** @returns {Promise<Person | null>} */
export async function whoAmI() {
  return (await api("me")).person;
}

/** A day as people write it. @param {string} moment */
export const day = (moment) => new Date(moment).toLocaleDateString(undefined, { day: "numeric", month: "short" });

/** Asks for a name and signs in by it; or by a password, or by a link. @param {string} [about] @returns {Promise<Person | null>} */
export async function signIn(about = T.signInAbout) {
  /** @type {Person | null} */
  let found = null;
  const field = text(T.yourName, 60, { autofocus: true });
  const send = async (/** @type {string} */ path, /** @type {any} */ body, /** @type {() => void} */ close) => {
    found = await api(path, { body }).then((r) => r.person, (e) => { alarm(e); return null; });
    if (found) close();
  };
  await dialog(T.signIn, (close) => [
    form(() => { if (field.value.trim()) send("me", { name: field.value.trim() }, close); }, el("p", { text: about }), field, submit(T.signIn)),
    el("details", { class: "more" }, el("summary", { text: T.withPassword }), passwordForm((name, password) => send("me/login", { name, password }, close), T.signIn)),
    el("details", { class: "more" }, el("summary", { text: T.withMail }), mailForm()),
  ], NAMES);
  return found;
}

/** @param {(name: string, password: string) => void} done @param {string} word */
function passwordForm(done, word) {
  const name = text(T.yourName, 120, { autocomplete: "username" });
  const password = el("input", { type: "password", maxlength: 200, "aria-label": T.password, placeholder: T.password, autocomplete: "current-password" });
  return form(() => { if (name.value.trim() && password.value) done(name.value.trim(), password.value); }, name, password, submit(word));
}

function mailForm() {
  const field = text(T.mailAddress, 500, { autocomplete: "email" });
  return form(async () => {
    if (!field.value.trim()) return;
    await api("me/link", { body: { address: field.value.trim() } }).then(() => notice(T.mailSent), alarm);
  }, field, submit(T.withMail));
}

/** @param {string} label @param {number} most @param {Record<string, any>} [more] */
const text = (label, most, more = {}) => el("input", { type: "text", maxlength: most, "aria-label": label, placeholder: label, ...more });
/** @param {string} word */
const submit = (word) => el("div", { class: "buttons" }, el("button", { class: "btn go", type: "submit", text: word }));
/** @param {() => any} done @param {...(Node | null)} inside */
const form = (done, ...inside) => el("form", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); done(); } }, inside);

/** Who is signed in, at the head of the library. @param {Person | null} person @param {() => void} changed */
export function passport(person, changed) {
  if (!person) return el("button", { class: "sign-in", text: T.signIn, onclick: async () => { if (await signIn()) changed(); } });
  return el("button", { class: "sign-in", text: person.name, "aria-label": T.signedIn(person.name), onclick: () => account(person, changed) });
}

/** A link to copy. @param {string} path */
export function link(path) {
  const address = `${location.origin}${path}`;
  const field = el("input", { type: "text", readonly: true, value: address, "aria-label": T.link, onfocus: () => field.select() });
  return el("div", { class: "copy" }, field, el("button", { class: "btn", text: T.copy, onclick: async () => {
    field.select();
    await navigator.clipboard?.writeText(address).then(() => notice(T.copied), () => undefined);
  } }));
}

/** Everything about me. @param {Person} person @param {() => void} changed */
async function account(person, changed) {
  const [me, { titles }] = await Promise.all([api("me"), api("titles")]);
  const place = el("div", {});
  const part = (/** @type {string} */ name, /** @type {(Node | null)[]} */ ...inside) => el("section", { "aria-label": name }, el("h3", { text: name }), inside);
  return dialog(person.name, (close) => [
    el("p", { text: T.linkAbout }),
    el("button", { class: "btn go", id: "my-link", text: T.myLink, onclick: async () => { const { key } = await api("me/key", { method: "POST" }); fill(place, link(`/enter#${key}`)); } }), place,
    me.kinds.length ? part(T.notices, notices(me.ways, me.kinds)) : null,
    part(T.password, password(me.login)),
    part(T.holiday, holiday(me.holiday)),
    part(T.profile, profile(me, titles)),
    part(T.devices, devices(me.devices)),
    el("div", { class: "buttons" }, el("button", { class: "btn plain", text: T.signOut, onclick: async () => {
      if (!(await confirm(T.signOut, T.signOutSure, T.signOut))) return;
      await api("me/leave", { method: "POST" }).catch(alarm);
      close();
      changed();
    } })),
  ], { ...NAMES, wide: true });
}

/** @param {string | null} login */
function password(login) {
  const node = el("div", {});
  const draw = (/** @type {string | null} */ now) => fill(node, el("p", { text: T.passwordAbout(now) }),
    now ? el("button", { class: "btn plain", text: T.passwordDrop, onclick: () => api("me/account", { method: "DELETE" }).then(() => draw(null), alarm) }) : null,
    el("details", { class: "more" }, el("summary", { text: T.setPassword }), el("p", { class: "note", text: T.passwordRule }),
      passwordForm((name, word) => api("me/account", { method: "PUT", body: { name, password: word } }).then((r) => { notice(T.passwordSet); draw(r.login); }, alarm), T.setPassword)));
  draw(login);
  return node;
}

/** @param {string | null} until */
function holiday(until) {
  const node = el("div", {});
  const go = (/** @type {number} */ days) => api("me/holiday", { method: "PUT", body: { days } }).then((r) => draw(r.holiday), alarm);
  const draw = (/** @type {string | null} */ now) => fill(node, el("p", { text: T.holidayAbout(now && day(now)) }),
    el("div", { class: "daychips" }, now ? el("button", { class: "btn", text: T.holidayEnd, onclick: () => go(0) }) : [3, 7, 14, 30].map((n) => el("button", { class: "btn plain", text: T.holidayGo(n), onclick: () => go(n) }))));
  draw(until);
  return node;
}

/** @param {any} me @param {TitleInfo[]} titles */
function profile(me, titles) {
  const names = Object.fromEntries(titles.map((t) => [t.id, t.name]));
  const about = text(T.profileAbout, 1000, { value: me.profile.about });
  const shown = el("input", { type: "checkbox", checked: me.profile.shown });
  const save = () => api("me/profile", { method: "PUT", body: { shown: shown.checked, about: about.value } }).catch(alarm);
  shown.addEventListener("change", save);
  about.addEventListener("change", save);
  return el("div", {}, me.ratings.length ? el("ul", {}, me.ratings.map((/** @type {any} */ r) => el("li", { text: T.rating(names[r.title] ?? r.title, r.points, r.within, r.games) }))) : el("p", { class: "note", text: T.noRating }),
    el("label", { class: "check" }, shown, T.profileShown), about);
}

/** @param {any[]} list */
function devices(list) {
  return el("ul", { class: "groups" }, list.map((d) => el("li", {}, el("span", { text: `${deviceName(d.label)} ${d.this ? `(${T.thisDevice})` : ""}` }), d.this ? null : el("button", {
    class: "btn plain", text: T.signOut, onclick: async (/** @type {any} */ e) => { await api(`me/devices/${d.id}`, { method: "DELETE" }).catch(alarm); e.target.closest("li").remove(); },
  }))));
}

/** What a browser calls itself, in two words. @param {string} label */
function deviceName(label) {
  const find = (/** @type {string[]} */ names) => names.find((n) => label.includes(n));
  const browser = find(["Firefox", "Edg", "OPR", "Chrome", "Safari"]);
  const system = find(["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"]);
  return browser && system ? T.deviceOn({ Edg: "Edge", OPR: "Opera" }[browser] ?? browser, system) : T.aDevice;
}

// ---- notices

/** Where a way leads, in a few letters. @param {Way} way */
const where = (way) => (way.kind === "push" ? deviceName(way.label) : way.kind === "hook" ? new URL(way.address).host : way.address);

/** What reaches me, and where: a table of what happens by ways. @param {Way[]} ways @param {string[]} kinds */
function notices(ways, kinds) {
  const node = el("div", { class: "notices" });
  const field = text(T.noticeAddress, 500);
  const add = async () => {
    const address = field.value.trim();
    const kind = /^https?:/.test(address) ? "hook" : "mail";
    if (!kinds.includes(kind)) return notice(T.noSuchWay, { kind: "alarm" });
    const made = await api("me/ways", { body: { kind, address } }).catch(alarm);
    if (!made) return undefined;
    field.value = "";
    ways.push(made.way);
    draw();
    return made.way.confirmed ? undefined : notice(T.confirmSent);
  };
  const draw = () => fill(node, el("p", { text: T.noticesAbout }), ways.length ? table(ways, draw) : null,
    form(add, el("div", { class: "copy" }, field, el("button", { class: "btn", type: "submit", text: T.add }))),
    kinds.includes("push") ? el("button", { class: "btn", id: "push", text: T.thisBrowser, onclick: async () => { const made = await subscribe(); if (made) { ways.splice(0, ways.length, ...ways.filter((w) => w.address !== made.address), made); draw(); } } }) : null);
  draw();
  return node;
}

/** @param {Way[]} ways @param {() => void} draw */
function table(ways, draw) {
  const set = (/** @type {Way} */ way, /** @type {string} */ event, /** @type {boolean} */ on) => {
    way.events = on ? [...way.events, event] : way.events.filter((e) => e !== event);
    api(`me/ways/${way.id}`, { method: "PUT", body: { events: way.events } }).catch(alarm);
  };
  const head = (/** @type {Way} */ way) => el("th", { scope: "col" }, T.noticeKinds[way.kind], el("small", { text: way.confirmed ? where(way) : `${where(way)} (${T.unconfirmed})` }));
  const foot = (/** @type {Way} */ way) => el("td", {}, el("button", { class: "btn plain small", text: T.trial, disabled: !way.confirmed, "aria-label": `${T.trial}: ${where(way)}`, onclick: () => api(`me/ways/${way.id}/test`, { method: "POST" }).then(() => notice(T.trialSent), alarm) }),
    el("button", { class: "btn plain small", text: T.remove, "aria-label": `${T.remove}: ${where(way)}`, onclick: () => api(`me/ways/${way.id}`, { method: "DELETE" }).then(() => { ways.splice(ways.indexOf(way), 1); draw(); }, alarm) }));
  const tick = (/** @type {Way} */ way, /** @type {"move" | "asked" | "talk" | "over"} */ event) => el("td", {}, el("input", {
    type: "checkbox", checked: way.events.includes(event), "aria-label": `${T.noticeEvents[event]}: ${where(way)}`, onchange: (/** @type {any} */ e) => set(way, event, e.target.checked) }));
  const rows = EVENTS.map((event) => el("tr", {}, el("th", { scope: "row", text: T.noticeEvents[event] }), ways.map((way) => tick(way, event))));
  const made = el("table", { class: "ways" }, el("thead", {}, el("tr", {}, el("td", {}), ways.map(head))), el("tbody", {}, rows, el("tr", {}, el("td", {}), ways.map(foot))));
  return el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": T.notices }, made);
}

/** Asks the browser to take notices for us, also when its window is closed. @returns {Promise<Way | null>} */
async function subscribe() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return notice(T.pushCannot, { kind: "alarm" }), null;
  if ((await Notification.requestPermission()) !== "granted") return notice(T.pushRefused, { kind: "alarm" }), null;
  try {
    const { key } = await api("me/push");
    await navigator.serviceWorker.register("/sw.js");
    const worker = await navigator.serviceWorker.ready;
    const made = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
    return (await api("me/ways", { body: { kind: "push", address: made.endpoint, keys: made.keys } })).way;
  } catch (trouble) {
    alarm(/** @type {Error} */ (trouble));
    return null;
  }
}

/** Which notices come of one game, whatever comes of the others. @param {string} game */
export async function gameNotices(game) {
  /** @type {{ways: Way[]}} */
  const { ways } = await api(`games/${game}/notices`);
  const row = (/** @type {Way} */ way) => el("label", { class: "field" }, `${T.noticeKinds[way.kind]}: ${where(way)}`, el("select", { "data-way": way.id, onchange: (/** @type {any} */ e) => {
    const told = { on: true, off: false }[/** @type {"on" | "off"} */ (e.target.value)] ?? null;
    api(`games/${game}/notices`, { method: "PUT", body: { way: way.id, told } }).catch(alarm);
  } }, [["", T.asElsewhere, null], ["on", T.onHere, true], ["off", T.offHere, false]].map(([value, words, told]) => el("option", { value, text: words, selected: (way.told ?? null) === told }))));
  return dialog(T.gameNotices, () => [el("p", { text: ways.length ? T.gameNoticesAbout : T.noWays }), ...ways.map(row)], NAMES);
}
