"""Set-up (3.1): where each unit may be placed."""

from __future__ import annotations

from fractions import Fraction

from tests.referee import Deed
from tests.titles.schlieffens_war.referee.sheet import COUNTERS, HEXES, ON_RAIL, PASSABLE, RAIL, distance
from tests.titles.schlieffens_war.referee.stacking import fits, may_share
from tests.titles.schlieffens_war.referee.table import Table, laid

HOME = {"german": "germany", "french": "france", "belgian": "belgium"}
FREE_ROW = 22  #: the northern limit of the French 1st Army


def near_by_rail(start: str) -> set[str]:
    """R12: within two hexes, of which each along a rail link counts one-half."""
    found = {start: Fraction(0)}
    for _ in range(4):
        for here, length in list(found.items()):
            for there in PASSABLE[here]:
                total = length + (Fraction(1, 2) if frozenset((here, there)) in RAIL else 1)
                if total <= 2 and total < found.get(there, Fraction(3)):
                    found[there] = total
    return set(found)


def places(table: Table, name: str) -> set[str]:
    """Every hex where the unit may be placed."""
    counter = COUNTERS[name]
    home = {h for h, x in HEXES.items() if x.country == HOME[counter.nation]}
    staff = f"{name.split('-')[0]}-{counter.army}-HQ" if counter.nation != "belgian" else "be-HQ"
    at = table.pieces[staff].at
    if counter.kind == "hq":
        found = home if counter.nation == "belgian" else {h for h in home if distance(h, counter.printed) <= 1}
    elif counter.kind == "depot":
        found = home & ON_RAIL & near_by_rail(at)
    else:
        found = {h for h in home if distance(h, at) <= COUNTERS[staff].factors[0]}
        if counter.nation == "french" and counter.army == "1":
            found |= {h for h in home if int(h[:2]) >= FREE_ROW}
        if counter.nation == "belgian":
            found -= {p.at for p in table.of("entente") if p.corps and p.nation == "belgian"}
    piece = table.pieces[name]
    return {h for h in found if fits([piece, *table.at(h)]) and may_share([piece, *table.at(h)])}


def watch_place(deed: Deed) -> list[str]:
    """The hexes offered for the unit that was placed."""
    placed = next((e.data["unit"] for e in deed.events if e.kind == "placed"), None)
    if placed is None or deed.action.verb != "to":
        return []
    offered = {str(a.arg) for a in deed.decision.actions if a.verb == "to"}
    expected = places(laid(deed.was), placed)
    if offered == expected:
        return []
    return [f"{placed}: against the rules {sorted(offered - expected)}, not offered {sorted(expected - offered)}"]
