"""A part of a side that its player hands over to the staff for a phase: an army on its plan, a quiet sector held.

The staff sees what the player sees and answers one decision after the other with ordinary actions, which the log keeps
like those of anybody: a replay needs no commander. It moves and attacks with the units of that part alone, and gives
the command back when it has nothing more to do with them. A title may say in `judgement.groups(view)` what may be
handed over; without that it is everybody, an army, or a third of the front. Where impulses are drafted as a whole,
everybody is handed over before the Impulse, and a part of them where its units are picked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

import front1914
from front1914 import Action, BadInput, Decision, Game, Seat
from front1914.commanders.base import Commander, Why, make, play
from front1914.commanders.levels import STAFF
from front1914.commanders.staff import ENDING, Staff
from front1914.kit.sentences import ordinal
from front1914.kit.sight import Group, Sight

ORDERS = ("plan", "hold")  #: to go for its goals, or to keep what it has and attack nobody
BEGINS = ("mover", "target")  #: roles of the steps at which a part can be handed over, and is given back
NEVER = 1e9
ALL = "all"  #: the group that holds everybody
MOST_TOGETHER = 9  #: so many units are worth dividing into sectors


class Delegate(Staff):
    """The staff of one part, for one phase."""

    def __init__(self, title: str, group: str, order: str = "plan", seed: int | str = 0) -> None:
        refuse_order(title, order)
        temper = STAFF if order == "plan" else replace(STAFF, mark=NEVER)
        super().__init__(title, f"{seed}:{group}", None, temper)
        self.group, self.order = group, order
        self._moment: object = None

    def answer(self, seat: Seat) -> Action | None:
        """The next action; None when the command goes back to the player."""
        assert seat.decision is not None
        begins = self.roles.get(seat.decision.step) in BEGINS
        if self._moment is None:
            refuse_delegation(seat, self.group)
            self._moment = _moment(seat)
        if begins and (self._moment != _moment(seat) or self._idle(seat)):
            return None
        action = self.decide(seat)
        if begins and (action.verb in ENDING or action.arg is None):
            self.reasons = [Why("delegate", f"{self.group}: nothing more to do")]
            return None
        return action

    def _idle(self, seat: Seat) -> bool:
        return self.group not in groups(seat)

    def _prelude(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        group = groups(seat).get(self.group)
        own = [a for a in actions if group is not None and str(a.arg) in group.units]
        return super()._prelude(seat, own)

    def _look(self, seat: Seat) -> Sight:
        """The sight of the part: other units do not move, and a part that holds has only the goals it holds."""
        sight = super()._look(seat)
        group = groups(seat).get(self.group)
        units = group.units if group is not None else frozenset()
        for piece in sight.own:
            if piece.id not in units:
                piece.moves, piece.fresh = 0, False
        if self.order == "hold":
            sight.goals = [goal for goal in sight.goals if goal.mine]
        return sight


class Impulse:
    """The staff of a game whose impulses are drafted as a whole: it goes on with one part until the phase ends.

    What is drafted is an impulse of everybody; the orders of the part are carried out, the rest is the player's.
    """

    def __init__(self, title: str, group: str = ALL, seed: int | str = 0) -> None:
        self.commander = make("staff", title, f"{seed}:{group}")
        self.group = group
        self._ends = ends(title)
        self._moment: object = None
        self._units: frozenset[str] = frozenset()

    @property
    def reasons(self) -> list[Why]:
        return self.commander.reasons

    def answer(self, seat: Seat) -> Action | None:
        """The next action; None when the command goes back to the player."""
        if self._moment is None:
            refuse_delegation(seat, self.group)
            self._moment, self._units = _moment(seat), groups(seat)[self.group].units
        part = self._part(seat)
        if self._moment != _moment(seat) or part.decision is None or not part.decision.actions:
            return None
        action = self.commander.decide(part)
        return None if action.arg is None and action.verb in self._ends else action

    def _part(self, seat: Seat) -> Seat:
        """The seat where nobody can be picked but the units of the part."""
        if self.group == ALL or seat.decision is None or not delegable(seat.title, seat.decision):
            return seat
        offered = tuple(a for a in seat.decision.actions if a.verb != "unit" or str(a.arg) in self._units)
        return Seat(seat.title, seat.side, seat.view, seat.decision._replace(actions=offered))


def staff_of(title: str, group: str, order: str = "plan", seed: int | str = 0) -> Delegate | Impulse:
    """Whoever follows an order in this title."""
    if front1914.judgement(title).drafting is None:
        return Delegate(title, group, order, seed)
    refuse_order(title, order)
    return Impulse(title, group, seed)


def orders_of(title: str) -> tuple[str, ...]:
    """What a part may be told to do: an impulse is drafted as a whole, so there its part can only be carried out."""
    return ORDERS if front1914.judgement(title).drafting is None else ORDERS[:1]


def refuse_order(title: str, order: str) -> None:
    """BadInput if a part cannot be told to do so."""
    if order not in orders_of(title):
        raise BadInput("order", f"no order {order!r}; there is {', '.join(orders_of(title))}")


@cache
def ends(title: str) -> frozenset[str]:
    """The verbs that end a phase."""
    return frozenset(front1914.title(title).sheet().get("ends", ()))


def delegable(title: str, decision: Decision) -> bool:
    """Whether something may be handed over at a decision."""
    judgement = front1914.judgement(title)
    if judgement.drafting is not None:
        return any(action.arg is None and action.verb in ends(title) for action in decision.actions)
    return judgement.roles.get(decision.step) in BEGINS


def groups(seat: Seat) -> dict[str, Group]:
    """What may be handed over at this moment, by id: everybody first."""
    judgement = front1914.judgement(seat.title)
    if judgement.groups is not None:
        found = dict(judgement.groups(seat.view))
        return (
            {ALL: Group("Everybody", frozenset().union(*(g.units for g in found.values()))), **found} if found else {}
        )
    own = _own(seat) if judgement.drafting is None else _offered(seat)
    found = {ALL: Group("Everybody", frozenset(own or _own(seat)))}
    pieces = front1914.title(seat.title).sheet()["pieces"]
    armies: dict[str, set[str]] = {}
    for unit in own:
        if army := pieces[unit].get("army"):
            armies.setdefault(str(army), set()).add(unit)
    if len(armies) > 1:
        found |= {f"army:{name}": Group(_army(name), frozenset(units)) for name, units in sorted(armies.items())}
    return found | _sectors(seat, own)


def _own(seat: Seat) -> list[str]:
    """The side's own units on the map."""
    sheet = front1914.title(seat.title).sheet()
    pieces, places = sheet["pieces"], sheet["places"]
    found = seat.view.get("pieces", ())
    return [p["id"] for p in found if p.get("at") in places and pieces.get(p["id"], {}).get("side") == seat.side]


