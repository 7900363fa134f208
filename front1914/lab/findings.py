"""What a study shows, in sentences that are made from its figures."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from front1914.lab.figures import ENOUGH, CellFigures

MARNE = date(1914, 9, 7)  #: the day on which the front of the games is held against history


class Finding(NamedTuple):
    """A sentence made from the tables, and the figure that stands before it."""

    value: str
    text: str
    chart: str  #: where the evidence stands


def findings(cell: CellFigures) -> list[Finding]:
    """At most four sentences, by fixed thresholds; where nothing can be told from chance they say so."""
    return [found for found in (_on_winner(cell), _on_score(cell), _on_front(cell), _on_rules(cell)) if found]


def _on_winner(cell: CellFigures) -> Finding:
    won, other = cell.won(), cell.name_of(cell.sides[1]) if len(cell.sides) > 1 else ""
    text = (
        f"of the games are won by the {cell.name_of(cell.first)}, {100 * won.low:.0f} to {100 * won.high:.0f} "
        f"with 95 % "
        f"certainty. "
    )
    if won.low > 0.5:
        text += f"The scenario leans to the {cell.name_of(cell.first)}."
    elif won.high < 0.5:
        text += f"The scenario leans to the {other}."
    else:
        text += f"In {cell.count} games no lean can be told from chance."
    return Finding(f"{100 * won.share:.0f} %", text, "who")


def _on_score(cell: CellFigures) -> Finding | None:
    name, bands, _ = cell.score()
    if len(bands) < 2:
        return None
    best = max(bands, key=lambda band: band.middle)
    if best.middle == min(band.middle for band in bands):
        return Finding("Flat", f"The middle game never changes the score ({name}).", "score")
    text = f"is after which the score ({name}) of the middle game is highest: {best.middle:g}"
    fell = best.middle - bands[-1].middle
    text += f"; it ends {fell:g} lower." if fell > 0 else ", at its end." if best is bands[-1] else "."
    return Finding(f"Turn {best.at}", text, "score")


def _on_front(cell: CellFigures) -> Finding | None:
    known = [front for front in cell.fronts() if front.km is not None and front.day is not None]
    if not known:
        lengths = cell.lengths()
        if not lengths:
            return None
        turn = max(lengths, key=lambda t: lengths[t])
        share = f"all {cell.count}" if len(lengths) == 1 else f"{100 * lengths[turn] / cell.count:.0f} % of the"
        return Finding(f"Turn {turn}", f"is the last in {share} games.", "length")
    near = min(known, key=lambda front: abs((front.day - MARNE).days) if front.day else 0)
    assert near.km is not None
    assert near.day is not None
    return Finding(
        f"{near.km.middle:.0f} km",
        f"lies the front of the middle game from the historical one on {near.day.day} {near.day:%B}; nine "
        f"tenths of the "
        f"games are {near.km.low:.0f} to {near.km.high:.0f} km off.",
        "front",
    )


def _on_rules(cell: CellFigures) -> Finding:
    if cell.count < ENOUGH:
        odds = cell.odds()
        total = sum(row.made for row in odds)
        if not total:
            return Finding("No", "attack was made.", "odds")
        most = max(odds, key=lambda row: row.made)
        return Finding(most.column, f"are the commonest odds: {100 * most.made / total:.0f} % of the attacks.", "odds")
    sure = [effect for effect in cell.rules() if effect.sure and effect.difference is not None]
    if not sure:
        return Finding(
            "No rule",
            "was used in some games and not in others with an effect that could be told from chance.",
            "rules",
        )
    best = max(sure, key=lambda effect: abs(effect.difference or 0))
    more = "more" if (best.difference or 0) > 0 else "fewer"
    return Finding(
        best.rule,
        f"({best.text}) goes with the largest difference: {abs(best.difference or 0):.0f} victories of the "
        f"{cell.name_of(cell.first)} {more} in 100 games in which it has a part.",
        "rules",
    )
