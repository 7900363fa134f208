"""Random legal play that doubts everything: the engine, the title, the saves and the secrets.

At every decision it holds the title against some of its own promises, chosen at random: a long run tries all of them
often. The first broken one ends the run with a save file that starts as late as possible and still shows it.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import front1914
from front1914 import (
    OBSERVER,
    UNEXPLAINED,
    Action,
    Decision,
    FrontError,
    Game,
    IllegalAction,
    Reason,
    SeededDice,
)
from front1914.analysis.twins import Fault, check_twins

Progress = Callable[[int, int], None]  #: decisions taken, games finished

OFFERED, REFUSED = 3, 6  #: actions of each kind that are tried at an ordinary decision
WHOLE = 40  #: at one of those decisions in so many, every offered action is tried


@dataclass(frozen=True)
class Density:
    """Each promise is tried at one decision in so many."""

    state: int  #: invariants and terms of victory
    offers: int  #: what is offered can be done, what is not has a reason
    views: int  #: what everybody sees can be sent
    position: int  #: the position survives a round trip
    twins: int  #: nothing hidden shows
    deeds: int  #: copies, undo
    told: int  #: no event names what is hidden
    record: int  #: saved, loaded and replayed; the longer a game, the dearer


#: Views, positions and twins cost as much as hundreds of decisions: long runs try them seldom, on ever other positions.
QUICK = Density(state=8, offers=8, views=80, position=160, twins=80, deeds=16, told=160, record=4000)
CLOSE = Density(state=1, offers=1, views=1, position=8, twins=8, deeds=1, told=4, record=400)
EVERYTHING = Density(state=1, offers=1, views=1, position=1, twins=1, deeds=1, told=1, record=1)


@dataclass
class Report:
    """What a run has seen."""

    title: str
    decisions: int = 0
    games: int = 0
    results: dict[str, int] = field(default_factory=dict)
    steps: dict[str, int] = field(default_factory=dict)
    answers: dict[str, int] = field(default_factory=dict)  #: by step and verb
    fault: str | None = None
    save: str | None = None  #: the file that shows the fault

    def plain(self) -> dict[str, Any]:
        return dict(self.__dict__)


def fuzz(
    title: str,
    decisions: int = 10_000,
    seed: int | str = 0,
    scenario: str | None = None,
    folder: str | Path | None = None,
    report: Progress | None = None,
    distrust: bool = False,
    thorough: bool = False,
) -> Report:
    """Plays at random until so many decisions were taken. A fault ends the run and stands in the report.

    With `distrust` every kept value is worked out again when it is used (docs/kept.md). With `thorough` the same games
    are played and nearly every promise is tried at every decision.
    """
    if distrust:
        with front1914.distrust():
            return fuzz(title, decisions, seed, scenario, folder, report, thorough=thorough)
    found = Report(title)
    rng, doubts = random.Random(f"fuzz:{title}:{seed}"), random.Random(f"doubt:{title}:{seed}")
    info = front1914.title(title).info
    scenarios = [scenario] if scenario else [s.id for s in info.scenarios]
    while found.decisions < decisions:
        options = {o.id: rng.choice(o.choices) for o in info.options}
        game = front1914.new(title, rng.choice(scenarios), options, seed=rng.getrandbits(64))
        try:
            _play(game, rng, _Doubt(CLOSE if thorough else QUICK, doubts), found, decisions, report)
        except Exception as bad:  # whatever goes wrong is what we are looking for
            found.fault = _tell(bad)
            found.save = _keep(game, bad, Path(folder or tempfile.gettempdir()), f"{title}-{seed}")
            return found
        found.games += game.result is not None
    return found


@dataclass(frozen=True)
class _Doubt:
    """What is tried at a decision. Its dice are not those that play, so that the same games are played with any."""

    density: Density
    rng: random.Random

    def of(self, promise: str) -> bool:
        return self.rng.randrange(getattr(self.density, promise)) == 0


def _play(game: Game, rng: random.Random, doubt: _Doubt, found: Report, most: int, report: Progress | None) -> None:
    while found.decisions < most and (decision := game.decision) is not None:
        check(game, decision, doubt)
        found.steps[decision.step] = found.steps.get(decision.step, 0) + 1
        found.decisions += 1
        _act(game, _choose(decision, found.answers, rng), doubt)
        if doubt.of("record") or game.result is not None:
            check_record(game)
        if report is not None and found.decisions % 64 == 0:
            report(found.decisions, found.games)
    if game.result is not None:
        key = f"{game.result.winner or 'draw'}: {game.result.level}"
        found.results[key] = found.results.get(key, 0) + 1
        check_verdict(game)


def check_verdict(game: Game) -> None:
    """The victory terms, as data, say of a finished game what its rules say."""
    if game.result is None or game.result.level in ("resignation", "agreement") or not game.terms().outcomes:
        return
    standing = game.standing()
    found = game.terms().verdict(standing.values, standing.turn)
    told = None if found is None else (found.winner, found.level)
    if told != (game.result.winner, game.result.level):
        raise Fault("the terms agree with the rules", f"{told} by {dict(standing.values)}, but {game.result}")


def _choose(decision: Decision, answers: dict[str, int], rng: random.Random) -> Action:
    """Any action, or, as often, one of the verb that this step has heard least: attacks are committed too."""
    verbs = sorted({action.verb for action in decision.actions})
    if rng.random() < 0.5:
        action = rng.choice(decision.actions)
    else:
        rare = min(verbs, key=lambda verb: (answers.get(f"{decision.step} {verb}", 0), verb))
        action = rng.choice([a for a in decision.actions if a.verb == rare])
    key = f"{decision.step} {action.verb}"
    answers[key] = answers.get(key, 0) + 1
    return action


def check(game: Game, decision: Decision, doubt: _Doubt) -> None:
    """The promises that can be checked before the decision is taken, as often as they are doubted."""
    rng = doubt.rng
    if not decision.actions:
        raise Fault("dead end", f"{decision.side} has nothing to decide at {decision.step}")
    if doubt.of("state"):
        _check_state(game, decision)
    if doubt.of("offers"):
        digest = game.digest()
        _check_offered(game, decision, rng)
        _check_refused(game, decision, rng)
        if game.digest() != digest:
            raise Fault("looking changes nothing", f"at {decision.step}")
    if doubt.of("views"):
        _check_views(game, decision)
    if doubt.of("position"):
        _check_position(game)
    if game.title.hidden and doubt.of("twins"):
        for side in game.sides:
            check_twins(game, side, rng)


def _check_state(game: Game, decision: Decision) -> None:
    for fault in game.faults():
        raise Fault("invariant", fault)
    if (over := game.terms().verdict(game.standing().values, game.standing().turn, "now")) is not None:
        raise Fault("the terms agree with the rules", f"{over.text}, but the game goes on")
    if len(set(decision.actions)) != len(decision.actions):
        raise Fault("offered twice", f"at {decision.step}")


def _check_offered(game: Game, decision: Decision, rng: random.Random) -> None:
    actions = decision.actions
    if rng.randrange(WHOLE) and len(actions) > OFFERED:
        actions = tuple(rng.sample(actions, OFFERED))
    for action in actions:
        if (reason := game.why_not(action) or _objection(game, action)) is not None:
            raise Fault("offered and refused", f"{action} at {decision.step}: {reason}")
        twin = game.copy(history=False)
        twin.dice = SeededDice(rng.getrandbits(32))
        _do(twin, action)
        if twin.result is None and not (twin.decision and twin.decision.actions):
            raise Fault("dead end", f"after {action} at {decision.step}, at {twin.step and twin.step.name}")


def _do(game: Game, action: Action) -> None:
    step = game.step
    try:
        game.act(action)
    except Exception as bad:
        raise Fault("offered actions apply", f"{action} at {step and step.name}: {_tell(bad)}") from bad


def _objection(game: Game, action: Action) -> Reason | None:
    """What the step's own refusal says of an offered action: the list and the reasons are often written apart."""
    step = game.step
    assert step is not None
    words = step.words[action.verb]
    return step.refuse_of[action.verb](game.state, None if words is None else words.find(action.arg))


