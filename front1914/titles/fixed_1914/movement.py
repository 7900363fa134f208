"""MV, SM, FM: the Movement Phase: units are picked one after the other and go hex by hex, or to a far hex at once.

A far hex is reached by the way that leaves the unit most movement, and never over the border of a neutral where there
is another (B-108); whoever wants another way goes step by step. A move ends when the unit stops, or when nothing more
can be reached.
"""

from __future__ import annotations

from functools import cache
from itertools import compress
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.sentences import left as still
from front1914.titles.fixed_1914.board import BANKS, HEXES, RIVER_NAME, SIZE
from front1914.titles.fixed_1914.displacement import GO_ON, begin_entry
from front1914.titles.fixed_1914.entry import TERRITORIALS, cross, step_into, tell_march, turn_up
from front1914.titles.fixed_1914.forced import begin_forced_march, force_to, forced_odds, refuse_force
from front1914.titles.fixed_1914.landwehr import regroupable
from front1914.titles.fixed_1914.marching import (
    AFTER_RAIL,
    BY_FOOT,
    Way,
    allowance,
    bonus,
    march,
    refuse_hex,
    refuse_start,
)
from front1914.titles.fixed_1914.neutrality import invasions
from front1914.titles.fixed_1914.order import has_order
from front1914.titles.fixed_1914.rail import refuse_rail
from front1914.titles.fixed_1914.stacking import overfull
from front1914.titles.fixed_1914.state import HAS_BEEN, FXState, beside_enemy
from front1914.titles.fixed_1914.war import CONFIRMED, ask, warning
from front1914.titles.fixed_1914.ways import POINT
from front1914.titles.fixed_1914.world import FOE, OF_NATION, SIDE, SPAN, UNITS


class Move(Step):
    """MV-1: choose a unit to move."""

    name, rule, ends = "move", "MV-1", ("done",)

    def prompt(self, s: FXState) -> str:
        return "Choose a unit to move, or finish moving."

    def legal_unit(self, s: FXState) -> list[int]:
        bound, span = _bound(s.at_war("belgian"), s.at_war("dutch"), bool(s.released)), SPAN[s.active]
        places = zip(range(span.start, span.stop), s.at[span], s.moved[span], strict=True)
        return [u for u, place, moved in places if place < SIZE and not moved and u not in bound]

    def refuse_unit(self, s: FXState, u: int) -> Reason | None:
        return refuse_start(s, u)

    def do_unit(self, s: FXState, u: int) -> None:
        if beside_enemy(s, u):
            s.near[u] |= HAS_BEEN
        s.flow.append(("march", u, BY_FOOT))

    def refuse_order(self, s: FXState, _: None) -> Reason | None:
        return None if has_order(s) else Reason("CB-12", "there is no stack to order")

    def do_order(self, s: FXState, _: None) -> None:
        s.flow.append(("order",))

    def refuse_regroup(self, s: FXState, _: None) -> Reason | None:
        return None if regroupable(s) else Reason("CE-2", "there is no Landwehr to break down or recombine")

    def do_regroup(self, s: FXState, _: None) -> None:
        s.flow.append(("regroup",))

    def legal_show(self, s: FXState) -> list[int]:
        span = SPAN[s.active]
        return list(compress(range(span.start, span.stop), s.hidden[span]))

    def why_show(self, s: FXState, u: int) -> Reason:
        if SIDE[u] != s.active:
            return Reason("PP-17", "not your unit")
        return Reason("PP-17", "it is not inverted")

    def do_show(self, s: FXState, u: int) -> None:
        """D32: nobody need stay inverted."""
        turn_up(s, u)

    def refuse_done(self, s: FXState, _: None) -> Reason | None:
        for h in overfull(s, s.active):  # ST-1.1, ST-2.1, ST-2.2
            if any(refuse_start(s, u) is None for u in s.stack(h)):
                return Reason("ST-1", f"too many units in {HEXES.name(h)}, and some can still move")
        return None


