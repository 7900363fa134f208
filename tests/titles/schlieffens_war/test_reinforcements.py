"""9.1 to 9.4, 4.5: the BEF, the French 6th Army, and the corps for the East Front."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.schlieffens_war.world import ARRIVAL, UNITS
from tests.titles.schlieffens_war.arena import step
from tests.titles.schlieffens_war.positions import Placed, args, mark, refused, situation, where

BEF = ("b-HQ", "b-I", "b-II", "b-C")
SIXTH = ("f-6-HQ", "f-6-5GRD", "f-6-6GRD", "f-6-NA", "f-6-PGRD")
PORTS = ("0918", "0919", "1019")  #: Dunkirk, Calais, Boulogne
BASE: dict[str, Placed] = {"g-1-II": "1005", "g-2-GD": "1005", "f-1-VII": "2407", "f-1-HQ": "2407"}


def phase(units: dict[str, Placed], side: str = "entente", **more: object) -> Game:
    """The beginning of the Regroup & Reinforcement Phase."""
    return situation({**BASE, **units}, side=side, step="regroup", **more)  # type: ignore[arg-type]


def on_track(units: tuple[str, ...]) -> dict[str, Placed]:
    return dict.fromkeys(units, "track")


# ---- the BEF (9.2)


@pytest.mark.rule("9.1", "5.2.a", "5.2.b")
def test_only_the_bef_and_the_6th_army_are_reinforcements() -> None:
    found = {turn: sorted(str(UNITS[u]) for u in UNITS.numbers if ARRIVAL[u] == turn) for turn in set(ARRIVAL) - {0}}
    assert found == {3: sorted(BEF), 7: sorted(SIXTH)}


@pytest.mark.rule("9.2")
def test_the_bef_lands_in_the_three_ports_as_its_owner_likes() -> None:
    game = phase(on_track(BEF), turn=3)
    assert step(game) == ("entente", "landing")
    game.act("bef")
    for _unit, port in zip(BEF, ("0918", "0919", "1019", "0918"), strict=True):
        assert args(game, "to") == list(PORTS)
        game.act("to", port)
    assert [where(game, unit) for unit in BEF] == ["0918", "0919", "1019", "0918"]
    assert step(game)[1] == "move"


@pytest.mark.rule("9.2")
def test_the_bef_may_wait() -> None:
    """R45: it is asked again on the next turn."""
    game = phase(on_track(BEF), turn=3)
    game.act("done")
    assert where(game, "b-I") == "track"
    later = phase(on_track(BEF), turn=5)
    assert step(later) == ("entente", "landing")


@pytest.mark.rule("9.2")
def test_the_bef_is_not_due_before_turn_3() -> None:
    assert step(phase(on_track(BEF), turn=2))[1] == "move"


@pytest.mark.rule("9.2")
def test_only_friendly_ports_without_other_nations() -> None:
    game = phase({**on_track(BEF), "f-5-I": "0919"}, turn=3, control={"1019": "german"})
    game.act("bef")
    assert args(game, "to") == ["0918"]
    assert refused(game, "to", "1019") == "9.2"
    assert refused(game, "to", "0919") == "6.2"
    assert refused(game, "to", "0812") == "9.2"


@pytest.mark.rule("9.2")
def test_an_enemy_zone_does_not_close_a_port() -> None:
    """R46."""
    game = phase({**on_track(BEF), "g-3-XI": "1018"}, turn=3)
    game.act("bef")
    assert args(game, "to") == list(PORTS)


@pytest.mark.rule("9.2", "9.2.a")
def test_without_a_port_the_bef_waits() -> None:
    game = phase(on_track(BEF), turn=3, control=dict.fromkeys(PORTS, "german"))
    assert step(game)[1] == "move"
    assert where(game, "b-I") == "track"


@pytest.mark.rule("9.2.a")
def test_one_port_holds_the_whole_bef_but_no_second_hq_or_fourth_corps() -> None:
    game = phase(on_track(BEF), turn=3)
    game.act("bef")
    for _ in BEF:
        game.act("to", "0918")
    assert {where(game, unit) for unit in BEF} == {"0918"}


@pytest.mark.rule("9.2.b", "9.2.c")
def test_on_turn_3_the_bef_neither_moves_nor_attacks_but_has_a_zone() -> None:
    game = situation({**BASE, "b-I": "0918", "b-HQ": "0918"}, side="entente", step="move", turn=3)
    assert refused(game, "unit", "b-I") == "9.2"
    from front1914.titles.schlieffens_war.world import HEXES

    assert game.state.zone("entente") >> HEXES.number("1017") & 1
    later = situation({**BASE, "b-I": "0918", "b-HQ": "0918"}, side="entente", step="move", turn=4)
    assert later.why_not("unit", "b-I") is None


@pytest.mark.rule("9.2")
def test_the_bef_may_land_at_any_moment_of_the_phase() -> None:
    """R95: here before the fatigue is removed, which then goes on."""
    game = phase({**on_track(BEF), "f-1-VII": ("2407", "fatigued")}, turn=3)
    assert step(game) == ("entente", "rally")
    game.act("bef")
    for _ in BEF:
        game.act("to", "0918")
    assert step(game) == ("entente", "rally")
    game.act("unit", "f-1-VII")
    assert step(game)[1] == "move"


@pytest.mark.rule("8.1", "9.2")
def test_landed_units_are_in_supply() -> None:
    """R93."""
    game = phase(on_track(BEF), turn=3)
    game.act("bef")
    for _ in BEF:
        game.act("to", "1019")
    assert [mark(game, unit, "supply") for unit in BEF] == [0, 0, 0, 0]


# ---- the 6th Army (9.3)


@pytest.mark.rule("9.3")
def test_the_6th_army_must_enter_at_the_west_edge_on_turn_7() -> None:
    game = phase(on_track(SIXTH), turn=7, plan17=7)
    assert step(game) == ("entente", "arrive")
    hexes = args(game, "to")
    assert hexes
    assert all(str(h).endswith("21") for h in hexes)
    assert refused(game, "done") == "9.3"
    assert refused(game, "to", "2018") == "9.3"


@pytest.mark.rule("9.3", "6.2")
def test_four_corps_need_two_hexes() -> None:
    """R47."""
    game = phase(on_track(SIXTH), turn=7, plan17=7)
    for _ in range(4):
        game.act("to", "2121")
    assert refused(game, "to", "2121") == "6.2"
    game.act("to", "1921")
    assert [where(game, unit) for unit in SIXTH] == ["2121"] * 4 + ["1921"]


@pytest.mark.rule("9.3")
def test_not_in_enemy_zones_or_enemy_hands() -> None:
    game = phase({**on_track(SIXTH), "g-3-XI": "2020"}, turn=7, plan17=7, control={"1821": "german"})
    assert refused(game, "to", "2121") == "9.3"
    assert refused(game, "to", "1821") == "9.3"
    assert "1621" in args(game, "to")


@pytest.mark.rule("9.3")
def test_the_6th_army_is_not_due_before_turn_7() -> None:
    assert step(phase(on_track(SIXTH), turn=6))[1] == "move"


@pytest.mark.rule("9.3.a")
def test_the_6th_army_acts_at_once() -> None:
    game = phase(on_track(SIXTH), turn=7, plan17=7)
    for place in ("2121", "2121", "2121", "2121", "1921"):
        game.act("to", place)
    assert step(game)[1] == "move"
    assert game.why_not("unit", "f-6-NA") is None


# ---- the East Front (9.4)

FOURS = ("g-1-II", "g-1-III", "g-2-GD", "g-2-X")


@pytest.mark.rule("9.4", "4.5")
def test_two_corps_leave_for_good_on_turn_7() -> None:
    game = phase(dict.fromkeys(FOURS, "1005"), side="german", turn=7)
    assert step(game) == ("german", "withdraw")
    game.act("unit", "g-1-II")
    game.act("unit", "g-2-X")
    assert [where(game, unit) for unit in ("g-1-II", "g-2-X")] == ["removed", "removed"]
    assert game.state.withdrawn == 2
    assert game.result is None


@pytest.mark.rule("9.4.a")
def test_only_full_corps_of_four_in_supply() -> None:
    """Fortress supply will do (R99)."""
    units: dict[str, Placed] = {
        "g-1-III": ("1005", 1), "g-1-IIIR": "1005", "g-1-IV": ("1107", "out"), "g-1-IX": ("1908", "fortress"),
    }  # fmt: skip
    game = phase(units, side="german", turn=7)
    for _ in range(2):
        if step(game)[1] != "withdraw":
            game.act("done")
    assert [refused(game, "unit", unit) for unit in ("g-1-III", "g-1-IIIR", "g-1-IV", "f-1-VII")] == ["9.4"] * 4
    assert set(args(game, "unit")) == {"g-1-II", "g-2-GD", "g-1-IX"}


@pytest.mark.rule("9.4.b", "4.5", "5.6.a")
def test_refusing_loses_the_game() -> None:
    game = phase({}, side="german", turn=7)
    game.act("refuse")
    assert game.result is not None
    assert (game.result.winner, game.result.rule) == ("entente", "4.5")


@pytest.mark.rule("9.4.b", "4.5")
def test_having_only_one_loses_the_game() -> None:
    game = phase({"g-2-GD": ("1005", "out")}, side="german", turn=7)
    game.act("unit", "g-1-II")
    assert game.result is not None
    assert game.result.winner == "entente"


@pytest.mark.rule("9.4")
def test_a_corps_that_recovers_in_the_phase_may_go() -> None:
    """R07: the choice comes at any time of the phase, the check at its end."""
    game = phase({"g-2-GD": ("1005", 1)}, side="german", turn=7)
    assert step(game) == ("german", "recover")
    game.act("unit", "g-2-GD")
    assert step(game) == ("german", "withdraw")
    assert set(args(game, "unit")) == {"g-1-II", "g-2-GD"}


@pytest.mark.rule("9.4")
def test_corps_may_be_sent_before_regrouping_is_over() -> None:
    """R95: then the others go on, and nobody is asked again at the end."""
    game = phase({"g-1-III": ("1005", "fatigued")}, side="german", turn=7)
    assert step(game) == ("german", "rally")
    for unit in ("g-1-II", "g-2-GD"):
        game.act("withdraw")
        assert refused(game, "refuse") == "9.4"
        game.act("unit", unit)
    assert step(game) == ("german", "rally")
    assert refused(game, "withdraw") == "9.4"
    game.act("unit", "g-1-III")
    assert step(game)[1] == "move"


@pytest.mark.rule("9.4")
def test_the_early_choice_can_be_put_off() -> None:
    game = phase({"g-1-III": ("1005", "fatigued")}, side="german", turn=7)
    game.act("withdraw")
    game.act("cancel")
    assert step(game) == ("german", "rally")
    game.act("done")
    assert step(game) == ("german", "withdraw")
    assert refused(game, "cancel") == "9.4"


@pytest.mark.rule("9.4")
def test_no_other_turn_asks_for_corps() -> None:
    assert step(phase({}, side="german", turn=6))[1] == "move"
    assert step(phase({}, side="german", turn=8))[1] == "move"


# ---- in any order with regrouping (R95)


@pytest.mark.rule("9.3", "9.5.a", "9.5.c")
def test_the_6th_army_may_enter_first_and_then_command_those_who_regroup() -> None:
    """A fatigued and a reduced corps stand near the edge without an HQ; the one that enters puts them in command."""
    units: dict[str, Placed] = {"f-5-I": ("1820", "fatigued"), "f-5-II": ("1820", 1)}
    game = phase({**on_track(SIXTH), **units}, turn=7)
    assert step(game) == ("entente", "rally")
    assert refused(game, "unit", "f-5-I") == "6.7"
    assert refused(game, "all") == "9.5"
    game.act("sixth")
    for _ in SIXTH[:4]:
        game.act("to", "1821")
    game.act("to", "1721")
    assert step(game) == ("entente", "rally")
    game.act("unit", "f-5-I")
    assert step(game) == ("entente", "recover")
    game.act("unit", "f-5-II")
    assert mark(game, "f-5-II", "steps") == 2


@pytest.mark.rule("9.5.c")
def test_the_last_rally_does_not_close_the_action_while_an_army_may_enter() -> None:
    units: dict[str, Placed] = {"f-5-I": ("1820", "fatigued"), "f-1-VII": ("2407", "fatigued")}
    game = phase({**on_track(SIXTH), **units}, turn=7)
    game.act("unit", "f-1-VII")
    assert step(game) == ("entente", "rally")
    assert game.why_not("sixth") is None


@pytest.mark.rule("9.5.c")
def test_an_action_for_which_nobody_can_become_eligible_is_not_asked() -> None:
    assert step(phase({**on_track(SIXTH), "b-I": ("0918", "fatigued")}, turn=7)) == ("entente", "arrive")
    assert step(phase({"f-5-I": ("1820", "fatigued")}, turn=7))[1] == "move"
