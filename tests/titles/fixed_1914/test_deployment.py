"""The scenarios: ready plans that obey every rule of set-up, and terms that leave room for others."""

from collections import Counter
from typing import Any

import pytest

from tests.titles.fixed_1914.sheet import (
    UNITS,
    around,
    at,
    countries,
    distance,
    flood,
    hexes,
    inside,
    kind,
    marked,
    rail,
    toml,
)

NEIGHBOURS = {"german": ("germany", {"france", "belgium", "holland"}), "french": ("france", {"germany"})}


def plans(name: str, side: str = "") -> list[dict[str, Any]]:
    return [plan for plan in toml(f"scenarios/{name}.toml")["plan"] if not side or plan["side"] == side]


CAMPAIGN = plans("campaign")
EVERY = [*CAMPAIGN, *plans("introduction")]
GERMAN = [plan for plan in CAMPAIGN if plan["side"] == "german"]
ALLIED = [plan for plan in CAMPAIGN if plan["side"] == "allied"]


def allowed(nation: str) -> set[str]:
    """PP-15c, PP-16a: open hexes of the home country that are no border hexes of the countries named."""
    home, borders = NEIGHBOURS[nation]
    return {name for name in inside(home) if not countries(name) & borders}


def name_of(plan: dict[str, Any]) -> str:
    return str(plan["id"])


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_units_stand_in_open_hexes_of_their_country(plan: dict[str, Any]) -> None:
    for unit, here in plan["hexes"].items():
        nation = kind(unit)["nation"]
        assert (nation == "german") == (plan["side"] == "german")
        if nation in NEIGHBOURS:
            assert here in allowed(nation), f"{unit} in {here}"


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_stacking(plan: dict[str, Any]) -> None:
    stacks: dict[str, list[str]] = {}
    for unit, here in plan["hexes"].items():
        stacks.setdefault(here, []).append(unit)
    if plan["side"] == "allied" and plan in CAMPAIGN:
        for unit, row in UNITS.items():
            if row["group"] == "territorial":
                stacks.setdefault(row["hex"], []).append(unit)
    for here, stack in stacks.items():
        assert len(stack) <= 3, here
        assert sum(int(kind(u)["eighths"]) for u in stack) <= 16, here
        assert sum(kind(u)["kind"] in ("artillery", "railroad") for u in stack) <= 1, here
        strong = [kind(u)["kind"] in ("infantry", "landwehr", "cavalry") for u in stack]
        assert strong[0] or not any(strong), f"{here}: a zero-defence unit on top"  # B-84


@pytest.mark.parametrize("plan", GERMAN, ids=name_of)
def test_allocation(plan: dict[str, Any]) -> None:
    boxes = plan["allocation"]
    corps = [
        u
        for u, row in UNITS.items()
        if row["group"] == "initial" and kind(u)["nation"] == "german" and kind(u)["grade"]
    ]
    given = [u for box in boxes.values() for u in box if kind(u)["grade"]]
    assert sorted(given) == sorted(corps)
    terms = toml("scenarios/campaign.toml")["setup"]["allocation"]
    for box in ("coln", "metz", "strasburg"):
        for unit in boxes[box]:
            assert distance(plan["hexes"][unit], terms[box]["at"]) <= terms[box]["hexes"], unit
    east = Counter(kind(u)["grade"] or UNITS[u]["type"] for u in boxes["russia"])
    sent = east["A"] + east["R"]
    assert east["R"] <= east["A"]
    assert sent <= 10
    assert (east["g-305"], east["g-C"]) == ((2 if sent >= 5 else 1), 1)
    assert not set(boxes["russia"]) & set(plan["hexes"])


@pytest.mark.parametrize("plan", GERMAN, ids=name_of)
def test_everybody_has_a_place(plan: dict[str, Any]) -> None:
    placed = set(plan["hexes"]) | set(plan["allocation"]["russia"])
    assert placed == {
        u for u, row in UNITS.items() if row["group"] in ("initial", "blank") and kind(u)["nation"] == "german"
    }
    assert [plan["hexes"][u] for u in ("g-33R", "g-30R")] == [at("Metz"), at("Strasburg")]  # PP-16d


