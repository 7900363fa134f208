"""Kept values are what they would be if they were worked out now, and distrust mode finds those that are not."""

import gc
import random
from array import array
from itertools import zip_longest
from weakref import ref

import pytest

import front1914
from front1914.analysis.fuzz import fuzz
from front1914.engine import kept as kept_module
from front1914.engine.kept import Distrusted, Part, at_hand, distrust, in_look, kept, lays, looking
from front1914.engine.state import Column, State
from tests.ford.state import FordState

MADE = []
SPAN = {"blue": slice(0, 2), "red": slice(2, 4)}


def renewed(s, old, was, side):
    """Only those who moved are looked at: one of them may be the new last one, or was the old one."""
    before = memoryview(was[0]).cast("h")
    moved = [(a, b) for a, b in zip(before, s.at, strict=True) if a != b]
    return s.greatest.__wrapped__(s, side) if any(a == old for a, _ in moved) else max([old, *(b for _, b in moved)])


class Small(State):
    turn: int
    at: Column
    steps: Column
    queue: list[int]
    stock: dict[str, int]

    @kept("at")
    def total(self):
        MADE.append("total")
        return sum(self.at)

    @kept("at", "turn", "queue", "stock")
    def mixed(self, times, more=1):
        MADE.append("mixed")
        return (sum(self.at) + self.turn + len(self.queue) + sum(self.stock.values())) * times + more

    @kept(Part("at", SPAN, "side"))
    def sum_of(self, side):
        MADE.append(side)
        return sum(self.at[SPAN[side]])

    @kept(total, "steps")
    def both(self):
        return self.total() + sum(self.steps)

    @kept("at", renew=renewed)
    def greatest(self, side):
        return max(self.at)


def small(**changes):
    at, steps = array("h", [1, 2, 3, 4]), array("b", [1, 1, 1, 1])
    return Small(**{"turn": 1, "at": at, "steps": steps, "queue": [], "stock": {}} | changes)


@pytest.fixture(autouse=True)
def nothing_made():
    MADE.clear()
    for name in ("total", "mixed", "sum_of", "both", "greatest"):
        getattr(Small, name).keeper.forget()


def test_a_value_is_made_once_for_what_it_rests_on():
    s = small()
    assert (s.total(), s.total(), MADE) == (10, 10, ["total"])
    s.turn, s.steps[0] = 5, 2
    assert (s.total(), MADE) == (10, ["total"])
    s.at[0] = 7
    assert (s.total(), MADE) == (16, ["total"] * 2)


@pytest.mark.parametrize(
    "write",
    [
        lambda s: s.at.__setitem__(1, 9),
        lambda s: setattr(s, "at", array("h", [5, 5, 5, 5])),
        lambda s: setattr(s, "turn", 4),
        lambda s: s.queue.append(3),
        lambda s: s.stock.update(a=2),
    ],
)
def test_every_kind_of_write_is_noticed(write):
    s = small()
    before = s.mixed(2)
    write(s)
    assert s.mixed(2) == Small.mixed.__wrapped__(s, 2) != before


def test_arguments_are_keys_with_their_defaults_and_names():
    s = small()
    assert s.mixed(1) == s.mixed(1, 1) == s.mixed(times=1, more=1) == 12
    assert MADE == ["mixed"]
    assert (s.mixed(2), s.mixed(2, more=5)) == (23, 27)


def test_copies_undo_and_unpacking_find_what_is_known_and_nothing_else():
    s = small()
    kept_state = s.keep()
    assert s.total() == 10
    twin = s.copy()
    twin.at[3] = 9
    assert (twin.total(), s.total(), Small.unpack(twin.pack()).total()) == (15, 10, 15)
    twin.back(kept_state)
    assert (twin.total(), MADE) == (10, ["total"] * 2)


def test_a_part_of_a_column():
    s = small()
    assert (s.sum_of("blue"), s.sum_of("red")) == (3, 7)
    s.at[0] = 5
    assert (s.sum_of("blue"), s.sum_of("red"), MADE) == (7, 7, ["blue", "red", "blue"])


