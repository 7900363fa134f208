"""Lessons: a script of expectations over ordinary decisions, as data files of a title (`data/lessons/*.toml`).

A lesson begins a real game (scenario, options, seed). At every step the coach says something, or asks for one thing and
waits for an answer that any player could give. It adds no rule: what is not expected is answered kindly and not done.

    id = "march"
    name = "On the march"
    order = 1
    minutes = 5
    scenario = "introduction"
    side = "german"
    seed = "lesson-1"
    options = { setup = "historical" }
    [[step]]
    why = "In the Movement Phase every unit may march once."
    say = "The figures of a counter are its strength, then its movement points."
    ask = "Take up {unit:g-2-GD}."
    expect = [{ verb = "unit", args = ["g-2-GD"] }]
    show = [{ unit = "g-2-GD" }]
    hint = "It stands south of all the others."
    after = "Gold is where it can go."
    otherwise = [{ verb = "done", answer = "That would end all marching." }]
    quietly = ["german done"]                           # decisions that the coach takes before the step, for any side
    [end]
    head = "The ring closes on Liège."
    learnt = ["A counter reads strength, then movement points."]

`{unit:ID}` and `{place:ID}` become names. A step without `expect` is only read.

A game that is only told names its decisions in a file of its own, one a line as in `quietly`, without dice, which fall
again as they fell; each step says up to which of them it comes:

    record = "7-game.txt"
    [[step]]
    until = 37
    say = "Everybody has marched."
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from front1914.engine.decision import Action
from front1914.engine.errors import BadData
from front1914.engine.game import Game
from front1914.engine.words import Words
from front1914.kit.data import DataFolder, Section

SIGNS = ("ring", "unit", "trail", "look", "button", "panel")  #: what `show` may point at
NAMED = re.compile(r"\{(unit|place):([^}]+)\}")


class Answer(NamedTuple):
    """A decision that a step expects or answers: a verb and its arguments; any argument if none is named."""

    verb: str
    args: tuple[str | int, ...] = ()
    answer: str = ""  #: what the coach says to it, if it is not what he asked for

    def meets(self, action: Action) -> bool:
        """Whether an action is such a decision."""
        return action.verb == self.verb and (not self.args or action.arg in self.args)


class LessonStep(NamedTuple):
    """One thing that the coach says or asks."""

    say: str
    why: str = ""
    ask: str = ""
    expect: tuple[Answer, ...] = ()
    show: tuple[Mapping[str, Any], ...] = ()
    hint: str = ""
    after: str = ""
    otherwise: tuple[Answer, ...] = ()
    quietly: tuple[str, ...] = ()  #: "german done", "entente unit f-5-I"
    start: int = -1  #: in a game that is told: how many of its decisions come before those of the step


class Lesson(NamedTuple):
    """A lesson of a title."""

    id: str
    name: str
    order: int
    minutes: int
    scenario: str
    side: str
    seed: str
    options: Mapping[str, Any]
    steps: tuple[LessonStep, ...]
    head: str
    learnt: tuple[str, ...]

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        found = self._asdict()
        found["steps"] = [
            step._asdict() | {key: [a._asdict() for a in getattr(step, key)] for key in ("expect", "otherwise")}
            for step in self.steps
        ]
        return found

    def quiet(self, number: int, played: int = 0) -> list[tuple[str, Action]]:
        """What the coach decides before a step, with the side that decides it; `played` decisions were taken so far."""
        step = self.steps[number]
        known = max(0, played - step.start) if step.start >= 0 else 0
        return [decided(text) for text in step.quietly[known:]]


def decided(text: str) -> tuple[str, Action]:
    """A decision as it is written: the side, the verb and its argument."""
    side, verb, *arg = text.split(" ", 2)
    return side, Action(verb, arg[0] if arg else None)


def read_lessons(package: str, words: Mapping[str, Words]) -> tuple[Lesson, ...]:
    """The lessons of a title in their order; `words` are its units and places, by "unit" and "place"."""
    data = DataFolder.of(package)
    lessons = data.home / "lessons"
    names = sorted(file.name for file in lessons.iterdir() if file.name.endswith(".toml")) if lessons.is_dir() else []
    found = [_lesson(data.toml(f"lessons/{name}"), words, lessons) for name in names]
    return tuple(sorted(found, key=lambda lesson: lesson.order))


def _lesson(top: Section, words: Mapping[str, Words], folder: Traversable) -> Lesson:
    steps = tuple(_step(section, words) for section in top.sections("step"))
    if record := top.take("record", str, ""):
        steps = _told(top, steps, (folder / record).read_text(encoding="utf-8").splitlines())
    elif not any(step.expect for step in steps):
        raise top.error("a lesson asks for something", "step")
    end = top.section("end")
    return Lesson(
        top.take("id", str),
        top.take("name", str),
        top.take("order", int),
        top.take("minutes", int),
        top.take("scenario", str),
        top.take("side", str),
        top.take("seed", str),
        dict(top.data.get("options", {})),
        steps,
        end.take("head", str),
        end.take("learnt", tuple[str, ...]),
    )


def _step(section: Section, words: Mapping[str, Words]) -> LessonStep:
    def text(key: str) -> str:
        return _named(section, key, section.take(key, str, ""), words)

    show = tuple(dict(sign) for sign in section.data.get("show", ()))
    for sign in show:
        if len(sign) != 1 or next(iter(sign)) not in SIGNS:
            raise section.error(f"a sign is one of {', '.join(SIGNS)}", "show")
    return LessonStep(
        _named(section, "say", section.take("say", str), words),
        text("why"),
        text("ask"),
        _answers(section, "expect", words),
        show,
        text("hint"),
        text("after"),
        _answers(section, "otherwise", words),
        tuple(section.take("quietly", tuple[str, ...], ())),
    )


def _told(top: Section, steps: Sequence[LessonStep], record: Sequence[str]) -> tuple[LessonStep, ...]:
    """The steps of a game that is told, each with the decisions that lead to it."""
    found, start = [], 0
    for step, section in zip(steps, top.sections("step"), strict=True):
        until = section.take("until", int, start)
        if not start <= until <= len(record):
            raise section.error(f"the record has {len(record)} decisions, {start} of them told before", "until")
        found.append(step._replace(quietly=tuple(record[start:until]), start=start))
        start = until
    return tuple(found)


def _answers(section: Section, key: str, words: Mapping[str, Words]) -> tuple[Answer, ...]:
    found = []
    for row in section.data.get(key, ()):
        if not isinstance(row, dict) or not isinstance(row.get("verb"), str):
            raise section.error("a decision has a verb", key)
        args = tuple(arg if isinstance(arg, int) else str(arg) for arg in row.get("args", ()))
        found.append(Answer(row["verb"], args, _named(section, key, str(row.get("answer", "")), words)))
    return tuple(found)


def _named(section: Section, key: str, text: str, words: Mapping[str, Words]) -> str:
    """The text with names of units and places in it."""

    def name(match: re.Match[str]) -> str:
        kind, word = match.groups()
        number = words[kind].find(word)
        if number is None:
            raise section.error(f"no {kind} {word!r}", key)
        return words[kind].name(number)

    return NAMED.sub(name, text)


def play_through(lesson: Lesson, game: Game) -> list[str]:
    """Plays the first expected answer of each step; what does not go as the script says, as sentences."""
    found = []
    for number, step in enumerate(lesson.steps):
        for side, action in lesson.quiet(number):
            found += _take(game, side, action, f"step {number}, quietly")
        decision = game.decision
        for answer in (*step.expect[1:], *step.otherwise):
            actions = () if decision is None else decision.actions
            if not any(answer.meets(action) for action in actions):
                found.append(f"step {number}: nobody can answer {answer.verb} {answer.args}")
        if step.expect:
            actions = () if decision is None else decision.actions
            wanted = next((action for action in actions if step.expect[0].meets(action)), None)
            if wanted is None:
                return [*found, f"step {number}: {step.expect[0].verb} {step.expect[0].args} cannot be answered"]
            found += _take(game, lesson.side, wanted, f"step {number}")
    return found


def _take(game: Game, side: str, action: Action, where: str) -> list[str]:
    decision = game.decision
    if decision is None or decision.side != side:
        return [f"{where}: {decision.side if decision else 'nobody'} decides, not {side}"]
    chosen = next((a for a in decision.actions if a.verb == action.verb and str(a.arg) == str(action.arg)), None)
    if chosen is None:
        return [f"{where}: {action} is not offered at {decision.step}"]
    game.act(chosen)
    return []


def find_lesson(lessons: Sequence[Lesson], name: str) -> Lesson:
    """The lesson of that id; BadData if there is none."""
    for lesson in lessons:
        if lesson.id == name:
            return lesson
    raise BadData("lesson", f"no lesson {name!r}; there is {', '.join(lesson.id for lesson in lessons) or 'none'}")
