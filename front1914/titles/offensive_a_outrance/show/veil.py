"""3.1.6: what is told of units that lie under others: their owner hears their names, the others what they see."""

from __future__ import annotations

from front1914.engine.decision import OBSERVER
from front1914.engine.state import News
from front1914.titles.offensive_a_outrance.board import SIZE
from front1914.titles.offensive_a_outrance.combat.battle import in_battle
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import top
from front1914.titles.offensive_a_outrance.show.view import kind_of, known, open_to
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import FOE, IS_FORT, IS_FORTRESS, NATION, SIDE, SIDES

NAMING = ("unit", "units", "other", "old", "parent", "defenders")  #: what in an event names units
DISPLAYED = frozenset({"attached", "subordinated", "independent"})  #: armies and corps lie open (5.0)


def veil(s: OAOState, news: News) -> tuple[News, ...]:
    """What each side hears of something, and who looks on."""
    if news.reveals or news.seen_by is not None or news.kind in DISPLAYED or open_to(s, OBSERVER):
        return (news,)
    hidden = {u for key, value in news.data.items() if key in NAMING for u in _each(value) if unseen(s, u)}
    if not hidden:
        return (news,)
    owners = {SIDE[u] for u in hidden}
    found = [_part(news, {u for u in hidden if SIDE[u] != side}, (side,)) for side in SIDES if side in owners]
    others = tuple(side for side in SIDES if side not in owners)
    return (*found, _part(news, hidden, (*others, OBSERVER)))


def unseen(s: OAOState, u: int) -> bool:
    """3.1.6: whether an enemy may not identify a unit, as `view.known` says."""
    if s.at[u] >= SIZE or IS_FORT[u] or IS_FORTRESS[u]:
        return False
    if in_battle(s):
        return u not in known(s, FOE[SIDE[u]])
    return all(top(s, h, SIDE[u]) != u for h in s.hexes(u))  # 3.1.6a: whatever markers lie on the top unit


def called(u: int) -> str:
    """What everybody sees of a unit that lies under others."""
    return f"{NATION[u].capitalize()} {kind_of(u).removesuffix(' none')}"


def _part(news: News, hidden: set[int], hearers: tuple[str, ...]) -> News:
    data = dict(news.data)
    for key in NAMING:
        if key in data:
            words = [called(u) if u in hidden else u for u in _each(data[key])]
            data[key] = tuple(words) if isinstance(data[key], tuple | list) else words[0] if words else data[key]
    return news._replace(data=data, seen_by=hearers)


def _each(value: object) -> list[int]:
    found = value if isinstance(value, tuple | list) else [value]
    return [u for u in found if isinstance(u, int) and u >= 0]
