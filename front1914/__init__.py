"""Front 1914: five board wargames about the opening campaign of 1914 in the West.

The names listed in `__all__` are the public surface. A game is a state and a log of decisions:

    game = front1914.new("schlieffens_war", scenario="campaign", seed=1914)
    while decision := game.decision:
        game.act(decision.actions[0])
    print(game.result)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

# The package of the titles is imported before the function of the same name is defined, which then keeps the name:
# `front1914.titles()` lists the games, `from front1914.titles.x import y` still finds the package.
import front1914.titles as _shelf
from front1914.engine import save as _save
from front1914.engine.accounts import (
    Due,
    Orders,
    Prospects,
    Review,
    ReviewBattle,
    ReviewLuck,
    ReviewMeter,
    ReviewNext,
    ReviewPoint,
    ReviewTurn,
    StrengthRow,
    Troop,
    losses,
    strengths,
)
from front1914.engine.decision import CHANCE, OBSERVER, Action, Decision, Entry, Outcome
from front1914.engine.dice import Dice, ScriptedDice, SeededDice, check_seed, commitment, fresh_seed
from front1914.engine.errors import (
    BadData,
    BadInput,
    BadPosition,
    BadSave,
    BadScenario,
    DiceExhausted,
    FrontError,
    IllegalAction,
    NoUndo,
    Reason,
    UnknownTitle,
)
from front1914.engine.events import Event
from front1914.engine.game import AGREE, RESIGN, Game
from front1914.engine.kept import Distrusted, distrust
from front1914.engine.odds import AttackOdds, Branch, Odds, TooManyBranches
from front1914.engine.present import UNEXPLAINED
from front1914.engine.seat import Seat
from front1914.engine.shapes import GameResult, Hint, Panel, Scene, Screen
from front1914.engine.state import Result
from front1914.engine.title import Assault, Option, Scenario, Title, TitleInfo
from front1914.play.purpose import Purpose

if TYPE_CHECKING:
    from pathlib import Path

    from front1914.commanders import Commander
    from front1914.engine.citations import Citation as Citation
    from front1914.engine.ledger import Ledger as Ledger
    from front1914.engine.ledger import Trace as Trace
    from front1914.engine.mentions import Mention as Mention
    from front1914.lab.study import Progress, Study
    from front1914.play.handbook import Handbook as Handbook
    from front1914.play.judgement import Judgement as Judgement

__version__ = "0.1.0"


def titles() -> list[TitleInfo]:
    """The games that can be played."""
    return _shelf.infos()


def title(name: str) -> Title:
    """A game by its id; UnknownTitle if there is none."""
    return _shelf.find(name)


def own_data(folder: str | os.PathLike[str]) -> None:
    """Lays a folder of the player's own over the data of the titles: `folder/schlieffens_war/charts.toml`.

    It must be named before the first title is loaded; BadData says what in it cannot be used, when the title is
    loaded that it concerns.
    """
    from pathlib import Path

    _shelf.use_own(Path(folder))


def overrides(title: str | None = None) -> tuple[str, ...]:
    """Exactly what the player's own data change: in a title, or in all that are loaded."""
    return _shelf.overrides(title)


def new(
    title: str,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | str | None = None,
    dice: str | Dice = "seeded",
) -> Game:
    """Begins a game.

    Without a scenario it is the title's first; without a seed, one that nobody can guess. With `dice="manual"` chance
    becomes a decision like any other: `decision.side == "chance"`, and somebody says what fell.
    """
    found = _shelf.find(title)
    scenario = found.info.scenarios[0].id if scenario is None else scenario
    chosen = found.check_choice(scenario, options or {})
    state = found.start(scenario, chosen)
    state.scenario, state.options = scenario, chosen
    return Game(found, state, _dice(dice, seed))


def from_position(position: Mapping[str, Any], seed: int | str | None = None, dice: str | Dice = "seeded") -> Game:
    """The game that a position describes; BadPosition says what is wrong and where."""
    if not isinstance(position, Mapping):
        raise BadPosition("position", "must be a table")
    if "title" not in position:
        raise BadPosition("title", "missing")
    found = _shelf.find(position["title"])
    try:
        state = found.read_position(position)
        game = Game(found, state, _dice(dice, seed), dict(position))
        _ = game.decision  # made here, so that whoever names the position hears of it
    except FrontError:
        raise
    except RecursionError:
        raise BadPosition("position", "nested too deeply") from None
    except Exception as bad:  # a flow that somebody typed in can say anything
        raise BadPosition("flow", f"there is no such moment in the game ({type(bad).__name__}: {bad})") from bad
    return game


def write_position(position: Mapping[str, Any]) -> str:
    """A position as a short text that people read and write: units by hex, everything else by groups."""
    from front1914.engine.notation import write

    return write(_shelf.find(position.get("title")), position)


def read_position(text: str) -> dict[str, Any]:
    """The position that such a text describes; BadPosition names the line that cannot be read."""
    from front1914.engine.notation import read

    return read(text, _shelf.find)


def _dice(dice: str | Dice, seed: int | str | None) -> Dice | None:
    if not isinstance(dice, str):
        return dice
    if dice not in ("seeded", "manual"):
        raise BadInput("dice", f"seeded or manual, not {dice!r}")
    return None if dice == "manual" else SeededDice(fresh_seed() if seed is None else check_seed(seed))


def load(path: str | os.PathLike[str], told: Callable[[int], None] | None = None) -> Game:
    """The game in a file. BadSave says what is wrong with it, and holds the sound part as `.good`."""
    return _save.load(path, _shelf.find, told)


