"""A game in a few lines of text, as everybody at the table may know it."""

from __future__ import annotations

from front1914 import Game


def picture(game: Game) -> str:
    """When it is, who decides what, and how it stands."""
    scene = game.title.scene(game.state)
    lines = [f"{game.title.info.name}, turn {scene.turn}, {scene.phase} ({scene.date})"]
    if (decision := game.decision) is not None:
        lines.append(
            f"{decision.side} decides: {decision.step} (rule {decision.rule}), {len(decision.actions)} answers"
        )
    elif game.result is not None:
        lines.append(game.result.reason)
    return "\n".join(lines)
