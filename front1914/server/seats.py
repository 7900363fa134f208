"""Who plays which side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from front1914.commanders.base import levels
from front1914.server.refusals import Refused

TIMED = "general"  #: the level that has a time to think
NEEDED = {"human": (), "computer": ("level",), "lesson": ("lesson",)}  #: what a kept seat says, by its kind


def usual_level() -> str:
    """The level of an opponent if none was chosen."""
    known = levels()
    return "staff" if "staff" in known else known[-1]


def default_seats(sides: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The first side is human, the others are the computer's."""
    computer = {"kind": "computer", "level": usual_level()}
    return {side: dict(computer) if n else {"kind": "human"} for n, side in enumerate(sides)}


def check_seats(
    sides: Sequence[str], seats: Mapping[str, dict[str, Any]], partial: bool = False
) -> dict[str, dict[str, Any]]:
    """Who plays which side; a side that is not named is human, unless only some are asked for."""
    chosen: dict[str, dict[str, Any]] = {} if partial else {side: {"kind": "human"} for side in sides}
    for side, seat in seats.items():
        if side not in sides:
            raise Refused(422, f"seats.{side}", f"no side {side!r}; there is {', '.join(sides)}")
        if seat.get("kind") == "computer":
            level = seat.get("level") or usual_level()
            if level not in levels():
                raise Refused(422, f"seats.{side}.level", f"no level {level!r}; there is {', '.join(levels())}")
            chosen[side] = {"kind": "computer", "level": level}
            if (seconds := seat.get("seconds")) is not None:
                if level != TIMED:
                    raise Refused(
                        422, f"seats.{side}.seconds", f"only the {TIMED} thinks by the clock, not the {level}"
                    )
                chosen[side]["seconds"] = float(seconds)
        else:
            chosen[side] = {"kind": "human"}
    return chosen


def unreadable(sides: Sequence[str], seats: Mapping[str, dict[str, Any]]) -> list[str]:
    """The sides of which a damaged row no longer says who plays them."""
    return [side for side in sides if not _readable(seats.get(side, {}))]


def _readable(seat: dict[str, Any]) -> bool:
    needed = NEEDED.get(str(seat.get("kind")))
    return needed is not None and all(isinstance(seat.get(key), str) for key in needed)
