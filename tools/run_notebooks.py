"""Runs the notebooks of docs/notebooks, as the suite does, and keeps what they show in them.

    python tools/run_notebooks.py [--keep] [NAME ...]

No notebook server is needed: the cells are run one after the other, and what the last line of a cell is shows itself as
it would in Jupyter. With --keep the results are written into the files, for readers on the web.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

from front1914.lab import display

NOTEBOOKS = Path(__file__).resolve().parents[1] / "docs" / "notebooks"


def run(file: Path, keep: bool = False) -> list[list[dict[str, Any]]]:
    """Runs a notebook; what its code cells show, in the form that notebooks have."""
    book = json.loads(file.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    found = []
    for number, cell in enumerate(cell for cell in book["cells"] if cell["cell_type"] == "code"):
        shown = _run_cell("".join(cell["source"]), names, f"{file.name}, cell {number + 1}")
        cell["outputs"], cell["execution_count"] = shown, number + 1
        found.append(shown)
    if keep:
        file.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return found


def _run_cell(source: str, names: dict[str, Any], where: str) -> list[dict[str, Any]]:
    tree = ast.parse(source, where)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    written, value = io.StringIO(), None
    with contextlib.redirect_stdout(written):
        exec(compile(tree, where, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), where, "eval"), names)
    found: list[dict[str, Any]] = []
    if text := written.getvalue():
        found.append({"output_type": "stream", "name": "stdout", "text": text.splitlines(keepends=True)})
    if value is not None:
        data: dict[str, Any] = {"text/plain": repr(value).splitlines(keepends=True)}
        if (shown := display.html(value)) is not None:
            kind = "image/svg+xml" if shown.startswith("<svg") else "text/html"
            data[kind] = shown.splitlines(keepends=True)
        found.append({"output_type": "execute_result", "execution_count": None, "data": data, "metadata": {}})
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--keep", action="store_true", help="write the results into the notebooks")
    given = parser.parse_args()
    for file in sorted(NOTEBOOKS.glob("*.ipynb")):
        if not given.names or file.stem in given.names:
            run(file, given.keep)
            print(f"{file.name}: ran")


if __name__ == "__main__":
    main()
