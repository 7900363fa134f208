"""How fast the kit is, on an invented map of 5,040 hexes with 600 units, beside general graph libraries.

Every function returns medians in seconds by name, taken turn and turn about in one run, so that they may be compared
as ratios on a noisy machine. Rivals (`analysis/rivals.py`) that are not installed are left out.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from front1914.analysis.bench import Line
from front1914.analysis.rivals import MAKERS, rivals
from front1914.analysis.synthetic import POINTS, Situation, synthetic_board
from front1914.kit import kernels
from front1914.kit.bits import from_members
from front1914.kit.flood import Gates, flood
from front1914.kit.reach import Reach, field, reach
from front1914.kit.searches import Levels, Search, by_levels, by_nodes
from front1914.kit.zones import ZoneRule

RULE = ZoneRule(enter=1, stop=True)
FLAVOURS = {  # the dearest rules of the rulebooks
    "enter and leave": ZoneRule(1, 1, minimum=True, minimum_between=4),
    "dearer between": ZoneRule(2, 1, between=6, between_held=4),
}


def medians(jobs: dict[str, Callable[[Situation], Any]], rounds: int) -> dict[str, float]:
    """The median time of each job over all situations, the jobs in turn."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            for situation in synthetic_board().situations:
                begin = time.perf_counter()
                job(situation)
                times[name].append(time.perf_counter() - begin)
    return {name: statistics.median(found) for name, found in times.items()}


#: Targets in microseconds
TARGETS = {"reach, kernel": 40, "reach, plain": 150, "flood": 200}


def measure_kit(seconds: float) -> Iterator[Line]:
    """The figures of the kit, for `front1914 bench`; what graph libraries take is told as a ratio."""
    rounds = max(1, round(2 * seconds))
    for question, found in (("reach", bench_reach(rounds)), ("flood", bench_flood(rounds))):
        others = {name: found.pop(f"{question}, {name}") for name in MAKERS[question] if f"{question}, {name}" in found}
        for name, took in found.items():
            same = name in TARGETS  # the rivals were asked the same question
            note = ", ".join(f"{rival} takes {time / took:.0f} times as long" for rival, time in others.items())
            yield Line(f"kit: {name}", took * 1e6, "us", TARGETS.get(name), note=note if same else "")


def bench_reach(rounds: int = 3) -> dict[str, float]:
    """Reach with 12 points among 60 enemy units whose zones are new each time, everything asked for as a bitset."""
    was_ready = kernels.ready()
    found = medians(reach_jobs(), rounds)
    if not was_ready:
        kernels.unload()
    return found


def reach_jobs() -> dict[str, Callable[[Situation], Any]]:
    """The same question to every search; each answers with the nodes that can be reached."""
    costs = synthetic_board().costs

    def asked(s: Situation) -> Search:
        return Search(costs, 1 << s.start, POINTS, RULE, zone=s.zone, blocked=s.enemies)

    def ask(s: Situation, rule: ZoneRule = RULE) -> int:
        return reach(costs, s.start, POINTS, rule, zone=s.zone, blocked=s.enemies).bits

    def plain(s: Situation, way: Callable[[Search], Levels] = by_levels) -> int:
        search = asked(s)
        return Reach(search, way(search)).bits

    jobs: dict[str, Callable[[Situation], Any]] = {"reach, plain": plain}
    jobs["reach, bucket queue"] = partial(plain, way=by_nodes)
    if kernels.load():
        jobs["reach, kernel"] = ask
        for name, rule in FLAVOURS.items():
            jobs[f"reach, kernel, {name}"] = partial(ask, rule=rule)
    return jobs | rivals("reach")


def bench_flood(rounds: int = 3) -> dict[str, float]:
    """The whole map from its west edge, past 60 enemy units and their zones."""
    was_ready = kernels.ready()
    found = medians(flood_jobs(), rounds)
    if not was_ready:
        kernels.unload()
    return found


def flood_jobs() -> dict[str, Callable[[Situation], Any]]:
    """Floods that answer with a bitset, and a field of distances over the whole map."""
    made = synthetic_board()
    board = made.board
    west = from_members(h for h in board.words.numbers if str(board.words[h]).startswith("01"))
    banks = Gates.without(board, made.rivers)

    def free(s: Situation) -> int:
        return board.exists & ~(s.enemies | s.zone)

    jobs: dict[str, Callable[[Situation], Any]] = {
        "flood": lambda s: flood(board, west, free(s)),
        "flood, into zones": lambda s: flood(board, west, free(s), into=s.zone & ~s.enemies),
        "flood, closed rivers": lambda s: flood(banks, west, free(s)),
        "flood, 15 steps": lambda s: flood(board, west, free(s), limit=15),
    }
    costs = made.costs
    if kernels.load():
        jobs["distance field, kernel"] = lambda s: field(costs, west, blocked=s.enemies).bits
    search = Search(costs, west, 1 << 30, RULE)
    jobs["distance field, plain"] = lambda s: by_levels(search._replace(rule=ZoneRule(), blocked=s.enemies))
    return jobs | rivals("flood")
