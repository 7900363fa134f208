"""The judgements of that time, by title; a title that came later, or a demo, lends its own."""

from __future__ import annotations

from functools import cache
from importlib import import_module

import front1914
from front1914.play.judgement import Judgement

FROZEN = ("schlieffens_war", "germany_at_war", "fixed_1914", "der_weltkrieg", "offensive_a_outrance")


@cache
def judgement_of(title: str) -> Judgement:
    """What the frozen staff values in a title."""
    if title not in FROZEN:
        return front1914.judgement(title)
    found: Judgement = import_module(f"{__package__}.{title}.judgement").JUDGEMENT
    return found
