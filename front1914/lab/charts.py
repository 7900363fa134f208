"""Charts as SVG, in the colours of the page they stand on: every colour is a class (lab/report.css).

No axis is cut; small multiples share one scale; history is always red and dashed, or a red disc.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from html import escape
from importlib import resources
from typing import NamedTuple

from front1914.lab import ground, history
from front1914.lab.figures import Effect, Ending, Front, Losses, OddsColumn
from front1914.lab.ground import Point
from front1914.lab.reckoning import Band

CORNER = 1 / math.sqrt(3)
STEPS = 5  #: of a colour scale
ROOM = 1.2  #: so much wider than what happened is a map that shows a part
CLOSEST, FARTHEST = 0.4, 0.8  #: of the whole map: no part is smaller; a larger one is not worth it


def svg(width: float, height: float, label: str, *parts: str, kind: str = "") -> str:
    """A picture with one sentence for whoever cannot see it."""
    made = "".join(parts)
    told = escape(label, quote=True)
    return f'<svg class="{kind}" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{told}">{made}</svg>'


@cache
def style(name: str) -> str:
    """One of the style sheets beside this module."""
    return (resources.files("front1914.lab") / f"{name}.css").read_text(encoding="utf-8")


def alone(picture: str) -> str:
    """A picture with its colours in it, which touch nothing else on the page that it stands on."""
    rules = style("colours").replace(":root", ".f14") + f".f14{{{style('charts')}}}"
    head, _, rest = picture.partition(">")
    kind = head.partition('class="')[2].partition('"')[0]
    head = head.replace(f'class="{kind}"', f'class="f14 {kind}" xmlns="http://www.w3.org/2000/svg"')
    return f"{head}><style>{rules}</style>{rest}"


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Words at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def rect(x: float, y: float, width: float, height: float, kind: str) -> str:
    """A box."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{max(0.0, height):.1f}" class="{kind}"/>'
    )


def ticks(high: float, low: float = 0.0, most: int = 5) -> list[float]:
    """Round figures from one end to the other.

    >>> ticks(27), ticks(0.4), ticks(5, -12)
    ([0, 10, 20, 30], [0.0, 0.1, 0.2, 0.3, 0.4], [-15, -10, -5, 0, 5])
    """
    span = max(high - low, 1e-9)
    raw = span / (most - 1)
    power = 10 ** math.floor(math.log10(raw))
    step = next(power * n for n in (1, 2, 2.5, 5, 10) if power * n >= raw - 1e-12)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(n * step, 10) for n in range(first, last + 1)]


# -- who wins -----------------------------------------------------------------------------------------------------


def endings(rows: Sequence[Ending], german: str, games: int) -> str:
    """A bar of all games, and each kind of victory with its interval; the German side in its own grey."""
    width, top, row = 560.0, 58.0, 30.0
    height = top + row * len(rows) + 26
    left, right = 210.0, width - 12
    high = ticks(100 * max((r.share.high for r in rows), default=1.0))[-1]
    parts, x, seen = [], 0.0, {True: 0, False: 0}
    kinds = []
    for ending in rows:
        ours = ending.winner == german
        kind = "nobody" if ending.winner is None else f"{'ours' if ours else 'theirs'}{min(2, seen[ours])}"
        seen[ours] += ending.winner is not None
        kinds.append(kind)
        wide = ending.share.share * width
        parts.append(rect(x, 0, wide, 34, f"fill {kind}"))
        if wide > 34:
            parts.append(text(x + wide / 2, 22, f"{100 * ending.share.share:.0f} %", f"on {kind}", "middle"))
        x += wide
    for tick in ticks(high):
        at = left + (right - left) * tick / high
        parts += [line(at, top - 8, at, height - 24, "grid"), text(at, height - 8, f"{tick:g}", "tick", "middle")]
    for n, (ending, kind) in enumerate(zip(rows, kinds, strict=True)):
        y = top + row * n + 8
        low, middle, far = (
            left + (right - left) * 100 * v / high for v in (ending.share.low, ending.share.share, ending.share.high)
        )
        words = ending.words if len(ending.words) < 34 else ending.words[:32] + "…"
        parts += [text(0, y + 4, words), line(low, y, far, y, "whisker"), line(low, y - 4, low, y + 4, "whisker")]
        parts += [
            line(far, y - 4, far, y + 4, "whisker"),
            f'<circle cx="{middle:.1f}" cy="{y}" r="5.5" class="dot {kind}"/>',
        ]
        told = f"{100 * ending.share.share:.1f}"
        place, anchor = (far + 8, "start") if far < right - 120 else (low - 8, "end")
        within = f"{100 * ending.share.low:.1f} to {100 * ending.share.high:.1f}"
        if anchor == "end" and low - 120 < 6.5 * len(words):  # no room beside the words: the table below has it
            within = ""
        parts.append(
            f'<text x="{place:.1f}" y="{y + 4:.1f}" text-anchor="{anchor}"><tspan class="strong">{told}</tspan>'
            f'<tspan class="tick" dx="4">{within}</tspan></text>'
        )
    told = "; ".join(f"{r.words} {100 * r.share.share:.0f} per cent" for r in rows)
    return svg(width, height, f"Who wins in {games} games: {told}", *parts)


