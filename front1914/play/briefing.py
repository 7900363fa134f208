"""What a player reads before the first move: who he is, what he must achieve, how the enemy wins, three hints.

The sentences stand in the title's `data/goals.toml`, by scenario and side; figures in braces are filled in from the
victory terms, so that a scenario that was changed does not lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from front1914.engine.errors import BadData
from front1914.kit.data import DataFolder, Section


class Briefing(NamedTuple):
    """The goal card of a side."""

    who: str  #: whom he commands
    win: str  #: what he must achieve by when, in one sentence
    more: str  #: what one must know to understand it
    also: tuple[str, ...]  #: other ways to win, as half sentences
    lose: tuple[str, ...]  #: how the enemy wins, as half sentences
    hints: tuple[str, str, str]  #: the last one names a trap


Briefings = Mapping[tuple[str, str], Briefing]  #: by scenario and side


def read_briefings(package: str) -> Briefings:
    """All goal cards of a title; BadData if one lacks something or has not three hints."""
    top = DataFolder.of(package).toml("goals.toml")
    scenarios = [name for name, table in top.data.items() if isinstance(table, dict)]
    return {
        (name, side): _card(top.section(name).section(side))
        for name in scenarios
        for side in top.section(name).data
        if side != "source"
    }


def _card(section: Section) -> Briefing:
    hints = section.take("hints", tuple[str, ...])
    if len(hints) != 3:
        raise section.error("there must be three hints", "hints")
    return Briefing(
        section.take("who", str),
        section.take("win", str),
        section.take("more", str, ""),
        section.take("also", tuple[str, ...], ()),
        section.take("lose", tuple[str, ...]),
        (hints[0], hints[1], hints[2]),
    )


def fill(card: Briefing, figures: Mapping[str, int]) -> Briefing:
    """The card with its figures.

    >>> card = Briefing("You", "Hold {win} cities.", "", (), (), ("a", "b", "c"))
    >>> fill(card, {"win": 6}).win
    'Hold 6 cities.'
    """
    try:
        filled = [
            part.format(**figures) if isinstance(part, str) else tuple(line.format(**figures) for line in part)
            for part in card
        ]
    except KeyError as missing:
        raise BadData("goals.toml", f"there is no figure {missing}") from None
    return Briefing(*filled)  # type: ignore[arg-type]


def brief(cards: Briefings, scenario: str, side: str, figures: Mapping[str, int]) -> dict[str, Any]:
    """The card of a side with its figures, by field; empty if there is none."""
    card = cards.get((scenario, side))
    return {} if card is None else fill(card, figures)._asdict()