def test_a_kept_value_lends_its_declaration():
    s = small()
    assert s.both() == 14
    s.at[0] = 2
    assert s.both() == 15
    s.steps[0] = 0
    assert s.both() == 14


def test_in_a_look_a_value_is_compared_once():
    s = small()
    with looking(s):
        assert s.total() == 10
        s.at[0] = 9  # nobody may: a look only looks
        assert s.total() == 10
    assert s.total() == 18


def test_a_value_made_from_the_older_one():
    s = small()
    for unit, place in ((0, 9), (0, 3), (1, 8), (3, 1)):
        s.greatest("red")
        s.at[unit] = place
        assert s.greatest("red") == max(s.at)


def test_at_hand_works_nothing_out():
    s, ask = small(), at_hand(Small.total)
    assert (ask(s), MADE) == (None, [])
    s.total()
    assert ask(s) == 10
    s.at[0] = 0
    assert ask(s) is None


def test_who_knows_a_value_lays_it_down():
    s, lay = small(), lays(Small.total)
    s.at[0] = 5
    lay(14, s)
    assert (s.total(), MADE) == (14, [])
    s.at[0] = 0
    assert (s.total(), MADE) == (9, ["total"])


def test_a_value_that_was_laid_down_is_renewed_from():
    s, lay = small(), lays(Small.greatest)
    s.at[3] = 9
    lay(9, s, "red")
    s.at[0] = 11
    assert s.greatest("red") == 11


def test_a_value_is_renewed_however_many_situations_have_passed():
    s = small()
    s.greatest("red")
    for place in range(10, 20):
        s.at[0] = place
        s.total()  # rests on the same: its situations come and go
    assert s.greatest("red") == 19


# ---- games in turns


def test_games_in_turns_do_not_push_out_what_the_others_know():
    games = [small(turn=number) for number in range(5)]
    for number, s in enumerate(games):
        s.at[0] = 10 * number
        assert (s.total(), s.sum_of("red"), s.mixed(2)) == (s.total.__wrapped__(s), 7, s.mixed.__wrapped__(s, 2))
    MADE.clear()
    for _ in range(3):
        for number, s in enumerate(games):
            assert (s.total(), at_hand(Small.total)(s), s.sum_of("blue")) == (9 + 10 * number,) * 2 + (2 + 10 * number,)
            assert s.mixed(2) == 2 * (s.total() + number) + 1
    assert [made for made in MADE if made != "blue"] == []
    assert MADE.count("blue") == 5


def test_what_is_at_hand_of_a_game_is_found_after_another_one_asked():
    s, other = small(), small()
    assert s.total() == 10
    other.at[0] = 5
    assert (other.total(), at_hand(Small.total)(s), at_hand(Small.total)(other)) == (14, 10, 14)
    s.at[0] = 3
    assert at_hand(Small.total)(s) is None


def test_a_value_is_renewed_from_the_last_one_of_its_own_game():
    seen = []

    def note(s, old, was):
        seen.append(old)
        return max(s.at)

    @kept("at", renew=note)
    def greatest(s):
        return max(s.at)

    one, two = small(), small()
    one.at[0] = 50
    assert (greatest(one), greatest(two), seen) == (50, 4, [50])  # a new game begins with what another one knew
    for place in (51, 52):
        one.at[0] = two.at[1] = place
        greatest(one), greatest(two)
    assert seen == [50, 50, 4, 51, 51]
    two.at[1] = 60
    assert (greatest(two), seen[-1]) == (60, 52)


def test_copies_share_what_is_kept_and_branches_begin_with_it():
    s = small()
    assert s.copy().memory is s.memory is not Small.unpack(s.pack()).memory
    game = front1914.new("germany_at_war", seed=1)
    assert game.copy(history=False).state.memory is game.state.memory
    assert game.copy().state.memory is not game.state.memory
    assert s.total() == 10
    assert (Small.unpack(s.pack()).total(), small().total(), MADE) == (10, 10, ["total"])