def _check_refused(game: Game, decision: Decision, rng: random.Random) -> None:
    offered, verbs = set(decision.actions), list(game.title.verbs.items())
    here = game.step.verbs if game.step is not None else ()
    for _ in range(REFUSED):
        verb, noun = rng.choice([v for v in verbs if v[0] in here] if rng.random() < 0.8 else verbs)
        words = None if noun is None else game.title.nouns[noun]
        action = Action(verb) if words is None else Action(verb, words[rng.choice(words.numbers)])
        if action in offered:
            continue
        reason = game.why_not(action)
        if reason is None or not reason.rule or not reason.text:
            raise Fault("refusals cite a rule", f"{action} at {decision.step}: {reason}")
        if reason.text == UNEXPLAINED:
            raise Fault("what is not offered has a reason", f"{action} at {decision.step}")
    try:
        game.act("to nowhere", "at all")
    except IllegalAction:
        return
    raise Fault("illegal actions are refused", f"at {decision.step}")


def _check_views(game: Game, decision: Decision) -> None:
    for side in (*game.sides, OBSERVER):
        view = game.view(side)
        json.dumps(view)
        if view["decision"] is not None and side != decision.side:
            raise Fault("a decision is its side's own", f"{side} is shown {decision.step}")


def _check_position(game: Game) -> None:
    position = json.loads(json.dumps(game.position()))
    twin = front1914.from_position(position, dice="manual")
    if twin.digest() != game.digest():
        raise Fault("a position survives the round trip", _difference(game, twin))


def _difference(game: Game, twin: Game) -> str:
    names = [n for n in game.state.fields if getattr(game.state, n) != getattr(twin.state, n)]
    return ", ".join(f"{n}: {getattr(game.state, n)!r:.200} became {getattr(twin.state, n)!r:.200}" for n in names)


