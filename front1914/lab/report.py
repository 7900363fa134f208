"""The page of a study: one file without network, to be read without us. First findings in words, then the evidence.

No script is needed to read it; one moves the film of the front. Every chart says of how many games it tells, and has
its figures as a table.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any

import front1914
from front1914.lab import charts, history
from front1914.lab.figures import ENOUGH, CellFigures, Front, Losses
from front1914.lab.findings import Finding, findings
from front1914.lab.ground import Point

if TYPE_CHECKING:
    from front1914.lab.study import Study

MAPS = 8  #: small multiples of the front
RULES = 12  #: that are drawn; the others stand in the table
PACES = 6
MOST_LINES = 20  #: games whose own front is drawn, fewer on a map of thousands of places
FEW_TOWNS = 7  #: on a map that shows a part of the country
TOWNS = ("Paris", "Liège", "Namur", "Verdun", "Lille", "Reims", "Antwerp", "Metz", "Nancy", "Belfort", "Mulhouse")
FONTS = {
    "old-standard-700.woff2": ("Old Standard TT", "700"),
    "libre-franklin.woff2": ("Libre Franklin", "100 900"),
}


def page(study: Study) -> str:
    """The whole page."""
    cells = [CellFigures(study, cell) for cell in study.cells]
    grounds = {cell.cell.number: charts.Ground(cell.cell.title, cell.part()) for cell in cells}
    many = len(cells) > 1
    head = _head(study, cells)
    body = list({land.id: land.symbol() for land in grounds.values()}.values())
    if many:
        body.append(_grid(study, cells))
    for figures in cells:
        if not figures.count:
            continue
        inner = _cell(figures, grounds[figures.cell.number])
        words = escape(figures.cell.words(study.cells, figures.name_of))
        body.append(
            f'<div class="cell" id="cell{figures.cell.number}"><h2>{words}</h2>{inner}</div>' if many else inner
        )
    return document(f"Study: {study.name}", head + "".join(body) + _manifest(study))


def document(title: str, body: str) -> str:
    """A page with everything in it."""
    script = (resources.files("front1914.lab") / "report.js").read_text(encoding="utf-8")
    style = _fonts() + "".join(charts.style(name) for name in ("colours", "charts", "report"))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style></head>\n<body><main>\n{body}\n</main>"
        f"<script>\n{script}</script></body></html>\n"
    )


@cache
def _fonts() -> str:
    """The faces of the client, within the page; without them the fonts of the machine will do."""
    found = []
    for name, (family, weight) in FONTS.items():
        file = resources.files("front1914") / "web" / "fonts" / name
        if file.is_file():
            code = base64.b64encode(file.read_bytes()).decode()
            found.append(
                f'@font-face{{font-family:"{family}";font-weight:{weight};'
                f"src:url(data:font/woff2;base64,{code}) format('woff2')}}\n"
            )
    return "".join(found)


def _head(study: Study, cells: Sequence[CellFigures]) -> str:
    plan = study.manifest["plan"]
    names = ", ".join(front1914.title(title).info.name for title in plan["titles"])
    scenarios = ", ".join(dict.fromkeys(_scenario(figures) for figures in cells))
    whole = f"{study.done:,} games" if study.done == study.games else f"{study.done:,} of {study.games:,} games so far"
    players = _players(cells[0]) if len(cells) == 1 else f"a grid of {len(cells)} settings"
    options = (
        "; ".join(f"{name} {', '.join(map(str, values))}" for name, values in plan["options"].items()) or "as usual"
    )
    rows = {
        "Seed": plan["seed"],
        "Games of each setting": plan["games"],
        "Options": options,
        "Results": study.manifest.get("results", "")[:12],
    }
    facts = "".join(f"<dt>{escape(key)}</dt><dd>{escape(str(value))}</dd>" for key, value in rows.items())
    return (
        f"<header><div><h1>{escape(_heading(study.name))}</h1><p class='sub'>{whole} of "
        f"{escape(names)}, {escape(scenarios)}: "
        f"{escape(players)}. Every figure can be made again from the manifest at the end.</p></div><dl>"
        f"{facts}</dl></header>"
    )


def _heading(name: str) -> str:
    """A study as people call it; one that is named after a title bears the title's name."""
    known = {info.id: info.name for info in front1914.titles()}
    return known.get(name, name.replace("_", " ").capitalize())


