"""Computer opponents, built on the public API and a title's judgement."""

from __future__ import annotations

from front1914.commanders.base import Commander, Why, make, play
from front1914.commanders.delegate import Delegate, delegate

__all__ = ["Commander", "Delegate", "Why", "delegate", "make", "play"]
