"""How a game at this moment is told, to people and to programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from front1914 import CHANCE, OBSERVER, Action, Event, Game
from front1914.cli.common import console, name_of

if TYPE_CHECKING:
    from rich.text import Text


def eyes(game: Game, side: str | None = None) -> str:
    """Through whose eyes a game is shown: the deciding side's unless somebody says; everybody's when chance decides."""
    decision = game.decision
    if side is not None:
        return side
    return OBSERVER if decision is None or decision.asked == CHANCE else decision.asked


def told(game: Game, events: Iterable[Event], side: str) -> list[Event]:
    """What the side may know of events; everything when the game is over."""
    return [event for event in events if event.seen(None if game.result is not None else side)]


def _asked(game: Game, side: str) -> bool:
    """Whether the side may read the question: it decides itself, or chance does and it may know what falls."""
    return game.decision is not None and game.decision.put_to(side)


def plain(game: Game, side: str, events: Iterable[Event]) -> dict[str, Any]:
    """The moment as JSON, through the eyes of a side."""
    decision, view = game.decision, game.view(side)
    return {
        "title": game.title.info.id,
        "scenario": view["scenario"],
        "options": view["options"],
        **{key: view[key] for key in ("turn", "turns", "date", "phase") if key in view},
        "side": side,
        "deciding": None if decision is None else decision.side,
        "decision": decision.plain() if decision is not None and _asked(game, side) else None,
        "result": view["result"],
        "events": [event.plain() for event in told(game, events, side)],
        "actions": len(game.log),
        "undoable": game.undoable,
        "commitment": game.commitment,
    }


def show(game: Game, side: str, events: Iterable[Event], heading: str = "What happened") -> None:
    """The moment in words, through the eyes of a side."""
    out = console()
    out.print(_head(game, side))
    sentences = [event.text for event in told(game, events, side)]
    if sentences:
        out.print(f"\n{heading}", style="bold")
        for sentence in sentences:
            out.print(f"  {sentence}")
    out.print()
    for part in _now(game, side, out.width):
        out.print(part)


def _head(game: Game, side: str) -> Text:
    from rich.text import Text

    info, view = game.title.info, game.view(side)
    scenario = next((s.name for s in info.scenarios if s.id == view["scenario"]), view["scenario"])
    text = Text(info.name, style="bold")
    text.append(f" · {scenario}", style="not bold")
    text.append(moment(view), style="not bold")
    changed = {o.id: view["options"][o.id] for o in info.options if view["options"].get(o.id, o.default) != o.default}
    if changed:
        text.append(" · " + ", ".join(k if v is True else f"{k} {v}" for k, v in changed.items()), style="not bold dim")
    return text


def moment(view: dict[str, Any]) -> str:
    """Turn, date and phase, as far as the title tells them."""
    parts = []
    if "turn" in view:
        parts.append(f"turn {view['turn']}" + (f" of {view['turns']}" if view.get("turns") else ""))
    parts += [str(view[key]) for key in ("date", "phase") if view.get(key)]
    return "".join(f" · {part}" for part in parts)


def _now(game: Game, side: str, width: int) -> list[Any]:
    from rich.text import Text

    decision, result = game.decision, game.result
    if result is not None:
        won = "The game is over: " + (f"{result.winner} wins" if result.winner else "nobody wins")
        text = Text(f"{won}, {result.level}.", style="bold")
        score = f" Score {result.score}." if result.score is not None else ""
        rule = f" (rule {result.rule})" if result.rule else ""
        return [text, f"{result.reason}{score}{rule}"]
    assert decision is not None
    if not _asked(game, side):
        return [Text(f"{decision.side} decides.", style="bold")]
    head = Text(f"{decision.side}: ", style="bold")
    head.append(decision.prompt or ("what falls?" if decision.side == CHANCE else decision.step), style="not bold")
    head.append(f"  (rule {decision.rule})", style="not bold dim")
    back = f"{game.undoable} decision{'s' * (game.undoable != 1)} can be taken back."
    return [head, _choices(game, decision.actions, width), *([Text(back, style="dim")] if game.undoable else [])]


def _choices(game: Game, actions: Iterable[Action], width: int) -> Text:
    """The legal answers, grouped by verb."""
    from textwrap import wrap

    from rich.text import Text

    by_verb: dict[str, list[str]] = {}
    for action in actions:
        by_verb.setdefault(action.verb, []).append(name_of(game, action))
    column = max(map(len, by_verb), default=0) + 4
    text, labels = Text(), game.title.sheet().get("labels", {})
    step = "" if game.decision is None else game.decision.step
    for verb, args in by_verb.items():
        label = labels.get(f"{step}: {verb}", labels.get(verb, verb))  # as the button of the browser has it
        words = "  ".join([*([f"({label})"] if label.casefold() != verb else []), *sorted(args)])
        lines = wrap(words, width - column, break_on_hyphens=False, break_long_words=False) or [""]
        text.append(f"  {verb:<{column - 2}}" if lines != [""] else f"  {verb}", style="cyan")
        text.append(("\n" + " " * column).join(lines) + "\n")
    text.rstrip()
    return text
