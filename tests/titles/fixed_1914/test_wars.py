"""MB-8, BN, BA, B-19, B-108: nobody begins a war who has not said so, and what it changes in the moment it begins."""

from __future__ import annotations

from itertools import pairwise

import pytest

from front1914 import Game
from front1914.titles.fixed_1914.board import BOARD, COUNTRY_BIT, HEXES, INTERIOR, VIOLATES
from tests.titles.fixed_1914.arena import attack, declare, face
from tests.titles.fixed_1914.positions import Placed, args, asked, happened, mark, refused, situation, where

rule = pytest.mark.rule
FAR: dict[str, Placed] = {"g-XXV": "MM15", "f-COL": "B20"}
PEACE: dict[str, int] = {}


def picked(unit: str, units: dict[str, Placed], **more: object) -> Game:
    """The unit is about to move, on turn 1, in peace with all neutrals unless `invaded` says otherwise."""
    game = situation({**FAR, **units}, **{"invaded": PEACE, "turn": 1, **more})  # type: ignore[arg-type]
    game.act("unit", unit)
    return game


def violated(path: list[str]) -> int:
    """The countries that a way violates, as the map has them."""
    found = 0
    for a, b in pairwise(HEXES.number(word) for word in path):
        d = BOARD.direction(a, b)
        assert d is not None
        found |= VIOLATES[6 * a + d]
    return found & sum(COUNTRY_BIT[c] for c in ("belgium", "holland", "luxembourg"))


# ---- marches


@rule("MB-8.1", "BA-1.1")
def test_a_far_march_goes_round_a_neutral_country() -> None:
    """From Aachen to FF14 the way by GG15 crosses Belgium and that by GG14 nothing, at the same cost."""
    game = picked("g-I", {"g-I": "HH15"})
    assert game.hints()["to FF14"]["path"] == ["HH15", "GG14", "FF14"]
    game.act("to", "FF14")
    assert not happened(game, "invasion")
    assert where(game, "g-I") == "FF14"


@rule("MB-8.1")
def test_every_way_that_is_not_announced_as_a_war_keeps_the_peace() -> None:
    for start in ("HH15", "HH13", "GG14", "II23", "HH24", "HH18"):
        game = picked("g-I", {"g-I": start})
        for answer, hint in game.hints().items():
            warlike = "invades" in hint.get("mark", "")
            assert bool(violated(hint["path"])) == warlike, (start, answer)


@rule("MB-8.1", "BA-1.1")
def test_an_invasion_on_foot_is_announced_and_confirmed() -> None:
    game = picked("g-I", {"g-I": "HH15"})
    assert game.hints()["to GG16"]["mark"] == "invades Belgium"
    game.act("to", "GG16")
    assert asked(game) == ("german", "war")
    assert game.decision is not None
    assert "Belgium" in game.decision.prompt
    assert "Britain" in game.decision.prompt
    game.act("cancel")
    assert asked(game) == ("german", "march")
    assert (where(game, "g-I"), mark(game, "g-I", "spent")) == ("HH15", 0)
    game.act("to", "GG16")
    game.act("war")
    assert happened(game, "invasion") == [{"country": "belgium"}]
    assert where(game, "g-I") == "GG16"


@rule("MB-8.1")
def test_who_wants_the_war_may_cross_where_another_way_leads_round() -> None:
    game = picked("g-I", {"g-I": "HH15"})
    assert "GG15" not in [p for p in args(game, "to") if "invades" in game.hints()[f"to {p}"].get("mark", "")]
    game.act("invade", "FF14")
    game.act("war")
    assert happened(game, "invasion") == [{"country": "belgium"}]
    assert where(game, "g-I") == "FF14"
    assert refused(game, "invade", "FF14") == "MB-8"


@rule("BA-2.1")
def test_britain_is_named_only_where_it_is_brought_in() -> None:
    """B-21: Luxembourg alone does not, where the players have agreed so; and nobody is brought in twice."""
    for options, invaded, told in (
        ({}, PEACE, True),
        ({"bef_trigger_luxembourg": False}, PEACE, False),
        ({}, {"belgium": 1}, False),
    ):
        game = picked("g-I", {"g-I": "II23"}, options=options, invaded=invaded)
        game.act("to", "HH23")
        assert game.decision is not None
        assert ("Britain" in game.decision.prompt) == told


@rule("FM-1.1", "MB-8.1")
def test_a_forced_march_into_a_neutral_country_is_confirmed() -> None:
    """A French corps stands in the border hex GG23; the last hex towards it lies in Luxembourg."""
    game = picked("g-I", {"g-I": "JJ27", "f-I": "GG23"}, dice=[4])
    game.act("to", "II24")
    assert "HH23" in args(game, "force")
    game.act("force", "HH23")
    assert asked(game) == ("german", "war")
    game.act("cancel")
    game.act("force", "HH23")
    game.act("war")
    assert (where(game, "g-I"), happened(game, "invasion")) == ("HH23", [{"country": "luxembourg"}])


