"""3.1.5 to 3.1.7: what a side sees, what it does not, samples of what is hidden; the sheet and its overlays."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.analysis.twins import check_twins
from front1914.titles.offensive_a_outrance.command import imagine
from front1914.titles.offensive_a_outrance.show import view
from front1914.titles.offensive_a_outrance.show.stories import STORIES
from front1914.titles.offensive_a_outrance.show.veil import unseen
from front1914.titles.offensive_a_outrance.show.view import kind_of
from front1914.titles.offensive_a_outrance.world import ARMIES, CORPS, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, happened, situation

rule = pytest.mark.rule
C, N, S, NE = "07.59", "07.58", "07.60", "08.58"
STACK: dict[str, Placed] = {"f-13/21": C, "f-71r": (C, "sr 1", "ce -2"), "f-Ch-13": C, "f-t21": C}


def seen(game: Game, side: str, place: str) -> list[str]:
    """The pieces of a hex as the side sees them, the top first."""
    pieces = [piece for piece in game.view(side)["pieces"] if piece["at"] == place]
    return ["?" if p.get("hidden") else p["id"] for p in sorted(pieces, key=lambda piece: piece["order"])]


def piece(game: Game, side: str, unit: str) -> dict[str, Any]:
    return next(p for p in game.view(side)["pieces"] if p["id"] == unit)


@rule("3.1.6", "3.1.5", "3.1.7")
def test_of_a_stack_the_enemy_sees_the_top_unit() -> None:
    game = situation({**STACK, "g-3/2": "64.28"})
    assert len(seen(game, "allied", C)) == 4
    assert "?" not in seen(game, "allied", C)
    for side in ("german", "observer"):
        assert seen(game, side, C) == ["f-13/21", "?", "?", "?"]
    told = json.dumps(game.view("german")["pieces"])
    assert "f-71r" not in told
    assert "f-Ch-13" not in told


@rule("3.1.6", "3.1.7")
def test_never_strength_or_status() -> None:
    game = situation({"f-13/21": (C, "sr 2", "ce -3", "spent 4"), "g-3/2": "64.28"})
    assert piece(game, "allied", "f-13/21")["face"] == 2
    assert "-3" in piece(game, "allied", "f-13/21")["marks"]
    shown = piece(game, "german", "f-13/21")
    assert (shown["face"], shown["marks"]) == (0, [])
    row = game.view("german")["position"]["units"]["f-13/21"]
    assert not {"sr", "ce", "spent", "owed", "assigned"} & set(row)


@rule("3.1.6", "3.1.7")
def test_who_moves_under_another_is_not_named() -> None:
    game = situation({**STACK, "g-3/2": "64.28"})
    game.act("unit", "f-13/21")
    assert "f-Ch-13" in game.position()["flow"][-1][1]
    events = game.act("to", N)
    for side in ("german", "observer"):
        (event,) = [event for event in events if event.seen(side)]
        assert event.data["units"] == ["f-13/21", "French infantry asset regiment"]
        assert "French infantry asset regiment move from" in event.text
    for side in ("allied", None):
        (event,) = [event for event in events if event.seen(side)]
        assert event.data["units"] == ["f-13/21", "f-Ch-13"]
    game.act("unit", "f-71r")
    events = game.act("to", N)
    (event,) = [event for event in events if event.seen("german")]
    assert event.text.startswith("French infantry division moves from")


@rule("3.1.6a", "3.1.6a.a", "3.1.6a.b")
def test_markers_of_attacks_and_works_are_open() -> None:
    units: dict[str, Placed] = {
        "f-13/21": (C, f"pa {N}"),
        "f-43/21": (C, "task dig", "done 5"),
        "f-71r": (C, "task recover", "done 5"),
    }
    game = situation({**units, "g-3/2": N}, hexes={S: {"ip": 1}})
    marks = [m for p in game.view("german")["pieces"] if p["at"] == C for m in p["marks"]]
    assert sorted(marks) == ["dig 5", f"prepares {N}"]
    assert {"at": S, "kind": "position", "text": "IP"} in game.view("german")["markers"]


@rule("3.1.6a")
@pytest.mark.parametrize("mark", [f"pa {N}", "task dig", "task recover", "ce CI", "spent 3"])
def test_whatever_lies_on_it_the_top_unit_is_seen(mark: str) -> None:
    """The enemy names it in what he is told, and never the one below."""
    game = situation({"f-13/21": (C, mark), "f-71r": (C, "ce D1"), "g-3/2": "07.56"})
    assert [unseen(game.state, UNITS.number(word)) for word in ("f-13/21", "f-71r", "g-3/2")] == [False, True, False]
    assert seen(game, "german", C)[0] == "f-13/21"


@rule("3.1.6.a")
def test_an_attack_shows_who_is_there() -> None:
    units: dict[str, Placed] = {"f-13/21": N, "f-71r": N, "g-3/2": C, "f-dFIRST": "07.55", "g-dFIRST": "07.62"}
    game = situation(units, side="german", step="attack", phase="attack")
    assert seen(game, "german", N) == ["f-13/21", "?"]
    game.act("to", N)
    game.act("unit", "g-3/2")
    game.act("done")
    for _ in range(6):
        if game.state.flow and any(frame[0] == "battle" for frame in game.state.flow):
            break
        game.act(game.decision.actions[-1])  # type: ignore[union-attr]
    assert set(seen(game, "german", N)) >= {"f-13/21", "f-71r"}


@rule("3.1.6")
def test_a_repulse_shows_them_too() -> None:
    game = situation({"f-13/21": N, "f-Ch-13": N, "g-3/2": C}, side="german")
    game.act("unit", "g-3/2")
    game.act("repulse", N)
    assert set(happened(game, "repulse")[0]["defenders"]) == {"f-13/21", "f-Ch-13"}
    assert game.undoable == 0


@rule("3.1.6", "7.4.3")
def test_who_repulses_under_another_is_not_named_before_it_comes_to_a_fight() -> None:
    """The defender says who stands against it while he still sees only the top unit of the other stack."""
    units: dict[str, Placed] = {"f-13/21": N, "f-71r": (N, "ce D1"), "g-3/2": C, "g-14r/7R": C}
    game = situation(units, side="german")
    game.act("unit", "g-14r/7R")
    game.act("repulse", N)
    assert asked(game) == ("allied", "oppose")
    assert "14th" not in game.decision.prompt  # type: ignore[union-attr]
    for seed in range(12):
        check_twins(game, "allied", random.Random(seed))


@rule("3.1.5.a", "3.1.6")
def test_who_comes_near_sees_another_unit() -> None:
    """Far off cavalry lies on top; beside the enemy the best Formation does."""
    game = situation({"f-6-c": C, "f-13/21": C, "g-3/2": "07.57"}, side="german")
    assert seen(game, "german", C) == ["f-6-c", "?"]
    game.act("unit", "g-3/2")
    game.act("to", N)
    assert seen(game, "german", C) == ["f-13/21", "?"]
    assert happened(game, "sighted")[0]["units"] == ["f-13/21"]
    assert game.undoable == 0


def test_without_limited_intelligence_all_is_open() -> None:
    game = situation({**STACK, "g-3/2": "64.28"}, options={"intelligence": False})
    assert "?" not in seen(game, "german", C)
    assert piece(game, "german", "f-71r")["face"] == 1


def test_what_can_be_told_of_a_hidden_unit() -> None:
    assert kind_of(UNITS.number("f-13/21")) == kind_of(UNITS.number("f-71r")) == "infantry division"
    assert kind_of(UNITS.number("f-6-c")) == "cavalry division"
    assert kind_of(UNITS.number("f-t21")) == "train"
    assert kind_of(UNITS.number("f-Ch-13")) == "infantry asset regiment"


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("scenario", ["introduction", "lorraine"])
def test_samples_look_the_same(scenario: str) -> None:
    rng = random.Random(scenario)
    game = front1914.new("offensive_a_outrance", scenario, seed=3)
    for i in range(60):
        if game.decision is None:
            break
        if i % 6 == 0:
            for side in game.sides:
                check_twins(game, side, rng)
        game.act(rng.choice(game.decision.actions))


@rule("3.1.6", "7.2.3")
def test_a_forced_march_comes_out_with_its_check() -> None:
    """The enemy does not know how many MPs are gone; who has marched too far is seen by all when it is checked."""
    units: dict[str, Placed] = {"f-6-c": C, "g-3/2": ("07.57", "spent 4")}
    game = situation(units, side="german", phase="counter_movement", dice=[4])
    game.act("unit", "g-3/2")
    game.act("to", N)
    assert asked(game) == ("allied", "react")
    for seed in range(12):
        check_twins(game, "allied", random.Random(seed))
    game.act("stay")
    assert happened(game, "march_check")[0]["passed"] == 1


# ---- the sheet


def test_the_sheet() -> None:
    sheet = front1914.title("offensive_a_outrance").sheet()
    json.dumps(sheet)
    assert len(sheet["places"]) > 4000
    assert sheet["pieces"]["f-13/21"]["faces"][0]["text"] == "12-14"
    fort = sheet["pieces"]["f-fort-Montmedy"]
    assert fort["facts"] == ["Proficiency 3, artillery 1 while it is held, effectiveness 8"]
    title = front1914.title("offensive_a_outrance")
    steps, named = {step.name for step in title.steps}, {*ARMIES.ids, *CORPS.ids}
    for label in set(sheet["labels"]) - named:
        step, _, verb = label.rpartition(": ")
        assert verb in title.verbs, label
        assert not step or step in steps, label
    assert set(sheet["aids"]) <= steps
    assert set(sheet["aids"].values()) <= {overlay["id"] for overlay in sheet["overlays"]}


@pytest.mark.parametrize("name", ["reach", "zones", "front", "areas", "supply"])
def test_overlays(name: str) -> None:
    game = situation({**STACK, "g-3/2": "07.55", "f-dFIRST": "50.61"})
    found = game.overlay("allied", name, "f-13/21" if name == "reach" else None)
    json.dumps(found)
    if name == "reach":
        assert found["places"][N]["left"] == 7
        assert found["places"]["07.64" if "07.64" in found["places"] else S]["left"] >= 0
    if name == "zones":
        assert N in found["places"]
    if name == "front":
        assert found["places"][C]["mark"] == "French First Army"
    if name == "supply":
        assert found["places"][C]["mark"] == "isolated" or found["places"][C]["mark"] == "out of supply"


def test_the_front_of_the_other_side_is_not_shown() -> None:
    game = situation({**STACK, "g-3/2": "07.55"})
    for name in ("front", "supply"):
        with pytest.raises(front1914.BadInput):
            game.overlay("allied", name, "german")


def test_hints_show_forced_marches() -> None:
    game = situation({"f-13/21": C, "g-3/2": "64.28"})
    game.act("unit", "f-13/21")
    hints = game.hints()
    assert hints[f"to {N}"]["left"] == 7
    assert any(hint.get("mark", "").startswith("forced march") for hint in hints.values())
    assert asked(game)[1] == "march"
    assert args(game, "to")


def test_every_event_has_a_story() -> None:
    rng = random.Random(5)
    game = front1914.new("offensive_a_outrance", "introduction", seed=5)
    for _ in range(250):
        if game.decision is None:
            break
        game.act(rng.choice(game.decision.actions))
    assert {event.kind for event in game.events} <= set(STORIES)


@pytest.mark.rule("9.7")
def test_what_modifies_dice_is_no_shift_of_columns() -> None:
    from front1914.titles.offensive_a_outrance.combat.report import panel

    found = panel(0, (1,), (2,), 40, 20, (), -1, 6)["shifts"]
    assert [(note["amount"], note["value"], note["rule"]) for note in found] == [(0, "again", "21.1"), (0, "-1", "9.7")]


@pytest.mark.rule("3.1.6")
def test_the_defender_does_not_see_how_worn_the_attackers_are() -> None:
    """Until the odds are told (9.1.1) they are taken at full strength."""
    shown = []
    for worn in ("sr 0", "sr 2"):
        game = situation(
            {"f-11/20": ("54.53", worn), "g-31/21": "55.53"}, side="allied", phase="attack", step="attack", turn=6
        )
        game.act("to", "55.53")
        game.act("unit", "f-11/20")
        game.act("done")
        game.act("done")
        assert game.decision is not None
        assert game.decision.step == "hold"
        shown.append((game.view("german")["battle"]["attack"], game.view("allied")["battle"]["attack"]))
    assert shown[0][0] == shown[1][0]
    assert shown[0][1] > shown[1][1]


@pytest.mark.parametrize("scenario", ["introduction", "lorraine", "campaign"])
def test_rows_that_are_kept_are_those_that_would_be_made(scenario: str) -> None:
    """Rows of pieces are taken from earlier screens: emptied, the same come about."""
    rng, game = random.Random(scenario), front1914.new("offensive_a_outrance", scenario, seed=7)
    for _ in range(250):
        decision = game.decision
        if decision is None:
            break
        game.act(rng.choice(decision.actions))
        shown = [game.screen(side)["pieces"] for side in game.sides]
        kept = dict(view._PIECES)
        view._PIECES.clear()
        assert [game.screen(side)["pieces"] for side in game.sides] == shown
        view._PIECES.update(kept)


@pytest.mark.parametrize(("hexes", "words"), [(["55.70"], "1 hex."), (["55.70", "55.71"], "2 hexes.")])
def test_the_log_knows_one_hex_from_several(hexes: list[str], words: str) -> None:
    control, railheads = STORIES["control"], STORIES["railheads"]
    assert callable(control)
    assert callable(railheads)
    assert control({"side": "allied", "hexes": hexes}).endswith(f"takes control of {words}")
    assert railheads({"side": "german", "count": len(hexes)}).endswith(f"more {words[2:]}")


@pytest.mark.parametrize("scenario", ["introduction", "lorraine"])
def test_a_state_is_imagined_as_its_position_describes_it(scenario):
    """What is read anew from view to view is what the whole position says, whoever looks."""
    game, rng = front1914.new("offensive_a_outrance", scenario=scenario, seed=scenario), random.Random(scenario)
    for number in range(120):
        if game.decision is None:
            break
        for side in game.sides if number % 6 == 0 else ():
            view = game.view(side, drawn=False)
            whole = game.title.read_position(game.title.imagine(view, random.Random(number)))
            assert game.title.imagined(view, random.Random(number)).pack() == whole.pack()
        game.act(rng.choice(game.decision.actions))


def test_what_is_not_drawn_is_part_of_what_is():
    game = front1914.new("offensive_a_outrance", scenario="introduction", seed=3)
    whole, some = game.view("allied"), game.view("allied", drawn=False)
    assert {key: whole[key] for key in some} == some
    assert whole.keys() - some.keys() == {"pieces", "tracks", "boxes", "markers", "battle"}


def test_the_first_state_that_is_imagined_knows_whose_country_it_is(monkeypatch):
    """Nothing was imagined before it, and nobody has taken anything."""
    monkeypatch.setattr(imagine, "_latest", [({}, {}, imagine._untouched())])
    game = situation({"f-13/21": "52.70", "g-28/14": "58.70"}, scenario="campaign", turn=5)
    view = game.view("allied", drawn=False)
    assert view["control"] == {}
    whole = game.title.read_position(game.title.imagine(view, random.Random(0)))
    assert game.title.imagined(view, random.Random(0)).pack() == whole.pack()
