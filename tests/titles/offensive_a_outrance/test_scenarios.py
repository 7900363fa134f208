"""The scenarios: everybody on firm ground of his own and within the limits; those of the library as they are meant."""

from collections import Counter

import pytest

import front1914
from front1914.titles import offensive_a_outrance
from front1914.titles.offensive_a_outrance import board, charts, world
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES
from front1914.titles.offensive_a_outrance.logistics.supply import has_line, isolated, sum_bits, supplied, train_source
from front1914.titles.offensive_a_outrance.organisation.areas import divide, lines_of, misplaced, stands
from front1914.titles.offensive_a_outrance.organisation.forces import force_of
from front1914.titles.offensive_a_outrance.scenarios import OBJECTIVES_OF, SCENARIOS, Rules
from front1914.titles.offensive_a_outrance.schedule import GROUP
from front1914.titles.offensive_a_outrance.sieges.fortress import refuse_repair
from front1914.titles.offensive_a_outrance.state import POOLS, OAOState
from front1914.titles.offensive_a_outrance.world import ARMIES, KINDS, UNITS

LATER = ("race", "last_battles")
every = pytest.mark.parametrize("rules", SCENARIOS.values(), ids=list(SCENARIOS))


def army_of(rules: Rules, u: int) -> int:
    return rules.attached.get(u, world.START_ARMY[u])


def bits(rules: Rules, side: str) -> int:
    """The hexes where Combat units of a side begin."""
    found = 0
    for u, h in rules.placed.items():
        if world.SIDE[u] == side and world.IS_COMBAT[u]:
            found |= 1 << h
    return found


@every
def test_nobody_begins_in_the_sea_or_with_the_enemy(rules: Rules) -> None:
    held: dict[int, str] = {}
    for u, h in rules.placed.items():
        assert board.OPEN >> h & rules.area >> h & 1, UNITS[u]
        assert held.setdefault(h, world.SIDE[u]) == world.SIDE[u], (UNITS[u], HEXES[h])


@every
def test_stacks_keep_the_limit(rules: Rules) -> None:
    load: Counter[int] = Counter()
    for u, h in rules.placed.items():
        load[h] += world.EIGHTHS[u]
    assert max(load.values()) <= charts.STACKING.hex


@every
def test_everybody_has_an_army_of_his_side(rules: Rules) -> None:
    for u in (*rules.placed, *rules.arrivals):
        army = army_of(rules, u)
        if KINDS[u].role in ("formation", "supply"):
            assert army in rules.armies, UNITS[u]
            assert world.ARMY_SIDE[army] == world.SIDE[u] or world.NATION[u] == "british"


@every
def test_trains_fit_the_displays(rules: Rules) -> None:
    """5.1.3: no army begins with more corps than it has boxes."""
    trains = Counter(army_of(rules, u) for u in rules.placed if world.IS_TRAIN[u])
    for army, number in trains.items():
        assert number <= world.BOXES_OF[army], ARMIES[army]


@every
def test_depots_stand_on_rails(rules: Rules) -> None:
    for u, h in rules.placed.items():
        if world.IS_DEPOT[u]:
            assert board.ON_RAIL >> h & 1, UNITS[u]


@every
def test_control_parts_the_ground(rules: Rules) -> None:
    allied, german = rules.control("allied"), rules.control("german")
    assert not allied & german
    assert allied | german == rules.area
    assert allied
    assert german


