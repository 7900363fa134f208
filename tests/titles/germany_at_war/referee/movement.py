"""Movement (7.4), Sea Transport (2.5), Rail (8.3), Garrisons (4.1) and the rides of Leaders (7.3)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from front1914 import Game
from tests.referee import Deed, position
from tests.titles.germany_at_war.referee.lines import commanded
from tests.titles.germany_at_war.referee.sheet import AREAS, CHASSEURS, DISCS, LANDING, OTHER, PRICE, STATIC, VALUE
from tests.titles.germany_at_war.referee.table import Block, Table, laid

RIDE = 4  #: points before he is revealed (7.3.1.2)
MOST_GARRISONS = 5
FRESH, MOVED, BUILT = range(3)  #: what a unit on the march has done


def price(table: Table, block: Block, here: str, there: str, free_rivers: bool) -> int:
    """7.4: the Area, enemies at either end, a Major River."""
    enemy = OTHER[block.side]
    colour = AREAS[there].colour
    cost = 1 if block.id == CHASSEURS else PRICE[colour]
    cost += table.present(there, enemy)
    cost += table.present(here, enemy)
    return cost + (table.near(here)[there] == "major" and not free_rivers)


def surprised(table: Table) -> bool:
    """7.2.3: the first Impulse under the Surprise Bonus."""
    return bool(table.position.get("surprise"))


def reach(table: Table, block: Block, points: int, engage: bool, free_rivers: bool) -> dict[str, int]:
    """Every Area that the unit can enter, with the fewest points (7.4.3: contact stops)."""
    enemy = OTHER[block.side]
    found = {block.at: 0}
    waiting = [block.at]
    while waiting:
        here = min(waiting, key=lambda area: found[area])
        waiting.remove(here)
        if here != block.at and table.present(here, enemy):
            continue
        for there in table.near(here):
            if there == "GB" or (table.present(there, enemy) and not engage):
                continue
            if table.present(here, enemy) and not table.safe(there, block.side):
                continue
            total = found[here] + price(table, block, here, there, free_rivers)
            if total <= points and (there not in found or total < found[there]):
                found[there] = total
                waiting.append(there)
    del found[block.at]
    return found


def new_engagements_left(table: Table) -> int:
    """7.5, 7.1: one in a Strategic Action, one for each activated Leader in a Tactical one."""
    most = 1 if table.action == "strategic" else table.position.get("leaders", 0)
    return int(most) - sum("new" in text for text in table.front.values())


def may_engage(table: Table, block: Block, area: str) -> bool:
    """7.8, 7.5: not in a Pass; a new engagement only within the limit."""
    if table.action == "pass":
        return False
    if "new" in table.front.get(area, "") or table.present(area, block.side):
        return True
    return new_engagements_left(table) > 0


def allowance(table: Table, block: Block) -> int:
    """7.4.1, 7.4.2."""
    boosted = table.action == "tactical" and block.kind != "leader"
    return block.is_a.move + (1 if boosted else 0)


def destinations(table: Table, block: Block, points: int, begun: bool) -> set[str]:
    """Where the unit may be told to march or sail: Areas with room, and others from which it can go on (7.4)."""
    if block.at == "GB":
        sails = table.action in ("pass", "strategic") and not begun
        ends = {a for a in LANDING if sails and a in table.areas and table.safe(a, block.side)}
        return {a for a in ends if table.room(a, block.side)}
    reached = reach(table, block, points, True, surprised(table))
    enemy = OTHER[block.side]
    open_ = {a for a in reached if not table.present(a, enemy) or may_engage(table, block, a)}
    return {a for a in open_ if table.room(a, block.side, block.id) or goes_on(table, block, a, points - reached[a])}


def goes_on(table: Table, block: Block, area: str, points: int, ride: bool = False) -> bool:
    """Whether a unit that has come to an Area without room can leave it for one with room."""
    if table.present(area, OTHER[block.side]):
        return False
    moved = replace(block, at=area)
    further = reach(table, moved, points, not ride, surprised(table) and not ride)
    return any(
        table.room(a, block.side, block.id) and (not table.present(a, OTHER[block.side]) or may_engage(table, block, a))
        for a in further
        if a != block.at
    )


def there_and_back(table: Table, block: Block, areas: set[str]) -> set[str]:
    """Full Areas from which the unit could only come back: whether they are offered makes no difference."""
    return {a for a in areas if not table.room(a, block.side, block.id) and table.safe(a, block.side)}


def rails(table: Table, block: Block) -> set[str]:
    """8.3: through friendly uncontested Areas."""
    if not table.options.get("rail") or table.action not in ("pass", "strategic"):
        return set()
    if not table.safe(block.at, block.side) or block.id == STATIC or block.at == "GB":
        return set()
    found, front = {block.at}, {block.at}
    while front:
        front = {n for here in front for n in table.near(here) if n not in found and table.safe(n, block.side)}
        found |= front
    return {area for area in found - {block.at} if table.room(area, block.side)}


def builds(table: Table, block: Block) -> set[str]:
    """4.1, B09 to B11: Fortresses in which an Infantry may build; the supply of discs binds."""
    if block.kind != "infantry" or block.power == "british" or block.last or block.at not in AREAS:
        return set()
    if table.control(block.at) != block.side:
        return set()
    used = sum(row.get(block.power, 0) for row in table.discs.values())
    if used >= DISCS[block.power]:
        return set()
    return {fort for fort in AREAS[block.at].fortresses if sum(table.discs.get(fort, {}).values()) < MOST_GARRISONS}


def check_march(game: Game) -> list[str]:
    """The points of a unit that has not moved, where it may go and what it may build."""
    assert game.decision is not None
    table = laid(position(game))
    _, name, points, mode = table.frame("march")
    block = table.blocks[name]
    wrong = []
    if mode == FRESH and points != allowance(table, block):
        wrong.append(f"{name} should have {allowance(table, block)} points, has {points}")
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}
    expected = set() if mode == BUILT else destinations(table, block, points, mode == MOVED)
    offered -= there_and_back(table, block, offered - expected)
    if offered != expected:
        wrong.append(f"{name} in {block.at} with {points}: {_apart(offered, expected)}")
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "build"}
    expected = set() if mode == MOVED else builds(table, block)
    if offered != expected:
        wrong.append(f"{name} in {block.at} builds: {_apart(offered, expected)}")
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "rail"}
    expected = rails(table, block) if mode == FRESH else set()
    if offered != expected:
        wrong.append(f"{name} in {block.at} by rail: {_apart(offered, expected)}")
    return wrong


def may_act(table: Table, block: Block) -> bool:
    """7.4, 7.3.2: not Isolated, not used before, in a Tactical Action under command."""
    if block.isolated or block.acted or block.activated:
        return False
    if table.action == "tactical" and not commanded(table, block):
        return False
    if block.id != STATIC and destinations(table, block, allowance(table, block), False):
        return True
    return bool(rails(table, block)) or bool(builds(table, block))


def check_orders(game: Game) -> list[str]:
    """Every unit that can do something is offered, and no other."""
    assert game.decision is not None
    table = laid(position(game))
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    powers = _powers(game)
    waiting = {b.id for b in table.of(table.active) if table.position["blocks"][b.id].get("acted") == 2}
    expected = {b.id for b in table.of(table.active) if b.power in powers and may_act(table, b)}
    if offered - expected or expected - offered - waiting:
        return [f"orders: {_apart(offered, expected - waiting)}"]
    return []


def _powers(game: Game) -> set[str]:
    """Whose blocks the deciding player moves."""
    assert game.decision is not None
    side = game.decision.side
    if side == "german":
        return {"german"}
    if len(game.sides) == 2:
        return {"french", "british", "belgian"}
    return {"french"} if side == "french" else {"british", "belgian"}


def rides(table: Table, block: Block, points: int) -> set[str]:
    """7.3.1.2, B44: Areas where a Leader may be revealed; he never enters one with enemies."""
    if block.at == "GB":
        return set()
    found = reach(table, block, points, False, False)
    return {
        a for a in found if table.room(a, block.side, block.id) or goes_on(table, block, a, points - found[a], True)
    }


def check_ride(game: Game) -> list[str]:
    """Where a Leader may ride, and whether he may be revealed where he is."""
    assert game.decision is not None
    table = laid(position(game))
    _, name, points = table.frame("ride")
    block = table.blocks[name]
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}
    expected = rides(table, block, points)
    offered -= there_and_back(table, block, offered - expected)
    wrong = [f"{name} in {block.at} with {points}: {_apart(offered, expected)}"] if offered != expected else []
    may = not table.present(block.at, OTHER[block.side]) and table.room(block.at, block.side, block.id)
    if may != any(a.verb == "reveal" for a in game.decision.actions):
        wrong.append(f"{name} may {'' if may else 'not '}be revealed in {block.at}")
    return wrong


def check_activate(game: Game) -> list[str]:
    """7.3: Leaders who are not Isolated and can be revealed somewhere."""
    assert game.decision is not None
    table = laid(position(game))
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    expected = set()
    for block in table.of(table.active):
        if block.kind != "leader" or block.isolated or block.acted or block.activated:
            continue
        if table.position.get("leaders", 0) >= VALUE[block.side]:
            continue
        here = not table.present(block.at, OTHER[block.side]) and table.room(block.at, block.side, block.id)
        if block.power in _powers(game) and (here or rides(table, block, RIDE)):
            expected.add(block.id)
    return [f"activate: {_apart(offered, expected)}"] if offered != expected else []


def watch_move(deed: Deed) -> list[str]:
    """7.4: the way of a move is legal and can be paid."""
    table = laid(deed.was)
    wrong = []
    for event in deed.events:
        if event.kind == "move" and deed.decision.step in ("march", "ride"):
            block, path = table.blocks[event.data["unit"]], event.data["path"]
            free = surprised(table) and deed.decision.step == "march"
            frame = table.frame(deed.decision.step)
            paid = 0
            for number, (a, b) in enumerate(pairwise(path)):
                if b not in table.near(a):
                    wrong.append(f"{path}: {a} and {b} are no neighbours")
                    continue
                paid += price(table, block, a, b, free)
                enemy = OTHER[block.side]
                if table.present(a, enemy) and (number or not table.safe(b, block.side)):
                    wrong.append(f"{path}: from contact in {a} to {b}")
            if paid > frame[2]:
                wrong.append(f"{path} costs {paid} of {frame[2]}")
    return wrong


def _apart(offered: set[str], expected: set[str]) -> str:
    return f"against the rules {sorted(offered - expected)}, not offered {sorted(expected - offered)}"
