"""The mapboard and the blocks (2.0, 4.0): read from the data files."""

from __future__ import annotations

import csv
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import front1914

DATA = Path(front1914.__file__).parent / "titles" / "germany_at_war" / "data"
SIDE = {"german": "german", "french": "entente", "british": "entente", "belgian": "entente"}
HOME = {"germany": "german", "france": "french", "belgium": "belgian", "britain": "british", "luxembourg": None}
OTHER = {"german": "entente", "entente": "german"}
ORDER = ("french", "british", "belgian", "german")  #: 2.11.1: who comes first in a draw
CAPITAL = {"german": "63", "french": "51", "belgian": "18", "british": "GB"}  #: 2.9
LANDING = ("1", "5")  #: 2.5: Le Havre and Calais
CHASSEURS, STATIC, FOCH = "F1-I6", "FP-I1", "FF-L1"  #: 4.2.2
VALUE = {"german": 7, "entente": 5}  #: 1.6
RANGE = {"german": 2, "british": 2, "french": 1, "belgian": 1}  #: 7.3.1.5
ROOM = {"green": 4, "yellow": 2, "red": 2, "sea": 6}  #: 2.4
PRICE = {"green": 1, "yellow": 1, "red": 2}  #: 2.3
ABSORBS = {"S": 1, "H": 3, "B": 1, "U": 1, "W": 2, "R": 3}  #: 7.5.1.13: hits for one damage
DISCS = {"german": 10, "french": 20, "belgian": 5, "british": 0}  #: 4.1


def _rows(name: str) -> list[dict[str, str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


@dataclass(frozen=True)
class Area:
    country: str
    colour: str
    bonus: int
    city: str
    fortresses: tuple[str, ...]
    victory: bool

    @property
    def prizes(self) -> int:
        """2.8, 2.10: what conquering it earns."""
        return len(self.fortresses) + (1 if self.city else 0)


@dataclass(frozen=True)
class Kind:
    power: str
    army: str
    kind: str
    steps: tuple[int, ...]
    dots: str
    move: int


AREAS = {
    row["id"]: Area(
        row["country"],
        row["colour"],
        int(row["bonus"]),
        row["city"],
        tuple(row["fortresses"].split("+")) if row["fortresses"] else (),
        row["victory"] == "yes",
    )
    for row in _rows("areas.csv")
}
BLOCKS = {
    row["id"]: Kind(
        row["power"],
        row["army"],
        row["kind"],
        tuple(map(int, row["steps"].split())),
        row["dots"],
        int(row["move"]),
    )
    for row in _rows("blocks.csv")
}
#: by Area, its neighbours over land and the river between; the Channel is not among them
LINKS: dict[str, dict[str, str]] = {area: {} for area in AREAS}
for _row in _rows("links.csv"):
    if _row["river"] != "sea":
        LINKS[_row["a"]][_row["b"]] = LINKS[_row["b"]][_row["a"]] = _row["river"]
ICONS = [(row["area"], row["power"], row["army"], row["kind"], int(row["count"])) for row in _rows("icons.csv")]
WHERE = {fort: area for area, it in AREAS.items() for fort in it.fortresses}


def scenario(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / "scenarios" / f"{name}.toml").read_text(encoding="utf-8"))


SCENARIOS = {name: scenario(name) for name in ("campaign", "introduction")}
