"""When the socket of a board comes again, and when it does not."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

MODULE = Path(__file__).resolve().parents[2] / "front1914" / "web" / "js" / "net.js"
SCRIPT = r"""
globalThis.addEventListener = globalThis.removeEventListener = () => {};
globalThis.location = { protocol: "http:", host: "here" };
const made = {};
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor(path) { (made[/games\/(\d+)\/live/.exec(path)[1]] ??= []).push(this); }
  close() {}
};
const { Live } = await import(MODULE);
const lines = [4400, 4403, 4404, 4409, 4410, 1008, 1006, 1012, 1013].map((code) => {
  const [live, told] = [new Live(String(code), "blue"), []];
  live.listen(() => {}, (state, reason) => told.push([state, reason]));
  made[code][0].onclose({ code, reason: "why" });
  return { code, live, told };
});
await new Promise((done) => setTimeout(done, 600));
console.log(JSON.stringify(Object.fromEntries(lines.map(({ code, told }) => [code, [made[code].length, told[0]]]))));
for (const { live } of lines) live.close();
"""


def test_what_the_server_refuses_is_not_asked_again() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here")
    script = SCRIPT.replace("MODULE", json.dumps(MODULE.as_uri()))
    run = subprocess.run([node, "--input-type=module", "-e", script], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    for code in ("4400", "4403", "4404", "4409", "4410", "1008"):
        assert found[code] == [1, ["closed", "why"]], code
    for code in ("1006", "1012", "1013"):
        assert found[code][0] == 2, code
        assert found[code][1][0] == "lost"