def _scenario(figures: CellFigures) -> str:
    return next(s.name for s in figures.title.info.scenarios if s.id == figures.cell.scenario)


def _players(figures: CellFigures) -> str:
    return " against ".join(f"{level} ({figures.name_of(side)})" for side, level in figures.cell.commanders.items())


def _grid(study: Study, cells: Sequence[CellFigures]) -> str:
    """Who wins in each setting."""
    rows = []
    for figures in cells:
        if figures.count:
            won = figures.won()
            words = escape(figures.cell.words(study.cells, figures.name_of))
            rows.append(
                [
                    f'<a href="#cell{figures.cell.number}">{words}</a>',
                    str(figures.count),
                    escape(figures.name_of(figures.first)),
                    f"{100 * won.share:.1f}",
                    f"{100 * won.low:.1f} to {100 * won.high:.1f}",
                ]
            )
    body = table(("setting", "games", "first side", "victories, %", "95 %"), rows, raw=True)
    return f'<section id="grid"><h2>The settings</h2><div class="scroll">{body}</div></section>'


# -- one setting --------------------------------------------------------------------------------------------------


def _cell(figures: CellFigures, land: charts.Ground) -> str:
    fronts = figures.fronts()
    return "".join(
        (
            _findings(findings(figures)),
            f'<div class="two">{_who(figures)}{_score(figures)}</div>',
            _losses(figures),
            _fronts(figures, land, fronts),
            (
                f'<div class="two">{_heat(figures, land)}<div>{_rules(figures)}{_odds(figures)}{_paces(figures)}</div>'
                f"</div>"
            ),
        )
    )


def _findings(found: Iterable[Finding]) -> str:
    told = "".join(
        f'<p><a href="#{f.chart}"><span class="big">{escape(f.value)}</span></a>{escape(f.text)}</p>' for f in found
    )
    return f'<div class="findings">{told}</div>'


def _who(figures: CellFigures) -> str:
    rows = figures.endings()
    shown = [
        (
            r.words,
            int(r.share.times),
            f"{100 * r.share.share:.1f}",
            f"{100 * r.share.low:.1f} to {100 * r.share.high:.1f}",
        )
        for r in rows
    ]
    lengths = figures.lengths()
    return section(
        "who",
        "Who wins",
        f"Share of {figures.count} games, in per cent, with 95 % intervals (Wilson).",
        charts.endings(rows, figures.german, figures.count),
        table(("ending", "games", "%", "95 %"), shown),
    )[: -len("</section>")] + (
        f'<h3 id="length">Last turn</h3><p class="sub">Per cent of {figures.count} games that ended in each turn.</p>'
        f"{charts.lengths(lengths, figures.count)}</section>"
    )


def _score(figures: CellFigures) -> str:
    name, bands, marks = figures.score()
    rows = [(b.at, b.day or "", *(f"{v:g}" for v in b[2:])) for b in bands]
    return section(
        "score",
        "Score over time",
        (
            f"{name} after each turn of {figures.count} games: middle line, half of the games, nine tenths; a game "
            f"that is over stays as it ended."
        ),
        charts.score(name, bands, marks, figures.count) or "<p class='sub'>Too few turns to draw.</p>",
        table(("turn", "until", "5 %", "25 %", "middle", "75 %", "95 %"), rows),
    )


