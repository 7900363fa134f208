"""7.1 to 7.5: the march of one Force: step by step or to a far hex, with what it does on the way or at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import in_look, looking, still_looking
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, RING, SIZE
from front1914.titles.offensive_a_outrance.manoeuvre.entry import SETTLE, enter, pass_by, unnoticed, unsettled
from front1914.titles.offensive_a_outrance.manoeuvre.movement import NOWHERE, refuse_start
from front1914.titles.offensive_a_outrance.manoeuvre.movers import others
from front1914.titles.offensive_a_outrance.manoeuvre.prepared import (
    LEAST,
    prepare_cost,
    refuse_prepare,
    refuse_preparing,
    targets,
)
from front1914.titles.offensive_a_outrance.manoeuvre.repulse import COST, attempt, refuse_repulse
from front1914.titles.offensive_a_outrance.manoeuvre.straddle import (
    ONE,
    Moves,
    cost_of,
    join_halves,
    moves,
    refuse_two_hexes,
)
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import begin_task, refuse_task, sites
from front1914.titles.offensive_a_outrance.manoeuvre.ways import (
    allowance,
    closed,
    forced,
    march,
    most_forced,
    points,
    price,
    refuse_hex,
)
from front1914.titles.offensive_a_outrance.nations.territorials import (
    MISSION_ENDS,
    keeps,
    of_group,
)
from front1914.titles.offensive_a_outrance.organisation.forces import Force, has_room, marchers, may_serve
from front1914.titles.offensive_a_outrance.plans import (
    ANYWHERE,
    bound,
    ends,
    onward,
    refuse_end,
    refuse_goal,
)
from front1914.titles.offensive_a_outrance.railways.transport import Boarding
from front1914.titles.offensive_a_outrance.railways.triggers import sally
from front1914.titles.offensive_a_outrance.state import DROPPED, MOVED, RIGHTS, SLOWED, SOUND, STUCK, OAOState
from front1914.titles.offensive_a_outrance.world import (
    FOE,
    IS_ASSET,
    IS_CAVALRY,
    IS_FORMATION,
    IS_GARRISON,
    IS_INFANTRY,
    IS_LOC,
    SIDE,
    UNITS,
)

BROKEN = "the line of the Territorial Group from the Channel to the armies would be broken"


def gather(s: OAOState, force: Force) -> Force:
    """Those of a Force that are still there and together, the Formation first."""
    here = [u for u in force if s.at[u] < SIZE]
    if len(here) < 2:
        return tuple(here)
    here.sort(key=lambda u: not IS_FORMATION[u])
    place = s.at[here[0]], s.second[here[0]]
    return tuple([u for u in here if (s.at[u], s.second[u]) == place])


def refuse_stand(s: OAOState, force: Force, *hexes: int) -> Reason | None:
    """22.3.2, 26.2.1: why a Force may not come to stand in a hex, or in two, by one step."""
    return refuse_goal(s, force, *hexes) if keeps(s, force, hexes) else Reason("22.3.2", BROKEN)


def on_mission(s: OAOState, force: Force) -> bool:
    """22.3.2: whether the line of the Territorial Group may hang on somebody of a Force, whoever leads it."""
    return s.turn <= MISSION_ENDS and any(of_group(s, u) for u in force)


@in_look
def standing(s: OAOState, force: Force) -> Moves:
    """The ways to stand after one step that `refuse_stand` allows."""
    found, allowed = moves(s, force), ends(s, force)
    if allowed != ANYWHERE:
        ending = set(members(allowed & BOARD.within(s.at[force[0]], FARTHEST)))
        one = [h for h in found.hexes if h in ending]
        found = Moves(one, [link for link in found.links if not ending.isdisjoint(BOARD.links[link])])
    if on_mission(s, force):
        one = [h for h in found.hexes if keeps(s, force, (h,))]
        found = Moves(one, [link for link in found.links if keeps(s, force, BOARD.links[link])])
    return found


FARTHEST = 2  #: hexes from the first hex of a Force to where it stands after one step


class March(Boarding, Step):
    """7.1.2, 7.3, 7.5: what a Force does. The frame holds its units, the leading one first."""

    name, rule, frame = "march", "7.1.2", ("unit",)

    def prompt(self, s: OAOState) -> str:
        force = s.flow[-1][1]
        left, more = allowance(s) - s.spent[force[0]], most_forced(s, force)
        names = UNITS.name(force[0]) + (f" and {len(force) - 1} more" if len(force) > 1 else "")
        beyond = f", {more} more by Forced March" if more else ""
        plan = " By its army's plan it must end nearer to an objective (26.2.1)." if bound(s, force[0]) else ""
        return f"{names}: where to? {max(0, left)} MPs{beyond}.{plan}"

    # -- where to

    def legal_to(self, s: OAOState) -> list[int]:
        force = s.flow[-1][1]
        if s.did[force[0]] & STUCK or points(s, force) <= 0:
            return []
        if s.second[force[0]] >= 0:
            return standing(s, force).hexes
        found, here = march(s, force), s.at[force[0]]
        bits = onward(s, force)
        hexes = [h for h in (found if bits is found.bits else members(bits)) if h != here]
        if on_mission(s, force):
            return [h for h in hexes if keeps(s, force, (h,))]
        return hexes

    def refuse_to(self, s: OAOState, h: int) -> Reason | None:
        force = s.flow[-1][1]
        if s.did[force[0]] & STUCK:
            return Reason("7.4.5", "after a Repulse that failed it moves no further")
        if s.second[force[0]] >= 0:
            possible = points(s, force) > 0 and h in moves(s, force).hexes
            return refuse_stand(s, force, h) if possible else Reason("19.1.4", "it cannot come together there")
        if h == s.at[force[0]]:
            return Reason("7.1.2", "it stands there")
        if points(s, force) <= 0 or h not in march(s, force):
            return refuse_hex(s, force, h)
        if not onward(s, force) >> h & 1:
            return refuse_goal(s, force, h)
        return None if keeps(s, force, (h,)) else Reason("22.3.2", BROKEN)

    def do_to(self, s: OAOState, h: int) -> None:
        force = s.flow[-1][1]
        if s.second[force[0]] >= 0:
            self._take(s, (h, ONE))
            return
        with still_looking(s):
            path = march(s, force).path_to(h)
        assert path is not None
        s.flow.append(("walk", force, path.nodes[1:], NOWHERE))

    def legal_straddle(self, s: OAOState) -> list[int]:
        force = s.flow[-1][1]
        if s.did[force[0]] & STUCK or points(s, force) <= 0:
            return []
        return standing(s, force).links

    def refuse_straddle(self, s: OAOState, link: int) -> Reason | None:
        force = s.flow[-1][1]
        if s.did[force[0]] & STUCK:
            return Reason("7.4.5", "after a Repulse that failed it moves no further")
        reason = refuse_two_hexes(s, force)
        if reason is not None:
            return reason
        if points(s, force) > 0 and link in moves(s, force).links:
            return refuse_stand(s, force, *BOARD.links[link])
        return Reason("19.1.4", "it cannot come to stand in those two hexes by one step")

    def do_straddle(self, s: OAOState, link: int) -> None:
        """19.1.1: it comes to stand in two hexes."""
        self._take(s, BOARD.links[link])

    def _take(self, s: OAOState, stand: tuple[int, int]) -> None:
        force = s.flow[-1][1]
        with still_looking(s):
            cost, came = cost_of(s, force, stand), s.at[force[0]]
        for u in force:
            s.spent[u] += cost
        s.flow.append(("walk", force, (), NOWHERE))
        enter(s, force, *stand)
        s.tell("step", units=force, to=stand[0], hex=came)

    # -- who goes along

    def refuse_join(self, s: OAOState, u: int) -> Reason | None:
        force = s.flow[-1][1]
        if u in force:
            return Reason("7.1.2", "it moves with them")
        if SIDE[u] != s.active or s.at[u] != s.at[force[0]] or s.second[u] != s.second[force[0]]:
            return Reason("7.1.2", "it is not with them")
        if not IS_ASSET[u] or not (IS_FORMATION[force[0]] or IS_ASSET[force[0]]):
            return Reason("3.2", "only Assets are taken along")  # 7.1.2.c, 3.2.1.a
        if IS_FORMATION[force[0]] and not may_serve(u, force[0]):
            return Reason("5.2.5", "it does not serve with Formations of that nation")
        if not has_room([v for v in force if IS_ASSET[v]], u):
            return Reason("3.2", "a Force has no more than two Assets")
        if refuse_start(s, u) or s.task[u]:
            return refuse_start(s, u) or Reason("7.8.2", "it has a task to finish")
        if max(s.spent[u], s.spent[force[0]]) > allowance(s) + most_forced(s, (*force, u)):
            return Reason("7.2", "it could not have marched so far")
        return None

    def scope_join(self, s: OAOState) -> list[int]:
        return [u for u in s.stack(s.at[s.flow[-1][1][0]]) if IS_ASSET[u]]

    def do_join(self, s: OAOState, u: int) -> None:
        """7.1.2, 7.1.2.h: it counts as having expended what they have."""
        _, force = s.flow.pop()
        spent = max(s.spent[u], s.spent[force[0]])
        for v in (*force, u):
            s.spent[v] = spent
        if IS_FORMATION[force[0]]:
            s.assigned[u] = force[0]
        s.flow.append(("march", (*force, u)))

    def scope_drop(self, s: OAOState) -> Sequence[int]:
        force: Sequence[int] = s.flow[-1][1]
        return force

    def refuse_drop(self, s: OAOState, u: int) -> Reason | None:
        force = s.flow[-1][1]
        if u not in force:
            return Reason("7.1.2", "it does not move with them")
        if len(force) < 2:
            return Reason("7.1.2", "it moves alone: stop it")
        return refuse_end(s, force) if u == force[0] else None

    def do_drop(self, s: OAOState, u: int) -> None:
        """7.1.2, 7.1.2.b: it can move no further; whoever has not set out yet is just left behind."""
        _, force = s.flow.pop()
        rest = tuple(v for v in force if v != u)
        s.flow.append(("march", rest))
        if s.spent[u] and s.at[u] != s.origin[u]:
            s.did[u] |= DROPPED
            conclude(s, (u,))

    # -- Prepared Attack

    def legal_prepare(self, s: OAOState) -> list[int]:
        force = s.flow[-1][1]
        if s.phase != "movement" or not s.is_infantry(force[0]) or refuse_end(s, force):
            return []
        if points(s, force) < LEAST or refuse_preparing(s, force) is not None:
            return []
        return targets(s, force)

    def refuse_prepare(self, s: OAOState, h: int) -> Reason | None:
        return refuse_end(s, s.flow[-1][1]) or refuse_prepare(s, s.flow[-1][1], h)

    def do_prepare(self, s: OAOState, h: int) -> None:
        """7.3, 7.3.a: the marker; nothing more in this phase."""
        _, force = s.flow.pop()
        cost = prepare_cost(s, s.at[force[0]], h)
        assert cost is not None
        for u in force:
            s.spent[u] += cost
            if s.is_infantry(u):
                s.pa[u] = h
        sally(s, force)
        s.tell("prepared", units=tuple(u for u in force if s.pa[u] == h), hex=h)
        conclude(s, force)

    # -- Repulse

    def legal_repulse(self, s: OAOState) -> list[int]:
        force = s.flow[-1][1]
        near = 0
        for h in s.hexes(force[0]):
            near |= RING[h]
        near &= s.ground(FOE[s.active]).wall
        if not near or refuse_end(s, force):
            return []
        return [h for h in members(near) if refuse_repulse(s, force, h) is None]

    def refuse_repulse(self, s: OAOState, h: int) -> Reason | None:
        return refuse_end(s, s.flow[-1][1]) or refuse_repulse(s, s.flow[-1][1], h)

    def do_repulse(self, s: OAOState, h: int) -> None:
        """7.4: one MP for the attempt."""
        _, force = s.flow.pop()
        s.flow.append(("resume", force))
        for u in force:
            s.spent[u] += COST
        attempt(s, force, h)

    # -- tasks

    def legal_recover(self, s: OAOState) -> tuple[None, ...]:
        worn = s.ce[s.flow[-1][1][0]] != SOUND
        return (None,) if worn and self.refuse_recover(s, None) is None else ()

    def refuse_recover(self, s: OAOState, _: None) -> Reason | None:
        return refuse_end(s, s.flow[-1][1]) or refuse_task(s, s.flow[-1][1][0], "recover")

    def do_recover(self, s: OAOState, _: None) -> None:
        self._begin(s, "recover")

    def legal_dig(self, s: OAOState) -> tuple[None, ...]:
        able = s.pools[RIGHTS[s.active]] and IS_INFANTRY[s.flow[-1][1][0]]
        return (None,) if able and self.refuse_dig(s, None) is None else ()

    def refuse_dig(self, s: OAOState, _: None) -> Reason | None:
        return refuse_end(s, s.flow[-1][1]) or refuse_task(s, s.flow[-1][1][0], "dig")

    def do_dig(self, s: OAOState, _: None) -> None:
        self._begin(s, "dig")

    def legal_site(self, s: OAOState) -> list[int]:
        lead = s.flow[-1][1][0]
        return sites(s, lead) if s.second[lead] >= 0 and self.legal_dig(s) else []

    def refuse_site(self, s: OAOState, h: int) -> Reason | None:
        lead = s.flow[-1][1][0]
        if s.second[lead] < 0:
            return Reason("19.1.5", "only a Force in two hexes has a choice")
        if (reason := self.refuse_dig(s, None)) is not None:
            return reason
        return None if h in sites(s, lead) else Reason("19.1.5", "it does not stand there, or there is a position")

    def do_site(self, s: OAOState, h: int) -> None:
        """19.1.5: a Force in two hexes says in which it digs first."""
        self._begin(s, "dig", h)

    def _begin(self, s: OAOState, task: str, where: int = -1) -> None:
        """A Formation sets to work; Assets that came with it have ended their move."""
        _, force = s.flow.pop()
        for u in force[1:]:
            if s.spent[u]:
                s.did[u] |= MOVED
        begin_task(s, force[0], task, where)
        if not s.did[force[0]] & MOVED:
            s.flow.append(("march", force[:1]))

    # -- the end

    def refuse_stop(self, s: OAOState, _: None) -> Reason | None:
        return refuse_end(s, s.flow[-1][1])

    def do_stop(self, s: OAOState, _: None) -> None:
        _, force = s.flow.pop()
        conclude(s, force)

    def legal_unit(self, s: OAOState) -> Sequence[int]:
        force = s.flow[-1][1]
        return [] if refuse_end(s, force) else others(s, s.active, force)

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        if u in s.flow[-1][1]:
            return Reason("7.1.2", "it is moving")
        return refuse_end(s, s.flow[-1][1]) or refuse_start(s, u)

    def do_unit(self, s: OAOState, u: int) -> None:
        """Stops, and picks another."""
        _, force = s.flow.pop()
        s.flow.append(("pick", u))
        conclude(s, force)

    def hints(self, s: OAOState) -> dict[str, dict[str, Any]]:
        force = s.flow[-1][1]
        if s.second[force[0]] >= 0 or points(s, force) <= 0:
            return {}
        found, spent, most = march(s, force), s.spent[force[0]], allowance(s)
        hints: dict[str, dict[str, Any]] = {}
        allowed, passing = ends(s, force), onward(s, force)
        for h, cost in found.costs.items():
            path = found.path_to(h) if passing >> h & 1 else None
            if h == s.at[force[0]] or path is None:
                continue
            beyond = max(0, spent + cost - most)
            hint: dict[str, Any] = {"left": max(0, most - spent - cost), "path": [HEXES[n] for n in path.nodes]}
            if beyond:
                hint["mark"] = f"forced march {beyond}"
                hint["throws"] = "die"  # 7.2.3: a check when it stops
            if not allowed >> h & 1:
                hint["mark"] = "not nearer: go on (26.2.1)"
            hints[f"to {HEXES[h]}"] = hint
        return hints


class Pick(Step):
    """Goes on to a unit that was picked while another was moving."""

    name, rule, frame = "pick", "7.1.2", ("unit",)

    def run(self, s: OAOState) -> None:
        _, u = s.flow.pop()
        if refuse_start(s, u) is None:
            s.flow.append(("march", marchers(s, u)))


class Resume(Step):
    """7.4.4, 7.4.5, 7.4.4.b: a Force goes on after a Repulse, if anybody is left of it."""

    name, rule, frame = "resume", "7.4.4", ("unit",)

    def run(self, s: OAOState) -> None:
        _, force = s.flow.pop()
        force = gather(s, force)
        if force:
            s.flow.append(("march", force))


class Walk(Step):
    """7.1: a Force goes its way hex by hex. The frame: its units, the hexes to come, where it set out or -1."""

    name, rule, frame = "walk", "7.1", ("unit", "hex", "hex")

    def run(self, s: OAOState) -> None:
        _, every, path, came = s.flow.pop()
        depth = len(s.flow)
        force = self._together(s, every, path, came)
        while force and path:
            passed, path, came = self._pass(s, force, path, came)
            here, goal = passed if passed >= 0 else s.at[force[0]], path[0]
            with looking(s):
                cost = self._cost(s, force, here, goal, closed(s, force))
            if cost is None:  # something came into the way: its owner thinks again
                if passed >= 0:
                    s.step(force, passed)
                self._tell(s, force, came)
                return
            self._pay(s, force, cost)
            path, came = path[1:], here if came < 0 else came
            s.flow.append(("walk", force, path, came))
            enter(s, force, goal, passed=passed)
            if s.flow[-1] == SETTLE and unsettled(s) is None:
                s.flow.pop()
            if len(s.flow) > depth + 1:
                return  # something happens there first
            s.flow.pop()
            force = self._together(s, force, path, came)
        if force:
            self._tell(s, force, came)
            self._rest(s, force)

    def _pass(self, s: OAOState, force: Force, path: tuple[int, ...], came: int) -> tuple[int, tuple[int, ...], int]:
        """Goes on as long as nobody takes notice, but for the last hex: the hex that is passed last or -1, what is left
        of the way, and where it set out. Its units are not put down before they enter a hex."""
        lead, passed = force[0], NOWHERE
        here = s.at[lead]
        if len(path) < 2 or any(IS_LOC[u] or IS_GARRISON[u] or of_group(s, u) for u in force):
            return passed, path, came  # what is closed to these changes with every step
        if unsettled(s) is not None:  # whatever it is (hunger may have done it), it is not put off
            return passed, path, came
        quiet, shut = unnoticed(s, SIDE[lead]), 0
        if quiet >> here & 1 and quiet >> path[0] & 1:
            shut = closed(s, force)  # the same on the whole way: its units are not put down
        while len(path) > 1 and quiet >> here & 1 and quiet >> path[0] & 1:
            with looking(s):
                cost = self._cost(s, force, here, path[0], shut)
            if cost is None:
                break
            self._pay(s, force, cost)
            came = here if came < 0 else came
            passed = here = path[0]
            path = path[1:]
            pass_by(s, SIDE[lead], here)
        return passed, path, came

    def _cost(self, s: OAOState, force: Force, here: int, goal: int, shut: int) -> int | None:
        """The MPs for a step, None if it cannot be made."""
        cost = price(s, force, here, goal)
        if cost is None or shut >> goal & 1:
            return None
        return cost if s.spent[force[0]] + cost <= allowance(s) + most_forced(s, force) else None

    def _pay(self, s: OAOState, force: Force, cost: int) -> None:
        """7.1.2: Assets that go along are assigned to the Formation."""
        slow = SLOWED if any(not IS_CAVALRY[u] and s.is_combat(u) for u in force) else 0  # 7.2.2a
        for u in force:
            s.spent[u] += cost
            s.did[u] |= slow if IS_CAVALRY[u] else 0
            s.assigned[u] = force[0] if IS_FORMATION[force[0]] and u != force[0] else s.assigned[u]

    def _together(self, s: OAOState, every: Force, path: tuple[int, ...], came: int) -> Force:
        """Those of a Force that go on; nobody if it was lost, or if others must be dealt with first."""
        force = gather(s, every)
        if s.flow[-1][0] == "march":
            s.flow[-1] = ("march", force)
        if not force or (path and not BOARD.ring[s.at[force[0]]] >> path[0] & 1):  # lost, or it had to flee (6.4)
            if s.flow[-1][0] == "march":
                s.flow.pop()
            conclude(s, tuple(u for u in every if s.at[u] < SIZE))
            return ()
        if len(force) < len(every) and (apart := tuple(u for u in every if u not in force and s.at[u] < SIZE)):
            s.flow.append(("walk", force, path, came))
            conclude(s, apart)
            return ()
        return force

    def _tell(self, s: OAOState, force: Force, came: int) -> None:
        """One sentence for the whole way."""
        if came >= 0:
            s.tell("step", units=force, to=s.at[force[0]], hex=came)

    def _rest(self, s: OAOState, force: Force) -> None:
        """Whoever has nothing left stops by himself."""
        if s.flow[-1][0] == "march" and points(s, force) <= 0:
            s.flow.pop()
            conclude(s, force)


def conclude(s: OAOState, force: Force) -> None:
    """7.1.2, 7.2.3: the move of a Force is over; it is checked if it marched beyond its allowance."""
    marched = tuple(u for u in force if s.spent[u] or s.at[u] != s.origin[u])
    for u in marched:
        s.did[u] |= MOVED
    for u in marched:
        join_halves(s, u)
    tired = tuple(u for u in marched if forced(s, u))
    if tired:
        s.flow.append(("march_check", tired))


STEPS = (March(), Pick(), Resume(), Walk())
