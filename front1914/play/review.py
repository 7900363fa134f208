"""The review of a finished game: what decided it, its turning points, the battles that mattered without their luck.

The log is played through once. Between two turns the score, the chances, the strength of every nation, the ground and
the troops are written down; before and after each battle the chances. The battles that changed most are then played
through again, and every throw in them is held against what else could have fallen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from front1914.engine.accounts import (
    Review,
    ReviewBattle,
    ReviewLuck,
    ReviewMeter,
    ReviewNext,
    ReviewPoint,
    ReviewTurn,
    Troop,
    losses,
    strengths,
)
from front1914.engine.decision import CHANCE, OBSERVER, Action, Entry
from front1914.engine.errors import BadInput
from front1914.engine.game import Game
from front1914.engine.shapes import Panel
from front1914.play.prospects import chance

MOST_BATTLES = 6  #: that are told
MOST_POINTS = 4  #: turning points
LEAST = 8.0  #: percent within a turn that make a turning point
LEAST_STEPS = 4.0  #: the same in steps of average infantry, where nothing is calibrated
SET_UP = "Set-up"  #: the phase before the first turn, in every title that has one
FAR = 150.0  #: steps that a judgement counts at most: beyond them a game is won
WHOLE = 1_200  #: outcomes of throws in a game up to which all of them are weighed
MOST_SETTLING = 24  #: decisions after a throw until what it brings is settled
FEW = 6  #: outcomes of a second throw that are gone through after a first one
Told = Callable[[int, int], None]


class _Scale(NamedTuple):
    """How a position is judged for the first side: in percent, or in steps."""

    calibrated: bool
    value: Callable[[Game], float | None]


@dataclass
class _Battle:
    """A battle while it is read, with the game as it stood when it began."""

    begin: Game
    at: int
    turn: int
    place: str
    attacker: str
    before: float
    troops: list[Troop]
    until: int = 0
    change: float = 0.0
    throws: int = 0
    losses: dict[str, int] = field(default_factory=dict)


def review(game: Game, told: Told | None = None) -> Review:
    """The review of a game that is over; BadInput if it is not."""
    result = game.result
    if result is None:
        raise BadInput("game", "the review is written when the game is over")
    reader = _Reader(game, told or (lambda done, of: None))
    reader.read()
    battles = reader.battles()
    return {
        "title": game.title.info.id,
        "scenario": game.state.scenario,
        "sides": list(game.sides),
        "unit": "chance" if reader.scale.calibrated else "steps",
        "winner": result.winner,
        "level": result.level,
        "reason": result.reason,
        "rule": result.rule,
        "meters": _meters(game),
        "score": next((meter.name for meter in game.terms().meters), ""),
        "marks": _marks(game),
        "turns": reader.turns,
        "points": _points(game, reader, battles),
        "battles": battles,
        "fought": reader.fought,
        "luck": reader.luck,
        "nations": reader.nations,
        "next": _next(game),
    }


# -- reading ------------------------------------------------------------------------------------------------------


class _Reader:
    """Plays the log through."""

    def __init__(self, game: Game, told: Told) -> None:
        self.log: Sequence[Entry] = list(game.log)
        self.told = told
        self.now = game.at(0).copy(history=False)
        self.now.dice = None
        self.first = game.sides[0]
        self.start = self.now.copy(history=False)
        self.scale = _scale(self.now, self.first)
        sheet = game.title.printed()
        self.names = {place: row["name"] for place, row in sheet["places"].items() if row.get("name")}
        self.spots = {place: (row["x"], row["y"]) for place, row in sheet["places"].items()}
        self.sides = {side: row["name"] for side, row in sheet["sides"].items()}
        self.turns: list[ReviewTurn] = []
        self.nations: dict[str, str] = {}
        self.fought = 0
        self.outcomes = 0  #: that could have fallen in all throws
        self.luck: ReviewLuck = {"throws": 0, "luck": 0.0, "whole": False}
        self._best: list[_Battle] = []
        self._open: _Battle | None = None
        self._held: dict[str, str] = {}
        self._troops: list[Troop] = []

    def name(self, place: str) -> str:
        """What people call a place: by its name, or by the nearest one that has one."""
        if place in self.names or place not in self.spots or not self.names:
            return self.names.get(place, place)
        x, y = self.spots[place]
        near = min(self.names, key=lambda other: (self.spots[other][0] - x) ** 2 + (self.spots[other][1] - y) ** 2)
        return f"near {self.names[near]}"

    def value(self, game: Game) -> float:
        return self.scale.value(game) or 0.0

    def read(self) -> None:
        """Once through the log."""
        now = self.now
        scene = now.scene
        waiting = scene.phase == SET_UP
        if not waiting:
            self._write(0, 0)
        for at, entry in enumerate(self.log, 1):
            self.told(at, 2 * len(self.log))
            if entry.side == CHANCE and (decision := now.decision) is not None:
                self.luck["throws"] += len(decision.outcomes) > 1
                self.outcomes += len(decision.outcomes)
                if self._open is not None:
                    self._open.throws += 1
            now.retake(entry, trusted=True)
            after = now.scene
            if after.place != scene.place or now.result is not None:
                self._close(at)
                if after.place is not None and now.result is None:
                    self._begin(at, after.place)
            if waiting and after.phase != SET_UP:
                waiting = False
                self._write(at, 0)
            elif after.turn != scene.turn and now.result is None:
                self._write(at, (after.turn or 1) - 1)
            scene = after
        self._write(len(self.log), scene.turn or 0)

    def _write(self, at: int, turn: int) -> None:
        """The moment between two turns."""
        now, troops = self.now, _everybody(self.now)
        for troop in troops:
            self.nations.setdefault(troop.nation, troop.side)
        held, stood = _ground(now)
        lost: dict[str, int] = {}
        for (_, nation), steps in losses(self._troops, troops).items():
            lost[nation] = lost.get(nation, 0) + steps
        meters = now.terms().meters
        known = self.scale.calibrated or now.result is None  # the end itself has no value in steps
        value = self.scale.value(now) if known else None
        self.turns.append(
            {
                "turn": turn,
                "at": at,
                "date": now.title.when(now.state, max(1, turn)),
                "score": now.title.measure(now.state)[meters[0].id] if meters else None,
                "chance": None if value is None else round(value, 1),
                "strength": strengths(troops),
                "lost": lost,
                "held": {place: side for place, side in held.items() if self._held.get(place) != side}
                | {place: "" for place in self._held if place not in held},
                "stood": stood,
            }
        )
        self._held, self._troops = held, troops

    def _begin(self, at: int, place: str) -> None:
        now = self.now
        scene = now.scene
        copy = now.copy(history=False)
        self._open = _Battle(copy, at, scene.turn or 0, place, scene.active or "", self.value(now), _everybody(now))

    def _close(self, at: int) -> None:
        """The battle is over; only those that changed most are kept."""
        battle, self._open = self._open, None
        if battle is None or (not battle.throws and at - battle.at < 2):
            return
        battle.until = at
        if self.scale.calibrated or self.now.result is None:  # the end itself has no value in steps
            battle.change = self.value(self.now) - battle.before
        for (side, _), steps in losses(battle.troops, _everybody(self.now)).items():
            battle.losses[side] = battle.losses.get(side, 0) + steps
        if not battle.throws and not battle.losses:
            return  # nobody fought
        self.fought += 1
        self._best.append(battle)
        self._best.sort(key=lambda b: -abs(b.change))
        del self._best[2 * MOST_BATTLES :]

    # ---- a second time, through the battles that mattered

    def battles(self) -> list[ReviewBattle]:
        """The battles that changed most, with the luck in them."""
        whole, done = self.outcomes <= WHOLE, len(self.log)
        shares: dict[int, float] = {}
        if whole:
            for at, luck in self._replay(self.start, 0, done):
                shares[at] = luck
                self.told(done + at, 2 * done)
        found = []
        for n, battle in enumerate(self._best[:MOST_BATTLES], 1):
            if not whole:
                shares |= self._replay(battle.begin, battle.at, battle.until)
                self.told(done + done * n // MOST_BATTLES, 2 * done)
            luck = sum(share for at, share in shares.items() if battle.at < at <= battle.until)
            found.append(self._told_battle(battle, luck))
        self.luck |= {"luck": round(sum(shares.values()), 1), "whole": whole}
        self.told(2 * done, 2 * done)
        changed = [row for row in found if row["change"] or row["luck"]]
        return changed or found

    def _replay(self, game: Game, begin: int, end: int) -> Iterator[tuple[int, float]]:
        """By moment: how much better what fell was than the average of what could have fallen."""
        game = game.copy(history=False)
        for at, entry in enumerate(self.log[begin:end], begin + 1):
            if entry.side == CHANCE and (decision := game.decision) is not None and len(decision.outcomes) > 1:
                yield at, self._luck(game, entry.action, [(o.action, o.probability) for o in decision.outcomes])
            game.retake(entry, trusted=True)

    def _luck(self, game: Game, fell: Action, outcomes: Sequence[tuple[Action, Fraction]]) -> float:
        values = {}
        for action, _ in outcomes:
            twin = game.copy(history=False)
            twin.act(action)
            values[action] = self._settled(twin, len(outcomes) <= FEW)
        return values[fell] - sum(float(share) * values[action] for action, share in outcomes)

    def _settled(self, game: Game, deeper: bool) -> float:
        """What a throw leads to: losses are taken and retreats made, as they are offered, until something else begins.

        A second throw of the same battle counts by the average of what it can bring.
        """
        place = game.scene.place
        for _ in range(MOST_SETTLING if place is not None else 0):
            decision = game.decision
            if decision is None or game.scene.place != place:
                break
            if decision.side == CHANCE:
                if deeper and len(decision.outcomes) <= FEW:
                    return sum(float(o.probability) * self._after(game, o.action) for o in decision.outcomes)
                break
            game.act(decision.actions[0])
        return self.value(game)

    def _after(self, game: Game, action: Action) -> float:
        twin = game.copy(history=False)
        twin.act(action)
        return self._settled(twin, deeper=False)

    def _told_battle(self, battle: _Battle, luck: float) -> ReviewBattle:
        odds, text = self._result(battle)
        return {
            "at": battle.at,
            "until": battle.until,
            "turn": battle.turn,
            "place": battle.place,
            "name": self.name(battle.place),
            "attacker": battle.attacker,
            "text": text,
            "odds": odds,
            "losses": battle.losses,
            "throws": battle.throws,
            "change": round(battle.change, 1),
            "luck": round(luck, 1),
        }

    def _result(self, battle: _Battle) -> tuple[str, str]:
        """Strengths and column, and the result in words, as the combat panel of the attacker had them last."""
        game, odds, text = battle.begin.copy(history=False), "", ""
        viewer = battle.attacker if battle.attacker in game.sides else self.first
        for entry in self.log[battle.at : battle.until]:
            panel = game.title.show(game.state, viewer).get("battle")
            if panel is not None:
                odds, text = _odds(panel), _words(panel) or text
            game.retake(entry, trusted=True)
        return odds, text


def _odds(panel: Panel) -> str:
    """Strengths and column."""
    sides = [panel.get("attack"), panel.get("defence")]
    figures = [f"{figure:g}" if isinstance(figure, float) else str(figure) for figure in sides]
    told = [] if None in sides else [" against ".join(figures)]
    column = panel.get("final")
    return ", ".join([*told, str(column)] if column else told)


def _words(panel: Panel) -> str:
    """The result in words, once it has fallen."""
    found = panel.get("result")
    return next((row["text"] for row in panel.get("chart", ()) if row["result"] == found), "")


# -- judging ------------------------------------------------------------------------------------------------------


def _scale(game: Game, first: str) -> _Scale:
    if chance(game, first) is not None:
        return _Scale(True, lambda now: _percent(now, first))
    evaluate = None if game.title.judgement is None else game.title.judgement.evaluate
    if evaluate is None:
        return _Scale(False, lambda now: None)

    def steps(now: Game) -> float:
        """What both sides think of it, each from its own view."""
        others = [side for side in now.sides if side != first]
        theirs = sum(float(evaluate(now.view(side), side)) for side in others) / len(others)
        value = (float(evaluate(now.view(first), first)) - theirs) / 2
        return max(-FAR, min(FAR, value))

    return _Scale(False, steps)


def _percent(game: Game, first: str) -> float | None:
    """The chance of the first side: the mean of what it thinks itself and of what the others leave it."""
    mine = chance(game, first)
    theirs = [left for side in game.sides if side != first and (left := chance(game, side)) is not None]
    if mine is None:
        return None
    return 50 * (mine + (1 - sum(theirs) / len(theirs) if theirs else mine))


def _everybody(game: Game) -> list[Troop]:
    return list(game.title.muster(game.state))


def _ground(game: Game) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Who holds what is not his own country's, and where the units of each side stand."""
    stood: dict[str, set[str]] = {}
    for troop in _everybody(game):
        if troop.at is not None:
            stood.setdefault(troop.side, set()).add(troop.at)
    control = game.title.show(game.state, OBSERVER).get("control", {})
    held = {place: side for place, side in control.items() if side in game.title.info.sides}
    return held, {side: sorted(places) for side, places in stood.items()}