def _losses(figures: CellFigures) -> str:
    found = figures.losses()
    if not found:
        return ""
    days = [d for row in found for b in row.bands if (d := b.day) is not None]
    begin, end = (min(days), max(days)) if days else (None, None)
    men = any(row.rate for row in found)
    told = (
        "Thousands of men; a point of strength stands for as many as the nation's divisions had to a point in "
        "the scenario"
        if men
        else "Points of strength"
    )
    rates = ", ".join(f"{row.name} {row.rate:,.0f}" for row in found if row.rate)
    told += (
        f" ({rates})."
        if rates
        else "; this scenario shows a part of the campaign only, so nothing is held against history."
    )
    pictures = []
    for row in found:
        # Nations of like size share a scale, so that one may be read against the other.
        scale = max(_top(other) for other in found if _top(other) >= _top(row) / 3 and _top(other) <= 3 * _top(row))
        pictures.append(f"<figure><h3>{escape(row.name)}</h3>{charts.losses(row, scale, begin, end)}</figure>")
    rows = [
        (row.name, b.at, b.day or "", *(f"{v / (1000 if row.rate else 1):.0f}" for v in b[2:]))
        for row in found
        for b in row.bands
    ]
    known = [
        (row.name, loss.day, f"{loss.men / 1000:.0f}", "return" if loss.sure else "estimate", loss.origin)
        for row in found
        for loss in row.history
    ]
    more = table(("nation", "until", "thousand", "", "source"), known) if known else ""
    key = (
        '<span><i class="k-half"></i>games, half and nine tenths</span><span><i class="k-off"></i>official '
        "return</span>"
        '<span><i class="k-est"></i>estimate</span>'
        if men
        else '<span><i class="k-half"></i>games, half and nine tenths</span>'
    )
    heading = "Losses against history" if men else "Losses"
    body = f'<div class="key">{key}</div><div class="four">{"".join(pictures)}</div>'
    figures_table = table(("nation", "turn", "until", "5 %", "25 %", "middle", "75 %", "95 %"), rows) + more
    return section("losses", heading, f"{told} {figures.count} games.", body, figures_table)


def _top(row: Losses) -> float:
    return max([b.high for b in row.bands] + [float(loss.men) for loss in row.history] + [1.0])