@rule("FM-2.1", "MB-8.1")
def test_a_forced_march_that_fails_begins_no_war() -> None:
    game = picked("g-I", {"g-I": "JJ27", "f-I": "GG23"}, dice=[1])
    game.act("to", "II24")
    game.act("force", "HH23")
    game.act("war")
    assert (where(game, "g-I"), happened(game, "invasion")) == ("II24", [])


# ---- what the war changes in the moment it begins (B-24)


@rule("FA-1.4", "MB-8.1")
def test_the_step_that_begins_the_war_destroys_a_lone_gun() -> None:
    """Holland was invaded before; from Y6 into Antwerp, where only guns stand."""
    game = picked("g-I", {"g-I": "Y6", "fort-antwerp": "Y7"}, invaded={"holland": 1}, turn=2)
    game.act("to", "Y7")
    game.act("war")
    assert happened(game, "invasion") == [{"country": "belgium"}]
    assert (where(game, "g-I"), where(game, "fort-antwerp")) == ("Y7", "eliminated")


@rule("SM-1.5")
def test_who_comes_beside_the_invaded_loses_the_bonus() -> None:
    """The Belgian division in Liege is an enemy from the step on that begins the war."""
    game = picked("g-I", {"g-I": "HH15", "be-3D": "EE14"})
    assert game.hints()["to FF15"]["left"] == 1  # 3 factors, not 4, less 2
    game.act("to", "FF15")
    game.act("war")
    assert game.decision is not None
    assert "1 movement factor is left" in game.decision.prompt


@rule("SM-1.5")
def test_the_bonus_does_not_pay_for_a_step_beside_the_invaded() -> None:
    """Three factors from the border hex: the fourth, of the bonus, would come beside the Belgians that it invades."""
    near = picked("g-I", {"g-I": "JJ15", "be-3D": "EE14"})
    assert "FF15" not in args(near, "to")
    assert "FF15" in args(picked("g-I", {"g-I": "JJ15"}), "to")


@rule("PP-17.1", "BN-1.1")
def test_the_invaded_and_the_invader_turn_each_other_up() -> None:
    units: dict[str, Placed] = {"g-I": ("HH13", "hidden"), "nl-I": ("GG11", "hidden"), "g-II": ("HH12", "hidden")}
    game = picked("g-I", units)
    war = [p for p in args(game, "to") if "Holland" in game.hints()[f"to {p}"].get("mark", "")]
    assert war
    game.act("to", war[0])
    game.act("war")
    assert [mark(game, unit, "hidden") for unit in ("g-I", "nl-I", "g-II")] == [0, 0, 0]


# ---- trains


@rule("RM-2a.3", "MB-8.1", "BA-2.1")
def test_a_train_goes_round_luxembourg() -> None:
    """B-45: from Aachen to Trier by Coln, though the line through Luxembourg is shorter."""
    game = picked("g-I", {"g-I": "HH15"})
    game.act("rail")
    path = game.hints()["to JJ23"]["path"]
    assert not violated(path)
    assert "LL16" in path
    game.act("to", "JJ23")
    assert not happened(game, "invasion")
    assert where(game, "g-I") == "JJ23"


@rule("RM-2a.3", "MB-8.1")
@pytest.mark.parametrize("start", ["HH15", "HH13", "II23", "HH26", "LL16", "KK13"])
def test_no_train_begins_a_war_unannounced(start: str) -> None:
    game = picked("g-I", {"g-I": start})
    if game.why_not("rail") is not None:
        return
    game.act("rail")
    for answer, hint in game.hints().items():
        assert bool(violated(hint["path"])) == ("invades" in hint.get("mark", "")), answer


@rule("RM-2a.3", "BA-2.1")
def test_a_train_into_luxembourg_is_confirmed_and_goes_on() -> None:
    """B-45: Luxembourg has German trains; the first one is its invasion."""
    game = picked("g-I", {"g-I": "II23"})
    game.act("rail")
    assert game.hints()["to HH23"]["mark"] == "invades Luxembourg"
    game.act("to", "HH23")
    assert asked(game) == ("german", "war")
    game.act("cancel")
    assert where(game, "g-I") == "II23"
    game.act("to", "HH23")
    game.act("war")
    assert happened(game, "invasion") == [{"country": "luxembourg"}]
    assert asked(game) == ("german", "train")
    assert args(game, "to")


