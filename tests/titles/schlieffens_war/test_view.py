"""6.6: fog of war: what a side sees, what it does not, and samples of what is hidden; the sheet and its overlays."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.analysis.twins import check_twins
from front1914.titles.schlieffens_war.stories import STORIES
from front1914.titles.schlieffens_war.world import HEXES, UNITS
from tests.titles.schlieffens_war.arena import CENTRE, NE, QUARREL, attack
from tests.titles.schlieffens_war.positions import args, refused, situation

rule = pytest.mark.rule
STACK = {"f-5-I": CENTRE, "f-5-II": CENTRE, "f-5-HQ": CENTRE}


def seen(game: Game, side: str, place: str = CENTRE) -> list[dict[str, Any]]:
    """The pieces of a hex as the side sees them, the top first."""
    pieces = [piece for piece in game.view(side)["pieces"] if piece["at"] == place]
    return sorted(pieces, key=lambda piece: piece["order"])


def names(game: Game, side: str, place: str = CENTRE) -> list[str]:
    return ["?" if piece.get("hidden") else piece["id"] for piece in seen(game, side, place)]


# ---- what is seen


@rule("6.6")
def test_a_side_sees_all_its_own_units() -> None:
    assert names(situation(STACK, fog=True), "entente") == ["f-5-I", "f-5-II", "f-5-HQ"]


@rule("6.6.a")
def test_of_an_enemy_stack_only_the_top_is_seen() -> None:
    """And how many counters of which nation lie below it (R24)."""
    for side in ("german", "observer"):
        game = situation(STACK, fog=True)
        assert names(game, side) == ["f-5-I", "?", "?"]
        assert [piece["nation"] for piece in seen(game, side)[1:]] == ["french", "french"]


@rule("6.6.a")
def test_the_top_is_a_combat_unit() -> None:
    """R24: an HQ lies below a corps, however the stack was ordered."""
    game = situation({"f-5-HQ": CENTRE, "f-5-I": CENTRE}, fog=True)
    assert names(game, "german") == ["f-5-I", "?"]
    assert names(situation({"f-5-HQ": CENTRE}, fog=True), "german") == ["f-5-HQ"]


@rule("6.6.a")
def test_the_markers_of_the_top_are_seen() -> None:
    game = situation({"f-5-I": (CENTRE, "fatigued", "out", 1), "f-5-II": (CENTRE, "elan")}, fog=True)
    top, below = seen(game, "german")
    assert (top["face"], top["marks"]) == (1, ["fatigued", "out_of_supply"])
    assert (below["face"], below["marks"]) == (0, [])


@rule("6.6.a")
def test_forts_are_always_seen() -> None:
    """R107."""
    game = situation({"f-3-IV": "1910", "f-3-V": "1910", "fort-verdun": "1910"}, fog=True)
    assert sorted(names(game, "german", "1910")) == ["?", "f-3-IV", "fort-verdun"]


@rule("6.6")
def test_without_fog_everything_is_seen() -> None:
    assert names(situation(STACK), "german") == ["f-5-I", "f-5-II", "f-5-HQ"]


def test_nothing_of_a_hidden_unit_is_in_the_view() -> None:
    game = situation({**STACK, "f-5-II": (CENTRE, "fatigued", 1)}, fog=True)
    told = json.dumps(game.view("german"))
    assert "f-5-I" in told
    assert "f-5-II" not in told
    assert "f-5-HQ" not in told
    assert "fatigued" not in told


def test_what_lies_beside_the_map_is_open() -> None:
    game = situation({"f-5-II": "display", "f-5-III": "removed", "b-I": "track"}, fog=True)
    assert {box["id"]: box["pieces"] for box in game.view("german")["boxes"]} == {
        "display": ["f-5-II"],
        "removed": ["f-5-III"],
        "track": ["b-I"],
    }


# ---- the order of a stack


@rule("6.6")
def test_the_owner_orders_his_stacks() -> None:
    """R108: each unit once a phase; newcomers go below."""
    game = situation({**STACK, "f-5-III": NE}, side="entente", fog=True)
    game.act("order")
    assert args(game, "top") == ["f-5-II"]
    reason = game.why_not("top", "f-5-HQ")
    assert reason is not None
    assert (reason.rule, reason.text) == ("6.6", "corps and forts lie above HQs and depots")
    assert refused(game, "top", "f-5-I") == "6.6"
    game.act("top", "f-5-II")
    game.act("done")
    assert names(game, "german") == ["f-5-II", "?", "?"]
    game.act("unit", "f-5-III")
    game.act("to", CENTRE)
    game.act("stop")
    assert names(game, "german") == ["f-5-II", "?", "?", "?"]
    game.act("order")
    game.act("top", "f-5-I")
    assert refused(game, "top", "f-5-II") == "6.6"


@rule("6.6")
def test_a_newcomer_goes_below() -> None:
    """Also one that comes first in the list of units."""
    game = situation({"f-5-I": NE, "f-5-II": CENTRE}, side="entente", fog=True)
    game.act("unit", "f-5-I")
    game.act("to", CENTRE)
    assert names(game, "german") == ["f-5-II", "?"]


def test_without_fog_there_is_nothing_to_order() -> None:
    game = situation(STACK, side="entente")
    assert refused(game, "order") == "6.6"


ATTACKERS = {"g-2-X": NE, "g-2-VII": NE}


def after_an_attack(units: dict[str, str], fog: bool = True) -> list[tuple[str, list[str]]]:
    """Who is asked to order what at the end of a Combat Phase with one attack."""
    game = situation(ATTACKERS | units, step="attack", fog=fog, dice=[4] * 30)
    attack(game, CENTRE, "g-2-X", "g-2-VII")
    asked = []
    while (decision := game.decision) is not None and game.state.phase == "combat":
        if decision.step == "array":
            asked.append((decision.side, args(game, "top")))
        verbs = [action.verb for action in decision.actions]
        choice = "done" if "done" in verbs else "commit" if "commit" in verbs else verbs[0]
        game.act(next(action for action in decision.actions if action.verb == choice))
    return asked


@rule("6.6")
def test_both_sides_order_the_stacks_that_fought() -> None:
    """R108: those who were attacked too, at the end of the Combat Phase; other stacks lie as they lay."""
    others = {"f-4-XII": "2610", "f-4-XVII": "2610", "g-7-XIV": "2606", "g-7-XV": "2606"}
    assert after_an_attack(STACK | others) == [("german", ["g-2-X"]), ("entente", ["f-5-II"])]


@rule("6.6.a")
def test_who_is_asked_for_the_order_betrays_nothing() -> None:
    """R108: two counters are enough to be asked, whatever lies below."""
    assert after_an_attack({"f-5-I": CENTRE, "f-5-HQ": CENTRE}) == [("german", ["g-2-X"]), ("entente", [])]
    assert after_an_attack({"f-5-I": CENTRE}) == [("german", ["g-2-X"])]


@rule("6.6")
def test_nobody_is_asked_for_an_order_without_fog() -> None:
    assert after_an_attack(STACK, fog=False) == []


@rule("6.6")
def test_a_stack_that_did_not_fight_keeps_its_order() -> None:
    others = {"f-4-XII": "2610", "f-4-XVII": "2610"}
    game = situation(ATTACKERS | STACK | others, step="attack", fog=True, dice=[4] * 30)
    attack(game, CENTRE, "g-2-X", "g-2-VII")
    while game.decision is not None and game.decision.step != "array":
        verb = next(a for a in game.decision.actions if a.verb in ("done", "commit", "unit"))
        game.act(verb)
    game.act("top", "g-2-X")
    assert refused(game, "top", "g-2-X") == "6.6"
    game.act("done")
    assert game.decision is not None
    assert (game.decision.side, game.decision.step) == ("entente", "array")
    reason = game.why_not("top", "f-4-XVII")
    assert reason is not None
    assert reason.text == "its stack has not fought in this phase"
    game.act("top", "f-5-II")
    assert names(game, "german") == ["f-5-II", "?", "?"]


# ---- what is told


def told(game: Game, side: str | None) -> list[str]:
    return [event.text for event in game.events_for(side)]


def test_a_hidden_march_is_told_to_its_owner_alone() -> None:
    game = situation({"g-1-II": "2317", "g-1-III": "2318", "f-5-I": "2610"}, fog=True)
    game.act("unit", "g-1-III")
    game.act("to", "2317")  # under the II Corps
    assert any(
        "III Corps moves from the third hex south of Paris (2318) to the third hex south-east of Paris (2317)" in text
        for text in told(game, "german")
    )
    assert not any("III Corps" in text for text in told(game, "entente"))
    assert any(
        "A unit moves from the third hex south of Paris (2318) to the third hex south-east of Paris (2317)" in text
        for text in told(game, "entente")
    )
    assert any("A unit moves" in text for text in told(game, "observer"))


def test_an_open_march_is_told_to_all() -> None:
    game = situation({"g-1-III": "2318", "f-5-I": "2610"}, fog=True)
    game.act("unit", "g-1-III")
    game.act("to", "2317")
    assert any(
        "III Corps moves from the third hex south of Paris (2318) to the third hex south-east of Paris (2317)" in text
        for text in told(game, "entente")
    )


def test_who_is_about_to_move_is_the_owner_s_business() -> None:
    game = situation({"g-1-II": "2317", "g-1-III": "2317", "f-5-I": "2610"}, fog=True)
    game.act("unit", "g-1-III")
    assert "march" in [frame[0] for frame in game.view("german")["position"]["flow"]]
    assert "march" not in [frame[0] for frame in game.view("entente")["position"]["flow"]]
    assert "III" not in json.dumps(game.view("entente")["position"]["flow"])


def test_the_odds_of_an_attack_are_grouped_by_its_result() -> None:
    """12 against 3 in clear terrain: the column 4:1, automatic results none."""
    game = situation({**QUARREL, "g-1-II": NE, "g-1-III": NE, "g-1-IV": NE, "f-5-I": CENTRE}, step="attack")
    game.act("to", CENTRE)
    for unit in ("g-1-II", "g-1-III", "g-1-IV"):
        game.act("unit", unit)
    chances = game.odds(front1914.Action("commit")).by()
    assert {result: str(chance) for result, chance in chances.items()} == {"1/2": "1/2", "1/1": "1/3", "0/3": "1/6"}


def test_every_event_has_a_sentence() -> None:
    game, rng = front1914.new("schlieffens_war", options={"setup": "historical"}, seed=5), random.Random(5)
    while game.decision is not None:
        game.act(rng.choice(game.decision.actions))
    for event in game.events:
        assert event.kind in STORIES
        assert event.text
        assert "{" not in event.text


# ---- battles


def test_a_battle_shows_who_takes_part_while_it_lasts() -> None:
    """The third corps and the HQ that stays out remain hidden."""
    units = {**QUARREL, "g-1-II": NE, "g-1-III": NE, **STACK, "f-5-III": CENTRE}
    game = situation(units, step="attack", fog=True)
    game.dice = None  # somebody throws the dice by hand, so that the battle waits for them
    assert names(game, "entente", NE) == ["g-1-II", "?"]
    attack(game, CENTRE, "g-1-III")
    assert sorted(names(game, "entente", NE)) == ["g-1-II", "g-1-III"]
    assert names(game, "german") == ["f-5-I", "?", "?", "?"]
    game.act("unit", "f-5-II")
    assert names(game, "german") == ["f-5-I", "?", "?", "?"]  # not before both are named
    game.act("unit", "f-5-III")
    game.act("commit")
    assert game.decision is not None
    assert game.decision.step == "combat_die"
    assert names(game, "german") == ["f-5-I", "f-5-II", "f-5-III", "?"]
    assert any(event.reveals for event in game.events if event.kind == "defence")


def test_dice_for_a_hidden_unit_do_not_name_it() -> None:
    """With dice thrown by hand the view waits for the die: its owner sees for whom, the enemy does not."""
    units = {"f-5-I": "2321", "f-5-II": CENTRE, "f-5-HQ": CENTRE, "g-7-ERS": "2610"}
    game = situation(units, side="entente", fog=True)
    game.dice = None
    game.act("unit", "f-5-II")
    game.act("to", "2321")  # by a forced march, under the I Corps
    game.act("stop")
    assert game.decision is not None
    assert game.decision.step == "forced_march"
    assert "II" not in game.decision.prompt
    assert game.view("entente")["position"]["flow"][-1] == ["forced_march", ["f-5-II"]]
    assert "f-5-II" not in json.dumps(game.view("german"))


# ---- samples


def played(seed: int, decisions: int) -> Game:
    game, rng = front1914.new("schlieffens_war", options={"setup": "historical"}, seed=seed), random.Random(seed)
    for _ in range(decisions):
        if game.decision is None:
            break
        game.act(rng.choice(game.decision.actions))
    return game


@pytest.mark.parametrize("side", ["german", "entente", "observer"])
@pytest.mark.parametrize("seed", range(3))
def test_a_sample_agrees_with_the_view(seed: int, side: str) -> None:
    game = played(seed, 120 * (seed + 1))
    view = game.view(side)
    for key in range(3):
        twin = front1914.from_position(front1914.imagine(view, key), dice="manual")
        assert twin.view(side) == view


@pytest.mark.parametrize("side", ["german", "entente"])
def test_a_sample_knows_no_more_than_the_view(side: str) -> None:
    """The twin differs from the truth where something is hidden."""
    game = played(1, 60)
    view = game.view(side)
    samples = [front1914.imagine(view, key)["units"] for key in range(6)]
    assert len({json.dumps(sample, sort_keys=True) for sample in samples}) > 1
    for sample in samples:
        assert sorted(sample) == sorted(game.position()["units"])


@pytest.mark.parametrize("seed", range(3))
def test_twins_answer_and_go_on_alike(seed: int) -> None:
    game, rng = played(seed, 90), random.Random(seed)
    for _ in range(25):
        if game.decision is None:
            break
        for side in ("german", "entente"):
            check_twins(game, side, rng)
        game.act(rng.choice(game.decision.actions))


@rule("6.5", "6.6")
@pytest.mark.parametrize(
    "crowd",
    [
        ("g-1-II", "g-1-III", "g-1-IV", "g-1-IX"),
        ("g-1-II", "g-1-III", "g-1-IV", "g-1-IX", "g-1-HQ", "g-1-D"),
        ("g-1-II", "g-1-HQ", "g-2-HQ"),
        ("g-1-HQ", "g-2-HQ", "g-1-D"),
    ],
)
def test_a_sample_of_an_overstacked_hex_is_overstacked(crowd: tuple[str, ...]) -> None:
    """Everybody knows that too many stand there, though not who."""
    others = {"g-3-HQ": "1006", "g-3-XI": "1006", "g-3-D": "1006", "g-2-X": "1005", "g-2-D": "1005"}
    units = dict.fromkeys(crowd, CENTRE) | others | {"f-5-I": "2610"}
    flow = [["turn"], ["end_of_turn"], ["stacking", []]]
    game = situation(units, fog=True, phase="combat", flow=flow)
    assert game.step is not None
    assert game.step.name == "overstack"
    for key in range(12):
        twin = front1914.from_position(front1914.imagine(game.view("entente"), key))
        assert twin.step is not None
        assert (twin.step.name, len(args(twin, "unit")) > 1) == ("overstack", True)


def test_a_sample_keeps_hqs_apart_and_depots_on_rails() -> None:
    game = front1914.new("schlieffens_war", options={"setup": "historical"}, seed=1)
    view = game.view("entente")
    for key in range(8):
        state = front1914.from_position(front1914.imagine(view, key)).state
        for stack in state.stacks().values():
            assert sum(UNITS[u].endswith("HQ") for u in stack) <= 1  # type: ignore[union-attr]


# ---- the sheet and the overlays


def test_the_sheet_names_every_hex_and_every_unit() -> None:
    sheet = front1914.title("schlieffens_war").sheet()
    json.dumps(sheet)
    assert set(sheet["places"]) == {str(word) for word in HEXES}
    assert set(sheet["pieces"]) == {str(word) for word in UNITS}
    antwerp, ruhr = sheet["places"]["0812"], sheet["places"]["0804"]
    assert (antwerp["name"], antwerp["nation"]) == ("Antwerp", "belgian")
    assert {"city", "fortress", "victory"} <= set(antwerp["tags"])
    assert ruhr["x"] - antwerp["x"] == pytest.approx(8)  # east of it, in the same row
    assert sheet["pieces"]["g-2-X"]["faces"] == [{"text": "4-4"}, {"text": "2-4"}]
    assert [face["text"] for face in sheet["pieces"]["fort-verdun"]["faces"]] == ["4", "3", "2", "1"]
    assert sheet["pieces"]["g-1-HQ"]["faces"] == [{"text": "(3)-4"}, {"text": "(2)-2"}]


def test_every_verb_without_an_argument_has_a_label() -> None:
    title = front1914.title("schlieffens_war")
    labels = {label.rpartition(": ")[2] for label in title.sheet()["labels"]}  # "bombard: done" is that of one step
    assert labels == {verb for verb, noun in title.verbs.items() if noun is None}


def test_the_overlay_of_reach() -> None:
    game = situation({"g-1-II": CENTRE, "g-1-HQ": CENTRE, "f-5-I": "2610", "f-5-II": "2610"}, fog=True)
    found = game.overlay("german", "reach", "g-1-II")
    assert found["places"]["2317"] == {"left": 5}
    assert found["places"]["2321"] == {"left": 1, "mark": "forced march"}
    assert game.overlay("german", "reach", "f-5-I")["places"]  # it is seen
    with pytest.raises(front1914.BadInput):
        game.overlay("german", "reach", "f-5-II")  # it is not


@rule("6.6.a")
def test_the_reach_of_an_enemy_does_not_tell_whether_an_hq_is_near() -> None:
    """10.6: a forced march needs command; the HQ that gives it may lie hidden below the corps that is asked about."""
    told = [
        situation({"f-5-I": "2610", hidden: "2610", "g-1-II": CENTRE}, fog=True).overlay(eyes, "reach", "f-5-I")
        for eyes in ("german", "observer")
        for hidden in ("f-5-HQ", "f-5-X", "f-5-II")
    ]
    assert all(found == told[0] for found in told)
    assert "if it is in command" in told[0]["text"]
    own = situation({"f-5-I": "2610", "f-5-II": "2610", "g-1-II": CENTRE}, fog=True)
    assert own.overlay("entente", "reach", "f-5-I")["text"].endswith(": 4 movement points")


def test_overlays_of_supply_and_command_are_a_side_s_own() -> None:
    game = front1914.new("schlieffens_war", options={"setup": "historical"}, seed=1)
    for name in ("supply", "command"):
        assert game.overlay("german", name)["places"]
        with pytest.raises(front1914.BadInput, match=r"6\.6"):
            game.overlay("german", name, "entente")
        open_ = front1914.new("schlieffens_war", options={"setup": "historical", "fog": False}, seed=1)
        assert open_.overlay("german", name, "entente")["places"]


def test_the_other_overlays() -> None:
    game = situation({"g-1-II": NE, "g-1-HQ": NE, "g-1-D": NE, "f-5-I": CENTRE}, fog=True)
    assert set(game.overlay("german", "zones", "german")["places"]) == {
        str(HEXES[h]) for h in HEXES.numbers if game.state.zone("german") >> h & 1
    }
    found = game.overlay("german", "attackers", CENTRE)
    assert found["lines"] == [[NE, CENTRE]]
    assert "German 1st Army HQ" in found["text"]
    assert "depot" not in found["text"]
    assert "II Corps" in game.overlay("entente", "attackers", CENTRE)["text"]
    for name, subject in (("nonsense", None), ("zones", "french"), ("attackers", "9999")):
        with pytest.raises(front1914.BadInput):
            game.overlay("german", name, subject)