def lengths(rows: Mapping[int, int], games: int) -> str:
    """How many games ended in each turn."""
    width, height, bottom = 560.0, 150.0, 24.0
    if not rows:
        return ""
    turns = list(range(min(rows), max(rows) + 1))
    wide = min(46.0, width / len(turns))
    most = max(rows.values())
    parts = []
    for n, turn in enumerate(turns):
        count = rows.get(turn, 0)
        tall = (height - bottom - 20) * count / most
        x = n * wide
        parts.append(rect(x + 3, height - bottom - tall, wide - 6, tall, "fill bar"))
        if len(turns) <= 24 or turn % 5 == 0:
            parts.append(text(x + wide / 2, height - 7, str(turn), "tick", "middle"))
        if count and wide > 20:
            parts.append(text(x + wide / 2, height - bottom - tall - 5, f"{100 * count / games:.0f}", "tick", "middle"))
    parts.append(line(0, height - bottom, wide * len(turns), height - bottom, "axis"))
    return svg(width, height, f"Last turn of {games} games, in per cent", *parts)


# -- over time ----------------------------------------------------------------------------------------------------


class Axes(NamedTuple):
    """Where figures lie in a picture."""

    x: tuple[float, float]  #: figures at both ends
    y: tuple[float, float]
    box: tuple[float, float, float, float]  #: left, top, right, bottom

    def at(self, x: float, y: float) -> Point:
        """The place of a figure."""
        left, top, right, bottom = self.box
        across = (x - self.x[0]) / ((self.x[1] - self.x[0]) or 1)
        up = (y - self.y[0]) / ((self.y[1] - self.y[0]) or 1)
        return left + (right - left) * across, bottom - (bottom - top) * up

    def area(self, points: Iterable[tuple[float, float, float]], kind: str) -> str:
        """Between a lower and an upper figure."""
        known = list(points)
        over = [self.at(x, high) for x, _, high in known]
        under = [self.at(x, low) for x, low, _ in reversed(known)]
        return f'<path d="{path([*over, *under])}z" class="{kind}"/>'

    def line(self, points: Iterable[Point], kind: str) -> str:
        """Through figures."""
        return f'<path d="{path([self.at(*point) for point in points])}" class="{kind}"/>'


def path(points: Sequence[Point], digits: int = 1) -> str:
    """A line through points."""
    return "M" + "L".join(f"{round(x, digits):g} {round(y, digits):g}" for x, y in points) if points else ""


