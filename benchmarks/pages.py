"""`python -m benchmarks.pages`: writes the tables and charts of docs/performance.md from history.jsonl and growth.json.

The words of the page stand in the page itself; what is between the marks `<!-- made: name -->` and `<!-- end -->` is
made here.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from benchmarks.growth import GROWTH
from benchmarks.peers import CHESS, OURS

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "performance.md"
PICTURES = HERE.parent / "docs" / "img"
COLOURS = ("#1f5fa8", "#b3541e", "#3b7d3b", "#7a3e9d", "#8a6d1d", "#4a4a4a", "#0e8a8a")
END = "<!-- end -->"
WIDTH, HEIGHT, LEFT, BELOW, RIGHT, ABOVE = 720, 380, 60, 70, 190, 24

Line = Sequence[tuple[float, float]]


def history() -> list[dict[str, Any]]:
    """The runs that were written down, the oldest first."""
    rows = (HERE / "history.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(row) for row in rows]


def called(run: Mapping[str, Any]) -> str:
    """What a run is called."""
    return str(run.get("label") or run["version"])


def is_ours(name: str) -> bool:
    return name.split(" ")[0] in OURS


# ---- tables


def beside_peers() -> str:
    """The last run: ours against each peer."""
    rates = history()[-1]["rates"]
    peers = [name for name in rates if not is_ours(name)]
    head = [
        "decisions a second of processor time",
        "median",
        "lowest",
        "highest",
        *(f"against {name}" for name in peers),
    ]
    rows = [
        [name, *(f"{rate[key]:,}" for key in ("median", "low", "high"))]
        + [f"{rate['median'] / rates[peer]['median']:.2f}" for peer in peers]
        for name, rate in rates.items()
    ]
    return _table(head, rows)


def before_and_after() -> str:
    """Every run in plies of python-chess of the same run."""
    runs = [run for run in history() if CHESS in run["rates"]]
    names = [name for name in runs[-1]["rates"] if is_ours(name)]
    head = [f"in plies of {CHESS}", *(f"{called(run)}, {run['date']}" for run in runs), "last against first"]
    rows = []
    for name in names:
        found = [_in_plies(run, name) for run in runs]
        known = [value for value in found if value is not None]
        rows.append(
            [name, *("" if value is None else f"{value:.3f}" for value in found), f"{known[-1] / known[0]:.2f}"]
        )
    return _table(head, rows)


def growth() -> str:
    """Both rows of the growth."""
    found = json.loads(GROWTH.read_text(encoding="utf-8"))
    rows = [[f"{value:,g}" for value in row.values()] for by in found.values() for row in by]
    units = {"decision": "decision, µs", "act and undo": "act and undo, µs", "copy": "copy, µs", "view": "view, µs"}
    return _table([units.get(key, key) for key in found["hexes"][0]], rows)


def _in_plies(run: Mapping[str, Any], name: str) -> float | None:
    rates = run["rates"]
    return rates[name]["median"] / rates[CHESS]["median"] if name in rates else None


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


# ---- charts


def history_chart() -> str:
    """Random play of each title's largest scenario over the runs, in plies of python-chess of the same run."""
    runs = [run for run in history() if CHESS in run["rates"]]
    lines = {}
    for title, (largest, *_) in OURS.items():
        values = [_in_plies(run, f"{title} {largest}") for run in runs]
        lines[f"{title} {largest}"] = [(n, value) for n, value in enumerate(values) if value is not None]
    marks = {float(n): called(run) for n, run in enumerate(runs)}
    return chart(f"Random play in plies of {CHESS} of the same run", lines, marks, log=False)


def growth_chart(by: str) -> str:
    """What grows with the map or with the armies, relative to the smallest."""
    rows = json.loads(GROWTH.read_text(encoding="utf-8"))[by]
    keys = [key for key in rows[0] if key not in ("hexes", "units")]
    lines = {key: [(row[by], row[key] / rows[0][key]) for row in rows] for key in keys}
    lines["in proportion"] = [(row[by], row[by] / rows[0][by]) for row in rows]
    return chart(f"Against the smallest, by {by}", lines, {row[by]: f"{row[by]:,}" for row in rows}, log=True)


def chart(title: str, lines: Mapping[str, Line], marks: Mapping[float, str], log: bool) -> str:
    """Some lines, with their names at their ends."""
    scale: Callable[[float], float] = math.log10 if log else float
    xs, ys = [scale(x) for x in marks], [scale(y) for line in lines.values() for _, y in line]
    low, high = (min(ys) if log else 0.0), max(ys) * 1.05 or 1.0
    across, up = (max(xs) - min(xs)) or 1.0, (high - low) or 1.0

    def place(x: float, y: float) -> tuple[float, float]:
        left = LEFT + (scale(x) - min(xs)) / across * (WIDTH - LEFT - RIGHT)
        return left, ABOVE + (high - scale(y)) / up * (HEIGHT - ABOVE - BELOW)

    parts = [_text(LEFT, 14, title, "start", "600")]
    for x, word in marks.items():
        parts.append(_text(place(x, 1)[0], HEIGHT - 16, word, "middle"))
    for value in _ticks(low, high, log):
        y = place(next(iter(marks)), value)[1]
        parts.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#bbb"/>')
        parts.append(_text(LEFT - 6, y + 4, f"{value:g}", "end"))
    ends: list[float] = []
    for n, (name, line) in enumerate(sorted(lines.items(), key=lambda item: -item[1][-1][1])):
        colour = COLOURS[n % len(COLOURS)]
        points = [place(x, y) for x, y in line]
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        ends.append(max(points[-1][1] + 4, ends[-1] + 14 if ends else 0))
        parts.append(_text(points[-1][0] + 8, ends[-1], name, "start", "400", colour))
    told = escape(f"{title}: {', '.join(lines)}", quote=True)
    box = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{told}">'
    return f"{head}{box}{''.join(parts)}</svg>\n"


def _ticks(low: float, high: float, log: bool) -> list[float]:
    if log:
        return [10.0**n for n in range(math.floor(low), math.floor(high) + 1) if 10.0**n >= 10**low * 0.999]
    step = 10 ** math.floor(math.log10(high / 2))
    return [round(n * step, 6) for n in range(int(high / step) + 1)]


def _text(x: float, y: float, words: str, anchor: str, weight: str = "400", colour: str = "#333") -> str:
    style = f'font-family="sans-serif" font-size="12" font-weight="{weight}" fill="{colour}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {style}>{escape(words)}</text>'


# ---- the page

TABLES: Mapping[str, Callable[[], str]] = {"peers": beside_peers, "history": before_and_after, "growth": growth}


def written(page: str) -> str:
    """The page with all that is made put between its marks."""
    for name, make in TABLES.items():
        mark = f"<!-- made: {name} -->\n"
        if page.count(mark) != 1:
            raise ValueError(f"{PAGE}: the mark {name} stands there {page.count(mark)} times")
        before, _, rest = page.partition(mark)
        page = f"{before}{mark}\n{make()}\n\n{END}{rest.partition(END)[2]}"
    return page


def main() -> None:
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    (PICTURES / "performance-history.svg").write_text(history_chart(), encoding="utf-8")
    for by in ("hexes", "units"):
        (PICTURES / f"performance-{by}.svg").write_text(growth_chart(by), encoding="utf-8")


if __name__ == "__main__":
    main()