# -- telling ------------------------------------------------------------------------------------------------------


def _meters(game: Game) -> list[ReviewMeter]:
    """What was counted, and what the outcome that came about needed of it."""
    terms, values, result = game.terms(), game.title.measure(game.state), game.result
    assert result is not None
    decided = [o for o in terms.outcomes if (o.winner, o.level) == (result.winner, result.level) and o.met(values)]
    needs = {need.meter: need for need in (decided[0].needs if decided else ())}
    found: list[ReviewMeter] = []
    for n, meter in enumerate(terms.meters):
        need = needs.get(meter.id)
        told = []
        if need is not None and need.least is not None:
            told.append(f"{need.least} or more")
        if need is not None and need.most is not None:
            told.append(f"{need.most} or fewer")
        if told or n == 0:
            found.append({"id": meter.id, "name": meter.name, "value": values[meter.id], "needed": ", ".join(told)})
    return sorted(found, key=lambda row: not row["needed"])


def _marks(game: Game) -> list[int]:
    terms = game.terms()
    if not terms.meters:
        return []
    name = terms.meters[0].id
    needs = [need for outcome in terms.outcomes for need in outcome.needs if need.meter == name]
    return sorted({at for need in needs for at in (need.least,) if at is not None})


def _points(game: Game, reader: _Reader, battles: list[ReviewBattle]) -> list[ReviewPoint]:
    """The turns in which the chances changed most, in their order; one of each direction if there is one."""
    least = LEAST if reader.scale.calibrated else LEAST_STEPS
    steps = []
    for old, new in pairwise(reader.turns):
        if old["chance"] is not None and new["chance"] is not None and abs(new["chance"] - old["chance"]) >= least:
            steps.append((new["chance"] - old["chance"], old, new))
    steps.sort(key=lambda step: -abs(step[0]))
    chosen = steps[:MOST_POINTS]
    other = [step for step in steps[MOST_POINTS:] if step[0] * chosen[0][0] < 0] if chosen else []
    if other and all(step[0] * chosen[0][0] > 0 for step in chosen):
        chosen[-1] = other[0]
    found: list[ReviewPoint] = []
    for number, (change, old, new) in enumerate(sorted(chosen, key=lambda step: step[2]["at"]), 1):
        point: ReviewPoint = {
            "number": number,
            "turn": new["turn"],
            "at": old["at"],
            "change": round(change, 1),
            "text": _story(game, reader, old, new),
        }
        inside = [n for n, battle in enumerate(battles) if old["at"] <= battle["at"] <= new["at"]]
        same = [n for n in inside if battles[n]["change"] * change > 0]
        if same:
            point["battle"] = same[0]
            point["at"] = battles[same[0]]["at"]
        found.append(point)
    return found


