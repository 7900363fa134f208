"""4.3.2, the Inter-Phase chart: what each Inter-Phase brings, as a player finds it in the turn that follows."""

from __future__ import annotations

import pytest

import front1914
from front1914 import Game
from front1914.titles.offensive_a_outrance.state import POOLS
from front1914.titles.offensive_a_outrance.world import ARMIES, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, mark, situation

rule = pytest.mark.rule
EVERY = range(1, 10)  #: the chart ends with the ninth


def table(*columns: tuple[float, ...]) -> list[tuple[float, ...]]:
    """The rows of the chart."""
    return list(zip(EVERY, *columns, strict=True))


def after(number: int, units: dict[str, Placed] | None = None, **pools: int) -> Game:
    """The moment after the Inter-Phase of that number; old Rail Points and rights lie about, to be lost."""
    return situation(
        {"f-70r": "48.60", "g-31/21": "62.54"} | (units or {}),
        scenario="campaign",
        phase="finishing",
        turn=3 * number,
        flow=[["turn"], ["inter_phase"]],
        phasing="german",
        active="german",
        pools={"allied_rp": 1, "german_rp": 1, "allied_ip": 1, "german_ip": 1} | pools,
    )


def pool(game: Game, name: str) -> int:
    return int(game.state.pools[POOLS.number(name)])


@rule("IPC.a", "4.3.2")
@pytest.mark.parametrize(
    ("number", "french", "german"),
    table((3, 6, 7, 9, 9, 9, 9, 7, 7), (0, 0, 3.5, 7, 7, 7, 1, 4, 4)),
)
def test_rail_points(number: int, french: float, german: float) -> None:
    """Counted in halves; those of the last Inter-Phase are lost."""
    game = after(number)
    assert (pool(game, "allied_rp") / 2, pool(game, "german_rp") / 2) == (french, german)


@rule("IPC.b")
@pytest.mark.parametrize(
    ("number", "french", "british", "german"),
    table(
        (0, 8, 10, 12, 14, 14, 14, 14, 14),
        (0, 0, 0, 3, 2, 1, 1, 1, 1),
        (0, 4, 8, 12, 14, 14, 14, 14, 14),
    ),
)
def test_replacements(number: int, french: int, british: int, german: int) -> None:
    game = after(number, french_repl=2)  # stored ones stay (16.6.1)
    assert [pool(game, f"{nation}_repl") for nation in ("french", "british", "german")] == [french + 2, british, german]


@rule("IPC.b")
@pytest.mark.parametrize(
    ("number", "restored"),
    [(2, {"g-SIXTH"}), (3, {"g-SIXTH", "g-FOURTH"}), (4, {"g-SIXTH", "g-FOURTH", "g-THIRD"}), (5, None)],
)
def test_german_armies_that_the_chart_names(number: int, restored: set[str] | None) -> None:
    units = {"g-42/21": "62.55", "g-11/6": "56.41", "g-23/12": "56.34", "g-5/3": "58.27"}
    game = after(number, {word: (place, "sr 1") for word, place in units.items()})
    army = {word: str(ARMIES[game.state.army[UNITS.number(word)]]) for word in units}
    for word in units:
        assert (mark(game, word, "sr") == 0) == (restored is None or army[word] in restored), (word, army[word])


@rule("IPC.c")
@pytest.mark.parametrize(("number", "rights"), table((2, 3, 5, 8, 12, 15, -1, -1, -1)))
def test_rights_to_build_positions(number: int, rights: int) -> None:
    """-1 stands for no limit."""
    game = after(number)
    assert (pool(game, "allied_ip"), pool(game, "german_ip")) == (rights, rights)


@rule("IPC.d")
@pytest.mark.parametrize(("number", "markers"), table((0, 0, 0, 1, 2, 3, 4, 5, 6)))
def test_shortage_markers(number: int, markers: int) -> None:
    game = after(number)
    assert (pool(game, "allied_shortage"), pool(game, "german_shortage")) == (markers, markers)


@rule("IPC.c", "IPC.d")
@pytest.mark.parametrize(("scenario", "rights", "markers"), [("race", 12, 2), ("last_battles", -1, 5)])
def test_later_scenarios_begin_with_what_the_last_inter_phase_brought(scenario: str, rights: int, markers: int) -> None:
    game = front1914.new("offensive_a_outrance", scenario, seed=1)
    assert [pool(game, f"{side}_ip") for side in ("allied", "german")] == [rights] * 2
    assert [pool(game, f"{side}_shortage") for side in ("allied", "german")] == [markers] * 2
