"""7.0.1, 7.3.1.5: lines of communication, Isolation, Tactical Range."""

import pytest

from front1914.titles.germany_at_war.world import AREAS, BOARD
from tests.titles.germany_at_war.positions import (
    activate,
    mark,
    play,
    refused,
    resolve,
    situation,
    step,
    tactical,
)

rule = pytest.mark.rule


def around(area: str, side: str) -> dict[str, str]:
    return {str(AREAS[n]): side for n in BOARD.neighbours[AREAS.number(area)]}


@rule("7.0.1.a", "7.0.1.e", "7.0.1.f")
def test_surrounded_by_enemy_areas():
    """GAW-X038."""
    game = situation({"F5-I1": "2"}, side="entente", control=around("2", "german"))
    assert mark(game, "F5-I1", "isolated") == 1
    game = situation({"F5-I1": "2"}, side="entente", control=around("2", "german") | {"28": "entente"})
    assert mark(game, "F5-I1", "isolated") == 0  # Rouen is a Major City


@rule("7.0.1.g", "7.0.1.h")
def test_the_british_need_a_landing():
    """GAW-X039."""
    blocks = {"EX-I1": "5", "G1-I1": "5"}
    assert mark(situation(blocks, side="entente", control={"1": "german"}), "EX-I1", "isolated") == 1
    assert mark(situation(blocks, side="entente"), "EX-I1", "isolated") == 0  # by land to Le Havre
    assert mark(situation({"EX-I1": "19"}, side="entente", control={"1": "german", "5": "german"}), "EX-I1", "isolated")
    assert (
        mark(situation({"EX-I1": "GB"}, side="entente", control={"1": "german", "5": "german"}), "EX-I1", "isolated")
        == 0
    )


@rule("7.0.1.h", "7.0.1.e")
def test_a_line_does_not_cross_contested_areas():
    """GAW-X040."""
    ring = [str(AREAS[n]) for n in BOARD.neighbours[AREAS.number("8")]]
    enemies = {f"G1-I{n}": area for n, area in enumerate(ring, 1)}
    friends = {f"BA-I{n}": area for n, area in enumerate(ring, 1)}
    game = situation({"BA-C1": "8"} | enemies | friends, side="entente", control=dict.fromkeys(ring, "entente"))
    assert all(game.state.held("entente") >> AREAS.number(area) & 1 for area in ring)
    assert mark(game, "BA-C1", "isolated") == 1


@rule("7.0.1.h")
def test_a_line_may_start_in_a_contested_area():
    game = situation({"F5-I1": "35", "G1-I1": "35", "F5-I2": "46"}, side="entente")
    assert mark(game, "F5-I1", "isolated") == 0


@rule("7.0.1.f")
def test_only_bases_of_the_own_power_count():
    """Ruling B38."""
    lost = dict.fromkeys(("6", "7", "9", "18", "20"), "german")
    game = situation({"BA-I1": "19", "F5-I1": "19"}, side="entente", control=lost)
    assert (mark(game, "BA-I1", "isolated"), mark(game, "F5-I1", "isolated")) == (1, 0)


@rule("7.0.1.b")
def test_isolation_lasts_until_the_next_check():
    """The mark is renewed only when the Side's own Impulse begins."""
    blocks = {"F5-I1": "2", "F5-L1": "46", "G1-L1": "11"}
    game = situation(blocks, side="entente", control=around("2", "german"))
    for area in around("2", "german"):
        game.state.control[AREAS.number(area)] = 1
    assert refused(play(game, "pass"), "unit", "F5-I1") == "7.0.1"
    play(game, "done")
    assert mark(game, "F5-I1", "isolated") == 1
    play(game, "tactical")
    activate(game, "G1-L1")
    play(game, "done", "done")
    assert mark(game, "F5-I1", "isolated") == 0


