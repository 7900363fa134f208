"""How games, positions, odds, fronts and studies show themselves in a notebook.

    from front1914.lab import display
    display.register()             # once: games, odds and the like then show themselves
    display.board(game)            # the map with everybody whom a side may see
    display.front(game)            # who holds the ground, against history where it knows the day
    display.odds(game.attack_odds("1010"))

The engine knows nothing of this. Without a notebook, `html(thing)` is what one would show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

import front1914
from front1914 import OBSERVER, AttackOdds, Game, Odds
from front1914.lab import charts, ground, history
from front1914.lab.export import towns

if TYPE_CHECKING:
    from front1914.lab.study import Study

ROOMY = 12.0  #: size of a counter that its name is written on
MOST_WAYS = 12  #: results of an attack that are drawn


class Picture:
    """An SVG that shows itself."""

    def __init__(self, text: str) -> None:
        self.text = charts.alone(text)

    def _repr_svg_(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<picture, {len(self.text):,} characters of SVG>"


def board(game: Game | Mapping[str, Any], side: str = OBSERVER) -> Picture:
    """The map with everybody whom a side may see; a position will do too."""
    game = game if isinstance(game, Game) else front1914.from_position(game)
    view, sheet = game.view(side), game.title.printed()
    land = charts.Ground(game.title.info.id)
    stacks: dict[str, list[Any]] = {}
    for piece in view.get("pieces", ()):
        if piece.get("at") in sheet["places"]:
            stacks.setdefault(piece["at"], []).append(piece)
    size = max(5.0, min(16.0, 0.72 * land.scale))
    spots = {place: land.at(spot["x"], spot["y"]) for place, spot in sheet["places"].items()}
    parts = [land.names((spot["name"], spots[place]) for place, spot in towns(sheet))]
    parts += [_stack(spots[place], size, pieces, sheet) for place, pieces in sorted(stacks.items())]
    scene = game.scene
    told = f"{game.title.info.name}, turn {scene.turn}, {scene.date or ''}: {sum(map(len, stacks.values()))} pieces"
    return Picture(land.picture(told, *parts, alone=True))


def _stack(at: ground.Point, size: float, pieces: list[Any], sheet: Any) -> str:
    """A counter for who lies on top, with its name if there is room, and how many there are."""
    x, y = at
    top = min(pieces, key=lambda piece: piece.get("order", 0))
    card = sheet["pieces"].get(top["id"], {})
    kind = f"counter {escape(top.get('nation') or card.get('nation', ''))}"
    parts = [charts.rect(x - size / 2, y - size / 2, size, size, kind)]
    if len(pieces) > 1:
        parts.insert(0, charts.rect(x - size / 2 - 1.5, y - size / 2 + 1.5, size, size, f"under {kind}"))
    if size >= ROOMY:
        parts.append(charts.text(x, y - 0.6, card.get("short", "")[:9], "short", "middle"))
        parts.append(charts.text(x, y + 5.2, str(len(pieces)) if len(pieces) > 1 else "", "short", "middle"))
    return "".join(parts)


def front(game: Game) -> Picture:
    """The line between the sides as it is now, and that of history if it knows the day."""
    name, first = game.title.info.id, game.sides[0]
    land, chart = ground.map_of(name), charts.Ground(name)
    now = ground.held(land, game.muster(OBSERVER), ground.own_country(land, first), first)
    shares = {place: float(holder == first) for place, holder in now.holders.items()}
    day = history.last_day(game.scene.date)
    line = history.line_near(name, day) if history.whole(name, game.state.scenario) else None
    parts = [chart.contour(shares, 0.5, "front", 1)]
    if line is not None:
        parts.append(chart.line(line.points, "history"))
    return Picture(chart.picture(f"The front of {game.title.info.name} on {game.scene.date}", *parts, alone=True))


def odds(found: Odds | AttackOdds) -> Picture:
    """What may come of it, most likely first."""
    ways = found.odds.by() if isinstance(found, AttackOdds) else found.by()
    rows = list(ways.items())[:MOST_WAYS]
    width, row = 560.0, 26.0
    parts = []
    for n, (words, share) in enumerate(rows):
        y = row * n + 8
        told = words if len(words) < 38 else words[:36] + "…"
        parts += [charts.text(0, y + 12, told), charts.rect(270, y, 220 * float(share), 15, "fill made")]
        parts.append(charts.text(276 + 220 * float(share), y + 12, f"{100 * float(share):.1f} %", "strong"))
    label = "; ".join(f"{words} {100 * float(share):.0f} per cent" for words, share in rows)
    return Picture(charts.svg(width, row * len(rows) + 10, label or "nothing", *parts))


def study_html(study: Study) -> str:
    """A study in short: findings and who wins in each setting."""
    from front1914.lab.figures import CellFigures
    from front1914.lab.findings import findings

    parts = [f"<p><b>{escape(study.name)}</b>: {study.done} of {study.games} games</p>"]
    for cell in study.cells:
        figures = CellFigures(study, cell)
        if not figures.count:
            continue
        told = "".join(f"<li><b>{escape(f.value)}</b> {escape(f.text)}</li>" for f in findings(figures))
        picture = charts.alone(charts.endings(figures.endings(), figures.german, figures.count))
        heading = f"<p>{escape(cell.words(study.cells, figures.name_of))}</p>" if len(study.cells) > 1 else ""
        parts.append(f'{heading}<ul>{told}</ul><div style="max-width:560px">{picture}</div>')
    return "".join(parts)


#: how things without a way of their own are shown
SHOWN: dict[type[Any], Callable[[Any], Picture]] = {Game: board, Odds: odds, AttackOdds: odds}


def html(thing: Any) -> str | None:
    """What a notebook shows of something; None if it is only written."""
    for name in ("_repr_html_", "_repr_svg_"):
        if (shown := getattr(thing, name, None)) is not None:
            return str(shown())
    shows = next((shows for kind, shows in SHOWN.items() if isinstance(thing, kind)), None)
    return None if shows is None else shows(thing)._repr_svg_()


def register() -> bool:
    """Lets the notebook that runs this show games and odds as pictures; False outside of one."""
    try:
        from IPython import get_ipython  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return False
    shell = get_ipython()  # type: ignore[no-untyped-call,unused-ignore]
    if shell is None:
        return False
    formatter = shell.display_formatter.formatters["image/svg+xml"]
    for kind, shows in SHOWN.items():
        formatter.for_type(kind, lambda thing, shows=shows: shows(thing)._repr_svg_())
    return True