def test_values_go_with_their_game():
    class Value:
        pass

    @kept("at")
    def value(s):
        return Value()

    s, other = small(), small()
    gone = ref(value(s))
    for place in range(4):  # more than are remembered, so that nothing is left of what it began with
        other.at[0] = 20 + place
        value(other)
    assert value(s) is gone()
    value(other)
    del s
    gc.collect()
    assert gone() is None


def test_only_so_many_games_are_remembered(monkeypatch):
    monkeypatch.setattr(kept_module, "GAMES", 3)
    monkeypatch.setattr(kept_module, "RECENT", {})
    games = [small(turn=number) for number in range(5)]
    for number, s in enumerate(games):
        for place in range(3):  # as many situations as are remembered, so that a game has only its own
            s.at[0] = 10 * number + place
            s.total()
    assert len(kept_module.RECENT) == 3
    MADE.clear()
    assert [s.total() for s in games[::-1]] == [51, 41, 31, 21, 11]
    assert MADE == ["total"] * 2  # of the three that asked last everything is known, of the others nothing


def test_a_value_that_is_declared_while_games_are_played():
    """As when a module is read late: what was laid aside before has no place for it."""
    one, two = small(), small()
    two.at[0] = 5
    assert (one.total(), two.total()) == (10, 14)

    @kept("at")
    def late(s):
        return 2 * sum(s.at)

    assert (late(one), late(two), late(one), one.total(), two.total()) == (20, 28, 20, 10, 14)


@pytest.mark.parametrize("title", [info.id for info in front1914.titles()])
def test_games_of_a_title_in_turns_are_the_games_that_are_played_alone(title):
    """With undo and copies between, the kept values of one game never answer for another."""
    alone = [list(course(title, seed)) for seed in range(3)]
    together = list(zip_longest(*(course(title, seed) for seed in range(3))))
    assert together == list(zip_longest(*alone))


def course(title, seed, decisions=150):
    """The digests of a random game, decision by decision."""
    rng = random.Random(seed)
    game = front1914.new(title, seed=seed)
    for number in range(decisions):
        if game.decision is None:
            break
        game.act(rng.choice(game.decision.actions))
        if game.undoable and number % 7 == 0:
            game.undo()
        if number % 11 == 0 and game.decision is not None:
            game.copy(history=number % 2 == 0).act(rng.choice(game.decision.actions))
        yield game.digest()


# ---- looks


@in_look
def double(s, unit):
    MADE.append("double")
    return 2 * s.at[unit] + s.turn


def test_a_value_that_is_kept_for_a_look():
    s = small()
    with looking(s):
        assert (double(s, 0), double(s, 0), double(s, 1), MADE) == (3, 3, 5, ["double"] * 2)
        with looking(s):
            assert (double(s, 0), len(MADE)) == (3, 2)
    s.turn, s.at[0] = 2, 4
    assert (double(s, 0), double(s, 0), len(MADE)) == (10, 10, 4)
    assert s.look is None


def test_a_declaration_is_checked():
    @kept("at", "nowhere")
    def wrong(s):
        return 0

    with pytest.raises(TypeError, match="has no field nowhere"):
        wrong(small())
    with pytest.raises(TypeError, match="rests on nothing"):
        kept()(lambda s: 0)
    with pytest.raises(TypeError, match="is not kept"):
        kept(max)(lambda s: 0)


# ---- distrust


def test_distrust_is_content_with_what_is_right():
    with distrust():
        s = small()
        for unit, place in ((0, 9), (0, 3), (1, 8), (3, 1), (3, 1)):
            s.at[unit] = place
            assert s.both() == sum(s.at) + 4
            assert s.greatest("red") == max(s.at)
            assert s.sum_of("red") == sum(s.at[2:])
            assert s.copy().mixed(1) == sum(s.at) + 2
    assert s.total() == sum(s.at)


def test_distrust_names_a_field_that_is_read_and_not_declared():
    @kept("at")
    def careless(s, unit):
        return s.at[unit] * s.turn

    with distrust(), pytest.raises(Distrusted, match=r"careless\(2\) reads turn, which it does not declare"):
        careless(small(), 2)