def _fronts(figures: CellFigures, land: charts.Ground, fronts: Sequence[Front]) -> str:
    if not figures.land.spots or len(fronts) < 2:
        return ""
    shown = _chosen(fronts)
    most = max(4, min(MOST_LINES, 12_000 // max(1, len(figures.land.spots))))
    games = figures.lines([front.turn for front in shown], most)
    pictures = []
    for front in shown:
        label = f"The front {_when(front)}{'' if front.km is None else f', {front.km.middle:.0f} km from history'}"
        told = "" if front.km is None else f"{front.km.middle:.0f} km apart, {front.km.low:.0f} to {front.km.high:.0f}"
        picture = charts.front(land, front, games[front.turn], label)
        pictures.append(f"<figure>{picture}<figcaption><b>{_when(front, short=True)}</b>{told}</figcaption></figure>")
    known = any(front.history is not None for front in fronts)
    key = '<span><i class="k-mid"></i>middle of the games</span>'
    key += f'<span><i class="k-one"></i>{len(next(iter(games.values())))} single games</span>'
    if known:
        key += (
            '<span><i class="k-hist"></i>history</span><span>Kilometres: from history to the middle game\'s line '
            "on average; then the range of nine tenths.</span>"
        )
    captions = [
        _when(f) + ("" if f.km is None else f": {f.km.middle:.0f} km from history ({f.km.low:.0f} to {f.km.high:.0f})")
        for f in fronts
    ]
    film = (
        f'<figure class="frames">{charts.film(land, fronts, captions)}<div class="player" hidden><button '
        f'type="button">Play</button>'
        f'<input type="range" min="0" max="{len(fronts) - 1}" value="0" aria-label="Turn of the film"><output>'
        f"</output></div>"
        "<figcaption>The film: thick the middle of the games, thin where nine tenths of them lie"
        f"{', dashed red history' if known else ''}.</figcaption></figure>"
    )
    rows = [(f.turn, f.day or "", *(f"{v:.0f}" for v in f.km[2:])) for f in fronts if f.km is not None]
    heading = "The front against history" if known else "The front"
    body = f'<div class="key">{key}</div><div class="eight">{"".join(pictures)}</div>'
    told = f"Ground is counted as held by whose troops stand nearest. {figures.count} games."
    first = section(
        "front",
        heading,
        told,
        body,
        table(("turn", "until", "5 %", "25 %", "middle km", "75 %", "95 %"), rows) if rows else "",
    )
    return first + section(
        "film", "The film of the front", "", f'<div class="two">{film}{_grounds(figures, land, fronts)}</div>', ""
    )


def _grounds(figures: CellFigures, land: charts.Ground, fronts: Sequence[Front]) -> str:
    """Named places by when they fall to the other side."""
    changed = []
    first, last = fronts[0].shares, fronts[-1].shares
    for place, name in figures.land.names.items():
        if place in last and land.shows(place) and abs(last[place] - first[place]) > 0.02:
            turn = next((f.turn for f in fronts if abs(f.shares[place] - first[place]) >= 0.5), None)
            changed.append(
                (name, f"{100 * first[place]:.0f}", f"{100 * last[place]:.0f}", "" if turn is None else str(turn))
            )
    changed.sort(key=lambda row: (row[3] == "", int(row[3] or 0), row[0]))
    if not changed:
        return "<figure><p class='sub'>No named place changes hands.</p></figure>"
    side = escape(figures.name_of(figures.first))
    body = table(("place", "at first", "at the end", "turned in every second game by turn"), changed[:16])
    return (
        f'<figure><h3>Places that change hands</h3><p class="sub">Held by the {side}, per cent of games.</p>'
        f"{body}</figure>"
    )


def _chosen(fronts: Sequence[Front]) -> list[Front]:
    """As many as fit, evenly; those that history knows first."""
    known = [f for f in fronts if f.history is not None] or [f for f in fronts if f.turn] or list(fronts)
    if len(known) <= MAPS:
        return known
    return [known[round(n * (len(known) - 1) / (MAPS - 1))] for n in range(MAPS)]


def _when(front: Front, short: bool = False) -> str:
    day = "" if front.day is None else f"{front.day.day} {front.day:%b}"
    if short and day:
        return day
    return f"turn {front.turn}{f', {day}' if day else ''}"


def _heat(figures: CellFigures, land: charts.Ground) -> str:
    counts = figures.heat()
    towns = _towns(figures, land, counts["battles"])
    pictures, buttons = [], []
    words = {"battles": "Battles", "marches": "Marches", "losses": "Losses"}
    for n, (name, found) in enumerate(counts.items()):
        most = max(found.values(), default=0)
        label = f"{words[name]} by place over {figures.count} games, at most {most:g}"
        number = figures.cell.number
        buttons.append(
            f'<input type="radio" name="heat{number}" id="heat{number}-{name}"{" checked" if n == 0 else ""}>'
            f'<label for="heat{number}-{name}">{words[name]}</label>'
        )
        scale = "".join(f'<i class="s" style="background:var(--h{step})"></i>' for step in range(1, charts.STEPS + 1))
        pictures.append(
            f'<figure>{charts.heat(land, found, towns, label)}<figcaption class="key">{scale} 1 to {most:g} '
            f"{words[name].lower()} a place in {figures.count} games</figcaption></figure>"
        )
    top = sorted(counts["battles"].items(), key=lambda item: -item[1])[:12]
    rows = [
        (figures.land.names.get(place, place), f"{count:g}", f"{counts['losses'].get(place, 0):g}")
        for place, count in top
    ]
    body = f'<div class="switch">{"".join(buttons)}{"".join(pictures)}</div>'
    return section(
        "heat",
        "Where they fought",
        "Over all games; marches are counted where they end.",
        body,
        table(("place", "battles", "strength lost"), rows),
    )


def _towns(figures: CellFigures, land: charts.Ground, battles: Mapping[str, float]) -> list[tuple[str, Point]]:
    """A few names to find one's way by; where few of the great towns are seen, those where most was fought too."""
    laid = history.ground(figures.cell.title)
    found: dict[str, Point] = {}
    by_name = {name.split(" (")[0]: figures.land.spots[place] for place, name in figures.land.names.items()}
    for town in TOWNS:
        if town in by_name:
            found[town] = by_name[town]
        elif laid and town in laid["places"]:
            found[town] = tuple(laid["places"][town])
    fought = sorted((place for place in battles if place in figures.land.names), key=lambda place: -battles[place])
    more = {figures.land.names[place].split(" (")[0]: figures.land.spots[place] for place in fought}
    near: list[tuple[str, Point]] = []
    for name, (x, y) in (found | {name: spot for name, spot in more.items() if name not in found}).items():
        at = land.at(x, y)
        if name not in found and len(near) >= FEW_TOWNS:
            break
        clear = all(
            abs(at[0] - other[0]) > 62 or abs(at[1] - other[1]) > 13 for other in (land.at(*p) for _, p in near)
        )
        if clear and 0 < at[0] < land.width - 40 and 0 < at[1] < land.height:
            near.append((name, (x, y)))
    return near


def _rules(figures: CellFigures) -> str:
    effects = figures.rules()
    told = [e for e in effects if e.difference is not None]
    # What is used in every game says nothing; what is used in some is what a designer wants to see.
    some = [e for e in effects if e.share < 1]
    chosen = (told or some or effects)[:RULES]
    if told:
        text = (
            f"How often a rule had a part in {figures.count} games, and how many victories of the "
            f"{figures.name_of(figures.first)} more or fewer there were then, of 100. Pale: could be chance "
            f"(Holm, 5 %)."
        )
    else:
        which = f"in some of {figures.count} games and not in all" if some else f"in all {figures.count} games"
        text = f"Rules that had a part {which}. What that does to victories is told from {ENOUGH} games on."
    unused = figures.unused()
    never = "; ".join(f"{rule} {name}" for rule, name in unused[:14]) or "none"
    more = f" and {len(unused) - 14} more" if len(unused) > 14 else ""
    rows = [
        (e.rule, e.text, f"{100 * e.share:.0f}", "" if e.difference is None else f"{e.difference:+.0f}")
        for e in effects
    ]
    body = charts.effects(chosen) + f'<p class="sub">Never used in {figures.count} games: {escape(never)}{more}.</p>'
    return section("rules", "Rules that mattered", text, body, table(("rule", "", "% of games", "victories"), rows))


def _odds(figures: CellFigures) -> str:
    rows = figures.odds()
    made, declined = sum(r.made for r in rows), sum(r.declined for r in rows)
    text = (
        f"In per cent of {made:,} attacks made, and of {declined:,} that were possible and left alone when a side "
        f"said it was done (by all who could have joined)."
    )
    shown = [(r.column, r.made, r.declined) for r in rows]
    return section(
        "odds", "Attacks made and declined", text, charts.odds(rows), table(("odds", "made", "declined"), shown)
    )


def _paces(figures: CellFigures) -> str:
    rows = [
        (f"{figures.name_of(p.side)}: {p.step.replace('_', ' ')}", p.times, f"{1000 * p.mean:.0f}", f"{p.longest:.2f}")
        for p in figures.paces()
    ]
    body = table(("decision", "times", "mean, ms", "longest, s"), rows[:PACES])
    text = "How long commanders thought, on the machines that played: the only figures here that depend on them."
    return section(
        "paces", "Longest decisions", text, body, table(("decision", "times", "mean, ms", "longest, s"), rows)
    )


# -- parts --------------------------------------------------------------------------------------------------------


def section(name: str, heading: str, told: str, body: str, figures: str) -> str:
    """A chart with its heading, its sentence, and its figures behind a word."""
    more = f'<details><summary>Figures</summary><div class="scroll">{figures}</div></details>' if figures else ""
    sub = f'<p class="sub">{escape(told)}</p>' if told else ""
    return f'<section id="{name}"><h2>{escape(heading)}</h2>{sub}{body}{more}</section>'


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]], raw: bool = False) -> str:
    """Rows of figures."""
    made = "".join(f"<th scope='col'>{escape(head)}</th>" for head in heads)
    lines = "".join(
        "<tr>" + "".join(f"<td>{v if raw else escape(_plain(v))}</td>" for v in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{made}</tr></thead><tbody>{lines}</tbody></table>"


def _plain(value: Any) -> str:
    return f"{value.day} {value:%b}" if isinstance(value, date) else str(value)


def _manifest(study: Study) -> str:
    manifest = study.manifest
    titles = "; ".join(
        f"{name} rules {about['rules_version']}, data {about['data']}" for name, about in manifest["titles"].items()
    )
    versions = ", ".join(f"{name} {version}" for name, version in manifest["versions"].items())
    plan = json.dumps(manifest["plan"] | {"data": manifest["own"]}, ensure_ascii=False)
    return (
        f"<footer><h2>Manifest</h2><p>{escape(versions)}; program {manifest['code']}; {escape(titles)}. Tables in "
        f"Parquet beside this page: "
        f"{', '.join(manifest.get('tables', ()))}. Results {manifest.get('results', '')}: whoever plays the same "
        f"plan with the same program gets the same.</p>"
        f"<p>Plan: <code>{escape(plan)}</code></p>"
        "<p>Losses, armies and front lines of history: the project's tables (front1914/lab/data), with their "
        "sources. Coast and "
        "frontiers: GSHHG, Natural Earth and the layers named in the project's NOTICE.</p></footer>"
    )
