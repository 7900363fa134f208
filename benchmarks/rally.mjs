// Random play of a Rally the Troops module, by the loop that ours is measured with: look at every legal action, take one.
// node rally.mjs FOLDER SECONDS [text] prints decisions a second. The module is not part of this project. With "text" the state
// goes through JSON before each action, as on its server, where a game lives in a database.
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [folder, seconds, kept] = process.argv.slice(2);
const rules = createRequire(import.meta.url)(resolve(folder, "rules.js"));
const scenarios = Array.isArray(rules.scenarios) ? rules.scenarios : Object.values(rules.scenarios).flat();
const scenario = scenarios[0];
let seed = 1914;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const pick = (list) => list[Math.floor(random() * list.length)];

/** Every legal answer of a view: a verb, or a verb with one of its arguments. */
const answers = (actions) => {
  const found = [];
  for (const [verb, args] of Object.entries(actions ?? {})) {
    if (verb === "undo") continue;
    if (Array.isArray(args)) for (const arg of args) found.push([verb, arg]);
    else if (args) found.push([verb, undefined]);
  }
  return found;
};

let decisions = 0, stuck = 0, games = 0;
const began = process.cpuUsage().user, end = began + Number(seconds) * 1e6;
while (process.cpuUsage().user < end && games < 10000) {
  games += 1;
  let state = rules.setup(Math.floor(random() * 1e9) + 1, scenario, {});
  for (let n = 0; n < 5000 && state.active !== "None" && process.cpuUsage().user < end; n += 1) {
    const role = state.active === "Both" || state.active === "All" ? rules.roles[n % rules.roles.length] : state.active;
    const found = answers(rules.view(state, role).actions);
    if (!found.length) { stuck += 1; break; }
    try {
      if (kept === "text") state = JSON.parse(JSON.stringify(state));
      state = rules.action(state, role, ...pick(found));
    } catch {
      stuck += 1;
      break;
    }
    decisions += 1;
  }
}
console.log(JSON.stringify({ rate: decisions / ((process.cpuUsage().user - began) / 1e6), decisions, games, stuck }));
