// The smallest program that plays, in JavaScript: always the first legal action.
import { createInterface } from "node:readline";
const say = (message) => console.log(JSON.stringify(message));
for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if (told.type === "hello") say({ type: "hello", protocol: 1, name: "first legal" });
  if (told.type === "decide") say({ type: "action", id: told.id, action: told.seat.decision.actions[0] });
  if (told.type === "quit") process.exit();
}