def replay(path: str | os.PathLike[str]) -> Iterator[tuple[Entry, list[Event]]]:
    """The entries of a saved game with their events, checked against the recorded digests."""
    return _save.replay(path, _shelf.find)


def header(path: str | os.PathLike[str]) -> dict[str, Any]:
    """What a saved game says of itself, without replaying it: title, scenario, options, commitment."""
    return _save.header(path)


def ledger(title: str, tests: Iterable[Path] | None = None) -> Ledger:
    """The rules of a title held against the tests that cite them; `tests` are other folders than the usual ones."""
    from front1914.engine.ledger import ledger

    return ledger(_shelf.package(title), tests)


def handbook(title: str) -> Handbook:
    """The rules of a title as prose for players, with pictures and examples; BadData if it has none."""
    from front1914.play.handbook import read_handbook

    return read_handbook(_shelf.find(title), _shelf.package(title).__name__)


def imagine(view: Mapping[str, Any], seed: int | str) -> dict[str, Any]:
    """A full, legal position that agrees with a view: one sample of what may be hidden."""
    from random import Random

    return _shelf.find(view.get("title")).imagine(view, Random(f"imagine:{seed}"))


def imagined(view: Mapping[str, Any], seed: int | str) -> Game:
    """The game that such a position describes, for searching: it keeps no history, and cannot be saved."""
    from random import Random

    found = _shelf.find(view.get("title"))
    state = found.imagined(view, Random(f"imagine:{seed}"))
    return Game(found, state, _dice("seeded", seed)).copy(history=False)


def judgement(title: str) -> Judgement:
    """What a commander of this title values: pure functions over views."""
    from front1914.play.judgement import Judgement

    found: Judgement | None = _shelf.find(title).judgement
    return Judgement() if found is None else found


def chance(game: Game, side: str, imagined: bool = False) -> float | None:
    """How likely the side is to win, from its own view and from played games; None if such games were never played.

    An imagined game is looked at as it is, which may be quicker.
    """
    from front1914.play.prospects import chance

    return chance(game, side, imagined)


def prospects(game: Game, side: str) -> Prospects | None:
    """The same for a player to read: whole percent, and what they rest on."""
    from front1914.play.prospects import prospects

    return prospects(game, side)


def review(game: Game, told: Callable[[int, int], None] | None = None) -> Review:
    """What decided a game that is over; `told` hears how far the work has come. BadInput while it goes on."""
    from front1914.play.review import review

    return review(game, told)


def commander(
    level: str, title: str, seed: int | str = 0, budget: int | None = None, seconds: float | None = None
) -> Commander:
    """A computer commander: `.decide(seat)` gives an Action, `.reasons` says why.

    `budget` is what it may try for a decision; with `seconds` a general goes by the clock instead.
    """
    from front1914.commanders import make

    return make(level, title, seed, budget, seconds=seconds)


def study(
    plan: Mapping[str, Any] | str | os.PathLike[str],
    *,
    folder: str | os.PathLike[str] | None = None,
    on: str = "local",
    jobs: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Study:
    """Plays a study, or goes on with it; its folder then holds tables, manifest and report (docs/laboratory.md).

    `plan` is a study file or its tables: title, scenario, commanders, options, games, seed ... `on` says where games
    are played: `local` (all cores, or `jobs` processes), `here`, `ray` or `ray://HOST:PORT`. Needs the extra `lab`.
    """
    from pathlib import Path

    from front1914.lab.study import study

    given = plan if isinstance(plan, Mapping) else Path(plan)
    return study(given, folder=None if folder is None else Path(folder), on=on, jobs=jobs, progress=progress)


def open_study(folder: str | os.PathLike[str]) -> Study:
    """A study that was played: `.table("games")`, `.report()`, `.compare(other)`. A name alone will do."""
    from pathlib import Path

    from front1914.lab.study import open_study

    return open_study(Path(folder))


__all__ = [
    "AGREE",
    "CHANCE",
    "OBSERVER",
    "RESIGN",
    "UNEXPLAINED",
    "Action",
    "Assault",
    "AttackOdds",
    "BadData",
    "BadInput",
    "BadPosition",
    "BadSave",
    "BadScenario",
    "Branch",
    "Decision",
    "DiceExhausted",
    "Distrusted",
    "Due",
    "Entry",
    "Event",
    "FrontError",
    "Game",
    "GameResult",
    "Hint",
    "IllegalAction",
    "NoUndo",
    "Odds",
    "Option",
    "Orders",
    "Outcome",
    "Panel",
    "Prospects",
    "Purpose",
    "Reason",
    "Result",
    "Review",
    "ReviewBattle",
    "ReviewLuck",
    "ReviewMeter",
    "ReviewNext",
    "ReviewPoint",
    "ReviewTurn",
    "Scenario",
    "Scene",
    "Screen",
    "ScriptedDice",
    "Seat",
    "SeededDice",
    "StrengthRow",
    "Title",
    "TitleInfo",
    "TooManyBranches",
    "Troop",
    "UnknownTitle",
    "chance",
    "commander",
    "commitment",
    "distrust",
    "fresh_seed",
    "from_position",
    "handbook",
    "header",
    "imagine",
    "judgement",
    "ledger",
    "load",
    "losses",
    "new",
    "open_study",
    "overrides",
    "own_data",
    "prospects",
    "read_position",
    "replay",
    "review",
    "strengths",
    "study",
    "title",
    "titles",
    "write_position",
]