@rule("RM-1.2", "RM-2a.3")
@pytest.mark.parametrize(("a", "b"), [("GG12", "HH12"), ("HH10", "HH11")])
def test_no_german_train_over_a_dutch_hexside(a: str, b: str) -> None:
    """The line lies in Holland alone between two border hexes: neither in peace nor in war is it a German one."""
    assert violated([a, b])
    for invaded in (PEACE, {"holland": 1}):
        game = situation({**FAR, "g-I": a}, invaded=invaded, turn=2)
        game.act("unit", "g-I")
        if game.why_not("rail") is None:
            game.act("rail")
            ways = [hint["path"] for hint in game.hints().values()]
            assert not any(set(pair) == {a, b} for way in ways for pair in pairwise(way))


@rule("RM-1.2", "RM-2b.3", "RM-2c.3")
def test_trains_of_the_allies_stay_at_home_too() -> None:
    """No French train over a hexside that lies in Belgium alone, no Belgian one over one in France."""
    for unit, start, abroad in (("f-I", "O3", "belgium"), ("f-I", "R8", "belgium"), ("be-1", "R4", "france")):
        game = situation({**FAR, unit: start}, side="allied")
        game.act("unit", unit)
        game.act("rail")
        for hint in game.hints().values():
            way = [HEXES.number(word) for word in hint["path"]]
            for a, b in pairwise(way):
                d = BOARD.direction(a, b)
                assert d is not None
                assert not VIOLATES[6 * a + d] & COUNTRY_BIT[abroad]


@rule("RM-6.1", "MB-8.1")
def test_engineers_do_not_begin_a_war_unasked() -> None:
    game = picked("g-EB1", {"g-EB1": "GG15"})
    game.act("rail")
    war = [p for p in args(game, "to") if INTERIOR["belgium"] >> HEXES.number(p) & 1]
    assert war
    game.act("to", war[0])
    assert asked(game) == ("german", "war")
    game.act("war")
    assert (where(game, "g-EB1"), happened(game, "invasion")) == (war[0], [{"country": "belgium"}])


# ---- attacks, advances, retreats


@rule("BN-1.1", "BA-1.1")
def test_an_attack_on_neutrals_is_announced_and_confirmed() -> None:
    units: dict[str, Placed] = {"g-I": "FF14", "g-II": "FF14", "be-3D": "EE14", "be-LB": "EE14"}
    game = situation({**FAR, **units}, invaded=PEACE, turn=1, step="combat")
    assert game.hints()["to EE14"]["mark"] == "invades Belgium"
    game.act("to", "EE14")
    assert asked(game) == ("german", "war")
    game.act("cancel")
    assert asked(game) == ("german", "attack")
    assert not happened(game, "invasion")


def on_top_of_belgians() -> Game:
    """BN-3: after the invasion of Holland the French have come into Belgium, which is still neutral."""
    units: dict[str, Placed] = {"g-I": "FF14", "g-II": "FF14", "f-44D": "EE14", "be-3D": "EE14"}
    return situation({**FAR, **units}, invaded={"holland": 1}, turn=3, step="combat", dice=[6, 6, 6])


@rule("BN-1.1", "CB-12.1")
def test_an_attack_that_includes_neutrals_below_invades() -> None:
    game = on_top_of_belgians()
    declare(game, "EE14", "g-I", "g-II", against="be-3D")
    game.act("commit")
    assert asked(game) == ("german", "war")
    game.act("cancel")
    assert asked(game) == ("german", "attackers")
    game.act("commit")
    game.act("war")
    assert happened(game, "invasion") == [{"country": "belgium"}]


@rule("BN-1.1", "CB-12.1")
def test_an_attack_on_the_french_above_them_does_not() -> None:
    game = on_top_of_belgians()
    attack(game, "EE14", "g-I", "g-II")
    assert not happened(game, "invasion")


@rule("CB-16.1", "MB-8.1", "FA-4.2")
def test_an_advance_into_a_neutral_country_is_confirmed_and_takes_its_guns() -> None:
    """The French division in Antwerp is destroyed; the guns there were neutral until the Germans cross the border."""
    units: dict[str, Placed] = {"g-I": "Y6", "g-II": "Y6", "f-44D": ("Y7", "1-3-3"), "fort-antwerp": "Y7"}
    game = situation({**FAR, **units}, invaded={"holland": 1}, turn=3, step="combat", dice=[6])
    attack(game, "Y7", "g-I", "g-II")
    assert where(game, "f-44D") == "eliminated"
    assert where(game, "fort-antwerp") == "Y7"
    assert game.hints()["unit g-I"]["mark"] == "invades Belgium"
    game.act("unit", "g-I")
    assert asked(game) == ("german", "war")
    game.act("war")
    assert (where(game, "g-I"), where(game, "fort-antwerp")) == ("Y7", "eliminated")
    assert happened(game, "invasion") == [{"country": "belgium"}]


