/** Colours and silhouettes of the nations. Never colour alone: each has a shape and a letter of its own. */

/**
 * @typedef {object} Livery
 * @property {string} body
 * @property {string} text
 * @property {string} edge
 * @property {string} wash for frontiers and control
 * @property {string} wood of a block
 * @property {string} sticker on a block
 * @property {keyof typeof BODY} shape
 */

export const BODY = {
  square:
    "M-29.5-32h59a2.5 2.5 0 0 1 2.5 2.5v59a2.5 2.5 0 0 1-2.5 2.5h-59a2.5 2.5 0 0 1-2.5-2.5v-59a2.5 2.5 0 0 1 2.5-2.5z",
  round: "M-18-32h36a14 14 0 0 1 14 14v36a14 14 0 0 1-14 14h-36a14 14 0 0 1-14-14v-36a14 14 0 0 1 14-14z",
  cut: "M-22-32h44l10 10v44l-10 10h-44l-10-10v-44z",
  shield: "M-29-32h58a3 3 0 0 1 3 3v36c0 14-11 25-32 25s-32-11-32-25v-36a3 3 0 0 1 3-3z",
  notch: "M-32-32h26l6 5 6-5h26v64h-26l-6-5-6 5h-26z",
};

export const INSET = {
  square: "M-28.5-28.5h57v57h-57z",
  round:
    "M-17-28.5h34a11.5 11.5 0 0 1 11.5 11.5v34a11.5 11.5 0 0 1-11.5 11.5h-34a11.5 11.5 0 0 1-11.5-11.5v-34a11.5 11.5 0 0 1 11.5-11.5z",
  cut: "M-20.5-28.5h41l8 8v41l-8 8h-41l-8-8v-41z",
  shield: "M-28.5-28.5h57v35c0 12-9.5 22-28.5 22s-28.5-10-28.5-22z",
  notch: "M-28.5-28.5h21l7.5 6 7.5-6h21v57h-21l-7.5-6-7.5 6h-21z",
};

/** the pale band under the figures of a reduced unit */
export const BAND = {
  square: "M-31 9.5h62v18.5h-62z",
  round: "M-31 9h62v9a13 13 0 0 1-3 10h-56a13 13 0 0 1-3-10z",
  cut: "M-31 9h62v13l-6 6h-50l-6-6z",
  shield: "M-31 9h62c0 8-4 15-9 18h-44c-5-3-9-10-9-18z",
  notch: "M-31 9.5h62v18.5h-62z",
};

/** @type {Record<string, Livery>} */
const LIVERIES = {
  german: { body: "#868E7D", text: "#15160F", edge: "#343A2F", wash: "#8C927F", wood: "#3E443A", sticker: "#C3C8BA", shape: "square" },
  french: { body: "#2F5288", text: "#FFFFFF", edge: "#14284A", wash: "#5B7FB0", wood: "#2F5288", sticker: "#C7D6EA", shape: "round" },
  british: { body: "#C9A96A", text: "#1D1206", edge: "#5C4317", wash: "#A88A4C", wood: "#7A5C2A", sticker: "#EFE3C2", shape: "cut" },
  belgian: { body: "#E2862F", text: "#1D1206", edge: "#7A3B08", wash: "#DE8F45", wood: "#CC6F22", sticker: "#F3CFA6", shape: "shield" },
  luxembourg: { body: "#C9B7D0", text: "#1D1206", edge: "#5A4566", wash: "#A58CB0", wood: "#7E6A88", sticker: "#E8DDEC", shape: "notch" },
  austro_hungarian: { body: "#E4DFD0", text: "#15160F", edge: "#5B564A", wash: "#B9B4A4", wood: "#E4DFD0", sticker: "#EFE9DC", shape: "square" },
  bulgarian: { body: "#7B4F36", text: "#FFF8E6", edge: "#3A2212", wash: "#A07A60", wood: "#7B4F36", sticker: "#EFE9DC", shape: "square" },
  ottoman: { body: "#8E2A2A", text: "#FFFFFF", edge: "#4A0F0F", wash: "#B36060", wood: "#8E2A2A", sticker: "#EFE9DC", shape: "square" },
  russian: { body: "#6F7A4E", text: "#FFFFFF", edge: "#323A1C", wash: "#939C70", wood: "#6F7A4E", sticker: "#EFE9DC", shape: "cut" },
  italian: { body: "#9DBB86", text: "#15160F", edge: "#4A6336", wash: "#8FAF78", wood: "#9DBB86", sticker: "#EFE9DC", shape: "round" },
  serbian: { body: "#CDB65E", text: "#1D1206", edge: "#6E5C1C", wash: "#BFA64E", wood: "#CDB65E", sticker: "#EFE9DC", shape: "shield" },
  montenegrin: { body: "#B5473C", text: "#FFFFFF", edge: "#5E1C16", wash: "#C0685E", wood: "#B5473C", sticker: "#EFE9DC", shape: "shield" },
  romanian: { body: "#557A70", text: "#FFFFFF", edge: "#24403A", wash: "#6C9086", wood: "#557A70", sticker: "#EFE9DC", shape: "cut" },
  greek: { body: "#5F8FC4", text: "#0E1A28", edge: "#274E78", wash: "#7FA6D0", wood: "#5F8FC4", sticker: "#EFE9DC", shape: "round" },
  american: { body: "#66683A", text: "#FFFFFF", edge: "#303216", wash: "#8A8C58", wood: "#66683A", sticker: "#EFE9DC", shape: "cut" },
};
const OTHERS = ["german", "french", "british", "belgian", "luxembourg"];
const ALIKE = /** @type {Record<string, string>} */ ({
  germany: "german", france: "french", britain: "british", england: "british", bef: "british", belgium: "belgian",
  luxemburg: "luxembourg", blue: "french", red: "german", allied: "french", entente: "french",
});

/** @param {string} nation @param {string[]} [all] the nations of the sheet, for those that nobody foresaw @returns {Livery} */
export function livery(nation, all = []) {
  const alike = Object.hasOwn(ALIKE, nation) ? ALIKE[nation] : nation;
  if (Object.hasOwn(LIVERIES, alike)) return LIVERIES[alike];
  const rank = Math.max(0, all.indexOf(nation));
  return LIVERIES[OTHERS[rank % OTHERS.length]];
}

/** @type {CSSStyleSheet | null} */
let styles = null;

/**
 * Writes the colours of a sheet's nations as classes `n-<id>` and `wash-<id>`.
 * @param {Sheet} sheet
 */
export function dress(sheet) {
  const all = Object.keys(sheet.nations);
  const countries = new Set(Object.values(sheet.places).map((p) => p.country ?? p.nation ?? ""));
  const rules = [...new Set([...all, ...countries])].filter((n) => /^[\w-]+$/.test(n)).map((n) => {
    const c = livery(n, all);
    return `.n-${n}{--t:${c.text};--body:${c.body};--edge:${c.edge};--wash:${c.wash}}.wash-${n}{stroke:${c.wash}}`;
  });
  if (!styles) {
    styles = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
  }
  styles.replaceSync(rules.join("\n"));
}
