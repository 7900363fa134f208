"""11.20, 11.21, 7.3: the defender gives ground instead of steps."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.schlieffens_war.combat.retreat import distance
from front1914.titles.schlieffens_war.supply import sources
from front1914.titles.schlieffens_war.world import BOARD, HEXES
from tests.titles.schlieffens_war.arena import CENTRE, NE, NW, SE, SW, E, W, arena, attack, step
from tests.titles.schlieffens_war.positions import Placed, args, mark, refused, where

GERMANS = ("g-1-II", "g-1-III", "g-1-IV")


def beaten(defenders: dict[str, Placed], die: int = 3, target: str = CENTRE, origin: str = NE, **more: object) -> Game:
    """Three corps attack one of 3 at 4:1: a 3 gives 1/2, a 6 gives 0/3; the first step is taken where there is one."""
    game = arena({**dict.fromkeys(GERMANS, origin), **defenders}, dice=[die], **more)  # type: ignore[arg-type]
    attack(game, target, *GERMANS)
    return game


@pytest.mark.rule("11.21", "11.21.f", "11.20.d", "11.20.i")
def test_a_hex_for_a_step() -> None:
    """1/2: one step, one hex; the corps is tired."""
    game = beaten({"f-5-I": CENTRE})
    assert step(game) == ("entente", "defender_losses")
    game.act("retreat")
    if step(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    assert mark(game, "f-5-I", "steps") == 1
    assert BOARD.distance(HEXES.number(where(game, "f-5-I")), HEXES.number(CENTRE)) == 1
    assert mark(game, "f-5-I", "morale") == 0


@pytest.mark.rule("11.20.i")
def test_a_corps_with_elan_loses_it() -> None:
    game = beaten({"f-5-I": (CENTRE, "elan")}, die=4)  # 3:1 for the elan: 1/2
    game.act("retreat")
    if step(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    assert mark(game, "f-5-I", "morale") == 1


@pytest.mark.rule("11.20.e", "11.20.i", "11.21")
def test_all_mobile_units_go_together() -> None:
    """The third corps, and the HQ that took no part, go too."""
    units: dict[str, Placed] = {"f-5-NA": (CENTRE, 1), "f-5-4GRD": (CENTRE, 1), "f-5-III": CENTRE, "f-5-HQ": CENTRE}
    game = beaten(units, die=6)
    game.act("unit", "f-5-NA")
    game.act("unit", "f-5-4GRD")
    game.act("commit")
    game.act("unit", "f-5-NA")
    game.act("retreat")
    while step(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    there = {where(game, unit) for unit in ("f-5-4GRD", "f-5-III", "f-5-HQ")}
    assert len(there) == 1
    assert CENTRE not in there


@pytest.mark.rule("11.21.a", "7.3", "7.3.a", "7.5")
@pytest.mark.parametrize("closed", [True, False])
def test_no_retreat_into_an_enemy_zone_even_with_a_friend_in_it(closed: bool) -> None:
    """A friend stands in the west, the last hex without a German beside it; a corps in the south-west closes it."""
    units: dict[str, Placed] = {"f-5-I": CENTRE, "f-5-II": W, "g-2-X": SE, "g-2-VII": SW if closed else "2516"}
    game = beaten(units)
    if closed:
        assert where(game, "f-5-I") == "display", "the second step had to be taken"
    else:
        game.act("retreat")
        assert where(game, "f-5-I") == W


@pytest.mark.rule("11.21.b", "11.20.f")
def test_nobody_retreats_from_a_heavy_fortress() -> None:
    """Toul without its fort counter: the symbol alone bars the retreat. 12:3 less two columns is 2:1; a 5: 1/2."""
    game = beaten({"f-2-XX": "2109"}, die=5, target="2109", origin="2008")
    assert where(game, "f-2-XX") == "display", "the second step had to be taken"


@pytest.mark.rule("11.21.b")
def test_a_second_loss_in_a_fortress_must_be_a_step() -> None:
    """Paris, where two corps lose a step each."""
    corps = ("g-1-II", "g-1-III", "g-1-IV", "g-1-IX", "g-2-GD", "g-2-VII")
    units: dict[str, Placed] = {u: ("2119" if i < 3 else "2019") for i, u in enumerate(corps)}
    units |= {"g-1-HQ": "2119", "g-2-HQ": "2019", "f-5-I": "2018", "f-5-II": "2018"}
    game = arena(units, dice=[6])
    attack(game, "2018", *corps)  # 24:6 less two: 2:1, 1/2
    game.act("unit", "f-5-I")
    assert [mark(game, u, "steps") for u in ("f-5-I", "f-5-II")] == [1, 1]


@pytest.mark.rule("11.21.c")
def test_no_retreat_into_a_full_hex() -> None:
    """The west, nearest to supply, is full: the stack goes elsewhere."""
    free = beaten({"f-5-I": CENTRE})
    free.act("retreat")
    nearest = args(free, "to") if step(free)[1] == "retreat" else [where(free, "f-5-I")]
    full: dict[str, Placed] = {u: h for h in nearest for u in _three(nearest.index(h))}
    game = beaten({"f-5-I": CENTRE, **full})
    game.act("retreat")
    hexes = args(game, "to") if step(game)[1] == "retreat" else [where(game, "f-5-I")]
    assert not set(hexes) & set(nearest)


def _three(n: int) -> tuple[str, ...]:
    corps = ("f-1-VII", "f-1-VIII", "f-1-XIII", "f-1-XIV", "f-1-XXI", "f-2-IX", "f-2-XV", "f-2-XVI", "f-2-XVIII")
    return corps[3 * n : 3 * n + 3]


@pytest.mark.rule("11.21.c", "6.3")
def test_no_retreat_onto_another_nation() -> None:
    free = beaten({"f-5-I": CENTRE})
    free.act("retreat")
    nearest = args(free, "to") if step(free)[1] == "retreat" else [where(free, "f-5-I")]
    british = dict(zip(("b-I", "b-II", "b-C"), nearest, strict=False))
    game = beaten({"f-5-I": CENTRE, **british}, turn=5)
    game.act("retreat")
    hexes = args(game, "to") if step(game)[1] == "retreat" else [where(game, "f-5-I")]
    assert not set(hexes) & set(nearest)


@pytest.mark.rule("11.21.d", "11.21.e")
def test_the_retreat_goes_towards_supply_and_ties_are_the_owners() -> None:
    game = beaten({"f-5-I": CENTRE})
    game.act("retreat")
    goals = sources(game.state, "french")
    zone = game.state.zone("german") | game.state.occupied("german")
    open_ = [h for h in (E, SE, SW, W, NW) if not zone >> HEXES.number(h) & 1]
    far = {h: distance(HEXES.number(h), goals) for h in open_}
    best = [h for h in open_ if far[h] == min(far.values())]
    assert len(set(far.values())) > 1, "the situation must make a difference"
    assert (args(game, "to") if step(game)[1] == "retreat" else [where(game, "f-5-I")]) == best


@pytest.mark.rule("11.21.d", "8.2.b")
def test_an_occupied_source_draws_nobody() -> None:
    """With Germans on every nearer edge hex the nearest working source is another one."""
    s = arena({"g-1-II": "2713"}).state
    assert not sources(s, "french") >> HEXES.number("2713") & 1
    s = arena({"g-1-II": "2712"}).state
    assert sources(s, "french") >> HEXES.number("2713") & 1


@pytest.mark.rule("11.21.d", "8.4")
def test_ports_draw_the_british_alone() -> None:
    """Held by the Entente, they are sources for British units, not for French ones."""
    s = arena({"g-1-II": NE}, control={"0919": "german"}).state
    assert [sources(s, "british") >> HEXES.number(port) & 1 for port in ("0918", "0919", "1019")] == [1, 0, 1]
    assert not sources(s, "french") >> HEXES.number("0918") & 1


@pytest.mark.rule("11.21", "11.21.f")
def test_two_hexes_for_two_losses_and_never_into_a_dead_end() -> None:
    """0/3: one step, two hexes; each first hex that is offered leads on to a second."""
    game = beaten({"f-5-I": CENTRE}, die=6)
    game.act("retreat")
    while step(game)[1] == "retreat":
        for hex_ in args(game, "to"):
            twin = game.copy()
            twin.act("to", hex_)
            assert step(twin)[1] != "retreat" or args(twin, "to")
        game.act("to", args(game, "to")[0])
    assert BOARD.distance(HEXES.number(where(game, "f-5-I")), HEXES.number(CENTRE)) == 2


@pytest.mark.rule("11.21")
@pytest.mark.parametrize(("die", "end"), [(3, W), (6, "display")])
def test_a_retreat_that_cannot_be_finished_is_not_offered(die: int, end: str) -> None:
    """Only the west is open, and from there no hex: one hex can be retreated, two cannot, and the steps are lost."""
    wall: dict[str, Placed] = {"g-2-X": "2319", "g-2-VII": "2517", "g-2-GD": "2118", "g-3-XI": "2516"}
    game = beaten({"f-5-I": CENTRE, **wall}, die=die)
    if die == 3:
        game.act("retreat")
    assert where(game, "f-5-I") == end


@pytest.mark.rule("11.20.j")
def test_a_fatigued_defence_that_retreats_loses_another_step() -> None:
    """Both who took part were fatigued: one step more, by the owner's choice, and not two on one corps."""
    units: dict[str, Placed] = {"f-5-I": (CENTRE, "fatigued"), "f-5-II": (CENTRE, "fatigued")}
    game = beaten(units, die=5)  # 12:6, one right: 3:1, 1/2
    game.act("unit", "f-5-I")
    game.act("retreat")
    while step(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    assert [mark(game, u, "steps") for u in ("f-5-I", "f-5-II")] == [1, 1]
    assert step(game) != ("entente", "retreat_loss"), "only the corps that has lost nothing can take it"


@pytest.mark.rule("11.20.j")
def test_the_owner_chooses_who_takes_the_extra_step() -> None:
    """With a third corps that took no part there are two that have lost nothing."""
    units: dict[str, Placed] = dict.fromkeys(("f-5-I", "f-5-II", "f-5-III"), (CENTRE, "fatigued"))
    game = beaten(units, die=5)
    game.act("unit", "f-5-I")
    game.act("unit", "f-5-II")
    game.act("unit", "f-5-I")
    game.act("retreat")
    while step(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    assert step(game) == ("entente", "retreat_loss")
    assert args(game, "unit") == ["f-5-II", "f-5-III"]
    assert refused(game, "unit", "f-5-I") == "11.20"
    game.act("unit", "f-5-III")
    assert mark(game, "f-5-III", "steps") == 1


@pytest.mark.rule("11.20.j", "11.20.k")
@pytest.mark.parametrize("takes_part", [True, False])
def test_an_hq_that_took_part_answers_before_a_corps_loses_a_second_step(takes_part: bool) -> None:
    """R116, R73: it is one of the units that must have lost a step; an HQ that kept out of it is not."""
    units: dict[str, Placed] = {"f-5-I": (CENTRE, "fatigued"), "f-5-HQ": CENTRE}
    game = beaten(units, die=3)  # 12:5 or 12:3, one right: 3:1 or 5:1, 1/2
    if takes_part:
        game.act("unit", "f-5-HQ")
        game.act("unit", "f-5-I")  # the first step
    else:
        game.act("commit")
    game.act("retreat")
    while step(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    if takes_part:
        assert where(game, "f-5-HQ") == "display"
        assert mark(game, "f-5-I", "steps") == 1
    else:
        assert sorted(args(game, "unit")) == ["f-5-HQ", "f-5-I"]


@pytest.mark.rule("11.20.j")
def test_one_fresh_participant_spares_the_extra_step() -> None:
    units: dict[str, Placed] = {"f-5-I": (CENTRE, "fatigued"), "f-5-II": CENTRE}
    game = beaten(units, die=5)
    game.act("unit", "f-5-I")
    game.act("retreat")
    while step(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    assert [mark(game, u, "steps") for u in ("f-5-I", "f-5-II")] == [1, 2]


@pytest.mark.rule("11.20.p", "11.20.i")
def test_a_retreat_is_a_victory_for_the_attackers() -> None:
    game = beaten({"f-5-I": CENTRE})
    game.act("retreat")
    while step(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    while step(game)[1] == "attacker_losses":
        game.act("unit", args(game, "unit")[0])
    assert step(game) == ("german", "advance")
    assert mark(game, "g-1-II", "morale") == 2


@pytest.mark.rule("11.21.d", "8.5")
def test_belgians_retreat_freely_in_belgium() -> None:
    """R80: every open Belgian hex is as good as another."""
    units: dict[str, Placed] = dict.fromkeys(GERMANS, "1112")
    game = arena({**units, "be-1": "1113", "be-2": "1113"}, dice=[6])
    attack(game, "1113", *GERMANS)  # 12:4, 3:1, 1/2
    game.act("unit", "be-1")
    game.act("retreat")
    zone = game.state.zone("german")
    open_ = {h for h in ("1012", "1013", "1114", "1213", "1212") if not zone >> HEXES.number(h) & 1}
    assert set(args(game, "to")) == open_
    assert len(open_) > 1


@pytest.mark.rule("11.21.d", "8.5")
def test_belgians_elsewhere_retreat_towards_belgium() -> None:
    """R80: from Luxembourg one hex brings them beside Belgium, where they are in supply, in two ways."""
    game = beaten({"be-1": "1708"}, die=4, target="1708", origin="1807")
    game.act("retreat")
    assert set(args(game, "to")) == {"1608", "1709"}


@pytest.mark.rule("10.8", "11.21")
@pytest.mark.parametrize(("defender", "end"), [("be-1", "removed"), ("f-5-NA", "1516")])
def test_belgians_do_not_retreat_out_of_their_area(defender: str, end: str) -> None:
    """1415 is two hexes from Belgium; the ways back are in German zones, and what is open lies beyond."""
    game = beaten({defender: "1415", "g-2-X": "1216"}, die=4, target="1415", origin="1414")  # 6:1, 0/2
    if defender == "f-5-NA":
        game.act("retreat")
        assert set(args(game, "to")) <= {"1416", "1516"}
        game.act("to", end)
    assert where(game, defender) == end


@pytest.mark.rule("10.7", "11.20.e")
@pytest.mark.parametrize(("to", "depot"), [("2106", "2106"), ("2205", "display")])
def test_a_depot_follows_along_a_rail_or_is_lost(to: str, depot: str) -> None:
    """R61: from 2206 a rail line runs to 2106, none to 2205."""
    french = dict.fromkeys(("f-3-IV", "f-3-V", "f-3-VI"), "2207")
    game = arena({**french, "g-5-V": "2206", "g-5-D": "2206"}, side="entente", dice=[6])
    attack(game, "2206", *french)  # 9:4, 2:1, 1/2
    assert step(game) == ("german", "defender_losses")
    game.act("retreat")
    game.act("to", to)
    assert (where(game, "g-5-V"), where(game, "g-5-D")) == (to, depot)


@pytest.mark.rule("3.3")
def test_a_retreating_stack_takes_control_of_what_it_enters() -> None:
    """R92: an empty hex behind it was German."""
    control = dict.fromkeys((E, SE, SW, W, NW), "german")
    game = beaten({"f-5-I": CENTRE}, control=control)
    game.act("retreat")
    while step(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    went = HEXES.number(where(game, "f-5-I"))
    assert game.state.held("entente") >> went & 1


@pytest.mark.rule("11.5.c")
def test_who_has_retreated_is_not_attacked_again() -> None:
    """R81: its new hex is no target in this phase."""
    game = beaten({"f-5-I": CENTRE})
    game.act("retreat")
    while step(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    assert mark(game, "f-5-I", "defended") == 1
    while step(game)[1] == "attacker_losses":
        game.act("unit", args(game, "unit")[0])
    game.act("done")
    assert where(game, "f-5-I") not in args(game, "to")
