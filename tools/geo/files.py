"""The files of a map: how they are read and written, and the command line that the builders share."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import geo.drawing as drawing
from geo.cells import Ground
from geo.grid import Hexside, hexside


def read_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def table(fields: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """CSV text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(fields)
    writer.writerows(rows)
    return out.getvalue()


def pair(text: str) -> Hexside:
    """The two hexes of `0812/0913`."""
    one, other = text.split("/")
    return hexside(one, other)


def drawn(
    sheet: drawing.Sheet,
    labels: Sequence[Mapping[str, str]],
    ground: Mapping[str, Ground],
    dry: Iterable[str],
    hexes: Iterable[str],
    places: Sequence[Mapping[str, str]],
) -> dict[str, str]:
    """The files that only the drawing of a map needs, but for its rivers; `dry` are the hexes with ground."""
    heights = ("hex", "height", "relief", "forest", "urban", "class")
    name = ("kind", "text", "x1", "y1", "x2", "y2", "size", "bend")
    town = ("label", "hex", "x", "y", "rank", "lon", "lat")
    return {
        "drawing/ground.csv": table(heights, drawing.ground(ground, dry)),
        "drawing/names.csv": table(name, drawing.names(sheet, labels)),
        "drawing/towns.csv": table(town, drawing.towns(sheet, hexes, places, labels)),
    }


def river_sides(course: Mapping[str, Sequence[Hexside]]) -> dict[str, str]:
    """The file of rivers that run along hexsides."""
    return {"drawing/rivers.csv": table(("river", "number", "a", "b"), drawing.rivers(course))}


def arguments(description: str | None) -> argparse.ArgumentParser:
    """What every builder can be asked."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; compare")
    parser.add_argument("--picture", action="store_true", help="draw the map too")
    return parser


def deliver(files: Mapping[Path, str], complaints: Iterable[str], check: bool) -> int:
    """Writes the files, or compares them; says what is wrong. Returns the exit status."""
    wrong = list(complaints)
    for path, text in files.items():
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            wrong.append(f"{path.name} is not what the builder writes")
    for complaint in wrong:
        print(complaint, file=sys.stderr)
    return 1 if wrong else 0
