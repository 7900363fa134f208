"""The course of a campaign of Offensive a outrance against that of history: the front after each Inter-Phase.

    python tools/campaign_pictures.py play campaign.save     staff against staff, saved turn by turn
    python tools/campaign_pictures.py play was.save --level historical --seed judge-1119-h1 --until 12
    python tools/campaign_pictures.py draw campaign.save     small multiples into docs/titles, a table into the page

`play` goes on where a saved game ends, so a long campaign can be played in parts. The historical line is that of
geo/fronts_1914.csv on the last day of the turn; how far apart the two lines are is measured in hexes of eight
kilometres, from each place of the historical line to the nearest hex of the front in the game, and as the mean of them.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import NamedTuple

from geo.grid import GEO, Point, grid
from geo.picture import Picture
from ladder import write

import front1914
from front1914 import Game
from front1914.commanders import make, play
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, OPEN
from front1914.titles.offensive_a_outrance.charts import TURNS
from front1914.titles.offensive_a_outrance.state import OAOState

TITLE = "offensive_a_outrance"
DOCS = Path(__file__).resolve().parents[1] / "docs/titles"
PICTURE = DOCS / f"{TITLE}_course.png"
GRID = grid("OAO")
FILL = {"allied": "#b9cbe6", "german": "#c9c4ae", "nobody": "#f4f1e8"}
INK, RED, BLUE = "#2b2a26", "#b3261e", "#1f3f7a"
ACROSS, SCALE, MARGIN, HEAD = 4, 5.2, 10.0, 22.0


class Moment(NamedTuple):
    """How things stand after an Inter-Phase."""

    number: int  #: of the Inter-Phase
    turn: int
    vp: int
    control: dict[str, int]  #: by side, the hexes that it controls
    line: list[Point]  #: the front of history, in the plane of the grid
    apart: float  #: hexes between the two fronts, on average
    worst: int

    @property
    def day(self) -> str:
        last = TURNS[self.turn].last
        return f"{last.day} {last:%b}"


# ---- playing


def play_on(path: Path, seed: int | str, seconds: float, scenario: str, level: str, until: int) -> Game:
    """Plays a campaign on until a turn is over, a level against itself, and saves it after each turn."""
    game = front1914.load(path) if path.exists() else front1914.new(TITLE, scenario, seed=seed)
    commanders = {side: make(level, TITLE, seed) for side in game.sides}
    end = time.monotonic() + seconds
    while game.decision is not None and game.state.turn <= until and time.monotonic() < end:
        turn, began = game.state.turn, time.process_time()
        while game.decision is not None and game.state.turn == turn and time.monotonic() < end:
            play(game, commanders, most=50)
        game.save(path)
        print(
            f"turn {turn}: {time.process_time() - began:.1f} s, {len(game.log)} actions, VP {game.state.vp}", flush=True
        )
    print(game.result)
    return game


# ---- comparing


def lines() -> dict[date, tuple[str, ...]]:
    """The line of contact by day, as places."""
    with (GEO / "fronts_1914.csv").open(encoding="utf-8", newline="") as file:
        return {date.fromisoformat(row["date"]): tuple(row["line"].split(";")) for row in csv.DictReader(file)}


def places() -> dict[str, Point]:
    """Places in the plane of the grid."""
    with (GEO / "places_1914.csv").open(encoding="utf-8", newline="") as file:
        return {row["place"]: GRID.to_plane(float(row["lon"]), float(row["lat"])) for row in csv.DictReader(file)}


def historical(turn: int) -> list[Point]:
    """The line of contact at the end of a turn, from the day that is nearest to it."""
    last, known, where = TURNS[turn].last, lines(), places()
    day = min(known, key=lambda d: (abs((d - last).days), d))
    return [where[place] for place in known[day]]


def front(s: OAOState) -> list[int]:
    """The Allied hexes that border on German ones."""
    return list(members(s.held("allied") & BOARD.spread(s.held("german")) & OPEN))


def moment(game: Game, number: int, turn: int) -> Moment:
    """The state of a game just after an Inter-Phase."""
    s: OAOState = game.state
    line, here = historical(turn), front(s)
    far = [min(BOARD.distance(HEXES.number(GRID.at(u, v)), h) for h in here) for u, v in line if _on_map(u, v)]
    held = {side: s.held(side) & OPEN for side in game.sides}
    return Moment(number, turn, s.vp, held, line, sum(far) / len(far), max(far))


def _on_map(u: float, v: float) -> bool:
    return HEXES.find(GRID.at(u, v)) is not None


def moments(path: Path) -> list[Moment]:
    """The moments of a saved game, each when its Inter-Phase is over: it is replayed once, with its own dice."""
    told = front1914.header(path)
    twin = front1914.new(TITLE, told["scenario"], told["options"], seed=told["seed"])
    phases = twin.state.rules.interphases
    found: list[Moment] = []
    for line in path.read_text(encoding="utf-8").split("\n")[2:]:
        side, *action = line.partition("\t")[0].split(" ")
        if side not in twin.sides:
            continue  # chance, a check on the way, the end
        turn = twin.state.turn
        twin.act(*action)
        if turn in phases and len(found) < phases[turn] and (twin.state.turn != turn or twin.result is not None):
            found.append(moment(twin, phases[turn], turn))
    return found


# ---- drawing


def draw(found: list[Moment]) -> Picture:
    """One small map for each Inter-Phase."""
    us = [GRID.plane(str(HEXES[h])) for h in members(OPEN)]
    west, north = min(u for u, _ in us) - 1, min(v for _, v in us) - 1
    width, height = max(u for u, _ in us) + 1 - west, max(v for _, v in us) + 1 - north
    down = -(-len(found) // ACROSS)
    sheet = Picture(
        ACROSS * (width * SCALE + MARGIN) + MARGIN, down * (height * SCALE + MARGIN + HEAD) + MARGIN, paper="#ffffff"
    )
    for place, told in enumerate(found):
        left = MARGIN + place % ACROSS * (width * SCALE + MARGIN)
        top = MARGIN + HEAD + place // ACROSS * (height * SCALE + MARGIN + HEAD)

        def at(point: Point, left: float = left, top: float = top) -> Point:
            return left + (point[0] - west) * SCALE, top + (point[1] - north) * SCALE

        for h in members(OPEN):
            owner = next((side for side, bits in told.control.items() if bits >> h & 1), "nobody")
            sheet.polygon([at(corner) for corner in GRID.corners(str(HEXES[h]))], FILL[owner])
        for one, other in _border(told):
            sheet.line([at(point) for point in GRID.side(one, other)], BLUE, 1.6)
        sheet.line([at(point) for point in told.line], RED, 2.0, (5.0, 3.0))
        head = f"{told.number}. Inter-Phase, turn {told.turn}, {told.day}: {told.apart:.1f} hexes apart, VP {told.vp}"
        sheet.text((left + width * SCALE / 2, top - HEAD / 2), head, 11, INK)
    return sheet


def _border(told: Moment) -> Iterable[tuple[str, str]]:
    allied, german = told.control["allied"], told.control["german"]
    for a, b in BOARD.links:
        if (allied >> a & 1 and german >> b & 1) or (german >> a & 1 and allied >> b & 1):
            yield str(HEXES[a]), str(HEXES[b])


def table(found: list[Moment]) -> str:
    """What the pictures show, in figures."""
    rows = ["| Inter-Phase | turn | day | hexes apart, mean | farthest | net VP |", "|---|---|---|---|---|---|"]
    rows += [f"| {m.number} | {m.turn} | {m.day} | {m.apart:.1f} | {m.worst} | {m.vp} |" for m in found]
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "draw"))
    parser.add_argument("game", type=Path)
    parser.add_argument("--seed", type=lambda word: int(word) if word.isdigit() else word, default=1914)
    parser.add_argument("--level", default="staff", help="who plays both sides")
    parser.add_argument("--until", type=int, default=99, metavar="TURN", help="the last turn that is played")
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--seconds", type=float, default=1e9, help="of play; it goes on from there another time")
    parser.add_argument("--picture", type=Path, default=PICTURE)
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table between the marks of a page")
    parser.add_argument("--mark", default="course", help="their name")
    asked = parser.parse_args()
    if asked.what == "play":
        play_on(asked.game, asked.seed, asked.seconds, asked.scenario, asked.level, asked.until)
        return
    found = moments(asked.game)
    draw(found).save_png(asked.picture)
    print(table(found))
    if asked.write is not None:
        write(asked.write, asked.mark, table(found))


if __name__ == "__main__":
    main()
