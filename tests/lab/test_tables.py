"""The tables: what happened in the games, for anybody who reads Parquet."""

from __future__ import annotations

import polars as pl
import pytest

import front1914
from front1914.commanders import play
from front1914.lab import ground
from front1914.lab.record import Job, Recorder
from front1914.lab.record import play as record
from front1914.lab.study import Study
from front1914.lab.tables import TABLES
from tests.lab.conftest import needs


def test_duckdb_and_pandas_read_them(small: Study) -> None:
    needs("duckdb", "pandas", "pyarrow")
    import duckdb
    import pandas

    for name in TABLES:
        file = small.folder / f"{name}.parquet"
        rows = len(small.table(name))
        assert rows, name
        assert duckdb.sql(f"select count(*) from '{file}'").fetchall() == [(rows,)], name
        frame = pandas.read_parquet(file)
        assert len(frame) == rows
        assert list(frame.columns) == list(TABLES[name]._fields)


def test_a_game_is_what_the_engine_says(small: Study) -> None:
    row = small.table("games").row(0, named=True)
    game = front1914.new("schlieffens_war", "introduction", seed=row["seed"])
    sides = ("german", "entente")
    commanders = {
        s: front1914.commander("recruit", "schlieffens_war", f"{row['seed']}:{n}") for n, s in enumerate(sides)
    }
    play(game, commanders)
    assert game.result is not None
    assert (row["winner"], row["level"], row["score"]) == (game.result.winner, game.result.level, game.result.score)
    assert row["digest"] == game.digest()
    assert row["decisions"] == sum(entry.side != "chance" for entry in game.log)
    assert row["throws"] == game.thrown
    review = front1914.review(game)
    battles = small.table("battles").filter((pl.col("game") == 0) & pl.col("made"))
    assert len(battles) == review["fought"]
    lost = small.table("losses").filter(pl.col("game") == 0).group_by("nation").agg(pl.col("lost").sum())
    told: dict[str, int] = {}
    for turn in review["turns"]:
        for nation, steps in turn["lost"].items():
            told[nation] = told.get(nation, 0) + steps
    assert {nation: n for nation, n in lost.iter_rows() if n} == told
    scores = small.table("turns").filter((pl.col("game") == 0) & (pl.col("meter") == "vp")).sort("turn")["value"]
    assert scores.to_list() == [turn["score"] for turn in review["turns"]]


def test_what_was_declined_was_possible_and_not_made(small: Study) -> None:
    battles = small.table("battles")
    made = set(battles.filter(pl.col("made")).select("game", "turn", "place", "attacker").iter_rows())
    declined = battles.filter(~pl.col("made"))
    assert len(declined)
    assert not made & set(declined.select("game", "turn", "place", "attacker").iter_rows())
    assert declined["throws"].sum() == declined["lost_attacker"].sum() == 0
    assert declined["column"].null_count() == 0


@pytest.mark.parametrize(
    ("title", "scenario"),
    [
        ("germany_at_war", "introduction"),
        ("fixed_1914", "introduction"),
        ("der_weltkrieg", "liege"),
        ("offensive_a_outrance", "introduction"),
    ],
)
def test_every_title_can_be_written_down(title: str, scenario: str) -> None:
    """As far as a few hundred random decisions lead."""
    sides = front1914.title(title).info.sides
    job = Job(0, 0, 0, title, scenario, {}, dict.fromkeys(sides, "random"), {}, "5:0", most=400)
    rows = record(job)
    assert rows["games"][0][10] <= 400
    for name in ("losses", "fronts", "ground", "rules", "marches", "paces"):
        assert rows[name] or (name == "ground" and title == "der_weltkrieg"), name
    places = front1914.title(title).printed()["places"]
    assert {row[2] for row in rows["marches"]} <= set(places)


def test_ground_is_held_by_the_nearest_and_the_front_lies_between() -> None:
    game = front1914.new("schlieffens_war", "introduction", seed=1)
    job = Job(0, 0, 0, "schlieffens_war", "introduction", {}, {}, {}, "1")
    recorder = Recorder(job, game)
    land = ground.map_of("schlieffens_war")
    troops = [t for t in game.title.muster(game.state) if t.where == "field" and t.at is not None]
    now = ground.held(land, troops, {}, "german")
    for troop in troops:
        sides = {other.side for other in troops if other.at == troop.at}
        if len(sides) == 1 and troop.at in land.spots:
            assert (now.holders[troop.at] == "german") == (troop.side == "german")
    for place, enemy, x, y in ground.front(land, now, "german"):
        assert now.holders[place] == "german" != now.holders[enemy]
        assert enemy in land.around[place]
        (x1, y1), (x2, y2) = land.spots[place], land.spots[enemy]
        assert (x, y) == (round((x1 + x2) / 2, 3), round((y1 + y2) / 2, 3))
    assert recorder.first == "german"


def test_every_hex_has_at_most_six_neighbours_and_they_are_mutual() -> None:
    for info in front1914.titles():
        land = ground.map_of(info.id)
        for place, near in land.around.items():
            assert len(near) <= 6 or not land.hexes
            assert all(place in land.around[other] for other in near)
