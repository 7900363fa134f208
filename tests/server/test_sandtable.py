"""The sand table: positions that somebody lays out by hand, attacks imagined on them, and games that begin there."""

from __future__ import annotations

from typing import Any

import pytest

import front1914
from front1914.server import sandtable
from tests.server.house import House

#: by title: scenario, who attacks what, and the pieces that are put beside it first
ATTACKS: dict[str, tuple[str, str, str, dict[str, str]]] = {
    "schlieffens_war": ("introduction", "german", "1109", {}),
    "germany_at_war": ("introduction", "german", "9", {"G1-I1": "9", "G1-I4": "9"}),
    "fixed_1914": ("introduction", "german", "JJ31", {"g-XXI": "KK31"}),
    "der_weltkrieg": ("liege", "central", "2107", {}),
    "offensive_a_outrance": ("introduction", "allied", "55.70", {"f-14/7": "54.70"}),
}


def laid(title: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The opening of a title with the attackers beside their target."""
    scenario, _, _, moves = ATTACKS[title]
    opened = sandtable.opening(title, scenario)
    rows = opened["position"][opened["form"]["table"]]
    for piece, place in moves.items():
        rows[piece] = rows.get(piece, {}) | {"at": place}
    return opened, opened["position"]


@pytest.mark.parametrize("title", ATTACKS)
def test_every_title_tells_what_an_imagined_attack_would_bring(title: str) -> None:
    _, side, target, _ = ATTACKS[title]
    opened, position = laid(title)
    assert {piece["id"] for piece in opened["pieces"]} <= set(opened["position"][opened["form"]["table"]])
    before = front1914.from_position(position, dice="manual").digest()
    found = sandtable.attack(title, position, side, target, None)
    battle = found["battle"]
    assert battle["target"] == target
    assert battle["attack"] > 0
    assert battle["aim"]
    assert battle["losses"]
    assert not found["able"]  # all who may take part do
    assert front1914.from_position(position, dice="manual").digest() == before  # nothing was done to what lies there
    fewer = battle["attackers"][:1]
    if title != "germany_at_war":  # there all blocks of an Area fight
        assert sandtable.attack(title, position, side, target, fewer)["battle"]["attackers"] == fewer


@pytest.mark.parametrize("title", ATTACKS)
def test_what_cannot_stand_is_refused_with_its_place(title: str) -> None:
    opened, position = laid(title)
    table = opened["form"]["table"]
    piece = next(iter(position[table]))
    wrong = position | {table: position[table] | {piece: {"at": "nowhere"}}}
    assert sandtable.lay(title, wrong)["error"]["place"] == f"{table}.{piece}.at"
    assert sandtable.lay(title, {"title": "ford"})["error"]["place"] == "title"
    assert sandtable.attack(title, position, "nobody", "1", None)["error"]["place"] == "side"


def test_both_sides_in_one_hex_are_an_invariant_of_the_title() -> None:
    _, position = laid("der_weltkrieg")
    position["units"]["be-1"]["at"] = "2206"
    error = sandtable.lay("der_weltkrieg", position)["error"]
    assert error["place"] == "position"
    assert "both sides stand in 2206" in error["reason"]


def test_an_attack_that_the_rules_forbid_says_which() -> None:
    _, position = laid("schlieffens_war")
    error = sandtable.attack("schlieffens_war", position, "german", "0812", None)["error"]
    assert error["rule"]
    assert error["reason"]


@pytest.mark.asyncio
async def test_a_game_begins_from_a_position(house: House) -> None:
    position = (await house.get("/api/titles/schlieffens_war/sandtable?scenario=introduction"))["position"]
    position["units"]["g-1-IX"]["at"] = "1108"
    here = "/api/titles/schlieffens_war/sandtable"
    bad = await house.call("POST", here, {"position": position | {"turn": 99}})
    assert (bad.status, bad.error["place"]) == (422, "turn")
    long = await house.call("POST", here, {"position": position | {"turn": 2**70}})
    assert (long.status, long.error["reason"]) == (422, "it has a number with too many digits")
    assert (await house.call("GET", f"{here}?scenario=none")).error["place"] == "scenario"
    assert (await house.call("POST", f"{here}/game", {"position": position | {"side": "x"}})).error["place"] == "side"
    seats = {"german": {"kind": "human"}, "entente": {"kind": "human"}}
    made = await house.call("POST", f"{here}/game", {"position": position, "seats": seats})
    assert made.status == 201
    view = (await house.get(f"/api/games/{made.json['game']['id']}/view?side=german"))["view"]
    assert next(p["at"] for p in view["pieces"] if p["id"] == "g-1-IX") == "1108"


@pytest.mark.asyncio
async def test_whoever_lays_out_his_own_game_learns_nothing_of_the_enemy(house: House) -> None:
    """Own blocks stand where they stand; which of the enemy's stands where is imagined anew each time."""
    made = await house.post("/api/games", title="germany_at_war", scenario="introduction", seats={}, seed=7)
    game = made["game"]["id"]
    truth = (await house.library.table(game)).game.position()["blocks"]
    found = [(await house.get(f"/api/games/{game}/sandtable?side=german"))["position"]["blocks"] for _ in range(4)]
    for blocks in found:
        own = {block: row["at"] for block, row in blocks.items() if block.startswith("G")}
        assert own == {block: row["at"] for block, row in truth.items() if block.startswith("G")}
    theirs = [{b: row["at"] for b, row in blocks.items() if not b.startswith("G")} for blocks in found]
    assert any(one != theirs[0] for one in theirs[1:])
