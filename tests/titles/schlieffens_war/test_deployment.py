"""The scenarios: legal under 3.1, within the stacking limits, in command and in supply."""

import tomllib
from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests.titles.schlieffens_war.sheet import (
    CORPS,
    DATA,
    HOME,
    UNITS,
    at,
    beside,
    distance,
    figures,
    hexes,
    marked,
    rail,
)

SCENARIOS = ("campaign", "introduction")


@cache
def scenario(name: str) -> dict[str, Any]:
    with (DATA / "scenarios" / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def standing(name: str) -> dict[str, str]:
    """Where every unit stands at the start, forts included."""
    made = scenario(name)
    found: dict[str, str] = {**made["deployment"]["german"], **made["deployment"]["entente"]}
    forts = made.get("units", {}).get("forts", [n for n, row in UNITS.items() if row["kind"] == "fort"])
    return found | {fort: UNITS[fort]["hex"] for fort in forts}


def side(unit: str) -> str:
    return "german" if UNITS[unit]["nation"] == "german" else "entente"


def headquarters(unit: str) -> str:
    row = UNITS[unit]
    same = (row["nation"], row["army"])
    return next(n for n, r in UNITS.items() if r["kind"] == "hq" and (r["nation"], r["army"]) == same)


def hostile(name: str, unit: str) -> tuple[set[str], set[str]]:
    """The hexes that the unit's enemies hold, and those of their zones of control that no friend fills (7.0, 7.5)."""
    units = standing(name)
    foes = [u for u in units if side(u) != side(unit)]
    forts = {units[u] for u in foes if UNITS[u]["kind"] == "fort"} | marked("fortress")
    zones = {n for u in foes if u in CORPS and units[u] not in forts for n in beside(units[u])}
    return {units[u] for u in foes}, zones - {units[u] for u in units if side(u) == side(unit)}


def reach(name: str, unit: str, start: str, limit: float, rail_in: str | None = None) -> set[str]:
    """Hexes to which a path of that length leads; `rail_in` is the country whose rail hexes count one-half."""
    held, zones = hostile(name, unit)
    best, edge = {start: 0.0}, [start]
    while edge:
        here = edge.pop()
        if here in zones and here != start:
            continue
        for there in beside(here):
            along = there in rail().get(here, ()) and rail_in in ("", hexes()[there]["country"])
            cost = best[here] + (0.5 if along else 1.0)
            if there not in held and cost <= limit and cost < best.get(there, 99.0):
                best[there] = cost
                edge.append(there)
    return set(best)


def by_rail(name: str, unit: str, start: str, edges: set[str]) -> bool:
    """Whether rail free of the enemy leads from a hex to one of the map edges."""
    held, zones = hostile(name, unit)
    found, queue = {start}, [start] if start in rail() else []
    while queue:
        here = queue.pop()
        if edges & set(hexes()[here]["edges"].split()):
            return True
        for there in rail()[here] - found - held - zones:
            found.add(there)
            queue.append(there)
    return False


def supplied(name: str, unit: str) -> bool:
    """8.3, 8.5, 8.6, for units as they stand at the start."""
    units, here, nation = standing(name), standing(name)[unit], UNITS[unit]["nation"]
    if nation == "belgian":
        return hexes()[here]["country"] == "belgium"
    offices = [u for u in units if UNITS[u]["kind"] == "hq" and UNITS[u]["nation"] == nation]
    if nation == "french":
        near = reach(name, unit, here, 2, "france")
        return any(units[hq] in near and by_rail(name, unit, units[hq], {"south", "west"}) for hq in offices)
    near = reach(name, unit, here, 2)
    bases = [city for city in near & marked("city") if hexes()[city]["country"] == "germany"]
    for hq in offices:
        depot = next(u for u in units if UNITS[u]["kind"] == "depot" and UNITS[u]["army"] == UNITS[hq]["army"])
        if units[hq] in near and units[depot] in reach(name, unit, units[hq], 2, ""):
            bases.append(units[depot])
    return any(by_rail(name, unit, base, {"east"}) for base in bases)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_places_known_units_on_the_map(name: str) -> None:
    units = standing(name)
    assert set(units) <= set(UNITS)
    assert set(units.values()) <= set(hexes())
    assert all(side(u) == s for s in ("german", "entente") for u in scenario(name)["deployment"][s])


def test_the_campaign_places_everybody() -> None:
    waiting = {u for u, row in UNITS.items() if row["turn"]}
    assert set(standing("campaign")) == set(UNITS) - waiting


@pytest.mark.parametrize("name", SCENARIOS)
def test_headquarters_stand_in_or_beside_their_printed_hex(name: str) -> None:
    for unit, here in standing(name).items():
        row = UNITS[unit]
        if row["kind"] == "hq" and row["hex"]:
            assert distance(here, row["hex"]) <= 1, unit


@pytest.mark.parametrize("name", SCENARIOS)
def test_units_stand_at_home_and_within_the_radius_of_their_headquarters(name: str) -> None:
    units = standing(name)
    for unit, here in units.items():
        assert hexes()[here]["country"] == HOME[UNITS[unit]["nation"]], unit
        if unit in CORPS:
            hq = headquarters(unit)
            radius = figures(hq, "factors")[0]
            assert units[hq] in reach(name, unit, here, radius), f"{unit} is out of command"


@pytest.mark.parametrize("name", SCENARIOS)
def test_stacking(name: str) -> None:
    stacks: dict[str, list[str]] = {}
    for unit, here in standing(name).items():
        stacks.setdefault(here, []).append(unit)
    for here, stack in stacks.items():
        kinds = Counter(UNITS[u]["kind"] for u in stack)
        assert kinds["infantry"] + kinds["cavalry"] + kinds["fort"] <= 3, here
        assert kinds["hq"] <= 1, here
        assert len({UNITS[u]["nation"] for u in stack}) == 1, here
        assert sum(UNITS[u]["nation"] == "belgian" and u in CORPS for u in stack) <= 1, here


@pytest.mark.parametrize("name", SCENARIOS)
def test_depots_stand_on_rail_within_reach(name: str) -> None:
    units = standing(name)
    for unit, here in units.items():
        if UNITS[unit]["kind"] == "depot":
            assert here in rail()
            assert here in reach(name, unit, units[headquarters(unit)], 2, ""), unit


@pytest.mark.parametrize("name", SCENARIOS)
def test_everybody_is_in_supply_at_the_start(name: str) -> None:
    lost = [u for u in standing(name) if u in CORPS or UNITS[u]["kind"] == "hq" if not supplied(name, u)]
    assert lost == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_headquarters_has_a_line_of_its_own(name: str) -> None:
    """No army hangs on a neighbour: French HQs stand on rail to their edge, German ones reach their depot."""
    units = standing(name)
    for hq, here in units.items():
        if UNITS[hq]["kind"] == "hq" and UNITS[hq]["nation"] == "french":
            assert by_rail(name, hq, here, {"south", "west"}), hq
        elif UNITS[hq]["kind"] == "hq" and UNITS[hq]["nation"] == "german":
            depot = hq.replace("HQ", "D")
            assert units[depot] in reach(name, hq, here, 2, ""), hq
            assert by_rail(name, hq, units[depot], {"east"}), hq


def test_the_free_set_up_lets_every_corps_in() -> None:
    """3.1: each army finds room for all its corps within the radius of its HQ on the printed hex."""
    for hq, row in UNITS.items():
        if row["kind"] == "hq" and row["hex"]:
            home = {h for h, r in hexes().items() if r["country"] == HOME[row["nation"]]}
            near = {h for h in home if distance(h, row["hex"]) <= figures(hq, "factors")[0]}
            corps = [u for u in CORPS if headquarters(u) == hq]
            assert len(corps) <= 2 * len(near), hq


def test_the_campaign_states_the_victory_conditions() -> None:
    made = scenario("campaign")
    assert (made["first_turn"], made["last_turn"]) == (1, 10)
    assert made["victory"] == {
        "draw": 11, "german": 13, "paris_endangered": True, "sudden_death": True,
        "plan_xvii": {"turn": 7, "attacks": 7}, "withdrawal": {"turn": 7, "corps": 2},
    }  # fmt: skip
    assert (made["markers"]["coup"], made["markers"]["heavy_artillery"]) == (1, 3)


def test_the_introduction_is_small_and_whole() -> None:
    made, units = scenario("introduction"), standing("introduction")
    low, high = made["area"]["rows"]
    area = {h for h in hexes() if low <= int(h[:2]) <= high}
    assert set(units.values()) <= area
    assert {at(name) for name in ("Dunkirk", "Calais", "Boulogne", "Brussels", "Antwerp")} <= area
    assert all(UNITS[u]["turn"] == "3" for u in made["units"]["track"])
    assert 3 <= made["last_turn"] - made["first_turn"] + 1 <= 4
    assert made["minutes"] < 30
    assert len(units) + len(made["units"]["track"]) <= 30
    scoring = [hexes()[h]["name"] for h in marked("vp") & area]
    assert (
        0 < made["victory"]["draw"] <= made["victory"]["german"] < len(scoring)
    )  # tuned: docs/titles/schlieffens_war.md