@rule("7.0.1.d", "7.5.p")
def test_isolated_units_defend_and_retreat():
    blocks = {"G1-L1": "9", "G1-I1": "9", "BA-C1": ("8", "isolated"), "BA-I2": ("8", "isolated"), "BA-I1": "18"}
    game = tactical(situation(blocks), "G1-L1")
    play(game, "unit G1-I1", "to 8", "done", "to 8", "done")
    assert step(game) == ("entente", "retreat")
    play(game, "unit BA-C1", "to 18", "done")
    resolve(game)
    assert mark(game, "BA-I2", "face") > 0


@rule("7.3.a")
def test_an_isolated_leader_is_not_activated():
    game = situation({"G1-L1": "11", "G2-L1": "30"})
    play(game, "tactical")
    assert refused(game, "unit", "G2-L1") == "7.3"


@rule("7.3.1.5.a", "7.3.1.3.d")
@pytest.mark.parametrize(
    ("leader", "unit", "start", "by_range"),
    [
        ("G1-L1", "G1-I1", "11", {1: "23", 2: "39", 3: "61"}),
        ("EX-L1", "EX-I1", "15", {1: "30", 2: "31", 3: "45"}),
        ("F5-L1", "F5-I1", "15", {1: "30", 2: "31"}),
        ("BA-L1", "BA-I1", "15", {1: "30", 2: "31"}),
    ],
)
@pytest.mark.parametrize("heart", [0, 3])
def test_tactical_range(leader, unit, start, by_range, heart):
    """GAW-X050, GAW-X051."""
    limit = {"G": 2, "E": 2, "F": 1, "B": 1}[leader[0]] - (1 if heart else 0)
    side = "german" if leader[0] == "G" else "entente"
    for distance, area in {0: start, **by_range}.items():
        game = tactical(situation({leader: (start, heart), unit: area}, side=side), leader)
        allowed = game.why_not("unit", unit) is None
        assert allowed == (distance <= limit), (distance, area)


@rule("7.3.1.6.b", "7.3.1.6.a", "7.3.1.5.c")
@pytest.mark.parametrize(("face", "reach"), [(0, 4), (1, 3), (2, 2), (3, 0)])
def test_the_range_of_foch(face, reach):
    """GAW-X052, GAW-X053, GAW-X054: as far as he has stars, from a contested Area too."""
    line = ["15", "17", "32", "46", "54", "67"]  # each next to the one before
    for distance, area in enumerate(line):
        blocks = {"FF-L1": ("15", face), "F4-I1": area, "G1-I1": area if distance else "11"}
        game = tactical(situation(blocks, side="entente"), "FF-L1")
        allowed = game.why_not("unit", "F4-I1") is None
        assert allowed == (distance <= reach), distance


@rule("7.3.1.5.b", "7.3.1.6.b")
@pytest.mark.parametrize("obstacle", ["enemy", "contested"])
def test_range_is_not_traced_through_enemies(obstacle):
    """GAW-X054."""
    blocks = {"G1-L1": "22", "G1-I1": "9"}
    game = tactical(situation(blocks, control={"21": "german"}), "G1-L1")
    assert game.why_not("unit", "G1-I1") is None  # by Aachen
    if obstacle == "enemy":
        game = situation(blocks, control={"21": "german", "11": "entente"})
    else:
        game = situation(blocks | {"G2-I1": "11", "BA-I1": "11"}, control={"21": "german"})
    assert mark(game, "G1-I1", "isolated") == 0
    assert refused(tactical(game, "G1-L1"), "unit", "G1-I1") == "7.3.1.5"


@rule("7.4.2.a", "7.3.1.5.b")
def test_range_is_measured_when_the_unit_begins_to_move():
    """Ruling B45: a unit that took the Area between opens the way for the next."""
    blocks = {"G1-L1": "22", "G1-C1": "22", "G1-I1": "9"}
    game = tactical(situation(blocks, control={"11": "entente", "9": "german", "21": "german"}), "G1-L1")
    assert refused(game, "unit", "G1-I1") == "7.3.1.5"
    play(game, "unit G1-C1", "to 11", "stop")
    assert game.why_not("unit", "G1-I1") is None