def _act(game: Game, action: Action, doubt: _Doubt) -> None:
    """Takes the action, now and then with a look at copies, at undo and at what is told on the way."""
    events, watched = len(game.events), game.title.hidden and doubt.of("told")
    with _Witness(game) if watched else nullcontext() as witness:
        if doubt.of("deeds"):
            _act_twice(game, action, doubt.rng)
        else:
            _do(game, action)
    if witness is not None and game.result is None:
        _check_told(game, witness, game.events[events:], action)


def _act_twice(game: Game, action: Action, rng: random.Random) -> None:
    """Takes the action in a copy too, and perhaps again after it was taken back."""
    digest, events = game.digest(), len(game.events)
    twin = game.copy()
    _do(twin, action)
    if game.digest() != digest or len(game.events) != events:
        raise Fault("copies are independent", f"after {action}")
    game.act(action)
    if game.digest() != twin.digest():
        raise Fault("the same decision leads to the same state", f"after {action}: {_difference(game, twin)}")
    if game.undoable and rng.random() < 0.3:
        after = game.digest()
        game.undo()
        if game.digest() != digest or len(game.events) != events:
            raise Fault("undo restores", f"before {action}")
        game.act(action)
        if game.digest() != after:
            raise Fault("redo repeats", f"after {action}")


class _Witness:
    """By who looks: the pieces that he could name at some moment of an action.

    One action may lead a train to the top of a stack and the next one over it: who sees both march names both, although
    he could name the first neither before nor afterwards. So it looks whenever something is told.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.named: dict[str, set[str]] = {side: set() for side in (*game.sides, OBSERVER)}

    def __enter__(self) -> _Witness:
        self.look()
        hear = self.game._hear

        def told() -> None:
            hear()
            self.look()

        self.game._hear = told  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        del self.game._hear
        self.look()

    def look(self) -> None:
        for side, named in self.named.items():
            named |= {piece["id"] for piece in self.game.pieces(side) if not piece.get("hidden")}


def _check_told(game: Game, witness: _Witness, events: list[front1914.Event], action: Action) -> None:
    """Nobody hears the name of a piece that he could not tell at any moment of the action, unless it came out."""
    out = {word for event in events if event.reveals for word in _words(event)}
    every = set().union(*witness.named.values())
    for side, named in witness.named.items():
        hidden = every - named - out
        for event in events:
            if event.kind in game.title.displayed or not event.seen(side):
                continue
            if told := hidden.intersection(_words(event)):
                raise Fault("nobody hears of what is hidden", f"{side} after {action}: {event.text} ({min(told)})")


def _words(event: front1914.Event) -> set[str]:
    found: set[str] = set()
    for value in event.data.values():
        found.update(v for v in (value if isinstance(value, list) else [value]) if isinstance(v, str))
    return found


def check_record(game: Game) -> None:
    """Saved, loaded and replayed, a game is the same, and goes on with the same dice."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.f14"
        game.save(path)
        loaded = front1914.load(path)
        if loaded.digest() != game.digest() or [e.plain() for e in loaded.events] != [e.plain() for e in game.events]:
            raise Fault("a saved game is the same", _difference(game, loaded))
        if loaded.undoable != game.undoable:
            raise Fault("a saved game can be taken back as far", f"{loaded.undoable}, not {game.undoable}")
        if len(list(front1914.replay(path))) != len(game.log):
            raise Fault("a replay has every action", f"{len(game.log)} were saved")
        middle = len(game.log) // 2
        if game.at(middle).digest() != game.at(middle).digest() or len(game.at(middle).log) != middle:
            raise Fault("any moment can be opened", f"after {middle} actions")


def _tell(bad: Exception) -> str:
    return str(bad) if isinstance(bad, Fault | FrontError) else f"{type(bad).__name__}: {bad}"


def _keep(game: Game, bad: Exception, folder: Path, name: str) -> str:
    """Writes the shortest game that still goes wrong: from a late position if that is enough."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.f14"
    _shortest(game, bad).save(path)
    return str(path)


def _shortest(game: Game, bad: Exception) -> Game:
    for back in (0, 1, 2, 4, 8, 16, 32, 64):
        if back > len(game.log):
            break
        try:
            late = front1914.from_position(game.at(len(game.log) - back).position(), dice="manual")
            for entry in game.log[len(game.log) - back :]:
                late.act(entry.action)
            if _shows(late, bad):
                return late
        except Exception:  # a game that cannot begin there is of no use; an earlier start may be
            continue
    return game


def _shows(game: Game, bad: Exception) -> bool:
    """Whether the same promise is broken here too."""
    for seed in range(8):
        try:
            if game.decision is not None:
                doubt = _Doubt(EVERYTHING if seed == 0 else CLOSE, random.Random(seed))
                check(game, game.decision, doubt)
                _act(game.copy(), random.Random(seed).choice(game.decision.actions), doubt)
            check_record(game)
        except Exception as again:
            if type(again) is type(bad) and getattr(again, "promise", "") == getattr(bad, "promise", ""):
                return True
    return False
