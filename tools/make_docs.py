"""Fills the generated parts of docs/titles/*.md from the titles' own data (charts and rulings), and makes docs/api.md.

    python tools/make_docs.py [--check]

A page is written by hand; between `<!-- charts -->` and `<!-- /charts -->` (likewise `rulings`) stands what
this tool puts there. With --check nothing is written, and the exit status is 1 if a page is out of date.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import front1914

sys.path.insert(0, str(Path(__file__).resolve().parent))

import api_pages

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "titles"
MOST_COLUMNS = 20


def charts(data: Path) -> str:
    """Every chart that has rows, as a table; notes on what is reconstructed come from the file's own comments."""
    text = (data / "charts.toml").read_text(encoding="utf-8")
    return "\n\n".join(_chart(name, chart, text) for name, chart in _found(tomllib.loads(text)))


def _found(tables: dict[str, Any], way: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The charts of a file, also those in sections such as [crt.A]."""
    for name, table in tables.items():
        if isinstance(table, dict):
            if isinstance(table.get("rows"), dict):
                yield way + name, table
            else:
                yield from _found(table, f"{way}{name}.")


def _chart(name: str, chart: dict[str, Any], text: str) -> str:
    heads = chart.get("odds") or chart.get("names") or chart.get("columns") or chart.get("points") or []
    rows = chart["rows"]
    lines = [
        f"**{name.replace('_', ' ').replace('.', ' ').capitalize()}** ({chart.get('rule', '')})",
        "",
        *_comment(name, text),
        "",
    ]
    corner = "die"
    if any(isinstance(row, dict) for row in rows.values()):  # two dice read apart
        corner = "second die, first die"
        rows = {f"{second}, {die}": row for second, part in rows.items() for die, row in part.items()}
    if len(heads) > MOST_COLUMNS:  # turned, so that it fits a page
        corner, turned = "points / die", zip(*rows.values(), strict=True)
        heads, rows = list(rows), dict(zip(heads, turned, strict=True))
    lines += [f"| {corner} | " + " | ".join(map(str, heads)) + " |", "|---" * (len(heads) + 1) + "|"]
    lines += [f"| {first} | " + " | ".join(map(str, cells)) + " |" for first, cells in rows.items()]
    return "\n".join(lines)


def _comment(name: str, text: str) -> list[str]:
    found = re.search(rf"((?:^#.*\n)+)\[{re.escape(name)}\]", text, re.MULTILINE)
    return [" ".join(line.lstrip("# ").strip() for line in found[1].splitlines())] if found else []


def rulings(data: Path) -> str:
    """What the program does where the rulebook leaves it open."""
    found = tomllib.loads((data / "rulings.toml").read_text(encoding="utf-8")).get("ruling", [])
    rows = [f"| {r['id']} | {', '.join(r['rules'])} | {r['question']} | {r['decision']} |" for r in found]
    return "\n".join(["| no. | rules | question | decision |", "|---|---|---|---|", *rows])


def fill(page: str, data: Path) -> str:
    """The page with its generated parts made anew."""
    makers = {"charts": lambda: charts(data), "rulings": lambda: rulings(data)}
    for mark, make in makers.items():
        pattern = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- /{mark} -->)", re.DOTALL)
        if pattern.search(page):
            made = make()
            page = pattern.sub(lambda m, made=made: f"{m[1]}{made}\n{m[2]}", page)
    return page


def main() -> int:
    stale = []
    reference = ROOT / "docs" / "api.md"
    if not reference.exists() or reference.read_text(encoding="utf-8") != api_pages.page():
        stale.append(reference.name)
        if "--check" not in sys.argv:
            reference.write_text(api_pages.page(), encoding="utf-8")
    for info in front1914.titles():
        path = PAGES / f"{info.id}.md"
        if path.exists():
            old = path.read_text(encoding="utf-8")
            new = fill(old, ROOT / "front1914" / "titles" / info.id / "data")
            if new != old:
                stale.append(path.name)
                if "--check" not in sys.argv:
                    path.write_text(new, encoding="utf-8")
    print(", ".join(stale) or "every page is up to date")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