def _offered(seat: Seat) -> list[str]:
    """The own units that are to be picked from at this decision."""
    offered = {str(a.arg) for a in seat.decision.actions if a.verb == "unit"} if seat.decision is not None else set()
    return [unit for unit in _own(seat) if unit in offered]


def _army(name: str) -> str:
    """An army as people call it, also where its number is all there is."""
    return f"{ordinal(int(name))} Army" if name.isdigit() else f"Army {name}" if len(name) <= 3 else name


def _sectors(seat: Seat, own: Sequence[str]) -> dict[str, Group]:
    """Thirds of the front, from north to south, where there are enough to be divided."""
    if len(own) < MOST_TOGETHER:
        return {}
    places = front1914.title(seat.title).sheet()["places"]
    at = {p["id"]: p["at"] for p in seat.view["pieces"] if p["id"] in set(own)}
    ordered = sorted(own, key=lambda unit: (places[at[unit]]["y"], unit))
    third = -(-len(ordered) // 3)
    parts = (ordered[:third], ordered[third : 2 * third], ordered[2 * third :])
    names = (("north", "The north of the front"), ("centre", "The centre"), ("south", "The south"))
    return {f"sector:{word}": Group(text, frozenset(part)) for (word, text), part in zip(names, parts, strict=True)}


def refuse_delegation(seat: Seat, group: str) -> None:
    """BadInput if nothing of that name can be handed over now."""
    if seat.decision is None or not delegable(seat.title, seat.decision):
        raise BadInput("group", "units are handed over where they are picked to move or to attack")
    found = groups(seat)
    if group not in found:
        raise BadInput("group", f"nothing to hand over called {group!r}; there is {', '.join(found) or 'nothing'}")


def delegate(
    game: Game,
    side: str,
    group: str,
    order: str = "plan",
    seed: int | str = 0,
    others: Mapping[str, Commander] | None = None,
) -> int:
    """Has the staff move, or attack with, one part of a side now; the number of decisions that it took.

    It stops when the part has done what it wanted, or when somebody must decide for whom nobody among `others` does.
    """
    staff = staff_of(game.title.info.id, group, order, seed)
    taken = 0
    while (decision := game.decision) is not None:
        if decision.side != side:
            if not play(game, others or {}, most=1):
                break
            continue
        action = staff.answer(game.seat(side))
        if action is None:
            break
        game.act(action, reasons=staff.reasons)
        taken += 1
    return taken


def _moment(seat: Seat) -> object:
    """A part is handed over for one phase."""
    return seat.view.get("turn"), seat.view.get("active"), seat.view.get("phase")
