"""How fast the client is on the largest map, in headless Chromium.

    .venv/bin/python -m tests.web.measure            prints one line a figure

First paint: from the start of the navigation to the first frame with all counters. Frames: pan and zoom by real
pointer and wheel events at 60 a second, frames counted by requestAnimationFrame: 2.4 times nearer and back within four
seconds (as in the design study), and, as "wild", seven times nearer or farther within each second. Processor time a
frame is that of all processes of the browser; unlike the rest it hardly depends on what else the machine does.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.house import Process

CHROMIUM = "/usr/bin/chromium"
TITLES = "tests.ford,tests.web.bigmap"
COUNTERS = 600

WATCH = """(count) => {
  const look = () => {
    if (document.querySelectorAll('#counters .unit').length >= count) {
      requestAnimationFrame(() => requestAnimationFrame(() => { window.firstPaint = performance.now(); }));
    } else requestAnimationFrame(look);
  };
  look();
}"""

FRAMES = """async ([kind, seconds]) => {
  const board = document.querySelector('#board');
  const {left, top, width, height} = board.getBoundingClientRect();
  const free = (x, y) => ![...document.querySelectorAll('#counters .stack')].some((s) => {
    const r = s.getBoundingClientRect();
    return x > r.left - 9 && x < r.right + 9 && y > r.top - 9 && y < r.bottom + 9;
  });
  let [x, y] = [left + width / 2, top + height / 2];
  while (kind !== 'hover' && !free(x, y)) [x, y] = [x + 17, y + 5];
  const at = (type, dx, dy) => board.dispatchEvent(new PointerEvent(type,
    {clientX: x + dx, clientY: y + dy, pointerId: 1, pointerType: 'mouse', bubbles: true, button: 0, buttons: 1}));
  board.setPointerCapture = () => {};
  const times = [];
  const begun = performance.now();
  if (kind !== 'hover') at('pointerdown', 0, 0);
  await new Promise((done) => {
    const frame = (now) => {
      times.push(now);
      const t = (now - begun) / 1000;
      if (t > seconds) return done();
      at('pointermove', 300 * Math.sin(t * 2.2), 200 * Math.cos(t * 1.7) - 200);
      const wheel = kind === 'both' ? -7.2 * Math.sin(t * Math.PI / 2) : kind === 'wild' ? 30 * Math.sin(t * 3) : 0;
      if (wheel) board.dispatchEvent(new WheelEvent('wheel',
        {clientX: x, clientY: y, deltaY: wheel, bubbles: true, cancelable: true}));
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  if (kind !== 'hover') at('pointerup', 0, 0);
  return times;
}"""


@dataclass
class Figures:
    """Milliseconds and frames a second."""

    paint: float
    pan: float
    both: float
    wild: float
    hover: float  #: the pointer over reach of a chosen unit: path preview on every hex
    slow: float  #: 95 % of the frames are at least this quick
    nodes: int
    work: float  #: processor time of a frame of panning and zooming

    def __str__(self) -> str:
        return (
            f"first paint {self.paint:.0f} ms, pan {self.pan:.1f} frames/s, "
            f"pan and zoom {self.both:.1f} (wild {self.wild:.1f}) frames/s, "
            f"path preview {self.hover:.1f} frames/s, 95 % of frames within {self.slow:.1f} ms, "
            f"{self.work:.1f} ms of processor time a frame, {self.nodes} nodes"
        )


def measure(browser: Browser, server: Process, zoom_steps: int = 0) -> Figures:
    """One run on a fresh game of the big map."""
    game = server.post("/api/games", title="bigmap", seats={})["game"]["id"]
    page = browser.new_page(viewport={"width": 1600, "height": 1000})
    page.add_init_script(f"({WATCH})({COUNTERS})")
    page.goto(f"http://{server.address}/game/{game}", wait_until="commit")
    paint = None
    while paint is None:  # the page forbids eval, so Playwright's own waiting cannot be used
        page.wait_for_timeout(100)
        paint = page.evaluate("window.firstPaint ?? null")
    page.wait_for_timeout(1500)
    for _ in range(zoom_steps):
        page.keyboard.press("+")
        page.wait_for_timeout(300)
    page.wait_for_timeout(500)
    before = _spent()
    pan = _frames(page, "pan")
    both = _frames(page, "both")
    work = (_spent() - before) / max(1, len(pan) + len(both))
    wild = _frames(page, "wild")
    page.keyboard.press("0")
    page.wait_for_timeout(600)
    page.keyboard.press(".")
    page.keyboard.press("Enter")
    page.wait_for_timeout(800)
    hover = _frames(page, "hover")
    nodes = page.evaluate("document.querySelectorAll('#sheet *').length")
    page.close()
    slow = sorted(pan + both)[int(len(pan + both) * 0.95)]
    return Figures(paint, _rate(pan), _rate(both), _rate(wild), _rate(hover), slow, nodes, work)


def _frames(page: Page, kind: str) -> list[float]:
    times: list[float] = page.evaluate(FRAMES, [kind, 4.0])
    return [b - a for a, b in pairwise(times)]


def _rate(gaps: list[float]) -> float:
    return 1000 / statistics.mean(gaps) if gaps else 0.0


def _spent() -> float:
    """Milliseconds of processor time that our browser's processes have used (Linux)."""
    rows: dict[int, tuple[str, int, int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                head, _, rest = (folder / "stat").read_text().rpartition(")")
            except OSError:
                continue
            words = rest.split()
            rows[int(folder.name)] = (head.partition("(")[2], int(words[1]), int(words[11]) + int(words[12]))
    ours = {os.getpid()}
    for _ in range(8):  # the tree is not deep
        ours |= {pid for pid, (_, parent, _) in rows.items() if parent in ours}
    ticks = sum(used for pid, (name, _, used) in rows.items() if pid in ours and "chrom" in name)
    return 1000 * ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Process(Path(folder), titles=TITLES)
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            warm: Any = server.call("GET", "/api/titles/bigmap/art")
            print(f"art: {warm.status}, {len(warm.body):,} bytes")
            for zoom_steps in (0, 3, 6):
                print(f"zoom +{zoom_steps}: {measure(browser, server, zoom_steps)}", flush=True)
        finally:
            browser.close()
            server.end()


if __name__ == "__main__":
    main()