def _story(game: Game, reader: _Reader, old: ReviewTurn, new: ReviewTurn) -> str:
    """What a turn brought, from the map and the losses."""
    told = []
    taken: dict[str, list[str]] = {}
    for place, side in new["held"].items():
        if side in game.sides and (name := reader.names.get(place)):
            taken.setdefault(side, []).append(name)
    for side, names in taken.items():
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        told.append(f"{reader.sides.get(side, side)}: {', '.join(names[:3])}{more} taken.")
    lost: dict[str, int] = {}
    for nation, steps in new["lost"].items():
        side = reader.nations[nation]
        lost[side] = lost.get(side, 0) + steps
    if lost:
        told.append(f"Lost: {', '.join(f'{reader.sides.get(side, side)} {steps}' for side, steps in lost.items())}.")
    return " ".join(told) or "Neither ground nor troops changed hands."


def _next(game: Game) -> list[ReviewNext]:
    """The next longer scenario, and the shortest if there is none."""
    info = game.title.info
    here = next(s for s in info.scenarios if s.id == game.state.scenario)
    others = sorted((s for s in info.scenarios if s.id != here.id), key=lambda s: s.minutes or 0)
    longer = [s for s in others if (s.minutes or 0) > (here.minutes or 0)]
    chosen = (longer or others)[:1]
    why = "The next step up." if longer else "A shorter one."
    return [{"scenario": s.id, "name": s.name, "minutes": s.minutes, "why": s.about or why} for s in chosen]
