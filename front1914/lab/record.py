"""One game played by commanders and written down as rows of the tables.

The recorder only looks: at the game after each decision, before each throw, and at what was offered and left alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import Any, NamedTuple

import front1914
from front1914 import CHANCE, Action, Decision, Event, Game, Troop
from front1914.analysis.simulate import MOST, UNFINISHED
from front1914.commanders.base import Commander, CommanderFailed, make, seat_of
from front1914.lab import ground, history
from front1914.lab.tables import (
    TABLES,
    BattleRow,
    FrontRow,
    GameRow,
    GroundRow,
    LossRow,
    MarchRow,
    PaceRow,
    Rows,
    RuleRow,
    TurnRow,
)

SET_UP = "Set-up"  #: the phase before the first turn, in every title that has one
MOST_DECLINED = 40  #: targets that are looked at when a side says that it attacks no more
MOST_JOINING = 24  #: units that are put together for an attack that was not made


class Job(NamedTuple):
    """One game to play: everything that fixes it."""

    game: int
    cell: int
    number: int
    title: str
    scenario: str
    options: Mapping[str, Any]
    commanders: Mapping[str, str]  #: by side: a level
    tempers: Mapping[str, Mapping[str, float]]  #: by side: what of the level's temper is changed
    seed: str
    budget: int | None = None
    most: int = MOST


def play(job: Job) -> Rows:
    """Plays the game; its rows by table."""
    game = front1914.new(job.title, job.scenario, job.options, seed=job.seed)
    commanders = {
        side: make(level, job.title, f"{job.seed}:{slot}", job.budget, job.tempers.get(side))
        for slot, (side, level) in enumerate(job.commanders.items())
    }
    recorder = Recorder(job, game)
    decisions = 0
    while decisions < job.most and (decision := game.decision) is not None:
        try:
            recorder.decide(commanders[decision.side], decision)
        except CommanderFailed:  # a program of somebody's own: it gives up the game
            game.resign(decision.side)
        decisions += 1
    for commander in commanders.values():
        if (close := getattr(commander, "close", None)) is not None:
            close()
    return recorder.rows(decisions)


@dataclass
class _Battle:
    """A battle while it is fought."""

    turn: int
    place: str
    attacker: str
    troops: list[Troop]
    thrown: int
    panel: Mapping[str, Any] | None = None


class Recorder:
    """Writes a game down while it is played."""

    def __init__(self, job: Job, game: Game) -> None:
        self.job, self.game = job, game
        self.first = game.sides[0]
        self.land = ground.map_of(job.title)
        self.roles = front1914.judgement(job.title).roles
        self.takes = _takes(job.title)
        self.told = _told_rules(job.title)
        self.found: Rows = {name: [] for name in TABLES}
        self.used: Counter[tuple[str, str]] = Counter()
        self.marched: Counter[tuple[str, str]] = Counter()
        self.paces: dict[tuple[str, str], list[float]] = {}
        self.holders = ground.own_country(self.land, self.first)
        self.troops = self._everybody()
        self.seen: dict[str, tuple[str, str, int]] = {}  #: unit -> side, nation, full strength, of those that came
        self.battle: _Battle | None = None
        self.scene = game.scene
        self.waiting = self.scene.phase == SET_UP
        self._lost: Counter[tuple[str, str]] = Counter()
        if not self.waiting:
            self._write(0)
        game.on_moment = self._moment

    def decide(self, commander: Commander, decision: Decision) -> None:
        """Lets a commander decide, and notes what follows."""
        game, side, step = self.game, decision.side, decision.step
        began = perf_counter()
        action = commander.decide(seat_of(game, commander, decision))
        self.paces.setdefault((side, step), []).append(perf_counter() - began)
        self.used[decision.rule, "decision"] += 1
        role = self.roles.get(step)
        if role == "target" and self.takes.get(action.verb) != "place":
            self._declined(decision)
        if self.takes.get(action.verb) == "place" and _marches(role, self.roles, step):
            self.marched[side, str(action.arg)] += 1
        events = game.act(action, reasons=commander.reasons)
        self._after(events)

    def _moment(self) -> None:
        """Before each decision and each throw."""
        game = self.game
        step, scene = game.step, game.scene
        if scene.place != (None if self.battle is None else self.battle.place):
            self._close()
            if scene.place is not None:
                self.battle = _Battle(scene.turn or 0, scene.place, scene.active or "", self._everybody(), game.thrown)
        if step is None:
            return
        chance = step.side(game.state) == CHANCE
        if chance:
            self.used[step.rule, "throw"] += 1
        if self.battle is not None and (chance or self.battle.panel is None):
            viewer = self.battle.attacker if self.battle.attacker in game.sides else self.first
            self.battle.panel = game.title.show(game.state, viewer).get("battle") or self.battle.panel

    def _after(self, events: Sequence[Event]) -> None:
        """After each decision, with everything that followed by itself."""
        for event in events:
            if (rule := self.told.get(event.kind)) is not None:
                self.used[rule, "told"] += 1
        after = self.game.scene
        if self.game.result is not None:
            self._close()
        if self.waiting and after.phase != SET_UP:
            self.waiting = False
            self._write(0)
        elif after.turn != self.scene.turn and self.game.result is None:
            self._write((after.turn or 1) - 1)
        self.scene = after

    def _everybody(self) -> list[Troop]:
        return list(self.game.title.muster(self.game.state))

    # -- battles ---------------------------------------------------------------------------------------------------

    def _close(self) -> None:
        """The battle is over."""
        battle, self.battle = self.battle, None
        if battle is None:
            return
        throws, troops = self.game.thrown - battle.thrown, self._everybody()
        lost: Counter[bool] = Counter()
        for (side, _), steps in front1914.losses(battle.troops, troops).items():
            lost[side == battle.attacker] += steps
        if not throws and not lost:
            return  # nobody fought
        panel = battle.panel or {}
        for shift in panel.get("shifts", ()):
            if shift["amount"]:
                self.used[shift["rule"], "shift"] += 1
        taken = any(troop.at == battle.place and troop.side == battle.attacker for troop in troops)
        row = (battle.turn, battle.place, battle.attacker, True, *_odds(panel), throws, lost[True], lost[False], taken)
        self.found["battles"].append(BattleRow(self.job.game, *row))

    def _declined(self, decision: Decision) -> None:
        """The attacks that could still have been made: by all who may take part together."""
        turn, side = self.game.scene.turn or 0, decision.side
        targets = [action for action in decision.actions if self.takes.get(action.verb) == "place"]
        for action in targets[:MOST_DECLINED]:
            panel = self._imagined(action, side)
            if panel is not None:
                row = BattleRow(self.job.game, turn, str(action.arg), side, False, *_odds(panel), 0, 0, 0, False)
                self.found["battles"].append(row)

    def _imagined(self, target: Action, side: str) -> Mapping[str, Any] | None:
        twin = self.game.copy(history=False)
        twin.dice = None
        twin.act(target)
        joined: set[Action] = set()
        while (decision := twin.decision) is not None and self.roles.get(decision.step) == "attacker":
            more = [a for a in decision.actions if self.takes.get(a.verb) == "piece" and a.verb == "unit"]
            new = next((action for action in more if action not in joined), None)
            if new is None or len(joined) >= MOST_JOINING:
                break
            joined.add(new)
            twin.act(new)
        return twin.title.show(twin.state, side).get("battle")

    # -- turns -----------------------------------------------------------------------------------------------------

    def _write(self, turn: int) -> None:
        """What there is to tell when a turn is over."""
        game, number = self.game, self.job.game
        # The name of the turn that is over: the scene has moved on to the next.
        day = history.last_day(game.title.when(game.state, max(1, turn)))
        told = None if day is None else str(day)
        for meter, value in game.title.measure(game.state).items():
            self.found["turns"].append(TurnRow(number, turn, told, meter, value))
        troops = self._everybody()
        lost = front1914.losses(self.troops, troops)
        self.troops = troops
        for troop in troops:
            if troop.where == "field":
                self.seen[troop.unit] = (troop.side, troop.nation, troop.full)
        self._strengths(turn, told, troops, lost)
        now = ground.held(self.land, troops, self.holders, self.first)
        for place, side in now.holders.items():
            if self.holders.get(place) != side:
                self.found["ground"].append(GroundRow(number, turn, place, side))
        self.holders = now.holders
        for place, enemy, x, y in ground.front(self.land, now, self.first):
            self.found["fronts"].append(FrontRow(number, turn, told, place, enemy, x, y))

    def _strengths(self, turn: int, day: str | None, troops: list[Troop], lost: Mapping[tuple[str, str], int]) -> None:
        strength: Counter[tuple[str, str]] = Counter()
        units: Counter[tuple[str, str]] = Counter()
        full: Counter[tuple[str, str]] = Counter()
        for troop in troops:
            if troop.where == "field":
                strength[troop.side, troop.nation] += troop.strength or 0
                units[troop.side, troop.nation] += 1
        for side, nation, whole in self.seen.values():
            full[side, nation] += whole
        for side, nation in sorted(full):
            key = side, nation
            row = LossRow(
                self.job.game, turn, day, side, nation, strength[key], units[key], lost.get(key, 0), full[key]
            )
            self.found["losses"].append(row)

    # -- the end ---------------------------------------------------------------------------------------------------

    def rows(self, decisions: int) -> Rows:
        """All rows, now that the game is over."""
        game, job = self.game, self.job
        self._close()
        self._write(self.scene.turn or 0)
        end = game.result or (None, UNFINISHED, f"no end in {job.most} decisions", "", None)
        winner, level, reason, rule, score = end
        meters = game.title.measure(game.state)
        if score is None and meters:
            score = next(iter(meters.values()))
        self.found["games"] = [
            GameRow(
                *(job.game, job.cell, job.number, job.seed, winner, level, reason, rule, score),
                *(self.scene.turn, decisions, game.thrown, game.digest()),
            )
        ]
        made = {row[1:4] for row in self.found["battles"] if row[4]}  # turn, place, attacker: made after all
        self.found["battles"] = [row for row in self.found["battles"] if row[4] or row[1:4] not in made]
        used = sorted((rule, how, times) for (rule, how), times in self.used.items() if rule)
        self.found["rules"] = [RuleRow(job.game, *row) for row in used]
        self.found["marches"] = [MarchRow(job.game, *key, n) for key, n in sorted(self.marched.items())]
        self.found["paces"] = [
            PaceRow(job.game, side, step, len(spent), round(sum(spent), 6), round(max(spent), 6))
            for (side, step), spent in sorted(self.paces.items())
        ]
        return self.found


def _marches(role: str | None, roles: Mapping[str, str], step: str) -> bool:
    """Whether a place that is named at a step is where somebody goes; some titles leave roles to their drafts."""
    return role in ("place", "rail", "advance") if roles else step not in ("battle", "edge")


def _odds(panel: Mapping[str, Any]) -> tuple[float | None, float | None, str | None, float | None]:
    """Strengths, column and chance of the aim, as far as a combat panel has them."""
    attack, defence = (_figure(panel.get(key)) for key in ("attack", "defence"))
    column = panel.get("final")
    aim = panel.get("aim")
    return attack, defence, None if column is None else str(column), _figure(aim["probability"] if aim else None)


def _figure(value: Any) -> float | None:
    """A number, a fraction such as "5/36", or nothing.

    >>> _figure("1/4"), _figure(3), _figure("7 or 8"), _figure(None)
    (0.25, 3.0, None, None)
    """
    if isinstance(value, str):
        over, slash, under = value.partition("/")
        try:
            return round(float(over) / float(under), 6) if slash else float(over)
        except (ValueError, ZeroDivisionError):
            return None
    return None if value is None else float(value)


@cache
def _takes(title: str) -> Mapping[str, str]:
    return dict(front1914.title(title).printed().get("takes", {}))


@cache
def _told_rules(title: str) -> Mapping[str, str]:
    """By kind of event, the rule that it follows from, as the handbook says."""
    try:
        return dict(front1914.handbook(title).log)
    except front1914.BadData:
        return {}
