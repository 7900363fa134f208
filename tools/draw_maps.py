"""Draw the maps that are shipped with the titles: `python tools/draw_maps.py [TITLE ...]`, all of them without a name.

A test holds each against what would be drawn now. Run it when a sheet, a ground or the way of drawing has changed; then
STYLE in front1914/server/art/kept.py rises first.
"""

from __future__ import annotations

import sys

import front1914
from front1914.server.art import art_of
from front1914.server.art.kept import Drawing, keep, pack, version


def main(names: list[str]) -> None:
    for name in names or [info.id for info in front1914.titles()]:
        title = front1914.title(name)
        made = Drawing(version(title), pack(title))
        keep(made, title, art_of(title))
        print(f"{name}: {len(made.body):,} bytes, version {made.version}")


if __name__ == "__main__":
    main(sys.argv[1:])
