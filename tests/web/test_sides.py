"""Ground that lies in hexsides, and railways of one track, on drawn maps."""

from __future__ import annotations

import math
import re
from typing import Any

from front1914.server.art import draw
from front1914.server.art.courses import railways
from front1914.server.art.shapes import Shapes
from front1914.server.art.sides import DRAW, grounds, stamps


def sheet(kinds: list[str], orientation: str = "flat") -> dict[str, Any]:
    """A hex with six neighbours; the first sides have the ground of `kinds`."""
    turn = 30 if orientation == "flat" else 0
    places = {"middle": {"x": 2.0, "y": 2.0}}
    for i in range(6):
        angle = math.radians(60 * i + turn)
        places[f"n{i}"] = {"x": round(2 + math.cos(angle), 4), "y": round(2 + math.sin(angle), 4)}
    return {
        "kind": "hex",
        "orientation": orientation,
        "places": places,
        "links": [{"a": "middle", "b": f"n{i}", "kind": kind, "name": kind} for i, kind in enumerate(kinds)],
        "lines": [
            {"kind": "rail double", "places": ["n0", "middle"], "name": ""},
            {"kind": "rail single", "places": ["middle", "n3"], "name": ""},
        ],
    }


def test_each_side_gets_its_own_ground_where_it_lies() -> None:
    for orientation in ("flat", "pointy"):
        shapes = Shapes(sheet(["woods", "rough", "broken"], orientation))
        used = list(grounds(shapes))
        assert [re.findall(r"lens-(\w+)-\d", name)[0] for name, _ in used] == ["woods", "rough", "broken"]
        for i, (_, (x, y)) in enumerate(used):
            (ax, ay), (bx, by) = shapes.centre["middle"], shapes.centre[f"n{i}"]
            assert math.dist((x, y), ((ax + bx) / 2, (ay + by) / 2)) < 0.2
        ways = {re.findall(r"-(\d)-\d$", name)[0] for name, _ in used}
        assert len(ways) == 3  # three neighbouring sides run three ways
        known = set(re.findall(r'marker id="([^"]+)"', stamps(shapes)))
        assert {name for name, _ in used} <= known


def test_the_lens_runs_along_its_side() -> None:
    for orientation in ("flat", "pointy"):
        shapes = Shapes(sheet(["woods"] * 6, orientation))
        lenses = dict(re.findall(r'marker id="([^"]+)".*?class="lens lens-woods" d="([^"]+)"', stamps(shapes)))
        for i, (name, _) in enumerate(grounds(shapes)):
            numbers = [float(n) for n in re.findall(r"-?\d+\.?\d*", lenses[name])]
            assert numbers
            first, last = shapes.between("middle", f"n{i}")[0][0], shapes.between("middle", f"n{i}")[0][-1]
            start = (first[0] - (first[0] + last[0]) / 2, first[1] - (first[1] + last[1]) / 2)
            ends = ((numbers[0], numbers[1]), (-numbers[0], -numbers[1]))
            assert min(math.dist(start, end) for end in ends) < 4  # the tip of the lens is a corner of the hex


def test_every_ground_can_be_drawn() -> None:
    for kind in DRAW:
        found = draw(sheet([kind]), {})
        assert f"#lens-{kind}-" in found["base"]
        assert "hexside" not in found["base"]  # no plain line besides
    assert "side-wall" in draw(sheet(["wall"]), {})["base"]


def test_single_tracks_are_drawn_apart() -> None:
    shapes = Shapes(sheet([]))
    assert (len(railways(shapes, {})), len(railways(shapes, {}, single=True))) == (1, 1)
    base = draw(sheet([]), {})["base"]
    assert all(f'class="{kind}"' in base for kind in ("rail-out", "rail-in", "rail-one", "sleepers"))
