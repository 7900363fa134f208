"""3.3: Zones of Control, held against the overlay that shows them."""

from __future__ import annotations

from front1914 import Game

from .board import window
from .situation import read


def check_zones(game: Game) -> list[str]:
    """3.3, 3.3.1, 7.7.4, 12.1.2, 19.1: who projects a zone, and where it ends."""
    now, wrong = read(game), []
    for side in ("allied", "german"):
        said = game.overlay("observer", "zones", side)
        shown = set(said["places"])
        meant = {h for h in now.zone_of[side] if h in window(now.scenario)}
        shown &= window(now.scenario)
        if shown != meant:
            wrong.append(f"zones of {side}: shown only {sorted(shown - meant)}, meant only {sorted(meant - shown)}")
    return wrong
