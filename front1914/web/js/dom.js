/** Small helpers for the page. Text always goes in as text; markup is written only by our own drawing modules. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {E}
 */
export function find(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no ${selector} on the page`);
  return /** @type {E} */ (/** @type {unknown} */ (found));
}

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with attributes and children. `on*` are listeners, `text` is its text, true means an empty attribute,
 * false and null leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) set(made, key, value);
  add(made, children);
  return made;
}

/**
 * @param {Element} made
 * @param {string} key
 * @param {any} value
 */
function set(made, key, value) {
  if (value === false || value === null || value === undefined) return;
  if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
  else if (key === "text") made.textContent = String(value);
  else if (key === "vars") for (const [k, v] of Object.entries(value)) /** @type {HTMLElement} */ (made).style.setProperty(k, String(v));
  else made.setAttribute(key, value === true ? "" : String(value));
}

/**
 * @param {Element} parent
 * @param {(Child | Child[])[]} children
 */
function add(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An SVG element whose inside is markup written by this program.
 * @param {Record<string, any>} attributes
 * @param {string} markup
 * @returns {SVGSVGElement}
 */
export function picture(attributes, markup) {
  const made = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries(attributes)) set(made, key, value);
  made.innerHTML = markup;
  return made;
}

/**
 * Everything inside replaced.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  add(parent, children);
}

/** @param {unknown} text */
export function escape(text) {
  return String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** A place as a heading: "the second hex east of Brussels" without its article. @param {string} place */
export function heading(place) {
  const name = place.replace(/^the /, "");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** @param {number} milliseconds @returns {Promise<null>} */
export const sleep = (milliseconds) => new Promise((done) => setTimeout(() => done(null), milliseconds));

/** Is the event for a field in which letters are typed? @param {Event} event */
export function typing(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  return Boolean(target.closest?.("input:not([type=checkbox]):not([type=range]), textarea, select"));
}

/**
 * A text as one types it into a field: small letters, no accents. Liege finds Liège.
 * @param {string} text
 */
export function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
