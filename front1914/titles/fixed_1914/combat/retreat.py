"""CB-18, UL-2, UL-4, H9: where units go when they give way, and their place in the stack that they come to.

A unit retreats with those attached to it. The whole retreat of all attacked units is looked for before it is offered,
so that nobody is led into a place where the others find no room.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.fixed_1914.board import BOARD, HEXES, RAIL_ROWS, RING, SIZE, VIOLATES
from front1914.titles.fixed_1914.combat.battle import battle
from front1914.titles.fixed_1914.combat.parties import Party
from front1914.titles.fixed_1914.entry import step_into
from front1914.titles.fixed_1914.neutrality import barred, invasions, wary
from front1914.titles.fixed_1914.stacking import excess
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.war import CONFIRMED, ask, war_hints
from front1914.titles.fixed_1914.ways import bank_after
from front1914.titles.fixed_1914.world import FOE, GUNS, RAIL_BOUND, SIDE

Guests = dict[int, Party]  #: by hex: units that are taken to have come there
_pairs = [(HEXES.number(row.a), HEXES.number(row.b)) for row in RAIL_ROWS]
LINES = frozenset(_pairs) | frozenset((b, a) for a, b in _pairs)  #: neighbours that a railway links


# ---- one hex


def free_hexes(s: FXState, u: int) -> int:
    """H9, B-103: open hexes without an enemy. Inverted counters count whatever they are, so that nothing leaks."""
    foe = s.ground(FOE[SIDE[u]])
    found = s.rules.area & ~foe.every & ~foe.live
    for h, gun in GUNS.items():
        if s.at[gun] == h and SIDE[gun] != SIDE[u]:
            found &= ~(1 << h)
    return found


def crossable(s: FXState, u: int, h: int, n: int, peace: bool = False) -> bool:
    """H2, BN-2: whether neutrality lets a unit go from a hex to its neighbour; in peace, without beginning a war."""
    d = BOARD.direction(h, n)
    return d is not None and not VIOLATES[6 * h + d] & (barred(s, u) | (wary(s, u) if peace else 0))


def by_rail(h: int, n: int) -> bool:
    """MV-8: whether a railway leads from a hex to its neighbour."""
    return (h, n) in LINES


def company(party: Party, h: int, n: int) -> Party:
    """B-91: those of a party that can go from hex to hex: units bound to railways only along one."""
    return tuple(u for u in party if not RAIL_BOUND[u] or by_rail(h, n))


def room(s: FXState, party: Party, h: int, guests: Guests) -> bool:
    """CB-18.4: no over-stacking by a retreat."""
    others = [u for u in (*s.stack(h), *guests.get(h, ())) if u not in party]
    return excess(s, [*others, *party]) is None


def ways(s: FXState, party: Party, start: int, guests: Guests, peace: bool = False) -> dict[int, tuple[int, ...]]:
    """CB-18: the hexes that a party may enter first, each with the hexes where it may then end.

    A hex with room ends the retreat. Only if no hex has room, full hexes of friends are passed to a hex beyond. In
    `peace` only ways count that begin no war.
    """
    u = party[0]
    free = free_hexes(s, u)
    near = [n for n in members(RING[start] & free) if crossable(s, u, start, n, peace)]
    direct: dict[int, tuple[int, ...]] = {n: (n,) for n in near if _may_end(s, party, start, n, guests)}
    if direct:  # CB-18.2
        return direct
    beyond: dict[int, tuple[int, ...]] = {}
    for n in near:
        going = company(party, start, n)
        ends = tuple(
            m
            for m in members(RING[n] & free & ~(1 << start))  # CB-18.1
            if going and crossable(s, u, n, m, peace) and _may_end(s, going, n, m, guests)
        )
        if ends:
            beyond[n] = ends
    return beyond


def _may_end(s: FXState, party: Party, h: int, n: int, guests: Guests) -> bool:
    going = company(party, h, n)
    return bool(going) and room(s, going, n, guests)


def complete(s: FXState, parties: Sequence[Party], start: int, guests: Guests, peace: bool = False) -> bool:
    """H9, B-77: whether all these parties find a place, one after the other."""
    if not parties:
        return True
    first, rest = parties[0], parties[1:]
    ends = {end for found in ways(s, first, start, guests, peace).values() for end in found}
    return any(complete(s, rest, start, _join(guests, first, end), peace) for end in sorted(ends))


def war_needed(s: FXState, parties: Sequence[Party], start: int) -> int:
    """The neutral countries of which one must be invaded if these parties retreat; 0 if they can retreat in peace."""
    u = parties[0][0]
    if not wary(s, u) or complete(s, parties, start, {}, True):
        return 0
    found = 0
    for n in members(RING[start] & free_hexes(s, u)):
        found |= invasions(s, u, start, n)
    return found


def _join(guests: Guests, party: Party, h: int) -> Guests:
    return {**guests, h: (*guests.get(h, ()), *party)}


def options(s: FXState, parties: Sequence[Party], start: int) -> dict[int, tuple[int, ...]]:
    """The first hexes for the first party, and its ends, that leave the others a retreat too."""
    found: dict[int, tuple[int, ...]] = {}
    for n, ends in ways(s, parties[0], start, {}).items():
        kept = tuple(end for end in ends if complete(s, parties[1:], start, _join({}, parties[0], end)))
        if kept:
            found[n] = kept
    return found


def no_retreat(s: FXState, parties: Sequence[Party], start: int) -> Reason | None:
    """CB-18, B-80: why the attacked units cannot retreat."""
    if complete(s, parties, start, {}):
        return None
    return Reason("CB-18", "there is no hex, or no room in one, for all of them to retreat to")


# ---- going there


def step_back(s: FXState, party: Party, n: int) -> Party:
    """A party goes to a neighbouring hex; who cannot follow is lost (B-91). Who arrives."""
    arrived = []
    for u in party:
        h = s.at[u]
        if RAIL_BOUND[u] and not by_rail(h, n):
            s.eliminate(u)
            continue
        step_into(s, u, n, bank_after(h, n, s.bank[u]))
        arrived.append(u)
    s.tell("retreats", units=tuple(arrived), to=n)
    return tuple(arrived)


def begin(s: FXState, parties: Sequence[Party]) -> None:
    """The attacked units give way, the top one first."""
    s.flow.append(("withdrawal", tuple(parties)))


class Withdrawal(Step):
    """UL-2, UL-4: one party after the other. Who lost its host and finds no place is lost."""

    name, rule, frame = "withdrawal", "CB-18", ("unit",)

    def run(self, s: FXState) -> None:
        name, parties = s.flow.pop()
        if not parties:
            return
        start = battle(s).target
        found = options(s, parties, start)
        if not found:
            if not s.defence(parties[0][0]):
                for u in parties[0]:
                    s.eliminate(u)
            s.flow.append((name, parties[1:]))
            return
        s.flow.append((name, parties))
        s.flow.append(("retreat", start))
        if len(found) == 1 and (s.defence(parties[0][0]) or not war_needed(s, parties[:1], start)):
            RETREAT.fall_back(s, next(iter(found)))


class Retreat(Step):
    """CB-18, D27: where a unit and those attached to it go. The frame holds the hex where they are."""

    name, rule, frame = "retreat", "CB-18", ("hex",)

    def side(self, s: FXState) -> str:
        return FOE[s.active]

    def prompt(self, s: FXState) -> str:
        return f"Where do they retreat from {HEXES.name(s.flow[-1][1])}?"

    def _found(self, s: FXState) -> dict[int, tuple[int, ...]]:
        """First hexes while the party is in the hex of the battle; then, from a full hex, the ends."""
        here, parties, start = s.flow[-1][1], s.flow[-2][1], battle(s).target
        if here == start:
            return options(s, parties, start)
        free, party = free_hexes(s, parties[0][0]), parties[0]
        return {
            m: (m,)
            for m in members(RING[here] & free & ~(1 << start))
            if crossable(s, party[0], here, m)
            and _may_end(s, party, here, m, {})
            and complete(s, parties[1:], start, _join({}, party, m))
        }

    def legal_to(self, s: FXState) -> list[int]:
        return list(self._found(s))

    def why_to(self, s: FXState, h: int) -> Reason:
        here, party = s.flow[-1][1], s.flow[-2][1][0]
        if not RING[here] >> h & 1:
            return Reason("UL-2", "it is not adjacent")
        if not free_hexes(s, party[0]) >> h & 1:
            return Reason("CB-18", "it is closed, or an enemy is there")
        if not crossable(s, party[0], here, h):
            return Reason("BN-2", "the border is closed to them")
        if not room(s, party, h, {}):
            return Reason("CB-18", "a retreat may not lead to over-stacking")
        return Reason("CB-18", "the others would find no place to retreat to")

    def lost_in_peace(self, s: FXState) -> bool:
        """B-113: units without a defence factor of their own that could only retreat into a neutral country."""
        here, party = s.flow[-1][1], s.flow[-2][1][0]
        return not s.defence(party[0]) and bool(war_needed(s, (party,), here))

    def refuse_eliminate(self, s: FXState, _: None) -> Reason | None:
        return None if self.lost_in_peace(s) else Reason("UL-4", "they retreat")

    def do_eliminate(self, s: FXState, _: None) -> None:
        s.flow.pop()
        name, parties = s.flow.pop()
        for u in parties[0]:
            s.eliminate(u)
        s.flow.append((name, parties[1:]))

    def do_to(self, s: FXState, h: int) -> None:
        here, u = s.flow[-1][1], s.flow[-2][1][0][0]
        war = invasions(s, u, here, h)
        others = any(not invasions(s, u, here, n) for n in self._found(s))
        if war and (others or self.lost_in_peace(s)):  # else it was asked when the retreat was chosen
            ask(s, "to", h, war)
        else:
            self.fall_back(s, h)

    def hints(self, s: FXState) -> dict[str, dict[str, Any]]:
        return war_hints(s, s.flow[-2][1][0][0], s.flow[-1][1], self._found(s))

    def fall_back(self, s: FXState, h: int) -> None:
        """A party goes to a hex, and further if there is no room."""
        here = s.flow.pop()[1]
        name, parties = s.flow.pop()
        found = (h,) if here != battle(s).target else options(s, parties, here)[h]
        party = step_back(s, parties[0], h)
        if h in found or not party:
            s.flow.append((name, parties[1:]))
            put_in_order(s, party)
            return
        s.flow.append((name, (party, *parties[1:])))
        s.flow.append(("retreat", h))
        if len(self._found(s)) == 1:
            self.fall_back(s, next(iter(self._found(s))))


RETREAT = Retreat()
CONFIRMED["retreat", "to"] = RETREAT.fall_back

# ---- the place in a stack (B-92)


def put_in_order(s: FXState, party: Party) -> None:
    """Asks the owner where in the stack the party goes, if there is a choice."""
    party = tuple(u for u in party if s.at[u] < SIZE)
    if party and len(INSERT.places(s, party)) > 1:
        s.flow.append(("insert", party))


class Insert(Step):
    """B-92: units that come into a hex by retreat or advance are put above or under those who are there."""

    name, rule, frame = "insert", "CB-12", ("unit",)
    else_under = Reason("CB-12", "it is not in that stack")

    def side(self, s: FXState) -> str:
        party: Party = s.flow[-1][1]
        return SIDE[party[0]]

    def prompt(self, s: FXState) -> str:
        return f"Where in the stack of {HEXES.name(s.at[s.flow[-1][1][0]])} do they go?"

    def others(self, s: FXState, party: Party) -> list[int]:
        return [u for u in s.stack(s.at[party[0]]) if u not in party]

    def places(self, s: FXState, party: Party) -> list[int]:
        """How many units may lie above the party: none only if it has a defence factor, or nobody has (CB-15)."""
        others = self.others(s, party)
        if not any(s.defence(u) for u in others):
            return [len(others)]
        return list(range(0 if s.defence(party[0]) else 1, len(others) + 1))

    def legal_above(self, s: FXState) -> list[int]:
        party = s.flow[-1][1]
        return self.others(s, party)[:1] if 0 in self.places(s, party) else []

    def why_above(self, s: FXState, u: int) -> Reason:
        party = s.flow[-1][1]
        if u in self.others(s, party)[:1]:
            return Reason("CB-15", "a unit without a defence factor lies under one that has one")
        return Reason("CB-12", "say that they go on top of the stack, or under which unit")

    def do_above(self, s: FXState, _: int) -> None:
        party = s.flow.pop()[1]
        self._arrange(s, party, 0)

    def legal_under(self, s: FXState) -> list[int]:
        party = s.flow[-1][1]
        others = self.others(s, party)
        return [others[place - 1] for place in self.places(s, party) if place]

    def do_under(self, s: FXState, u: int) -> None:
        party = s.flow.pop()[1]
        self._arrange(s, party, self.others(s, party).index(u) + 1)

    def _arrange(self, s: FXState, party: Party, place: int) -> None:
        others = self.others(s, party)
        s.arrange([*others[:place], *party, *others[place:]])


INSERT = Insert()
STEPS = (Withdrawal(), RETREAT, INSERT)
