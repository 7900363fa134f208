"""The Ford again, with a judgement that fails as the environment variable FORD_MOOD says: a commander's bad day."""

from __future__ import annotations

from dataclasses import replace

from front1914.engine.title import Title
from tests.ford import INFO as FORD

INFO = replace(FORD, id="moody", name="The moody Ford")


def load() -> Title:
    from tests.server.moody.title import Moody

    return Moody()
