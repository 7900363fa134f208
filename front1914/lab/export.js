/** Replays a game: each frame says what changed since the one before. */
const data = JSON.parse(document.getElementById("data").textContent);
const layer = document.getElementById("pieces"), log = document.getElementById("log"), slider = document.getElementById("slider");
const SVG = "http://www.w3.org/2000/svg";
const make = (name, attributes) => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
};
const towns = document.createElementNS(SVG, "g");
towns.innerHTML = document.getElementById("names").content.firstElementChild.innerHTML;
layer.before(towns);

/** All counters of a moment, from the beginning on. */
const standing = (frame) => {
  const found = new Map();
  for (const { pieces } of data.frames.slice(0, frame + 1))
    for (const [id, row] of Object.entries(pieces)) row === null ? found.delete(id) : found.set(id, row);
  return found;
};

const drawn = new Map();
const draw = (id) => {
  const card = data.pieces[id] ?? { name: id, short: id, nation: "", faces: [] };
  const node = make("g", { class: "piece" }), s = data.size;
  node.append(make("title", {}), make("rect", { x: -s / 2, y: -s / 2, width: s, height: s, class: `counter ${card.nation}` }));
  const words = make("text", { y: 1.5 });
  words.textContent = card.short.slice(0, 12);
  if (card.short.length > 6) {
    words.setAttribute("textLength", String(data.size - 1));
    words.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  node.append(words);
  drawn.set(id, node);
  return node;
};

let now = 0;
const show = (frame) => {
  now = Math.max(0, Math.min(frame, data.frames.length - 1));
  slider.value = String(now);
  const stacks = new Map(), pieces = standing(now);
  for (const [id, node] of drawn) if (!pieces.has(id)) { node.remove(); drawn.delete(id); }
  const byDepth = [...pieces].sort((a, b) => b[1][2] - a[1][2]);
  for (const [id, [at, face]] of byDepth) {
    const spot = data.spots[at];
    if (!spot) { drawn.get(id)?.remove(); drawn.delete(id); continue; }
    const deep = stacks.get(at) ?? 0, node = drawn.get(id) ?? draw(id);
    stacks.set(at, deep + 1);
    const card = data.pieces[id];
    node.querySelector("title").textContent = card ? `${card.name} ${card.faces[face] ?? ""}` : id;
    node.style.transform = `translate(${spot[0] + 1.6 * deep}px, ${spot[1] - 1.6 * deep}px)`;
    node.classList.toggle("fresh", id in data.frames[now].pieces && now > 0);
    layer.append(node);
  }
  document.getElementById("caption").textContent = data.frames[now].caption;
  [...log.children].forEach((line) => {
    const at = Number(line.dataset.frame);
    line.className = at === now ? "now" : at > now ? "later" : "";
  });
  log.querySelector(".now")?.scrollIntoView({ block: "nearest" });
};

data.frames.forEach((frame, n) => frame.log.forEach((text) => {
  const line = document.createElement("li");
  line.dataset.frame = String(n);
  line.textContent = text;
  line.addEventListener("click", () => show(n));
  log.append(line);
}));
slider.max = String(data.frames.length - 1);
slider.addEventListener("input", () => show(Number(slider.value)));
let timer = 0;
const button = document.getElementById("play");
const stop = () => { clearInterval(timer); timer = 0; button.textContent = "Play"; };
const play = () => {
  if (timer) return stop();
  if (now === data.frames.length - 1) show(0);
  button.textContent = "Pause";
  timer = setInterval(() => (now === data.frames.length - 1 ? stop() : show(now + 1)), 450);
};
button.addEventListener("click", play);
document.getElementById("back").addEventListener("click", () => { stop(); show(now - 1); });
document.getElementById("on").addEventListener("click", () => { stop(); show(now + 1); });
document.addEventListener("keydown", (event) => {
  if (event.target === slider) return;
  if (event.key === "ArrowLeft") { stop(); show(now - 1); }
  if (event.key === "ArrowRight") { stop(); show(now + 1); }
  if (event.key === " " && event.target !== button) { event.preventDefault(); play(); }
});
show(0);