@pytest.mark.parametrize("plan", ALLIED, ids=name_of)
def test_everybody_in_the_west_has_a_place(plan: dict[str, Any]) -> None:
    free = {
        u
        for u, row in UNITS.items()
        if row["group"] in ("initial", "dutch") and kind(u)["nation"] in ("french", "dutch")
    }
    assert set(plan["hexes"]) == free
    for name in ("Toul", "Belfort", "Epinal", "Verdun"):  # PP-15a
        assert plan["hexes"][f"f-{name.lower()}"] == at(name)
    for unit, here in plan["hexes"].items():
        if kind(unit)["nation"] == "dutch":  # PP-12
            assert countries(here) == {"holland"}
            assert min(distance(here, edge) for edge in marked("closed", "edge")) >= 2


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_cavalry_stands_near_a_corps(plan: dict[str, Any]) -> None:
    reach = 3 if plan["side"] == "german" else 2
    corps = [here for unit, here in plan["hexes"].items() if kind(unit)["size"] == "corps"]
    for unit, here in plan["hexes"].items():
        if kind(unit)["kind"] == "cavalry" and kind(unit)["nation"] != "dutch":
            assert min(distance(here, other) for other in corps) <= reach, unit


@pytest.mark.parametrize("plan", GERMAN, ids=name_of)
def test_engineers_stand_on_rails(plan: dict[str, Any]) -> None:
    assert all(plan["hexes"][u] in rail() for u in ("g-EB1", "g-EB2", "g-EB3"))


@pytest.mark.parametrize("plan", EVERY, ids=name_of)
def test_everybody_is_in_supply_at_the_start(plan: dict[str, Any]) -> None:
    """SU-2, SU-3b: within three hexes of a home rail hex that leads to a source."""
    home, group = ("germany", "german") if plan["side"] == "german" else ("france", "allied")
    net = {one: {o for o in linked if home in countries(o)} for one, linked in rail().items() if home in countries(one)}
    fed = {name for source in marked("supply", group) for name in flood(source, net)}
    for unit, here in plan["hexes"].items():
        if kind(unit)["nation"] != "dutch":
            assert any(distance(here, name) <= 3 for name in fed), unit


def test_no_plan_is_revealed_at_once() -> None:
    """PP-17: however the plans of the two sides are paired, nearly all units can stay inverted."""
    for german in GERMAN:
        for allied in ALLIED:
            foe = {here for unit, here in allied["hexes"].items() if kind(unit)["nation"] == "french"}
            seen = [u for u, here in german["hexes"].items() if foe & set(around(here))]
            assert len(seen) <= 4


def test_room_for_any_allocation() -> None:
    """PP-13, ST-3: each zone has room, two corps a hex, for all that can be sent there."""
    terms = toml("scenarios/campaign.toml")["setup"]["allocation"]
    room = {
        box: sum(distance(h, terms[box]["at"]) <= terms[box]["hexes"] for h in allowed("german"))
        for box in ("coln", "metz", "strasburg")
    }
    assert room == {"coln": 37, "metz": 25, "strasburg": 67}
    assert {box: hexes()[terms[box]["at"]]["name"].lower() for box in room} == {box: box for box in room}


def test_terms_of_the_campaign() -> None:
    made = toml("scenarios/campaign.toml")
    groups = {row["group"] for row in UNITS.values()}
    assert {*made["setup"]["fixed"], *made["setup"]["track"], *made["setup"]["staging"]} <= groups
    options = made["setup"]["belgian_options"]
    named = [*options["upgrades"], *options["upgrades"].values(), *options["extra"]]
    named += [unit for units in options["compensation"].values() for unit in units]
    assert set(named) <= set(UNITS)
    assert set(options["extra_at"]) == {at("Brussels"), at("Ghent")}
    assert len(GERMAN) >= 2
    assert len(ALLIED) >= 2


def test_the_introduction_is_small_and_whole() -> None:
    made = toml("scenarios/introduction.toml")
    area = {name for name in hexes() if distance(name, made["area"]["centre"]) <= made["area"]["hexes"]}
    standing = {unit: here for plan in made["plan"] for unit, here in plan["hexes"].items()}
    assert set(standing.values()) <= area
    assert all(UNITS[u]["hex"] in area for u in made["units"]["forts"])
    guns = {u for u, row in UNITS.items() if row["group"] == "fort" and row["hex"] in area}
    assert guns == set(made["units"]["forts"])
    open_ = {at("Briey")}  # it counts for nobody: the first German march would decide who has it
    assert {at(name) for name in made["victory"]["objectives"]} == (marked("city") & area) - open_
    assert made["last_turn"] - made["first_turn"] + 1 <= 5
    assert made["minutes"] < 30
    assert len(standing) <= 36
    strength = Counter(plan["side"] for plan in made["plan"] for u in plan["hexes"] if kind(u)["size"] == "corps")
    assert 7 <= strength["german"] <= strength["allied"] <= 12
