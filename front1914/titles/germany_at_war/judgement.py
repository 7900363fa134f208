"""What a computer commander of Germany at War values and how it plays an Impulse; for front1914.commanders.drafts.

Everything here looks at imagined games only: full positions made from what the Side may know.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from front1914.engine.decision import Action, Decision
from front1914.engine.game import Game
from front1914.kit.bits import members
from front1914.play.judgement import Drafting, Judgement
from front1914.titles.germany_at_war import drafting
from front1914.titles.germany_at_war.assaults import reckon
from front1914.titles.germany_at_war.chances import learnt
from front1914.titles.germany_at_war.combat.firepower import support
from front1914.titles.germany_at_war.drafting import Desk, Draft
from front1914.titles.germany_at_war.history import kept_to
from front1914.titles.germany_at_war.reinforcements import pool
from front1914.titles.germany_at_war.state import NEW, GWState
from front1914.titles.germany_at_war.values import (
    decided,
    defence_of,
    distances,
    goals,
    lonely,
    standing,
    walkable,
)
from front1914.titles.germany_at_war.world import (
    AREAS,
    BLOCKS,
    FACES,
    FOE,
    FORTS,
    IS_LEADER,
    MOVE,
    OWN,
    PRIZES,
    RING,
    SEAT_SIDE,
    SIZE,
    STARS,
    STRENGTH,
    SV,
)

QUICK = 3  #: Impulses after which half of a turn is over
ALONE = 4.0  #: a Leader alone beside the enemy, beyond what games have told
BY_HAND = 0.4  #: how much the count by hand weighs beside what games have told
WEIGHED = frozenset({"battle", "edge", "retreat"})  #: steps whose answers are played out


def moment(view: Mapping[str, Any]) -> tuple[Any, ...]:
    """A draft is good for one Impulse of its own Side."""
    told = view["position"]
    return view["turn"], told["impulse"], told["active"]


def evaluate(view: Mapping[str, Any], side: str) -> float:
    """For the one-step chooser, and for prospects."""
    from front1914.titles.germany_at_war.title import GermanyAtWar  # it loads this module

    title = GermanyAtWar()
    state = title.read_position(title.imagine(view, random.Random(0)))
    whole = SEAT_SIDE[side]
    known = learnt(state, whole) if state.result is None else None
    return standing(state, whole) if known is None else known


def elapsed(view: Mapping[str, Any]) -> float:
    """The part of a turn that is over. Nobody knows when both will pass: the first Impulses count most."""
    played = view["position"]["impulse"] - 1
    return float(played / (played + QUICK))


def value(game: Game, side: str, temper: Any) -> float:
    """How an imagined game stands: by hand, and by what came of such positions where games have told it."""
    s, whole = _state(game), SEAT_SIDE[side]
    if (end := decided(s, whole)) is not None:
        return end
    count = standing(s, whole, temper.danger) + (kept_to(s, whole) if temper.history else 0.0)
    known = learnt(s, whole) if temper.masses else None
    return count if known is None else known + BY_HAND * count - ALONE * lonely(s, whole)


def settled(game: Game, begun: tuple[Any, ...]) -> bool:
    """An Impulse has been played out when the next one begins, or the turn is over."""
    return begun_in(game) != begun


def begun_in(game: Game) -> tuple[Any, ...]:
    """The Impulse that is being played in an imagined game, as `moment` tells it of a view."""
    s = _state(game)
    return s.turn, s.impulse, s.active


def _state(game: Game) -> GWState:
    state = game.state
    assert isinstance(state, GWState)
    return state


# ---- drafts


def drafts(game: Game, side: str, temper: Any, rng: random.Random) -> Iterator[Draft]:
    """The Impulses that could be played; one, if the Action has been chosen."""
    s, whole = _state(game), SEAT_SIDE[side]
    decision = game.decision
    if decision is None or s.active != whole:
        return
    if decision.step == "action":
        yield from _actions(s, whole, decision, temper)
    elif decision.step == "activate":
        found = list(drafting.tactical(Desk(s, whole, True, s.surprise), side, SV[whole] - s.leaders, "tactical"))
        yield from found[-1:]
    elif decision.step == "orders":
        yield drafting.orders(s, whole)


def _actions(s: GWState, side: str, decision: Decision, temper: Any) -> Iterator[Draft]:
    offered = {action.verb for action in decision.actions}
    passes = drafting.passing(s, side)
    yield from islice(passes, 1)
    for action in ("surprise", "tactical"):
        if action in offered:
            yield from _tactical(s, side, action, temper)
    if "strategic" in offered and temper.masses:
        yield from drafting.strategic(s, side)
    counts = [int(action.arg) for action in decision.actions if action.verb == "call" and action.arg is not None]
    if counts:
        yield Draft("call", f"{max(counts)} blocks are called from the Pool of {len(pool(s, side))}", count=max(counts))
    if temper.masses:
        yield from passes


def _tactical(s: GWState, side: str, action: str, temper: Any) -> Iterator[Draft]:
    """Impulses of Leaders: first such that leave nothing open, then those with everybody in the Battles."""
    surprise, most = int(action == "surprise"), SV[side] if temper.masses else 2
    kept = drafting.keepers(s, side) if temper.masses else frozenset()
    seen: list[Draft] = []
    for keep in (kept, frozenset[int]()) if kept else (kept,):
        for draft in drafting.tactical(Desk(s, side, True, surprise, keep), side, most, action, temper.wide):
            if draft not in seen:
                seen.append(draft)
                yield draft


# ---- answers


def follow(draft: Draft | None, game: Game, decision: Decision, always: bool = False) -> Action | None:
    """What the draft says; else what is usual at the step; None where the answers should be weighed."""
    s = _state(game)
    if decision.step in WEIGHED and not always:
        return None
    answer = ANSWERS.get(decision.step)
    found = answer(draft, s, decision) if answer is not None else None
    return found if found is not None else _first(decision, "done", "stop", "spread", "lots") or decision.actions[0]


def _first(decision: Decision, *verbs: str) -> Action | None:
    return next((action for verb in verbs for action in decision.actions if action.verb == verb), None)


def _units(decision: Decision) -> dict[int, Action]:
    return {BLOCKS.number(str(a.arg)): a for a in decision.actions if a.verb == "unit"}


def _areas(decision: Decision) -> dict[int, Action]:
    return {AREAS.number(str(a.arg)): a for a in decision.actions if a.verb == "to"}


def _action(draft: Draft | None, s: GWState, decision: Decision) -> Action | None:
    if draft is None:
        return _first(decision, "pass")
    if draft.action == "call":
        return next((a for a in decision.actions if a.verb == "call" and a.arg == draft.count), None)
    return _first(decision, draft.action) or _first(decision, "pass")


def _activate(draft: Draft | None, s: GWState, decision: Decision) -> Action | None:
    offered = _units(decision)
    wanted = next((u for u in (draft.rides if draft else ()) if u in offered), None)
    if wanted is not None:
        return offered[wanted]
    done = _first(decision, "done")
    if done is None and offered:  # one at least must be: who has most to lose nothing by it
        return offered[min(offered, key=lambda u: (s.face[u] + 1 >= FACES[u], -STARS[u][s.face[u]], u))]
    return done


def _ride(draft: Draft | None, s: GWState, decision: Decision) -> Action | None:
    u = s.flow[-1][1]
    station = draft.rides.get(u) if draft else None
    if station is not None and station != s.at[u] and station in _areas(decision):
        return _areas(decision)[station]
    reveal = _first(decision, "reveal")
    if reveal is not None:
        return reveal
    near, far = _areas(decision), distances()
    goal = s.at[u] if station is None else station
    return near[min(near, key=lambda h: (far[h][goal], h))] if near else None


def _orders(draft: Draft | None, s: GWState, decision: Decision) -> Action | None:
    offered = _units(decision)
    if draft is not None:
        for u in (*draft.marches, *draft.builds):
            if u in offered and not s.acted[u]:
                return offered[u]
    return _first(decision, "done")


def _march(draft: Draft | None, s: GWState, decision: Decision) -> Action | None:
    u = s.flow[-1][1]
    if draft is not None and u in draft.builds:
        return _build(draft.builds[u], s, u, decision)
    near = _areas(decision)
    way = draft.marches.get(u, ()) if draft else ()
    left = way[way.index(s.at[u]) + 1 :] if s.at[u] in way else way
    for h in (*left[:1], *left[-1:]):
        if h in near:
            return near[h]
    return _first(decision, "stop") or (near[min(near)] if near else None)


def _build(face: int, s: GWState, u: int, decision: Decision) -> Action | None:
    """4.1: another Garrison, where there are fewest, until the unit has given what it was to give."""
    offered = {FORTS.number(str(a.arg)): a for a in decision.actions if a.verb == "build"}
    if not offered or s.face[u] >= face:
        return _first(decision, "stop")
    return offered[min(offered, key=lambda f: (s.german[f] + s.french[f] + s.belgian[f], f))]


def _battle(draft: Draft | None, s: GWState, decision: Decision) -> Action | None:
    """The Battle that promises most; an old one only if it promises something."""
    rated = []
    for h, action in _areas(decision).items():
        stars = sum(stars for _, stars in support(s, s.active, h))
        rated.append((reckon(s, s.active, h, (), stars).value, -h, action))
    if not rated:
        return _first(decision, "done")
    gain, minus, action = max(rated, key=lambda item: item[:2])
    new = s.front[-minus] & NEW
    return action if new or gain > 0.5 else _first(decision, "done") or action


def _sap(draft: Draft | None, s: GWState, decision: Decision) -> Action | None:
    return _first(decision, "disc")


def _retreat(draft: Draft | None, s: GWState, decision: Decision) -> Action | None:
    """Leaders and Cavalry fall back from a Battle that is lost; all of them once a General Retreat is called."""
    stars = sum(stars for _, stars in support(s, s.active, s.battle))
    lost = reckon(s, s.active, s.battle, (), stars).result > 0
    offered = _units(decision)
    if offered and (s.general or lost):
        return offered[max(offered, key=lambda u: (IS_LEADER[u], STRENGTH[u][s.face[u]], u))]
    return _first(decision, "done")


def _fall_back(draft: Draft | None, s: GWState, decision: Decision) -> Action | None:
    near, side = _areas(decision), FOE[s.active]
    return near[max(near, key=lambda h: (defence_of(s, side, h), -h))] if near else None


def _pursue(draft: Draft | None, s: GWState, decision: Decision) -> Action | None:
    """7.6: on, if something can be taken."""
    offered = _units(decision)
    worth = drafting.Worth(s, s.active)
    for u, action in offered.items():
        here = worth.at(s.at[u], s.stacked(s.at[u], s.active) - 1)
        ring = [h for h in members(RING[s.at[u]]) if not s.present(FOE[s.active]) >> h & 1]
        if any(worth.at(h, s.stacked(h, s.active)) > here + 1 for h in ring):
            return action
    return _first(decision, "done")


def _onward(draft: Draft | None, s: GWState, decision: Decision) -> Action | None:
    """Where to stand, of several Areas."""
    near = _areas(decision)
    side = SEAT_SIDE[decision.side]
    worth = drafting.Worth(s, side)
    return near[max(near, key=lambda h: (worth.at(h, s.stacked(h, side)), -h))] if near else None


def _deploy(draft: Draft | None, s: GWState, decision: Decision) -> Action | None:
    offered = _units(decision)
    return offered[max(offered, key=lambda u: (STRENGTH[u][0] + MOVE[u], -u))] if offered else _first(decision, "done")


def _restore(draft: Draft | None, s: GWState, decision: Decision) -> Action | None:
    """7.10: who is at his last step first, then who is near the enemy."""
    offered = _units(decision)
    if not offered:
        return _first(decision, "done")
    far = distances()
    wanted = goals(s, SEAT_SIDE[decision.side])
    near = {u: min((far[s.at[u]][h] for h, _ in wanted), default=0) for u in offered}
    return offered[min(offered, key=lambda u: (s.face[u] + 1 < FACES[u], near[u], -s.face[u], u))]


ANSWERS = {
    "action": _action,
    "activate": _activate,
    "ride": _ride,
    "orders": _orders,
    "march": _march,
    "battle": _battle,
    "sap": _sap,
    "retreat": _retreat,
    "fall_back": _fall_back,
    "pursue": _pursue,
    "pursue_to": _onward,
    "deploy": _deploy,
    "deploy_to": _onward,
    "restore": _restore,
}


def follies(game: Game, side: str) -> dict[str, int]:
    """What a Side leaves behind at the end of an Impulse that a good commander does not."""
    s, whole = _state(game), SEAT_SIDE[side]
    open_ = walkable(s, FOE[whole]) & ~s.present(whole)
    cut = sum(s.isolated[u] and s.at[u] < SIZE for u in OWN[whole])
    empty = sum(bool(PRIZES[h] or s.rules.goals >> h & 1) for h in members(open_))
    return {"empty": empty, "alone": lonely(s, whole), "hungry": cut}


JUDGEMENT = Judgement(
    evaluate=evaluate,
    elapsed=elapsed,
    drafting=Drafting(
        moment=moment,
        drafts=drafts,
        follow=follow,
        settled=settled,
        value=value,
        begun=begun_in,
        follies=follies,
    ),
)