def score(name: str, bands: Sequence[Band], marks: Sequence[tuple[int, str]], games: int) -> str:
    """A meter over the turns: the middle line, half of the games, nine tenths."""
    width, height = 560.0, 250.0
    if len(bands) < 2:
        return ""
    values = [v for band in bands for v in (band.low, band.high)] + [float(at) for at, _ in marks]
    grid = ticks(max([*values, 0.0]), min([*values, 0.0]))
    axes = Axes((bands[0].at, bands[-1].at), (grid[0], grid[-1]), (40, 16, width - 8, height - 26))
    parts = []
    for tick in grid:
        (x1, y), (x2, _) = axes.at(bands[0].at, tick), axes.at(bands[-1].at, tick)
        parts += [line(x1, y, x2, y, "grid"), text(x1 - 8, y + 4, f"{tick:g}", "tick", "end")]
    parts.append(axes.area([(b.at, b.low, b.high) for b in bands], "band wide"))
    parts.append(axes.area([(b.at, b.lower, b.upper) for b in bands], "band half"))
    parts.append(axes.line([(b.at, b.middle) for b in bands], "middle"))
    for at, words in marks:
        (x1, y), (x2, _) = axes.at(bands[0].at, at), axes.at(bands[-1].at, at)
        parts += [line(x1, y, x2, y, "mark"), text(x1 + 4, y - 4, f"{at}: {words}", "note")]
    every = max(1, math.ceil(len(bands) / 12))
    for band in bands[::every]:
        parts.append(text(axes.at(band.at, grid[0])[0], height - 8, str(band.at), "tick", "middle"))
    last = bands[-1]
    told = (
        f"{name} over the turns of {games} games; the middle game ends with {last.middle:g}, nine tenths between "
        f"{last.low:g} and {last.high:g}"
    )
    return svg(width, height, told, *parts)