@cache
def _bound(belgians: bool, dutch: bool, territorials: bool) -> frozenset[int]:
    """BN-1, PP-9: the units that wait, by whether others may move."""
    waiting = ((belgians, OF_NATION["belgian"]), (dutch, OF_NATION["dutch"]), (territorials, TERRITORIALS))
    return frozenset(u for free, units in waiting if not free for u in units)


class March(Step):
    """MV-2: where it goes. The frame holds the unit and how it marches (marching.BY_FOOT, AFTER_RAIL)."""

    name, rule, frame = "march", "MV-2", ("unit", "")
    else_invade = Reason("MB-8", "it is not reached both over the border of a neutral and without crossing one")

    def prompt(self, s: FXState) -> str:
        _, u, mode = s.flow[-1]
        left = (allowance(u, mode) + bonus(s, u, mode) - s.spent[u]) / POINT
        return f"Move {UNITS.name(u)} where? {still(left, 'movement factor')}."

    def legal_to(self, s: FXState) -> tuple[int, ...]:
        _, u, mode = s.flow[-1]
        return march(s, u, mode).hexes

    def refuse_to(self, s: FXState, h: int) -> Reason | None:
        _, u, mode = s.flow[-1]
        if h == s.at[u]:
            return Reason("MV-2", "it stands there")
        found = march(s, u, mode)
        return None if h in found.peace or h in found.war else refuse_hex(s, u, h, mode)

    def do_to(self, s: FXState, h: int) -> None:
        _, u, mode = s.flow[-1]
        if h in march(s, u, mode).peace:
            choose_bank(s, h, False)
        else:
            ask(s, "to", h, invaded_by(s, h))

    def legal_invade(self, s: FXState) -> list[int]:
        _, u, mode = s.flow[-1]
        found = march(s, u, mode)
        return [h for h in found.war if h in found.peace]

    def do_invade(self, s: FXState, h: int) -> None:
        """B-108: over the border of a neutral, though there is another way."""
        ask(s, "invade", h, invaded_by(s, h))

    def refuse_rail(self, s: FXState, _: None) -> Reason | None:
        _, u, mode = s.flow[-1]
        if mode != BY_FOOT or s.spent[u]:
            return Reason("RM-1", "it has moved already")
        return refuse_rail(s, u)

    def do_rail(self, s: FXState, _: None) -> None:
        _, u, _ = s.flow.pop()
        s.flow.append(("train", u, (), (), 0))

    def legal_force(self, s: FXState) -> list[int]:
        _, u, mode = s.flow[-1]
        return [] if mode == AFTER_RAIL else force_to(s, u)

    def refuse_force(self, s: FXState, h: int) -> Reason | None:
        _, u, mode = s.flow[-1]
        return refuse_force(s, u, mode, h)

    def do_force(self, s: FXState, h: int) -> None:
        u = s.flow[-1][1]
        war = invasions(s, u, s.at[u], h)
        if war:
            ask(s, "force", h, war)
        else:
            try_force(s, h)

    def refuse_stay(self, s: FXState, _: None) -> Reason | None:
        _, u, mode = s.flow[-1]
        return Reason("MV-2", "it has moved") if s.spent[u] or mode == AFTER_RAIL else None

    def do_stay(self, s: FXState, _: None) -> None:
        end(s)

    def refuse_stop(self, s: FXState, _: None) -> Reason | None:
        _, u, mode = s.flow[-1]
        return None if s.spent[u] or mode == AFTER_RAIL else Reason("MV-2", "it has not moved yet")

    def do_stop(self, s: FXState, _: None) -> None:
        end(s)

    def hints(self, s: FXState) -> dict[str, dict[str, Any]]:
        _, u, mode = s.flow[-1]
        found, base = march(s, u, mode), allowance(u, mode)
        hints: dict[str, dict[str, Any]] = {}
        near = s.ground(FOE[SIDE[u]]).beside
        for h in found.hexes:
            node, way = found.offered(h)[0], found.best(h)
            hint = hints[f"to {HEXES[h]}"] = _told(way, node, base)
            if near >> h & 1:
                hint["text"] = "beside the enemy"
            if h not in found.peace:
                hint["mark"] = warning(invaded_by(s, h))
        for h in self.legal_invade(s):
            node = found.war[h][0]
            hint = hints[f"invade {HEXES[h]}"] = _told(found.way(node, True), node, base)
            hint["mark"] = warning(invaded_by(s, h))
        for h in self.legal_force(s):
            told = {"path": [HEXES[s.at[u]], HEXES[h]], "mark": "forced march", "throws": "die", "text": forced_odds(u)}
            hints[f"force {HEXES[h]}"] = told
        return hints


