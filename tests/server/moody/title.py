"""The Ford whose judgement has a mood."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.ford.title import Ford
from tests.server.moody import INFO, judgement


class Moody(Ford):
    info = INFO
    judgement = judgement.JUDGEMENT

    def imagine(self, view: Mapping[str, Any], rng: Random) -> dict[str, Any]:
        return super().imagine(view, rng) | {"title": "moody"}