HEMMED_IN: dict[str, Placed] = {"f-I": "JJ24", "f-II": "II25", "f-III": "HH24", "f-IV": "JJ25", "f-V": "II23"}


def beaten(units: dict[str, Placed], face: int) -> Game:
    """Germans in the border hex II24 are attacked from all sides but that of Luxembourg."""
    game = situation({**FAR, **units, **HEMMED_IN}, side="allied", step="combat", invaded=PEACE, turn=2, dice=[face])
    attack(game, "II24", *HEMMED_IN)
    while asked(game)[1] == "attacker_loss":
        game.act("unit", "f-I")
    return game


@rule("CB-18.1", "MB-8.1")
def test_a_retreat_that_can_only_invade_is_confirmed() -> None:
    game = beaten({"g-I": "II24"}, 6)
    assert asked(game) == ("german", "decide")
    assert game.decision is not None
    assert "invades Luxembourg" in game.decision.prompt
    game.act("retreat")
    assert asked(game) == ("german", "war")
    game.act("cancel")
    assert asked(game) == ("german", "decide")
    game.act("retreat")
    game.act("war")
    assert (where(game, "g-I"), happened(game, "invasion")) == ("HH23", [{"country": "luxembourg"}])


@rule("UL-4.1", "MB-8.1")
def test_guns_that_could_only_flee_over_the_border_may_be_given_up() -> None:
    """B-113: their host stood and fell; no rule makes their flight begin a war."""
    for answer, invasions in (("eliminate", []), ("to", [{"country": "luxembourg"}])):
        game = beaten({"g-19E": ("II24", "1-3-3"), "g-210-1": "II24"}, 3)
        game.act("stand")
        assert asked(game) == ("german", "retreat")
        if answer == "to":
            assert game.hints()["to HH23"]["mark"] == "invades Luxembourg"
            game.act("to", "HH23")
            game.act("war")
            assert where(game, "g-210-1") == "HH23"
        else:
            game.act("eliminate")
            assert where(game, "g-210-1") == "eliminated"
        assert happened(game, "invasion") == invasions


@rule("CV-4.1", "MB-8.1")
def test_cavalry_that_gives_way_over_the_border_is_asked_again() -> None:
    game = situation(
        {**FAR, "g-C1": "II24", **HEMMED_IN}, side="allied", step="combat", invaded=PEACE, turn=2, dice=[6]
    )
    attack(game, "II24", "f-I", "f-II")
    assert asked(game) == ("german", "evade")
    assert game.hints()["to HH23"]["mark"] == "invades Luxembourg"
    game.act("to", "HH23")
    assert asked(game) == ("german", "war")
    game.act("cancel")
    game.act("stay")
    assert not happened(game, "invasion")


@rule("CV-5.2", "MV-4.3", "MB-8.1")
def test_cavalry_that_is_driven_over_the_border_is_asked_again() -> None:
    units = {**FAR, "g-C1": ("II24", "(1)-0-4"), **HEMMED_IN}
    game = situation(units, side="allied", invaded=PEACE, turn=2)
    game.act("unit", "f-I")
    game.act("to", "II24")
    assert asked(game) == ("german", "displace")
    game.act("to", "HH23")
    assert asked(game) == ("german", "war")
    game.act("cancel")
    game.act("eliminate")
    assert not happened(game, "invasion")
    assert where(game, "f-I") == "II24"


@rule("FA-6.1", "BN-1.1")
@pytest.mark.parametrize(("invaded", "left"), [({"holland": 1}, "EE14"), ({"holland": 1, "belgium": 1}, "eliminated")])
def test_heavier_guns_do_not_destroy_those_of_a_neutral(invaded: dict[str, int], left: str) -> None:
    """B-24: French units may be in Belgium once Holland was invaded (BN-3); an attack on them is no war with it."""
    units: dict[str, Placed] = {"f-I": ("EE14", "3-7-3"), "be-3D": "EE14", "fort-liege": "EE14"}
    guns: dict[str, Placed] = {"g-I": "FF14", "g-II": "FF14", "g-420-1": "FF14"}
    game = situation({**FAR, **units, **guns}, step="combat", invaded=invaded, turn=3, dice=[face("R", "2:1", "1/1")])
    attack(game, "EE14", "g-I", "g-II", "g-420-1")
    game.act("unit", "g-I")
    assert happened(game, "loss")
    assert where(game, "fort-liege") == left
