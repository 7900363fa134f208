"""What the tables of a study show: every figure of the report, each with its interval or range and its number of games.

Figures are told for one cell of the grid, and for the first side of its title where a side must be named.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import front1914
from front1914.analysis.simulate import Share, wilson
from front1914.lab import ground, history
from front1914.lab.attacks import odds_order, odds_word
from front1914.lab.ground import Point
from front1914.lab.plan import Cell
from front1914.lab.reckoning import Band, band_of, difference, holm
from front1914.lab.store import frames

if TYPE_CHECKING:
    import polars

    from front1914.lab.study import Study

ENOUGH = 100  #: games from which effects of rules are told
FEWEST = 5  #: games with a rule, and without, that an effect is reckoned from


class Ending(NamedTuple):
    """A way in which games ended."""

    winner: str | None
    level: str
    words: str
    share: Share


class Effect(NamedTuple):
    """A rule, how often it was used, and whether its use goes with victories."""

    rule: str
    text: str
    share: float  #: of the games in which it had a part
    difference: float | None  #: of the first side's victories, in points of a hundred
    low: float
    high: float
    sure: bool  #: it cannot well be chance


class Pace(NamedTuple):
    """How long a step was thought about."""

    side: str
    step: str
    times: int
    mean: float
    longest: float


class OddsColumn(NamedTuple):
    """Attacks at the same odds, made and declined."""

    column: str
    made: int
    declined: int


class Front(NamedTuple):
    """The front when a turn was over."""

    turn: int
    day: date | None
    shares: dict[str, float]  #: by place: of the games in which the first side holds it
    history: history.Line | None
    km: Band | None  #: how far apart the lines are


class Losses(NamedTuple):
    """What a nation lost over time."""

    nation: str
    name: str
    rate: float | None  #: men for a point of strength; None if they are told in points
    bands: list[Band]
    history: tuple[history.Loss, ...]


class CellFigures:
    """The figures of one cell."""

    def __init__(self, study: Study, cell: Cell) -> None:
        self.study, self.cell = study, cell
        self.pl = frames()
        self.title = front1914.title(cell.title)
        self.sheet = self.title.printed()
        self.sides = tuple(cell.commanders)
        self.first = self.sides[0]
        self.games = study.table("games").filter(self.pl.col("cell") == cell.number)
        self.count = len(self.games)
        self.numbers: list[int] = self.games["game"].to_list()
        self._tables: dict[str, Any] = {}
        self.land = ground.map_of(cell.title)
        self.whole = history.whole(cell.title, cell.scenario)

    def table(self, name: str) -> polars.DataFrame:
        """The rows of this cell."""
        if name not in self._tables:
            chosen = self.games.select("game")
            self._tables[name] = self.study.table(name).join(chosen, on="game", how="semi")
        found: polars.DataFrame = self._tables[name]
        return found

    def name_of(self, side: str | None) -> str:
        """A side as people call it."""
        if side is None:
            return "Nobody"
        return str(self.sheet["sides"].get(side, {"name": side})["name"])

    @cached_property
    def german(self) -> str:
        """The side that the German army belongs to; the first where there is none."""
        game = front1914.new(self.cell.title, self.cell.scenario, self.cell.options, seed=0)
        found = next((t.side for t in game.title.muster(game.state) if t.nation == "german"), self.first)
        return found if found in self.sides else self.first

    # -- how games end ---------------------------------------------------------------------------------------------

    def endings(self) -> list[Ending]:
        """By winner and kind of victory: the first side's, draws, the others'."""
        counts = Counter(zip(self.games["winner"], self.games["level"], strict=True))
        order: dict[str | None, int] = {side: n + (n > 0) for n, side in enumerate(self.sides)}
        order[None] = 1
        keys = sorted(counts, key=lambda key: (order[key[0]], -counts[key] if key[0] == self.first else counts[key]))
        return [
            Ending(
                winner,
                level,
                f"{self.name_of(winner)}, {level.replace('_', ' ')}",
                wilson(counts[winner, level], self.count),
            )
            for winner, level in keys
        ]

    def won(self, side: str | None = None) -> Share:
        """How often a side won; the first if none is named."""
        side = side or self.first
        return wilson(sum(winner == side for winner in self.games["winner"]), self.count)

    def lengths(self) -> dict[int, int]:
        """How many games ended in each turn."""
        return dict(sorted(Counter(turn for turn in self.games["turn"] if turn is not None).items()))

    def days(self) -> dict[int, date | None]:
        """The last day of each turn; the set-up (turn 0) was over as long before the first as a turn lasts."""
        rows = self.table("losses").group_by("turn").agg(self.pl.col("day").max()).sort("turn").iter_rows()
        found = {turn: None if day is None else date.fromisoformat(day) for turn, day in rows}
        first, second = found.get(1), found.get(2)
        if 0 in found:
            found[0] = first - (second - first) if first is not None and second is not None else None
        return found

    # -- over time -------------------------------------------------------------------------------------------------

    def score(self) -> tuple[str, list[Band], list[tuple[int, str]]]:
        """The first meter of the victory terms over the turns; its name, and the marks at which somebody wins."""
        game = front1914.new(self.cell.title, self.cell.scenario, self.cell.options, seed=0)
        terms = game.terms()
        if not terms.meters:
            return "", [], []
        meter = terms.meters[0]
        rows = self.table("turns").filter(self.pl.col("meter") == meter.id)
        marks: dict[int, str] = {}
        for side in self.sides:
            if (at := terms.needed(side, meter.id)) is not None:
                marks[at] = f"{self.name_of(side)} wins at the end"
        return meter.name, self._bands(rows, "value"), sorted(marks.items())

    def losses(self) -> list[Losses]:
        """What each nation lost, in men if the scenario shows the whole front of 1914, else in points of strength."""
        found = []
        table = self.table("losses")
        names = self.sheet["nations"]
        for nation in sorted(table["nation"].unique(), key=lambda n: list(names).index(n) if n in names else 99):
            rows = table.filter(self.pl.col("nation") == nation).sort("game", "turn")
            rows = rows.with_columns(self.pl.col("lost").cum_sum().over("game").alias("sum"))
            full = self.fielded(nation)
            men = history.men().get(nation)
            rate = men / full if self.whole and men and full else None
            bands = self._bands(rows, "sum", (rate or 1.0))
            known = history.losses().get(nation, ()) if rate else ()
            days = [band.day for band in bands if band.day is not None]
            seen = tuple(loss for loss in known if days and loss.day <= max(days)) if days else ()
            if bands and bands[-1].high > 0:
                found.append(Losses(nation, names.get(nation, {"name": nation})["name"], rate, bands, seen))
        return found

    def fielded(self, nation: str) -> int:
        """The strength of all units of a nation that the scenario has, on the map or still to come."""
        game = front1914.new(self.cell.title, self.cell.scenario, self.cell.options, seed=0)
        troops = game.title.muster(game.state)
        return sum(t.full for t in troops if t.nation == nation and t.where in ("field", "coming"))

    def _bands(self, rows: polars.DataFrame, value: str, scale: float = 1.0) -> list[Band]:
        """Over the turns; a game that is over stays as it ended."""
        days = self.days()
        by_game: dict[int, dict[int, float]] = {game: {} for game in self.numbers}
        for game, turn, figure in rows.select("game", "turn", value).iter_rows():
            by_game[game][turn] = figure * scale
        last: dict[int, float] = {}
        found = []
        for turn in days:
            last |= {game: known[turn] for game, known in by_game.items() if turn in known}
            if last and (days[turn] is not None or not any(days.values())):
                found.append(band_of(turn, days[turn], last.values()))
        return found

    # -- the ground ------------------------------------------------------------------------------------------------

    def fronts(self) -> list[Front]:
        """The front after each turn, and how far it is from that of history."""
        pl, days = self.pl, self.days()
        base = {place: float(side == self.first) for place, side in self.land.owner.items()}
        changes = self.table("ground").group_by("turn", "place", "side").len()
        steps: dict[int, list[tuple[str, int]]] = {}
        for turn, place, side, count in changes.iter_rows():
            if place in base:
                steps.setdefault(turn, []).append((place, count if side == self.first else -count))
        now = {place: share * self.count for place, share in base.items()}
        points = self.table("fronts")
        found = []
        for turn, day in days.items():
            for place, change in steps.get(turn, ()):
                now[place] += change
            line = history.line_near(self.cell.title, day) if self.whole else None
            shares = {place: count / max(1, self.count) for place, count in now.items()}
            km = None if line is None else self._apart(turn, day, line, points.filter(pl.col("turn") == turn))
            found.append(Front(turn, day, shares, line, km))
        return found

    def _apart(self, turn: int, day: date | None, line: history.Line, rows: polars.DataFrame) -> Band | None:
        """Kilometres between the fronts of the games and that of history."""
        by_game: dict[int, list[Point]] = {}
        for game, x, y in rows.select("game", "x", "y").iter_rows():
            by_game.setdefault(game, []).append((x, y))
        away = history.Distances(self.cell.title, line, {point for points in by_game.values() for point in points})
        found = [km for points in by_game.values() if (km := away.mean(points)) is not None]
        return band_of(turn, day, found) if found else None

    def apart_by_number(self, day: date) -> dict[int, float]:
        """By number of the game in its cell: kilometres between the fronts on the turn that ends nearest to a day."""
        near = [(abs((d - day).days), turn, d) for turn, d in self.days().items() if d is not None]
        if not self.whole or not near:
            return {}
        _, turn, found_day = min(near)
        line = history.line_near(self.cell.title, found_day)
        if line is None:
            return {}
        numbers = dict(self.games.select("game", "number").iter_rows())
        by_game: dict[int, list[Point]] = {}
        rows = self.table("fronts").filter(self.pl.col("turn") == turn)
        for game, x, y in rows.select("game", "x", "y").iter_rows():
            by_game.setdefault(numbers[game], []).append((x, y))
        away = history.Distances(self.cell.title, line, {point for points in by_game.values() for point in points})
        return {number: km for number, points in by_game.items() if (km := away.mean(points)) is not None}

    def lines(self, turns: Sequence[int], most: int) -> dict[int, list[dict[str, float]]]:
        """By turn, who held what in a few games: the first side 1, others 0."""
        chosen = self.numbers[:: max(1, math.ceil(len(self.numbers) / most))][:most]
        base = {place: float(side == self.first) for place, side in self.land.owner.items()}
        rows = self.table("ground").filter(self.pl.col("game").is_in(chosen)).sort("game", "turn")
        changes: dict[int, list[tuple[int, str, str]]] = {}
        for game, turn, place, side in rows.select("game", "turn", "place", "side").iter_rows():
            changes.setdefault(game, []).append((turn, place, side))
        found: dict[int, list[dict[str, float]]] = {turn: [] for turn in turns}
        for game in chosen:
            now, rest = dict(base), changes.get(game, [])
            at = 0
            for turn in sorted(turns):
                while at < len(rest) and rest[at][0] <= turn:
                    now[rest[at][1]] = float(rest[at][2] == self.first)
                    at += 1
                found[turn].append(dict(now))
        return found

    def heat(self) -> dict[str, dict[str, float]]:
        """By place, over all games: battles fought, marches that ended there, strength lost there by both sides."""
        pl = self.pl
        fought = self.table("battles").filter(pl.col("made"))
        lost = pl.col("lost_attacker") + pl.col("lost_defender")
        tables = {
            "battles": fought.group_by("place").agg(pl.len().alias("n")),
            "marches": self.table("marches").group_by("place").agg(pl.col("times").sum().alias("n")),
            "losses": fought.group_by("place").agg(lost.sum().alias("n")),
        }
        return {
            name: {place: float(n) for place, n in table.iter_rows() if n and place in self.land.spots}
            for name, table in tables.items()
        }

    def part(self) -> ground.Box | None:
        """Where they marched and fought; None where nobody did, and where the whole front of 1914 is shown."""
        spots = [self.land.spots[place] for counts in self.heat().values() for place in counts]
        if self.whole or not spots:
            return None
        xs, ys = zip(*spots, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    # -- rules, paces, odds ----------------------------------------------------------------------------------------

    def rules(self) -> list[Effect]:
        """Rules that were used in some games and not in others first, by their effect; then by how often."""
        names = _rule_names(self.cell.title)
        wins = {game: float(winner == self.first) for game, winner in self.games.select("game", "winner").iter_rows()}
        by_rule: dict[str, set[int]] = {}
        for game, rule in self.table("rules").select("game", "rule").unique().iter_rows():
            by_rule.setdefault(rule, set()).add(game)
        found, chances = [], []
        for rule, used in by_rule.items():
            told = names(rule)
            with_, without = [wins[g] for g in used], [w for g, w in wins.items() if g not in used]
            gap = difference(with_, without) if min(len(with_), len(without)) >= FEWEST else None
            if self.count < ENOUGH:
                gap = None
            chances.append(None if gap is None else gap.p)
            effect = Effect(rule, told, len(used) / self.count, None, 0.0, 0.0, False)
            if gap is not None:
                effect = effect._replace(difference=100 * gap.mean, low=100 * gap.low, high=100 * gap.high)
            found.append(effect)
        sure = holm(chances)
        found = [effect._replace(sure=known) for effect, known in zip(found, sure, strict=True)]
        return sorted(
            found, key=lambda e: (e.difference is None, not e.sure, -abs(e.difference or 0), -e.share, e.rule)
        )

    def unused(self) -> list[tuple[str, str]]:
        """Rules that could have asked somebody something, or be told of, and never did."""
        used = set(self.table("rules")["rule"].unique())
        steps = {step.rule for step in self.title.steps if step.verbs}
        with suppress(front1914.BadData):  # without a handbook, what is asked must do
            steps |= set(front1914.handbook(self.cell.title).log.values())
        names = _rule_names(self.cell.title)
        return [(rule, names(rule)) for rule in sorted(steps - used) if rule]

    def paces(self) -> list[Pace]:
        """The steps that took longest, by the longest decision."""
        pl = self.pl
        rows = (
            self.table("paces")
            .group_by("side", "step")
            .agg(pl.col("times").sum(), pl.col("seconds").sum(), pl.col("longest").max())
        )
        found = [Pace(side, step, n, total / n, longest) for side, step, n, total, longest in rows.iter_rows()]
        return sorted(found, key=lambda pace: -pace.longest)

    def odds(self) -> list[OddsColumn]:
        """Attacks made and declined by the column that decided; by strength against strength where there are none."""
        made: Counter[str] = Counter()
        declined: Counter[str] = Counter()
        rows = self.table("battles").select("column", "attack", "defence", "made").iter_rows()
        for column, attack, defence, fought in rows:
            if (word := odds_word(column, attack, defence)) is not None:
                (made if fought else declined)[word] += 1
        columns = sorted(made.keys() | declined.keys(), key=odds_order)
        return [OddsColumn(column, made[column], declined[column]) for column in columns]


def winners(study: Study, cell: int) -> list[Ending]:
    """How the games of a cell ended."""
    return CellFigures(study, study.cells[cell]).endings()


def _rule_names(title: str) -> Callable[[str], str]:
    """What a rule is called: by the ledger, or by the heading under which the handbook has it."""
    try:
        known: Mapping[str, str] = {row.rule: row.title for row in front1914.ledger(title, tests=()).rows}
    except front1914.BadData:
        known = {}
    try:
        book = front1914.handbook(title)
    except front1914.BadData:
        book = None

    def name(rule: str) -> str:
        short = rule
        while short and short not in known:
            if book is not None and short == rule and (paragraph := book.find(rule)) is not None:
                return paragraph.head
            cut = max(short.rfind("."), short.rfind("-"))
            short = short[:cut] if cut > 0 else ""
        return known.get(short, "")

    return name