def _told(way: Way, node: int, base: int) -> dict[str, Any]:
    """What is left on arrival, which is what the bonus still allows, and the way."""
    hint: dict[str, Any] = {"left": way.left / POINT, "path": [HEXES[n % SIZE] for n in way.path(node)]}
    if way.cost > base:
        hint["mark"] = "strategic"
    return hint


def invaded_by(s: FXState, h: int) -> int:
    """The countries that the marching unit would invade on its way over a border to a hex."""
    _, u, mode = s.flow[-1]
    found = march(s, u, mode)
    node = found.war[h][0]
    before, last = found.way(node, True).path(node)[-2:]
    return invasions(s, u, before % SIZE, last % SIZE)


def choose_bank(s: FXState, h: int, war: bool) -> None:
    """The unit goes to a hex; where a river runs through it its owner is asked for the bank."""
    _, u, mode = s.flow[-1]
    nodes = march(s, u, mode).offered(h, war)
    if len(nodes) > 1:
        s.flow.append(("ford", u, mode, h, int(war)))
    else:
        go(s, u, mode, nodes[0], war)


def try_force(s: FXState, h: int) -> None:
    """FM-1: the unit attempts a forced march, which ends its move."""
    _, u, _ = s.flow.pop()
    begin_forced_march(s, u, h)


class Ford(Step):
    """H5: a river hex that can be entered on several banks: on which one does the unit arrive?"""

    name, rule, frame = "ford", "MB-4", ("unit", "", "hex", "")

    def prompt(self, s: FXState) -> str:
        h = s.flow[-1][3]
        return f"On which bank does it stand in {HEXES.name(h)} ({RIVER_NAME[h]})?"

    def legal_bank(self, s: FXState) -> list[int]:
        _, u, mode, h, war = s.flow[-1]
        return [node // SIZE for node in march(s, u, mode).offered(h, bool(war))]

    def why_bank(self, s: FXState, bank: int) -> Reason:
        return Reason("MB-4", f"the {BANKS[bank]} bank cannot be reached")

    def do_bank(self, s: FXState, bank: int) -> None:
        _, u, mode, h, war = s.flow.pop()
        go(s, u, mode, bank * SIZE + h, bool(war))


def go(s: FXState, u: int, mode: int, node: int, war: bool) -> None:
    """The unit goes to a node of its reach, hex by hex; its march goes on if it can."""
    way = march(s, u, mode).way(node, war)
    path, hidden = way.path(node), s.hidden[u]
    hexes = tuple(n % SIZE for n in path)
    s.spent[u] = way.cost
    for i, here in enumerate(path[1:], 1):
        h, bank = here % SIZE, here // SIZE
        if cross(s, u, h):
            tell_march(s, u, hexes[:i], hidden)
            return begin_entry(s, u, h, bank)
        step_into(s, u, h, bank)
        if s.at[u] != h:
            break
    tell_march(s, u, hexes, hidden)
    return go_on(s)


def go_on(s: FXState) -> None:
    """The march goes on, or is over because the unit is gone or nothing more is in reach."""
    _, u, mode = s.flow[-1]
    if s.at[u] >= SIZE or not (march(s, u, mode).hexes or (mode == BY_FOOT and force_to(s, u))):
        end(s)


def end(s: FXState) -> None:
    """The move of the unit is over."""
    _, u, _ = s.flow.pop()
    s.moved[u] = 1


GO_ON["march"] = go_on
CONFIRMED["march", "to"] = CONFIRMED["march", "invade"] = lambda s, h: choose_bank(s, h, True)
CONFIRMED["march", "force"] = try_force
STEPS = (Move(), March(), Ford())