def losses(row: Losses, high: float, begin: date | None, end: date | None) -> str:
    """What a nation lost over the days, or over the turns if they have no dates."""
    width, height, unit = 270.0, 168.0, 1000.0 if row.rate else 1.0
    grid = ticks(high / unit, most=4)
    dated = begin is not None and end is not None and begin < end
    spans = (
        (float(begin.toordinal()), float(end.toordinal()))
        if dated and begin and end
        else (row.bands[0].at, row.bands[-1].at)
    )
    axes = Axes(spans, (0.0, grid[-1] * unit), (36, 10, width - 10, height - 24))

    def x(band: Band) -> float:
        return float(band.day.toordinal()) if dated and band.day is not None else float(band.at)

    parts = []
    for tick in grid:
        (x1, y), (x2, _) = axes.at(spans[0], tick * unit), axes.at(spans[1], tick * unit)
        parts += [line(x1, y, x2, y, "grid"), text(x1 - 6, y + 4, f"{tick:g}", "tick", "end")]
    parts.append(axes.area([(x(b), b.low, b.high) for b in row.bands], f"nation {row.nation} wide"))
    parts.append(axes.area([(x(b), b.lower, b.upper) for b in row.bands], f"nation {row.nation} half"))
    parts.append(axes.line([(x(b), b.middle) for b in row.bands], "middle"))
    if dated and begin and end:
        days = [date(1914, m, 1) for m in range(1, 13) if begin <= date(1914, m, 1) <= end]
        if len(days) < 2:
            days = [
                begin + timedelta(days=n) for n in range(0, (end - begin).days + 1, max(1, (end - begin).days // 3))
            ]
        for day in days:
            words = f"{day:%b}" if day.day == 1 else f"{day.day} {day:%b}"
            at = axes.at(day.toordinal(), 0)[0]
            parts.append(text(at, height - 6, words, "tick", "end" if at > width - 26 else "middle"))
    else:
        for band in row.bands[:: max(1, len(row.bands) // 6)]:
            parts.append(text(axes.at(band.at, 0)[0], height - 6, str(band.at), "tick", "middle"))
    for loss in row.history:
        cx, cy = axes.at(loss.day.toordinal(), loss.men)
        parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="5" class="{"official" if loss.sure else "estimate"}"/>')
    last = row.bands[-1]
    what = "thousand men" if row.rate else "points of strength"
    told = (
        f"{row.name}: {last.middle / unit:.0f} {what} lost in the middle game, nine tenths {last.low / unit:.0f} "
        f"to {last.high / unit:.0f}"
    )
    return svg(width, height, told, *parts)


# -- maps ---------------------------------------------------------------------------------------------------------


class Ground:
    """The map of a title, or a part of it, drawn once and used again in every picture of it."""

    def __init__(self, title: str, part: ground.Box | None = None) -> None:
        self.title = title
        self.land = ground.map_of(title)
        laid = history.ground(title)
        xs, ys = [x for x, _ in self.land.spots.values()], [y for _, y in self.land.spots.values()]
        plain = [min(xs) - 0.7, min(ys) - 0.7, max(xs) + 0.7, max(ys) + 0.7] if xs else [0.0, 0.0, 1.0, 1.0]
        whole: ground.Box = tuple(laid["frame"] if laid else plain)
        self.frame = whole if part is None else widened(part, whole)
        self.scale = 400 / (self.frame[2] - self.frame[0])
        self.width, self.height = 400.0, (self.frame[3] - self.frame[1]) * self.scale
        self.laid = laid
        self.id = f"ground-{title}" + "".join(f"-{n:.0f}" for n in self.frame if part is not None)

    def at(self, x: float, y: float) -> Point:
        """A point of the title's map in the picture."""
        return (x - self.frame[0]) * self.scale, (y - self.frame[1]) * self.scale

    def shows(self, place: str) -> bool:
        """Whether a place lies on the part of the map that is drawn."""
        x, y = self.at(*self.land.spots[place])
        return 0 <= x <= self.width and 0 <= y <= self.height

    def drawn(self) -> str:
        """Land, neutral countries and frontiers."""
        # The country goes on beyond the frame, and is seen where a picture is wider than its map: so is the sea.
        parts = [rect(-self.width, -self.height, 3 * self.width, 3 * self.height, "sea")]
        for kind in ("land", "neutral", "borders") if self.laid else ():
            assert self.laid is not None
            shut = "" if kind == "borders" else "z"
            lines = [path([self.at(x, y) for x, y in ring], 1) + shut for ring in self.laid[kind]]
            parts.append(f'<path d="{"".join(lines)}" class="{kind}"/>')
        if self.laid is None:
            parts.append(rect(0, 0, self.width, self.height, "land"))
        return "".join(parts)

    def symbol(self) -> str:
        """The same, to be used by every map of a page."""
        box = f"0 0 {self.width:g} {self.height:g}"
        return (
            f'<svg class="defs" aria-hidden="true"><symbol id="{self.id}" viewBox="{box}">{self.drawn()}</symbol></svg>'
        )

    def picture(self, label: str, *parts: str, kind: str = "map", alone: bool = False) -> str:
        """Something drawn over the map: over that of the page, or with a map of its own."""
        use = f'<use href="#{self.id}" width="{self.width:g}" height="{self.height:g}"/>'
        return svg(self.width, round(self.height, 1), label, self.drawn() if alone else use, *parts, kind=kind)

    def names(self, places: Iterable[tuple[str, Point]]) -> str:
        """The names of places; one that would lie over an earlier one is left out."""
        taken: list[tuple[float, float, float]] = []
        found = []
        for name, (x, y) in places:
            wide = 3.2 * len(name)
            if all(abs(x - left) > wide + half or abs(y - top) > 7 for left, top, half in taken):
                taken.append((x, y, wide))
                found.append(text(x, y, name, "name", "middle"))
        return "".join(found)

    def contour(self, values: Mapping[str, float], level: float, kind: str, digits: int = 0) -> str:
        """The line where a share of the games crosses a level."""
        chains = chained(ground.contour(self.title, values, level))
        made = "".join(path([self.at(*point) for point in chain], digits) for chain in chains)
        return f'<path d="{made}" class="{kind}"/>' if made else ""

    def line(self, points: Sequence[Point], kind: str) -> str:
        """A line of history."""
        return f'<path d="{path([self.at(*point) for point in points])}" class="{kind}"/>'

    def hexagon(self, place: str, kind: str) -> str:
        """A place: its hex, or a disc where there are areas."""
        x, y = self.at(*self.land.spots[place])
        if not self.land.hexes:
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.42 * self.scale:.1f}" class="{kind}"/>'
        turn = 30 if self.land.pointy else 0
        angles = [math.radians(turn + 60 * n) for n in range(6)]
        corners = [(x + CORNER * self.scale * math.cos(a), y + CORNER * self.scale * math.sin(a)) for a in angles]
        return f'<path d="{path(corners)}z" class="{kind}"/>'


def widened(part: ground.Box, whole: ground.Box) -> ground.Box:
    """A part of a map with some room round it, in the shape of the whole; the whole if it is not much smaller.

    >>> widened((4, 4, 5, 5), (0, 0, 20, 10)), widened((1, 1, 15, 9), (0, 0, 20, 10))
    ((0.5, 2.5, 8.5, 6.5), (0, 0, 20, 10))
    """
    wide, high = whole[2] - whole[0], whole[3] - whole[1]
    share = max((part[2] - part[0]) / wide, (part[3] - part[1]) / high) * ROOM
    share = max(share, CLOSEST)
    if share > FARTHEST:
        return whole
    x = min(max((part[0] + part[2] - share * wide) / 2, whole[0]), whole[2] - share * wide)
    y = min(max((part[1] + part[3] - share * high) / 2, whole[1]), whole[3] - share * high)
    return x, y, x + share * wide, y + share * high


def chained(pieces: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Short lines put together where their ends meet.

    >>> chained([((0, 0), (1, 0)), ((2, 0), (1, 0)), ((5, 5), (6, 5))])
    [[(0, 0), (1, 0), (2, 0)], [(5, 5), (6, 5)]]
    """

    def key(point: Point) -> Point:
        return round(point[0], 4), round(point[1], 4)

    ends: dict[Point, list[int]] = {}
    for n, (a, b) in enumerate(pieces):
        ends.setdefault(key(a), []).append(n)
        ends.setdefault(key(b), []).append(n)
    left = set(range(len(pieces)))
    found = []
    # Lines that end somewhere are begun at their ends, closed ones anywhere.
    order = sorted(left, key=lambda n: min(len(ends[key(p)]) for p in pieces[n]))
    for begin in order:
        if begin not in left:
            continue
        left.discard(begin)
        a, b = pieces[begin]
        chain = [a, b] if len(ends[key(a)]) == 1 or len(ends[key(b)]) != 1 else [b, a]
        while (more := next((n for n in ends[key(chain[-1])] if n in left), None)) is not None:
            left.discard(more)
            a, b = pieces[more]
            chain.append(b if key(a) == key(chain[-1]) else a)
        found.append(chain)
    return found


def front(land: Ground, now: Front, games: Sequence[Mapping[str, float]], label: str) -> str:
    """The front of a turn: a few games, the middle of all, and history."""
    parts = [land.contour(values, 0.5, "one") for values in games]
    parts.append(land.contour(now.shares, 0.5, "front", 1))
    if now.history is not None:
        parts.append(land.line(now.history.points, "history"))
    return land.picture(label, *parts)


def film(land: Ground, fronts: Sequence[Front], captions: Sequence[str]) -> str:
    """Every turn as a picture of its own; a slider shows one of them."""
    frames = []
    for n, now in enumerate(fronts):
        parts = [
            land.contour(now.shares, 0.05, "edge"),
            land.contour(now.shares, 0.95, "edge"),
            land.contour(now.shares, 0.5, "front", 1),
        ]
        if now.history is not None:
            parts.append(land.line(now.history.points, "history"))
        frames.append(
            f'<g class="frame" data-caption="{escape(captions[n], quote=True)}"{"" if n == 0 else " hidden"}>'
            f"{''.join(parts)}</g>"
        )
    return land.picture(
        "The front turn by turn: the middle of the games, nine tenths of them, and history", *frames, kind="map film"
    )


def heat(land: Ground, counts: Mapping[str, float], towns: Sequence[tuple[str, Point]], label: str) -> str:
    """Places by how much happened there, in five steps."""
    most = max(counts.values(), default=0.0)
    parts = []
    for place, count in sorted(counts.items()):
        step = min(STEPS, 1 + int(STEPS * math.sqrt(count / most) - 1e-9)) if most else 1
        parts.append(land.hexagon(place, f"heat{step}"))
    for name, point in towns:
        x, y = land.at(*point)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.4" class="town"/>' + text(x + 5, y + 4, name, "place"))
    return land.picture(label, *parts)


# -- rules and odds -----------------------------------------------------------------------------------------------


def effects(rows: Sequence[Effect]) -> str:
    """How often rules had a part in games, and whether that goes with victories."""
    width, row, top = 560.0, 29.0, 24.0
    height = top + row * len(rows) + 6
    told = [e for e in rows if e.difference is not None]
    reach = max((max(abs(e.low), abs(e.high)) for e in told), default=1.0) or 1.0
    middle, half = 450.0, 78.0
    parts = [text(300, 10, "% of games", "tick strong")]
    if told:
        parts += [
            text(middle, 10, "victories more or fewer", "tick strong", "middle"),
            line(middle, top, middle, height, "axis"),
        ]
    for n, effect in enumerate(rows):
        y = top + row * n + 13
        kind = "" if effect.sure or effect.difference is None else " pale"
        words = effect.text if len(effect.text) < 34 else effect.text[:32] + "…"
        parts += [text(0, y + 4, effect.rule, f"rulenumber{kind}"), text(62, y + 4, words, kind.strip())]
        parts += [
            rect(300, y - 5, 44 * effect.share, 10, "fill tan"),
            text(350, y + 4, f"{100 * effect.share:.0f}", f"tick{kind}"),
        ]
        if effect.difference is not None:
            low, mean, high = (middle + half * v / reach for v in (effect.low, effect.difference, effect.high))
            parts += [
                line(low, y, high, y, f"whisker{kind}"),
                f'<circle cx="{mean:.1f}" cy="{y:.1f}" r="4.5" class="dot ours0{kind}"/>',
            ]
            parts.append(text(width - 2, y + 4, f"{effect.difference:+.0f}", f"strong{kind}", "end"))
    label = "Rules by how often they had a part in games" + (" and by what that goes with" if told else "")
    return svg(width, height, label, *parts)


def odds(rows: Sequence[OddsColumn]) -> str:
    """Attacks made above, declined below, in per cent of each."""
    if not rows:
        return ""
    width, half, gap = 560.0, 84.0, 22.0
    made, declined = sum(r.made for r in rows) or 1, sum(r.declined for r in rows) or 1
    most = max(max(r.made / made for r in rows), max(r.declined / declined for r in rows)) or 1.0
    left = 58.0
    wide = min(64.0, (width - left) / len(rows))
    middle = half + 16
    some = any(row.declined for row in rows)
    parts = [text(0, middle - 24, "made"), text(0, middle + gap + 32, "declined") if some else ""]
    for n, row in enumerate(rows):
        x = left + n * wide
        up, down = half * row.made / made / most, half * row.declined / declined / most
        parts += [
            rect(x + 3, middle - up, wide - 6, up, "fill made"),
            rect(x + 3, middle + gap, wide - 6, down, "fill tan"),
        ]
        parts.append(text(x + wide / 2, middle + 15, row.column, "strong small", "middle"))
        if row.made:
            parts.append(text(x + wide / 2, middle - up - 4, f"{100 * row.made / made:.0f}", "tick", "middle"))
        if row.declined:
            parts.append(
                text(x + wide / 2, middle + gap + down + 13, f"{100 * row.declined / declined:.0f}", "tick", "middle")
            )
    label = (
        f"Odds of {sum(r.made for r in rows)} attacks made and {sum(r.declined for r in rows)} that were possible "
        f"and left alone"
    )
    return svg(width, 2 * half + gap + 34 if some else half + gap + 20, label, *parts)
