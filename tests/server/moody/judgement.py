"""Raises, dies, wants all memory, or thinks for ever."""

from __future__ import annotations

import os
import time
from typing import Any

from front1914.play.judgement import Judgement


def evaluate(view: dict[str, Any], side: str) -> float:
    mood = os.environ.get("FORD_MOOD", "")
    if mood == "angry":
        raise ValueError("je m'en fiche")
    if mood == "dead":
        os._exit(3)
    if mood == "greedy":
        return float(len(bytearray(8 << 30)))
    if mood == "slow":
        time.sleep(60)
    return 0.0


JUDGEMENT = Judgement(evaluate=evaluate)