def test_distrust_names_what_is_read_through_another_value():
    @kept("steps")
    def careless(s):
        return s.total()

    with distrust(), pytest.raises(Distrusted, match=r"careless\(\) reads at"):
        careless(small())


def test_distrust_finds_a_part_that_is_too_small():
    @kept(Part("at", SPAN, "side"))
    def careless(s, side):
        return sum(s.at)

    s = small()
    with distrust():
        assert careless(s, "blue") == 10
        s.at[3] = 0
        with pytest.raises(Distrusted, match=r"careless\(blue\) is kept as 10 and would be 6"):
            careless(s, "blue")


def test_distrust_finds_a_wrong_renewal():
    @kept("at", renew=lambda s, old, was: max(old, *s.at))
    def careless(s):
        return max(s.at)

    s = small()
    with distrust():
        assert careless(s) == 4
        s.at[3] = 0
        with pytest.raises(Distrusted, match="is kept as 4 and would be 3"):
            careless(s)


def test_distrust_finds_a_value_that_was_laid_down_wrongly():
    s, lay = small(), lays(Small.total)
    with distrust():
        s.at[0] = 5
        lay(14, s)
        with pytest.raises(Distrusted, match=r"total\(\) is laid down as 13 and would be 14"):
            lay(13, s)


def test_distrust_finds_who_writes_in_a_look():
    s = small()
    with distrust(), looking(s):
        assert double(s, 0) == 3
        s.at[0] = 5
        with pytest.raises(Distrusted, match="double was 3 in this look and would be 11: somebody wrote meanwhile"):
            double(s, 0)


def test_distrust_sees_what_is_read_through_a_value_of_a_look():
    @kept("at")
    def careless(s):
        return double(s, 0)

    s = small()
    with distrust(), looking(s):
        assert double(s, 0) == 3
        with pytest.raises(Distrusted, match=r"careless\(\) reads turn, which it does not declare"):
            careless(s)


def test_distrust_finds_whoever_changes_what_he_was_given():
    @kept("at")
    def units(s):
        return [unit for unit, place in enumerate(s.at) if place > 2]

    s = small()
    with distrust():
        units(s).append(7)
        with pytest.raises(Distrusted, match=r"is kept as \[2, 3, 7\] and would be \[2, 3\]"):
            units(s)


def test_distrust_finds_a_value_that_changes_the_state():
    @kept("at", "turn")
    def careless(s):
        s.turn += 1
        return s.turn

    with distrust(), pytest.raises(Distrusted, match="changes the state"):
        careless(small())


def test_values_that_do_not_say_what_equal_means_are_compared_part_by_part():
    class Way:
        def __init__(self, hexes):
            self.hexes = hexes

    @kept("at")
    def way(s):
        return Way(list(s.at))

    s = small()
    with distrust():
        assert way(s).hexes == way(s).hexes
        s.turn = 2
        way(s).hexes.append(1)
        with pytest.raises(Distrusted):
            way(s)


def test_the_fuzzer_reports_what_distrust_finds(monkeypatch, tmp_path):
    """A Ford whose zones rest on more than they say."""

    @kept("at")
    def careless(s, side):
        return FordState.zone.__wrapped__(s, side) if s.moved[0] else 0

    monkeypatch.setattr(FordState, "zone", careless)
    report = fuzz("ford", 300, folder=tmp_path, distrust=True)
    assert "careless" in report.fault
    assert "reads moved, which it does not declare" in report.fault


SCENARIOS = [(info.id, scenario.id) for info in front1914.titles() for scenario in info.scenarios]


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_every_title_is_played_in_distrust(title, scenario):
    """A few hundred decisions of each scenario; `make fuzz` plays longer, and checks all the rest besides."""
    rng = random.Random(f"{title} {scenario}")
    options = {option.id: rng.choice(option.choices) for option in front1914.title(title).info.options}
    with distrust():
        game = front1914.new(title, scenario, options, seed=rng.getrandbits(32))
        for number in range(200):
            if game.decision is None:
                break
            game.act(rng.choice(game.decision.actions))
            if game.undoable and number % 10 == 0:
                game.undo()
            if number % 100 == 50:
                for side in game.sides:
                    game.view(side)
