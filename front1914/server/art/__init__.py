"""The drawn map of a title: a period staff map made from its sheet, over ground drawn from geography if there is any.

    drawing(title) -> {"frame": [x0, y0, x1, y1], "base": "<svg markup>", "names": "<svg markup>"}

World units: 100 to a hex (a sheet's unit). `base` goes under everything that changes, `names` above what shades the
ground. The ground of a title lies in `data/art/ground.json.gz` beside it, written by tools/make_ground.py.
"""

from __future__ import annotations

import gzip
import inspect
import json
from collections.abc import Mapping
from math import hypot
from pathlib import Path
from typing import Any

from front1914 import Title
from front1914.server.art import areas, courses, lines, signs
from front1914.server.art.base import Base
from front1914.server.art.names import Name, Placer, along_river, on_arc
from front1914.server.art.shapes import HEX, Shapes

CITY = {"city", "capital", "fortress", "vp", "victory", "objective"}


def drawing(title: Title) -> dict[str, Any]:
    """The map of a title."""
    return draw(title.sheet(), ground(title))


def ground(title: Title) -> dict[str, Any]:
    """What was drawn beforehand from geography; empty if nothing was."""
    file = art_of(title) / "ground.json.gz"
    if not file.exists():
        return {}
    found: dict[str, Any] = json.loads(gzip.decompress(file.read_bytes()))
    return found


def art_of(title: Title) -> Path:
    """Where the ground of a title lies, and its map if that is shipped drawn."""
    return Path(inspect.getfile(type(title))).parent / "data" / "art"


def draw(sheet: Mapping[str, Any], ground: Mapping[str, Any]) -> dict[str, Any]:
    """The map of a sheet over its ground."""
    shapes = Shapes(sheet)
    if not shapes.hex:
        return _areas(shapes, ground)
    towns = _towns(shapes, ground)
    rivers = courses.rivers(shapes, ground.get("courses", {}))
    frontiers = courses.frontiers(shapes)
    spots = {name.place: (name.x, name.y) for name in reversed(towns)}
    rails, single = courses.railways(shapes, spots), courses.railways(shapes, spots, single=True)
    base = Base(shapes, ground)
    markup = base.svg(rivers, frontiers, rails, single)
    obstacles = [(x, y, 3.2) for river in rivers for x, y in lines.resample(river.line, 6)]
    obstacles += [(x, y, 1.3) for rail in (*rails, *single) for x, y in lines.resample(rail, 6)]
    obstacles += [(x, y, 1.1) for frontier in frontiers for x, y in lines.resample(frontier.line, 6)]
    names = _names(shapes, ground, towns, rivers, obstacles)
    return {"frame": [round(v, 1) for v in base.frame], "base": markup, "names": names}


def _areas(shapes: Shapes, ground: Mapping[str, Any]) -> dict[str, Any]:
    """The map of a sheet of areas: no railways, names that stand where the title says."""
    rivers = courses.rivers(shapes, ground.get("courses", {}))
    base = areas.AreaBase(shapes, ground)
    markup = base.svg(rivers, courses.frontiers(shapes), [])
    names = _lettering(ground) + _river_names(rivers) + areas.labels(shapes)
    return {"frame": [round(v, 1) for v in base.frame], "base": markup, "names": names}


def _towns(shapes: Shapes, ground: Mapping[str, Any]) -> list[Name]:
    """The places with a name, most important first, and towns that only the drawing knows."""
    found, known = [], set()
    for town in ground.get("towns", ()):
        place = shapes.places.get(town["at"], {})
        tags = set(place.get("tags", ()))
        capital = "capital" in tags and town["rank"] == 1
        style = "capital" if capital else {1: "city", 2: "t2"}.get(town["rank"], "t3")
        found.append(Name.of(town["name"], town["x"] * HEX, town["y"] * HEX, town["at"], style))
        if town["rank"] == 1 or place.get("name") == town["name"]:
            known.add(town["at"])
    for ident, place in shapes.places.items():
        if place.get("name") and ident not in known:
            tags = set(place.get("tags", ()))
            style = "capital" if "capital" in tags else "city" if tags & CITY else "t2"
            found.append(Name.of(place["name"], *shapes.centre[ident], ident, style))
    return sorted(found, key=lambda n: n.rank)


def _names(
    shapes: Shapes,
    ground: Mapping[str, Any],
    towns: list[Name],
    rivers: list[courses.River],
    obstacles: list[tuple[float, float, float]],
) -> str:
    near = _once(towns)
    Placer(shapes, obstacles).place(near)
    far = [
        Name.of(t.text.title() if t.rank == 0 else t.text, t.x, t.y, t.place, "city", 27) for t in near if t.rank < 2
    ]
    Placer(shapes, []).place(far, 2)
    out = [_lettering(ground), _river_names(rivers), _town_signs(shapes, towns)]
    out.append('<g class="near-names">' + "".join(town.svg() for town in near) + "</g>")
    out.append('<g class="far-names">' + "".join(town.svg() for town in far) + "</g>")
    return "".join(out)


def _once(towns: list[Name]) -> list[Name]:
    """A town of several hexes has a sign in each, and its name in the first."""
    found: list[Name] = []
    for town in towns:
        same = (other for other in found if other.text.casefold() == town.text.casefold())
        if not any(hypot(other.x - town.x, other.y - town.y) < ONE_TOWN * HEX for other in same):
            found.append(town)
    return found


ONE_TOWN = 3  #: hexes, within which the same name means the same town


def _lettering(ground: Mapping[str, Any]) -> str:
    """Countries, regions and seas along gentle curves."""
    kinds = {"country": "country", "region": "region", "sea": "seaname", "neutral": "neutralname"}
    found = []
    for i, word in enumerate(ground.get("words", ())):
        a, b = (word["x1"] * HEX, word["y1"] * HEX), (word["x2"] * HEX, word["y2"] * HEX)
        kind = kinds.get(word["kind"], "region")
        found.append(on_arc(a, b, word["text"], float(word["size"]), float(word["bend"]), kind, f"word-{i}"))
    return "".join(found)


def _river_names(rivers: list[courses.River]) -> str:
    found, done = [], set()
    for i, river in enumerate(rivers):
        far = lines.length(river.line)
        if not river.name or far < 120 + 14 * len(river.name) or (river.name in done and far < 500):
            continue
        done.add(river.name)
        parts = (0.2, 0.55, 0.85) if far > 14 * HEX else (0.3, 0.72) if far > 7 * HEX else (0.5,)
        for k, part in enumerate(parts):
            found.append(along_river(river.line, river.name, part, f"river-{i}-{k}"))
    return "".join(found)


def _town_signs(shapes: Shapes, towns: list[Name]) -> str:
    """One path for each kind of sign."""
    found: dict[str, list[str]] = {"t3": [], "t2": [], "city": [], "pip": [], "port": []}
    for town in towns:
        if town.rank < 2:
            found["city"].append(signs.ring(town.x, town.y, 6.2))
            found["pip"].append(signs.ring(town.x, town.y, 2.5))
            if "port" in shapes.places.get(town.place, {}).get("tags", ()):
                found["port"].append(signs.anchor(town.x - 14, town.y - 13))
        else:
            found["t2" if town.rank == 2 else "t3"].append(signs.ring(town.x, town.y, 4.2 if town.rank == 2 else 2.7))
    return "".join(f'<path class="sign {kind}" d="{"".join(data)}"/>' for kind, data in found.items() if data)
