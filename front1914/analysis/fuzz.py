"""Random legal play that doubts everything: the engine, the title, the saves and the secrets.

After every decision it holds the title against its own promises. The first broken one ends the run with a save
file that starts as late as possible and still shows it.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import front1914
from front1914 import (
    CHANCE,
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

Progress = Callable[[int, int], None]  #: decisions taken, games finished

OFFERED, REFUSED = 3, 6  #: actions of each kind that are tried at an ordinary decision
THOROUGH = 40  #: at one decision in so many, every offered action is tried
RECORD = 400  #: at one decision in so many, the game is saved, loaded and replayed
TOLD = 4  #: after one action in so many, what the next one tells is held against what is hidden


class Fault(Exception):
    """A promise that does not hold."""

    def __init__(self, promise: str, detail: str) -> None:
        super().__init__(f"{promise}: {detail}")
        self.promise = promise
        self.detail = detail


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
) -> Report:
    """Plays at random until so many decisions were taken. A fault ends the run and stands in the report.

    With `distrust` every kept value is worked out again when it is used (docs/kept.md).
    """
    if distrust:
        with front1914.distrust():
            return fuzz(title, decisions, seed, scenario, folder, report)
    found = Report(title)
    rng = random.Random(f"fuzz:{title}:{seed}")
    info = front1914.title(title).info
    scenarios = [scenario] if scenario else [s.id for s in info.scenarios]
    while found.decisions < decisions:
        options = {o.id: rng.choice(o.choices) for o in info.options}
        game = front1914.new(title, rng.choice(scenarios), options, seed=rng.getrandbits(64))
        try:
            _play(game, rng, found, decisions, report)
        except Exception as bad:  # whatever goes wrong is what we are looking for
            found.fault = _tell(bad)
            found.save = _keep(game, bad, Path(folder or tempfile.gettempdir()), f"{title}-{seed}")
            return found
        found.games += game.result is not None
    return found


def _play(game: Game, rng: random.Random, found: Report, most: int, report: Progress | None) -> None:
    while found.decisions < most and (decision := game.decision) is not None:
        check(game, decision, rng)
        found.steps[decision.step] = found.steps.get(decision.step, 0) + 1
        found.decisions += 1
        _act(game, _choose(decision, found.answers, rng), rng)
        if rng.randrange(RECORD) == 0 or game.result is not None:
            check_record(game)
        if report is not None and found.decisions % 64 == 0:
            report(found.decisions, found.games)
    if game.result is not None:
        key = f"{game.result.winner or 'draw'}: {game.result.level}"
        found.results[key] = found.results.get(key, 0) + 1
        check_verdict(game)


def check_verdict(game: Game) -> None:
    """The victory terms, as data, say of a finished game what its rules say."""
    if game.result is None or game.result.level == "resignation" or not game.terms().outcomes:
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


def check(game: Game, decision: Decision, rng: random.Random) -> None:
    """Every promise that can be checked before the decision is taken."""
    for fault in game.faults():
        raise Fault("invariant", fault)
    if (over := game.terms().verdict(game.standing().values, game.standing().turn, "now")) is not None:
        raise Fault("the terms agree with the rules", f"{over.text}, but the game goes on")
    if not decision.actions:
        raise Fault("dead end", f"{decision.side} has nothing to decide at {decision.step}")
    if len(set(decision.actions)) != len(decision.actions):
        raise Fault("offered twice", f"at {decision.step}")
    digest = game.digest()
    _check_offered(game, decision, rng)
    _check_refused(game, decision, rng)
    if game.digest() != digest:
        raise Fault("looking changes nothing", f"at {decision.step}")
    _check_views(game, decision)
    if rng.randrange(8) == 0:
        _check_position(game)
        for side in game.sides if game.title.hidden else ():
            check_twins(game, side, rng)


def _check_offered(game: Game, decision: Decision, rng: random.Random) -> None:
    actions = decision.actions
    if rng.randrange(THOROUGH) and len(actions) > OFFERED:
        actions = tuple(rng.sample(actions, OFFERED))
    for action in actions:
        if (reason := game.why_not(action) or _objection(game, action)) is not None:
            raise Fault("offered and refused", f"{action} at {decision.step}: {reason}")
        twin = game.copy(history=False)
        twin.dice = SeededDice(rng.getrandbits(32))
        try:
            twin.act(action)
        except Exception as bad:
            raise Fault("offered actions apply", f"{action} at {decision.step}: {_tell(bad)}") from bad
        if twin.result is None and not (twin.decision and twin.decision.actions):
            raise Fault("dead end", f"after {action} at {decision.step}, at {twin.step and twin.step.name}")


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


def _act(game: Game, action: Action, rng: random.Random) -> None:
    """Takes the action, with a look at copies and at undo on the way."""
    digest, events = game.digest(), len(game.events)
    seen = _seen(game) if game.title.hidden and len(game.log) % TOLD == 0 else None
    twin = game.copy()
    twin.act(action)
    if game.digest() != digest or len(game.events) != events:
        raise Fault("copies are independent", f"after {action}")
    game.act(action)
    if game.digest() != twin.digest():
        raise Fault("the same decision leads to the same state", f"after {action}: {_difference(game, twin)}")
    if seen is not None and game.result is None:
        _check_told(game, seen, _seen(game), game.events[events:], action)
    if game.undoable and rng.random() < 0.3:
        after = game.digest()
        game.undo()
        if game.digest() != digest or len(game.events) != events:
            raise Fault("undo restores", f"before {action}")
        game.act(action)
        if game.digest() != after:
            raise Fault("redo repeats", f"after {action}")


def _seen(game: Game) -> dict[str, set[str]]:
    """By who looks: the pieces on the map that he can name."""
    views = {side: game.view(side) for side in (*game.sides, OBSERVER)}
    return {
        side: {piece["id"] for piece in view.get("pieces", ()) if not piece.get("hidden")}
        for side, view in views.items()
    }


def _check_told(
    game: Game,
    before: dict[str, set[str]],
    after: dict[str, set[str]],
    events: list[front1914.Event],
    action: Action,
) -> None:
    """Nobody hears the name of a piece that he could not tell before and cannot tell now, unless it came out."""
    out = {word for event in events if event.reveals for word in _words(event)}
    every = set().union(*before.values()) & set().union(*after.values())
    for side in after:
        hidden = every - before[side] - after[side] - out
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


def check_twins(game: Game, side: str, rng: random.Random) -> None:
    """States that differ only in what the side may not know look the same to it, and answer it the same."""
    view = game.view(side)
    twin = imagined_twin(game, view, rng)
    if (other := twin.view(side)) != view:
        keys = [k for k in view if view[k] != other.get(k)]
        raise Fault("twins look the same", f"{side} sees {_first(view, other, keys)}")
    if (game.terms(side), game.standing(side)) != (twin.terms(side), twin.standing(side)):
        raise Fault("twins stand the same", f"{side} reads {game.standing(side)} or {twin.standing(side)}")
    mine, his = game.decision, twin.decision
    if mine is None or his is None or mine.side not in (side, CHANCE):
        return
    if mine.side == side:
        words = list(game.vocabulary())
        for action in rng.sample(words, min(12, len(words))):
            if game.why_not(action) != twin.why_not(action):
                raise Fault("twins answer the same", f"{side} asks {action} at {mine.step}")
        _check_twins_act(game, twin, side, rng.choice(mine.actions))


def imagined_twin(game: Game, view: dict[str, Any], rng: random.Random) -> Game:
    """A game at the same moment with other secrets and the same dice."""
    key = rng.getrandbits(32)
    position = front1914.imagine(view, key)
    if position != front1914.imagine(view, key):
        raise Fault("a sample depends on view and seed alone", f"seed {key}")
    try:
        twin = front1914.from_position(json.loads(json.dumps(position)), dice="manual")
    except FrontError as bad:
        raise Fault("a sample is legal", str(bad)) from bad
    twin.dice, twin.thrown = game.dice, game.thrown
    return twin


def _check_twins_act(game: Game, twin: Game, side: str, action: Action) -> None:
    mine, his = game.copy(), twin.copy()
    told = [_told(g, g.act(action), side) for g in (mine, his)]
    if any(reveals for _, reveals in told):
        return  # the rules reveal a secret here
    if told[0] != told[1]:
        raise Fault("twins tell the same", f"{side} after {action}: {told[0][0]} or {told[1][0]}")
    if mine.result is not None:
        return  # a game that is over is open
    a, b = mine.view(side), his.view(side)
    if a != b:
        raise Fault(
            "twins look the same", f"{side} after {action} sees {_first(a, b, [k for k in a if a[k] != b.get(k)])}"
        )


def _told(game: Game, events: list[front1914.Event], side: str) -> tuple[list[tuple[str, str]], bool]:
    return [(e.kind, e.text) for e in events if e.seen(side)], any(e.reveals for e in events)


def _first(a: dict[str, Any], b: dict[str, Any], keys: list[str]) -> str:
    return "; ".join(f"{k}: {a.get(k)!r:.300} or {b.get(k)!r:.300}" for k in keys[:2])


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
                check(game, game.decision, random.Random(seed))
                _act(game.copy(), random.Random(seed).choice(game.decision.actions), random.Random(seed))
            check_record(game)
        except Exception as again:
            if type(again) is type(bad) and getattr(again, "promise", "") == getattr(bad, "promise", ""):
                return True
    return False
