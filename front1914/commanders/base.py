"""What every commander has in common: it is given a seat, decides, and says why."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import front1914
from front1914 import Action, BadInput, Decision, Event, FrontError, Game, Seat


class Why(NamedTuple):
    """One reason for a decision: a task or a sum, the numbers behind it, and the best thing it was preferred to."""

    kind: str
    text: str
    subject: str = ""
    numbers: Mapping[str, float] = {}
    rule: str = ""
    beaten: str = ""
    kept: Mapping[str, Any] = {}  #: what the commander must know to go on with its plan (`resume`)

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        mappings = ("numbers", "kept")
        return {key: dict(value) if key in mappings else value for key, value in self._asdict().items() if value}


class CommanderFailed(FrontError):
    """A commander could not decide: a program that broke off, was too slow, or answered what was not offered."""


class Commander(Protocol):
    """Decides from a seat alone. The same seed and the same seats give the same decisions."""

    reasons: list[Why]  #: why the last decision was taken

    def decide(self, seat: Seat) -> Action: ...


class RandomCommander:
    """Takes any legal action, each equally likely: for tests, and as the floor of every ladder."""

    looks = False  #: it needs no view, which would cost more than all else that it does

    def __init__(self, title: str, seed: int | str = 0, budget: int | None = None) -> None:
        self.reasons: list[Why] = []
        self._rng = random.Random(f"random:{title}:{seed}")

    def decide(self, seat: Seat) -> Action:
        assert seat.decision is not None
        actions = seat.decision.actions
        action = actions[int(self._rng.random() * len(actions))]
        self.reasons = [Why("random", f"{action}: drawn from {len(actions)} legal actions")]
        return action


Maker = Callable[[str, int | str, int | None], Commander]

#: packages with commanders of one's own, separated by commas: each has a dictionary `COMMANDERS` of makers by name
ELSEWHERE = "FRONT1914_COMMANDERS"
PROGRAM = "program:"  #: before the name of a program that the player has named
TEMPERED = ("recruit", "staff", "general")  #: levels that have a temper


def _makers(changes: Mapping[str, float], seconds: float | None = None) -> dict[str, Maker]:
    from front1914.commanders.chooser import Chooser
    from front1914.commanders.drafts import Drafter
    from front1914.commanders.general import General
    from front1914.commanders.levels import BOLD, CAUTIOUS, HISTORICAL, RECRUIT, STAFF, Temper
    from front1914.commanders.staff import Staff

    changed: dict[str, Any] = dict(changes)

    def executor(temper: Temper) -> Maker:
        """Games whose judgement drafts impulses are played by drafts, all others by marches and attacks.

        A judgement may say in `mild` what makes the recruit of its game milder still.
        """

        def make(title: str, seed: int | str, budget: int | None) -> Commander:
            judgement = front1914.judgement(title)
            mild: dict[str, Any] = dict(judgement.mild) if temper is RECRUIT else {}
            kind = Staff if judgement.drafting is None else Drafter
            return kind(title, seed, budget, replace(temper, **mild | changed))

        return make

    def general(title: str, seed: int | str, budget: int | None) -> Commander:
        if front1914.judgement(title).drafting is not None:  # more drafts, and more replies on more worlds
            temper = replace(STAFF, **{"wide": True} | changed)
            return Drafter(title, seed, budget, temper, worlds=4, replied=10, sources=4, seconds=seconds)
        return General(title, seed, budget, replace(STAFF, **changed), seconds)

    return {
        "random": RandomCommander,
        "chooser": Chooser,
        "recruit": executor(RECRUIT),
        "staff": executor(STAFF),
        "cautious": executor(CAUTIOUS),
        "bold": executor(BOLD),
        "historical": executor(HISTORICAL),
        "general": general,
        **_elsewhere(),
        **_programs(),
    }


def _elsewhere() -> dict[str, Maker]:
    """Commanders that are kept outside: opponents to measure against, or somebody's own."""
    found: dict[str, Maker] = {}
    for package in filter(None, os.environ.get(ELSEWHERE, "").split(",")):
        found |= import_module(package).COMMANDERS
    return found


