"""Computer opponents, built on the public API and a title's judgement."""

from __future__ import annotations

from front1914.commanders.base import Commander, Why, make, play

__all__ = ["Commander", "Why", "make", "play"]
