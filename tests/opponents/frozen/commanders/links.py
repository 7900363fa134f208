"""Who must stay behind so that those in front are supplied, where supply is handed on from unit to unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from front1914.kit.sight import Piece, Sight
from tests.opponents.frozen.commanders.survey import Survey

Fed = Callable[[Sight], set[str]]  #: the pieces that would be in supply, standing where they stand


def links(survey: Survey, fed: Fed, start: Mapping[str, int], movers: list[str], bold: set[str]) -> list[str]:
    """Those of the movers who had better stay where they were.

    All are taken back and sent off again one by one, the most important first, as long as nobody loses supply who
    had it before; units in `bold` may lose it themselves, for the sake of their goals.
    """
    if not _hungry(survey.sight, fed):
        return []
    ends = {unit: survey.pieces[unit].at for unit in movers}
    back = [unit for unit in movers if _shift(survey, survey.pieces[unit], start[unit])]
    allowed = _hungry(survey.sight, fed)
    kept = []
    for unit in back:
        piece = survey.pieces[unit]
        if not _shift(survey, piece, ends[unit]):
            kept.append(unit)
            continue
        new = _hungry(survey.sight, fed) - allowed
        if new and not (new == {unit} and unit in bold):
            _shift(survey, piece, start[unit])
            kept.append(unit)
        else:
            allowed |= new
    return kept


def _hungry(sight: Sight, fed: Fed) -> set[str]:
    eats = fed(sight)
    return {piece.id for piece in sight.own if piece.id not in eats and piece.kind in ("foot", "horse")}


def _shift(survey: Survey, piece: Piece, node: int) -> bool:
    """Puts a piece elsewhere, if there is room."""
    survey.lift(piece)
    fits = survey.room(piece, node)
    survey.put(piece, node if fits else piece.at)
    return fits
