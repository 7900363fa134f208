"""PP-15d to PP-18, GT-2: what a side sees, what it does not, samples of what is hidden; the sheet and its overlays."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.analysis.twins import check_twins
from front1914.titles.fixed_1914.board import HEXES
from front1914.titles.fixed_1914.imagine import _landwehr
from front1914.titles.fixed_1914.stories import STORIES
from front1914.titles.fixed_1914.world import UNITS
from tests.titles.fixed_1914.positions import Placed, args, asked, position, refused, situation

rule = pytest.mark.rule
FAR: dict[str, Placed] = {"g-XXV": "MM15", "f-COL": "B20"}
STACK: dict[str, Placed] = {"g-I": ("RR24", "hidden"), "g-210-1": ("RR24", "hidden"), "g-blank1": ("RR24", "hidden")}


def names(game: Game, side: str, place: str) -> list[str]:
    """The pieces of a hex as the side sees them, the top first."""
    pieces = [piece for piece in game.view(side)["pieces"] if piece["at"] == place]
    return ["?" if p.get("hidden") else p["id"] for p in sorted(pieces, key=lambda piece: piece["order"])]


def started(seed: int = 1, decisions: int = 0, **options: object) -> Game:
    """A game with ready plans, after some random decisions."""
    game = front1914.new("fixed_1914", options={"setup": "historical", **options}, seed=seed)  # type: ignore[dict-item]
    rng = random.Random(seed)
    for _ in range(decisions):
        if game.decision is None:
            break
        game.act(rng.choice(game.decision.actions))
    return game


# ---- inverted counters


@rule("PP-15d", "PP-16.4", "PP-17.5")
def test_of_inverted_counters_others_see_the_nation_and_the_number() -> None:
    game = situation({**FAR, **STACK})
    assert names(game, "german", "RR24") == ["g-I", "g-210-1", "g-blank1"]
    for side in ("allied", "observer"):
        assert names(game, side, "RR24") == ["?", "?", "?"]
        told = json.dumps(game.view(side))
        assert "g-I" not in told.replace("g-IR", "")
        assert "g-blank1" not in told


@rule("PP-16.2")
def test_the_french_are_hidden_from_the_german() -> None:
    game = started()
    shown = {p["id"] for p in game.view("german")["pieces"]}
    assert "f-TParis" in shown  # its place is printed
    assert not any(name.startswith("f-") and not name.startswith("f-T") for name in shown)


def test_a_hidden_move_is_told_without_a_name() -> None:
    game = situation({**FAR, "g-I": ("RR24", "hidden")})
    game.act("unit", "g-I")
    assert "march" not in json.dumps(game.view("allied")["position"]["flow"])
    game.act("to", "RR25")
    told = [e.text for e in game.events_for("allied")]
    assert any(
        "A German counter moves from the second hex north-west of Mainz (RR24) to the hex north-west of Mainz (RR25)"
        in text
        for text in told
    )
    assert not any("I Corps" in text for text in told)
    assert any("German I Corps moves" in e.text for e in game.events_for("german"))


@rule("PP-16.4", "CE-2.2")
@pytest.mark.parametrize("verb", ["order", "regroup"])
def test_what_is_left_to_order_or_to_regroup_is_its_owners_business(verb: str) -> None:
    """These questions end by themselves when nobody is left for them, which tells what lies in the stacks."""
    landwehr = {"g-I": ("RR24", "hidden"), "g-LW2-1": ("RR24", "hidden"), "g-LW4-1": ("RR25", "hidden")}
    game = situation({**FAR, **landwehr})
    before = game.view("allied")["position"]["flow"]
    game.act(verb)
    assert game.view("german")["position"]["flow"][-1] == [verb]
    for side in ("allied", "observer"):
        assert game.view(side)["position"]["flow"] == before


# ---- Russia and the length of the game


@rule("PP-18.1", "GT-2", "PP-16.3")
@pytest.mark.parametrize(("turn", "known"), [(1, False), (21, False), (22, True)])
def test_the_length_is_secret_until_the_last_turn(turn: int, known: bool) -> None:
    """FX-E040: five corps in Russia make 22 turns."""
    corps = dict.fromkeys(("g-G", "g-XI", "g-XII", "g-XIII", "g-XIV"), "russia")
    game = situation({**FAR, **corps}, turn=turn)
    assert game.view("german")["turns"] == 22
    assert (game.view("allied")["turns"] == 22) == known
    assert (game.view("allied")["secrets"]["length"] == 22) == known


@rule("GT-2")
def test_the_last_turn_is_announced() -> None:
    game = situation({**FAR, "g-I": "RR24"}, side="allied", turn=14)
    while game.state.turn < 15:
        game.act("done")
    assert [e.data["turn"] for e in game.events_for("allied") if e.kind == "last_turn"] == [15]


@rule("PP-18.2", "PP-18.5", "PP-14")
def test_the_russian_box_is_the_german_s_own() -> None:
    game = started()
    boxes = {side: {box["id"]: box["pieces"] for box in game.view(side)["boxes"]} for side in ("german", "allied")}
    assert len([name for name in boxes["german"]["russia"] if "blank" not in name]) == 8
    assert "russia" not in boxes["allied"]
    assert "box" not in json.dumps(game.view("allied")["position"]["units"])


@rule("PP-18.2")
def test_while_the_german_places_everybody_counts_the_russian_box() -> None:
    game, rng = front1914.new("fixed_1914", seed=3), random.Random(3)
    counts = []
    while asked(game)[1] != "move":
        secret = game.view("allied")["secrets"].get("russia")
        counts.append((asked(game)[1], secret))
        game.act(rng.choice([a for a in game.decision.actions if a.verb not in ("plan", "upgrade", "extra")]))  # type: ignore[union-attr]
    seen = {count for step, count in counts if step == "german_place"}
    assert len(seen) == 1
    assert None not in seen
    assert {count for step, count in counts if step in ("allocate", "french_place")} == {None}
    assert "russia" not in game.view("allied")["secrets"]  # PP-18: out of sight again
    assert any(e.kind == "russian_box" and e.reveals for e in game.events)


@rule("PP-18.2")
def test_the_allocation_is_disclosed_at_the_end() -> None:
    game = situation({**FAR, "g-G": "russia"}, result=["german", "points", "for the test", "VC-3", 1])
    assert game.view("allied")["position"]["units"]["g-G"]["at"] == "russia"


# ---- samples


@pytest.mark.parametrize("side", ["german", "allied", "observer"])
@pytest.mark.parametrize("seed", range(3))
def test_a_sample_agrees_with_the_view(seed: int, side: str) -> None:
    game = started(seed, 150 * seed)
    view = game.view(side)
    for key in range(2):
        twin = front1914.from_position(front1914.imagine(view, key), dice="manual")
        assert twin.view(side) == view


def test_a_sample_keeps_landwehr_that_stands_open_during_set_up() -> None:
    game, rng = front1914.new("fixed_1914", options={"setup": "free"}, seed=3), random.Random(3)
    while game.decision is not None and game.decision.step != "german_place":
        game.act(rng.choice(game.decision.actions))
    position = game.position()
    position["units"]["g-LW4-2"] = {"at": "II27"}
    game = front1914.from_position(position, dice="manual")
    view = game.view("allied")
    assert "g-LW4-2" in [piece["id"] for piece in view["pieces"]]
    twin = front1914.from_position(front1914.imagine(view, 1), dice="manual")
    assert twin.view("allied") == view


@pytest.mark.parametrize("seed", range(12))
def test_a_sample_has_no_blank_twice(seed: int) -> None:
    """PP-13: blanks that lie in the Russian box cannot lie on the map as well: Landwehr lies under those counters."""
    assert len(_landwehr({}, slots=3, blanks=0, rng=random.Random(seed))) == 3
    assert len(_landwehr({}, slots=3, blanks=2, rng=random.Random(seed))) >= 1


def test_samples_differ_in_what_is_hidden() -> None:
    view = started().view("allied")
    samples = [front1914.imagine(view, key) for key in range(8)]
    russia = {sum(row["at"] == "russia" for row in sample["units"].values()) for sample in samples}
    assert len(russia) > 1
    assert len({json.dumps(sample, sort_keys=True) for sample in samples}) == 8


@rule("PP-16.5")
def test_a_sample_knows_the_band_of_the_replacement_rate() -> None:
    """RP-2: from turn 3 on a rate of 5 means three to six corps in Russia."""
    game = started(2)
    rng = random.Random(2)
    while game.state.turn < 4:
        game.act("done") if game.why_not("done") is None else game.act(rng.choice(game.decision.actions))  # type: ignore[union-attr]
    view = game.view("allied")
    assert view["secrets"]["rate"] == 5
    for key in range(6):
        twin = front1914.from_position(front1914.imagine(view, key), dice="manual")
        assert 3 <= twin.state.in_russia <= 6


@pytest.mark.parametrize("options", [{"setup": "historical"}, {"setup": "free"}])
def test_twins_answer_and_go_on_alike(options: dict[str, Any]) -> None:
    game, rng = front1914.new("fixed_1914", options=options, seed=7), random.Random(7)
    for n in range(160):
        if game.decision is None:
            break
        if n % 8 == 0:
            for side in ("german", "allied"):
                check_twins(game, side, rng)
        game.act(rng.choice(game.decision.actions))


# ---- what is shown


def test_every_event_has_a_sentence() -> None:
    game = started(5, 3000)
    for event in game.events:
        assert event.kind in STORIES, event.kind
        assert event.text
        assert "{" not in event.text


def test_the_sheet_names_every_hex_and_every_unit() -> None:
    sheet = front1914.title("fixed_1914").sheet()
    json.dumps(sheet)
    assert set(sheet["places"]) == {str(word) for word in HEXES}
    assert set(sheet["pieces"]) == {str(word) for word in UNITS}
    assert sheet["pieces"]["g-I"]["faces"][0] == {"text": "7-12-3"}
    assert {"city", "major", "fortress"} <= set(sheet["places"]["N18"]["tags"])
    assert sheet["places"]["BB20"]["x"] > sheet["places"]["N18"]["x"]
    assert all(place in sheet["places"] for line in sheet["lines"] for place in line["places"])


def test_every_verb_without_an_argument_has_a_label() -> None:
    title = front1914.title("fixed_1914")
    assert set(title.sheet()["labels"]) >= {verb for verb, noun in title.verbs.items() if noun is None}


def test_hints_of_a_march() -> None:
    game = situation({**FAR, "f-I": "K20"}, side="allied")
    game.act("unit", "f-I")
    hints = game.hints()
    assert hints["to K24"] == {"left": 0, "path": ["K20", "K21", "K22", "K23", "K24"], "mark": "strategic"}
    assert hints["to K21"]["left"] == 3


def test_overlays() -> None:
    game = situation({**FAR, **STACK, "f-I": ("RR28", "hidden"), "f-II": "RR27"})
    assert game.overlay("german", "reach", "g-I")["places"]
    assert game.overlay("german", "reach", "f-II")["places"]
    for subject in ("f-I", "nobody", "fort-metz"):
        with pytest.raises(front1914.BadInput):
            game.overlay("german", "reach", subject)
    assert game.overlay("german", "supply")["places"]
    with pytest.raises(front1914.BadInput):
        game.overlay("german", "supply", "allied")
    assert "RR26" in game.overlay("german", "beside", "allied")["places"]
    assert "French II Corps" in game.overlay("allied", "attackers", "RR26")["text"]
    with pytest.raises(front1914.BadInput):
        game.overlay("german", "nonsense")
    assert "RM-1" in game.overlay("allied", "rail", "f-II")["text"]


@rule("MV-6", "RM-1.4", "SM-1.4")
def test_overlays_of_an_enemy_do_not_tell_what_it_did_in_its_phase() -> None:
    """Whether its move is over, what is left of it and where it has been is its owner's business."""
    idle = position({**FAR, "f-II": "N18", "f-I": "K20"}, side="allied")
    done = json.loads(json.dumps(idle))
    done["units"]["f-II"] |= {"moved": 1, "spent": 2, "near": 3}
    games = [front1914.from_position(found, seed=1) for found in (idle, done)]
    for name in ("reach", "rail"):
        for eyes in ("german", "observer"):
            first, second = (game.overlay(eyes, name, "f-II") for game in games)
            assert first == second
            assert first["places"]
        first, second = (game.overlay("allied", name, "f-II") for game in games)
        assert first != second