def _programs() -> dict[str, Maker]:
    """Programs that the player has named; they never take the name of a level."""
    from front1914.commanders.programs import Card, Program, named

    def starter(card: Card) -> Maker:
        return lambda title, seed, budget: Program(title, seed, budget, card)

    return {f"{PROGRAM}{name}": starter(card) for name, card in named().items()}


def levels() -> list[str]:
    """The names that `make` knows."""
    return list(_makers({}))


def make(
    level: str,
    title: str,
    seed: int | str = 0,
    budget: int | None = None,
    temper: Mapping[str, float] | None = None,
    seconds: float | None = None,
) -> Commander:
    """A commander of a level for a title: one of `levels()`, or a program by its command line, `stdio:COMMAND`.

    `temper` changes numbers behind the choices of a level that has some (`levels.Temper`); `seconds` is how long a
    general may think about a phase: then it decides as far as it has come.
    """
    changes = _check_temper(level, temper or {})
    if level.startswith("stdio:"):
        from front1914.commanders.programs import Program, given

        return Program(title, seed, budget, given(level))
    makers = _makers(changes, seconds)
    if level not in makers:
        raise FrontError(f"no commander {level!r}; there is {', '.join(makers)}, or a program: stdio:COMMAND")
    return makers[level](title, seed, budget)


def _check_temper(level: str, temper: Mapping[str, float]) -> Mapping[str, float]:
    from front1914.commanders.levels import STAFF

    if temper and level not in TEMPERED:
        raise BadInput("temperament", f"{level} has none; {', '.join(TEMPERED)} have")
    known = asdict(STAFF)
    for name, value in temper.items():
        if name not in known:
            raise BadInput(f"temperament.{name}", f"no such number; there is {', '.join(known)}")
        right = isinstance(value, bool) if isinstance(known[name], bool) else isinstance(value, int | float)
        if not right or (isinstance(value, bool) and not isinstance(known[name], bool)):
            kind = "true or false" if isinstance(known[name], bool) else "a number"
            raise BadInput(f"temperament.{name}", f"{value!r} is not {kind}")
    return temper


def resume(commander: Commander, reasons: Iterable[Mapping[str, Any]]) -> None:
    """Lets a new commander go on with the plan of the one before it: from the reasons that were given, the last first.

    Reasons are written down with every decision, so that a plan lasts as long as its game.
    """
    goes_on: Callable[[Mapping[str, Any]], None] | None = getattr(commander, "resume", None)
    kept = next((why["kept"] for why in reasons if why.get("kept")), None)
    if goes_on is not None and kept is not None:
        goes_on(kept)


def looks(commander: Commander, decision: Decision) -> bool:
    """Whether a commander needs the view for a decision: making a view costs more than most decisions."""
    wants: bool | Callable[[Decision], bool] = getattr(commander, "looks", True)
    return wants(decision) if callable(wants) else wants


def seat_of(game: Game, commander: Commander, decision: Decision) -> Seat:
    """The seat from which a commander takes a decision: with a view if it must look, drawn if it has eyes."""
    return game.seat(decision.side, looks(commander, decision), getattr(commander, "drawn", True))


def play(
    game: Game,
    commanders: Mapping[str, Commander],
    most: int | None = None,
    watch: Callable[[Game, list[Event]], None] | None = None,
) -> int:
    """Lets commanders play until the game is over or a side without a commander must decide.

    Returns the number of decisions taken. `most` ends it earlier; `watch` is told of each. A commander that fails
    gives up the game.
    """
    taken = 0
    while (most is None or taken < most) and (decision := game.decision) is not None:
        commander = commanders.get(decision.side)
        if commander is None:
            break
        try:
            action = commander.decide(seat_of(game, commander, decision))
        except CommanderFailed:
            game.resign(decision.side)
            break
        events = game.act(action, reasons=commander.reasons)
        taken += 1
        _let_ponder(game, commanders, decision.side)
        if watch is not None:
            watch(game, events)
    return taken


def _let_ponder(game: Game, commanders: Mapping[str, Commander], before: str) -> None:
    """When the decision has passed to another side, those who want to think meanwhile are shown what they may see."""
    if (decision := game.decision) is None or decision.side == before:
        return
    for side, commander in commanders.items():
        if side != decision.side and getattr(commander, "ponders", False):
            commander.ponder(game.seat(side))  # type: ignore[attr-defined]
