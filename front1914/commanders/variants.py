"""Plans drawn by lot from another: a few things are done otherwise. Whether that is better is found by playing.

A main effort elsewhere often changes no march at all, so a comparison wants plans that truly differ: other goals first,
other likings, other habits of the title, and other posts among those that are nearly as good.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from front1914.commanders.plan import Plan
from front1914.commanders.survey import Survey
from front1914.kit.sight import Goal, Sight

#: what the numbers of a temper are tried with
LIKINGS: Mapping[str, Sequence[float]] = {
    "danger": (0.2, 0.5, 2.0, 4.0),
    "front": (0.0, 8.0),
    "mark": (-0.3, 0.0, 0.8, 1.5),
    "guard": (0.5, 3.0),
    "loss": (0.6, 1.5),
    "pull": (0.5, 2.0),
    "line": (0.0, 1.0),
    "care": (1.0, 8.0),
}
#: the same for what a title wants otherwise than usual (`Sight.temper`)
WAYS: Mapping[str, Sequence[float]] = {
    "unwatched": (0.0, 1.0),
    "keeps_first": (0.0, 1.0),
    "strikes_first": (0.0, 1.0),
    "price": (0.0, 0.3, 0.8),
    "fear": (0.3, 3.0),
}
WEIGHTS = (0.15, 0.4, 2.5, 6.0)  #: what a goal may count for besides
LUCK = (0.3, 1.0, 2.0)  #: steps within which posts and targets are drawn by lot
SENT = (1, 1, 2)  #: pieces that are sent elsewhere at once
PART = 0.35  #: of the numbers, or of the goals, that are changed at once
#: by liking: what it is when there is more of it, and less
WORDS = {
    "danger": ("warier", "bolder"),
    "front": ("denser lines", "no lines"),
    "mark": ("fewer attacks", "more attacks"),
    "guard": ("stronger garrisons", "weaker garrisons"),
    "loss": ("losses shunned", "losses taken"),
    "pull": ("farther marches", "shorter marches"),
    "line": ("closer together", "farther apart"),
    "care": ("nearer to supply", "farther from supply"),
}


def vary(parent: Plan, survey: Survey, rng: random.Random, number: int) -> Plan:
    """Another plan: one kind of thing is changed, now and then several."""
    kind, sight = rng.choice(("temper", "weights", "ways", "posts", "posts", "luck", "all")), survey.sight
    temper, weights, ways = dict(parent.temper), dict(parent.weights), dict(parent.ways)
    posts, lot = dict(parent.posts), parent.lot
    if kind in ("temper", "all"):
        temper |= _some(LIKINGS, rng)
    if kind in ("weights", "all"):
        weights |= {g.node: rng.choice(WEIGHTS) for g in sight.goals if rng.random() < PART}
    if kind in ("ways", "all"):
        ways |= _some(WAYS, rng)
    if kind == "posts":
        posts |= _elsewhere(survey, rng)
    if kind == "luck":
        temper["noise"], lot = rng.choice(LUCK), rng.getrandbits(30)
    name = f"variant {number}"
    found = replace(parent, name=name, temper=temper, weights=weights, ways=ways, posts=posts, lot=lot)
    return replace(found, text=_told(found, sight))


def _some(numbers: Mapping[str, Sequence[float]], rng: random.Random) -> dict[str, Any]:
    """Some of the numbers, at least one."""
    found = {name: rng.choice(values) for name, values in numbers.items() if rng.random() < PART}
    if not found:
        name = rng.choice(sorted(numbers))
        found[name] = rng.choice(numbers[name])
    return found


def _elsewhere(survey: Survey, rng: random.Random) -> dict[str, int]:
    """One or two pieces are sent to a goal within reach, stay where they are, or go anywhere."""
    goals = {goal.node for goal in survey.sight.goals}
    able = sorted(p.id for p in survey.sight.own if p.kind != "staff" and not p.holds and p.moves)
    found = {}
    for unit in rng.sample(able, min(rng.choice(SENT), len(able))):
        reach = sorted(survey.reach(survey.pieces[unit]))
        prized = [node for node in reach if node in goals]
        found[unit] = rng.choice(rng.choice((prized or reach, reach, [survey.pieces[unit].at])))
    return found


def _told(plan: Plan, sight: Sight) -> str:
    """What it does otherwise, for the player."""
    usual = {"danger": 1.0, "front": 4.0, "mark": 0.3, "guard": 1.5, "loss": 1.0, "pull": 1.0, "line": 0.3, "care": 4.0}
    said = [WORDS[name][value < usual[name]] for name, value in plan.temper.items() if name in WORDS]
    words = sight.board.words
    goals: dict[int, Goal] = {goal.node: goal for goal in sight.goals}
    first = [str(words[n]) for n, weight in plan.weights.items() if weight > 1 and n in goals]
    last = [str(words[n]) for n, weight in plan.weights.items() if weight < 1 and n in goals]
    said += [f"{', '.join(first[:4])} before the rest"] if first else []
    said += [f"{', '.join(last[:4])} can wait"] if last else []
    said += ["other garrisons"] if {"unwatched", "keeps_first", "strikes_first"} & set(plan.ways) else []
    said += [f"{unit} to {words[node]}" for unit, node in plan.posts.items()]
    said += ["other posts"] if plan.lot is not None else []
    return "; ".join(said) or "attacks weighed otherwise"