def test_refusals_do_not_depend_on_secrets() -> None:
    """A blank and a corps under the same back bar the way alike."""
    for unit in ("g-blank1", "g-I"):
        game = situation({**FAR, unit: ("RR24", "hidden"), "f-I": "RR27"}, side="allied")
        game.act("unit", "f-I")
        assert refused(game, "to", "RR24") == "MV-4"
        assert "RR25" in args(game, "to")


@rule("SM-1.4")
def test_the_reach_that_is_shown_is_the_reach_that_is_offered() -> None:
    """Who stands beside the enemy has no bonus, and is not promised it before it is picked; nor after its phase."""
    units = {**FAR, "g-I": "K18", "f-I": "K17", "g-II": "Q18"}
    game = situation(units)
    shown = {unit: set(game.overlay("german", "reach", unit)["places"]) for unit in ("g-I", "g-II")}
    assert "3 movement factors" in game.overlay("german", "reach", "g-I")["text"]
    for unit, places in shown.items():
        march = game.copy()
        march.act("unit", unit)
        assert places == set(args(march, "to")), unit
    for other in (situation(units, side="allied"), situation(units, step="combat")):
        assert {unit: set(other.overlay("german", "reach", unit)["places"]) for unit in shown} == shown
        assert "RM-1" in other.overlay("german", "rail", "g-I")["text"]