@every
def test_turns(rules: Rules) -> None:
    assert 1 <= rules.first_turn <= rules.last_turn <= 30
    assert all(turn % 3 == 0 for turn in rules.interphases)  # 4.3
    for turn, number in rules.interphases.items():
        assert number in (turn // 3, 10), turn  # 10 stands for the Final Inter-Phase (B95)
    for u, (turn, h) in rules.arrivals.items():
        assert rules.first_turn < turn <= rules.last_turn, UNITS[u]
        assert rules.area >> h & 1


@pytest.mark.parametrize("name", ["introduction", "lorraine", "marne", "campaign"])
def test_august_begins_out_of_contact(name: str) -> None:
    """A13: nobody stands next to an enemy Combat unit."""
    rules = SCENARIOS[name]
    assert not BOARD.spread(bits(rules, "allied")) & bits(rules, "german")


@pytest.mark.parametrize("name", LATER)
def test_later_set_ups_follow_the_line(name: str) -> None:
    """Formations stand on ground of their own side, and the line runs unbroken to Switzerland."""
    rules = SCENARIOS[name]
    for u, h in rules.placed.items():
        if world.IS_FORMATION[u]:
            assert rules.control(world.SIDE[u]) >> h & 1, (UNITS[u], HEXES[h])
    assert rules.line & board.NEAR["switzerland"]
    met = sum(1 for h in range(board.SIZE) if rules.line >> h & 1 and BOARD.ring[h] & bits(rules, "german"))
    assert met > 30


def opening(name: str) -> OAOState:
    """The state before the first decision."""
    s: OAOState = front1914.new("offensive_a_outrance", name, seed=1914).state
    return s


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("name", [*SCENARIOS])
def test_supply_is_out_of_reach(name: str) -> None:
    """8.8.1, 15.6.2: no Train, Depot or gun begins alone in an enemy zone; nothing is against the rules."""
    game = front1914.new("offensive_a_outrance", name, seed=1914)
    s = game.state
    assert not game.faults()
    for side in world.SIDES:
        mine, foe = s.ground(side), s.ground(world.FOE[side])
        assert not (mine.trains | mine.depots) & foe.zone
        assert not mine.guns & foe.zone & ~mine.guard


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("name", [name for name in SCENARIOS if SCENARIOS[name].areas])
def test_armies_begin_in_their_areas(name: str) -> None:
    """5.1: every army has an area of hexes that hang together; few stand outside that of their army (5.1.2)."""
    s = opening(name)
    for side in world.SIDES:
        found = divide(s, side, *lines_of(s, side))
        assert all(found.values())
        assert sum(bits.bit_count() for bits in found.values()) == sum_bits(found.values()).bit_count()
        total = sum(len(stands(s, army)) for army in found)
        assert misplaced(s, found) <= max(2, total // 10), (misplaced(s, found), total)
        for army, bits in found.items():
            seed = bits & -bits
            while grown := BOARD.spread(seed) & bits & ~seed:
                seed |= grown
            assert seed == bits or army == GROUP, ARMIES[army]


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("name", [name for name in SCENARIOS if name != "introduction"])
def test_infantry_begins_on_ground_of_its_own(name: str) -> None:
    """A13: German Cavalry screens, and a French one in Alsace, stand on ground that the enemy still controls."""
    s = opening(name)
    for u in UNITS.numbers:
        if s.at[u] < board.SIZE and world.IS_FORMATION[u] and not world.IS_CAVALRY[u]:
            assert s.held(world.SIDE[u]) >> s.at[u] & 1, (UNITS[u], HEXES[s.at[u]])


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("name", [*SCENARIOS])
def test_everybody_begins_in_supply(name: str) -> None:
    """A13: Depots have lines, Trains have sources, no Formation is hungry or isolated."""
    s = opening(name)
    for u in UNITS.numbers:
        if s.at[u] < board.SIZE:
            if world.IS_DEPOT[u]:
                assert has_line(s, u), UNITS[u]
            if world.IS_TRAIN[u]:
                assert train_source(s, u) is not None, UNITS[u]
            if world.IS_FORMATION[u]:
                assert supplied(s, force_of(s, u)), UNITS[u]
                assert not isolated(s, u), UNITS[u]


def test_the_introduction() -> None:
    """A14: two armies, three turns, Mülhausen; every unit where the rulebook's example can find it."""
    rules = SCENARIOS["introduction"]
    assert {str(ARMIES[a]) for a in rules.armies} == {"f-ALSACE", "g-SEVENTH"}
    assert (rules.first_turn, rules.last_turn, rules.areas, rules.rail, rules.interphases) == (1, 3, False, False, {})
    placed = {str(UNITS[u]): str(HEXES[h]) for u, h in rules.placed.items() if world.IS_COMBAT[u]}
    assert placed == {
        "f-14/7": "53.70",
        "f-41/7": "54.68",
        "f-66r": "52.70",
        "f-63r": "51.71",
        "f-58r": "51.69",
        "f-8-c": "53.71",
        "f-Ch-14": "53.70",
        "f-Ch-41": "54.68",
        "f-Belfort": "50.68",
        "g-Bodungen": "55.70",
        "g-1-B.Lw": "59.67",
        "g-2-B.Lw": "58.66",
        "g-55-Lw": "59.70",
        "g-110-Lw": "58.72",
    }
    assert rules.choice is not None
    assert {str(UNITS[u]) for u in rules.choice.units} == {"g-28/14", "g-29/14"}
    assert (rules.choice.side, rules.choice.turn) == ("german", 1)
    assert rules.victory.hexes == ("55.70", "56.69", "56.70")


@pytest.mark.parametrize(
    ("name", "markers", "rights", "rail"),
    [("campaign", 0, 0, (0, 0)), ("race", 2, 12, (18, 14)), ("last_battles", 5, -1, (14, 8))],
)
def test_what_the_inter_phases_before_have_brought(name: str, markers: int, rights: int, rail: tuple[int, int]) -> None:
    """The chart: Rail Points (in halves) and rights to dig of the last one before the first turn, markers of all."""
    s = opening(name)
    pool = {str(POOLS[i]): value for i, value in enumerate(s.pools)}
    assert [pool[f"{side}_shortage"] for side in world.SIDES] == [markers, markers]
    assert [pool[f"{side}_ip"] for side in world.SIDES] == [rights, rights]
    assert (pool["allied_rp"], pool["german_rp"]) == rail


@pytest.mark.parametrize(
    ("name", "shots", "belgians"),
    [
        ("campaign", (7, 25, 5), (0, 0, 0, 0, 0, 0)),
        ("race", (2, 12, 3), (0, 0, 0, 2, 0, 0)),
        ("last_battles", (0, 3, 1), (1, 1, 1, 3, 1, 1)),
    ],
)
def test_what_the_sieges_before_have_cost(name: str, shots: tuple[int, ...], belgians: tuple[int, ...]) -> None:
    """13.4, 20.6: ammunition fired at Namur, Maubeuge, Antwerpen is gone; 24.2, 24.3.3: Belgians never recover."""
    s = opening(name)
    assert tuple(s.pools[POOLS.number(f"shots_{kind}")] for kind in ("42", "305", "prep")) == shots
    assert tuple(s.sr[UNITS.number(f"be-{n}")] for n in range(1, 7)) == belgians


@pytest.mark.parametrize(
    ("name", "standing", "fallen"),
    [
        ("race", {"Antwerpen", "Verdun", "Paris"}, {"Namur", "Maubeuge"}),
        ("last_battles", {"Verdun", "Paris"}, {"Namur", "Maubeuge", "Antwerpen"}),
    ],
)
def test_fallen_camps_are_out_of_the_game(name: str, standing: set[str], fallen: set[str]) -> None:
    """12.4: who is not there at the start is not repaired either."""
    s = opening(name)
    camps = {KINDS[u].home for u in UNITS.numbers if world.IS_FORTRESS[u] and s.at[u] < BOARD.size}
    assert standing <= camps
    assert not camps & fallen
    assert not any(
        refuse_repair(s, u) is None for u in UNITS.numbers if KINDS[u].home in fallen and world.IS_FORTRESS[u]
    )


@pytest.mark.usefixtures("window")
def test_battle_for_lorraine() -> None:
    rules = SCENARIOS["lorraine"]
    assert {str(ARMIES[a]) for a in rules.armies} == {"f-FIRST", "f-SECOND", "g-SIXTH", "g-SEVENTH"}
    assert (rules.first_turn, rules.last_turn, rules.interphases) == (1, 5, {3: 1})
    assert {str(ARMIES[a]): state for a, state in rules.plans.items()} == {
        "f-FIRST": "active",
        "f-SECOND": "active",
        "g-SIXTH": "idle",
    }
    divisions = Counter(world.SIDE[u] for u in rules.placed if world.IS_DIVISION[u])
    assert divisions == {"allied": 22, "german": 18}
    camps = {KINDS[u].home for u in rules.placed if world.IS_FORTRESS[u]}
    assert {"Toul", "Epinal", "Metz", "Straßburg"} <= camps
    assert army_of(rules, UNITS.number("g-33r")) == ARMIES.number("g-SIXTH")


def test_objectives_of_the_plans() -> None:
    """26.4.1, 26.6.1, 26.6.3: the primary objective is one of the operational ones; the Fifth Army has none."""
    first = OBJECTIVES_OF[ARMIES.number("f-FIRST")]
    assert len(first.every) == 5
    assert first.primary == BOARD.bits(["60.55"])
    assert BOARD.bits(["57.63", "58.63"]) in first.every  # either hex of Markirch
    assert OBJECTIVES_OF[ARMIES.number("f-SECOND")].primary == BOARD.bits(["57.51", "60.52"])
    assert OBJECTIVES_OF[ARMIES.number("g-FIFTH")].primary == 0
    assert set(OBJECTIVES_OF) == set(SCENARIOS["campaign"].plans)


def test_the_grand_campaign() -> None:
    """A13: all that is there on turn 1; Liège in German hands once the lines are drawn; Namur and Maubeuge stand."""
    rules = SCENARIOS["campaign"]
    field = [row for row in world.UNIT_ROWS if row.group == "initial"]
    assert all(UNITS.number(row.id) in rules.placed for row in field)
    assert {KINDS[u].home for u in rules.placed if world.IS_FORTRESS[u]} >= {"Antwerpen", "Namur", "Maubeuge", "Paris"}
    assert len(rules.victory.objectives) == 34  # 27.8, 27.8.1
    assert rules.interphases == {**{3 * n: n for n in range(1, 10)}, 30: 10}
    inactive = {str(ARMIES[a]): turn for a, turn in rules.active.items() if turn > 1 and world.ARMY_ROWS[a].turn == 1}
    assert inactive == {"f-THIRD": 3, "f-FOURTH": 3, "g-THIRD": 2, "g-FOURTH": 2, "g-FIFTH": 2}
    late = {row.id for row in world.UNIT_ROWS if row.group == "reinforcement" and row.turn <= 30}
    assert {str(UNITS[u]) for u in rules.arrivals} >= late


@pytest.mark.usefixtures("window")
def test_the_library_offers_scenarios_that_exist() -> None:
    for scenario in offensive_a_outrance.INFO.scenarios:
        assert SCENARIOS[scenario.id].last_turn - SCENARIOS[scenario.id].first_turn + 1 == scenario.turns
