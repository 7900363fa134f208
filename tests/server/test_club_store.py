"""What a club keeps of people, in both stores."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from front1914.server.club.people import Tries
from front1914.server.club.sql import SqlClub
from front1914.server.club.storage import Hosted, Note, Person, Rating, Way
from front1914.server.refusals import Refused
from tests.server.conftest import OpenStore
from tests.server.test_storage import change, game

pytestmark = pytest.mark.asyncio
ANNA, BERT = Person("a", "Anna", 1.0), Person("b", "Bert", 2.0)


@pytest_asyncio.fixture
async def club(store: OpenStore) -> AsyncIterator[SqlClub]:
    """Anna plays blue in the game `g`, and Bert looks on."""
    storage = store()
    await storage.create(game(), change(0, kind="new"))
    found = SqlClub(storage)
    for person in (ANNA, BERT):
        await found.add_person(person)
    await found.host(Hosted("g", "a", False, agreed={"views": "both"}))
    await found.sit("g", "blue", "a", 1.0)
    await found.sit("g", "observer", "b", 1.0)
    yield found
    await storage.close()


async def test_a_name_to_sign_in_by_is_one_persons(club: SqlClub) -> None:
    assert await club.account("anna") is None
    assert await club.set_account("a", "anna", "secret")
    assert not await club.set_account("b", "anna", "other")
    assert await club.account("anna") == (ANNA, "secret")
    assert await club.set_account("a", "ann", "new")
    assert (await club.account("anna"), await club.login_of("a")) == (None, "ann")
    await club.drop_account("a")
    assert (await club.account("ann"), await club.login_of("a")) == (None, None)


async def test_a_link_by_mail_is_good_once_and_not_for_long(club: SqlClub) -> None:
    await club.add_pass("one", "a", 100.0)
    await club.add_pass("two", "a", 100.0)
    assert await club.use_pass("one", 50.0) == ANNA
    assert await club.use_pass("one", 50.0) is None
    assert await club.use_pass("two", 100.0) is None
    assert await club.use_pass("two", 50.0) is None  # it is gone


async def test_a_letter_box_leads_to_one_person_alone(club: SqlClub) -> None:
    await club.add_way(Way("w", "a", "mail", "a@b.example", True, 1.0), None)
    assert await club.person_by_mail("a@b.example") == ANNA
    await club.add_way(Way("v", "b", "mail", "a@b.example", False, 1.0), "token")
    assert await club.person_by_mail("a@b.example") == ANNA
    await club.confirm_way("token")
    assert await club.person_by_mail("a@b.example") is None


async def test_holidays_and_profiles_are_kept(club: SqlClub) -> None:
    await club.set_holiday("a", 5.0, 9.0)
    await club.set_profile("a", True, "Since 1978")
    assert await club.person_by_id("a") == Person("a", "Anna", 1.0, 5.0, 9.0, True, "Since 1978")
    await club.set_holiday("a", None, None)
    found = await club.person_by_id("a")
    assert found is not None
    assert found.away_until is None
    assert await club.person_by_id("x") is None


async def test_a_game_is_rated_once(club: SqlClub) -> None:
    assert await club.rate("g", "ford", {"a": Rating("ford", 27.0, 7.0, 1)})
    assert not await club.rate("g", "ford", {"a": Rating("ford", 30.0, 7.0, 2)})
    assert await club.ratings("a") == [Rating("ford", 27.0, 7.0, 1)]
    assert await club.ratings("b") == []


async def test_what_the_club_keeps_of_itself_is_written_once(club: SqlClub) -> None:
    assert await club.setting("key", "one") == "one"
    assert await club.setting("key", "two") == "one"


async def test_a_move_is_claimed_once(club: SqlClub) -> None:
    told = {"side": "blue", "seq": 3}
    await club.update_hosted("g", noticed=told | {"told": False})
    assert [hosted.game for hosted in await club.untold()] == ["g"]
    assert not await club.claim_notice("g", {"side": "blue", "seq": 2})
    assert await club.claim_notice("g", told)
    assert not await club.claim_notice("g", told)
    assert await club.untold() == []


async def test_ways_are_on_or_off_for_one_game(club: SqlClub) -> None:
    way = Way("w", "a", "push", "https://push.example/1", True, 1.0, {"auth": "x"}, ("move", "over"))
    await club.add_way(way, None)
    assert await club.ways("a") == [way]
    assert await club.set_way("a", "w", ["move"])
    assert not await club.set_way("b", "w", ["move"])
    assert (await club.ways("a"))[0].events == ("move",)
    assert await club.set_way_in_game("g", "a", "w", False)
    assert not await club.set_way_in_game("g", "b", "w", True)
    assert await club.ways_in_game("g", "a") == {"w": False}
    assert await club.set_way_in_game("g", "a", "w", True)
    assert await club.ways_in_game("g", "a") == {"w": True}
    assert await club.set_way_in_game("g", "a", "w", None)
    assert await club.ways_in_game("g", "a") == {}


async def test_a_seat_goes_to_somebody_else(club: SqlClub) -> None:
    assert not await club.hand_over("g", "blue", "b", "a", 2.0)
    assert await club.hand_over("g", "blue", "a", "b", 2.0)
    assert [(s.side, s.person) for s in await club.sitters("g")] == [("blue", "b")]


async def test_sides_are_lent_to_the_staff(club: SqlClub) -> None:
    assert await club.lent() == []
    await club.update_hosted("g", lent={"blue": 7.0})
    assert [(hosted.game, hosted.lent) for hosted in await club.lent()] == [("g", {"blue": 7.0})]
    await club.update_hosted("g", lent={})
    assert await club.lent() == []
    hosted = await club.hosted("g")
    assert hosted is not None
    assert hosted.agreed == {"views": "both"}


async def test_how_far_somebody_has_seen_a_game(club: SqlClub) -> None:
    assert await club.looked("g", "a") is None
    await club.set_looked("g", "a", 4, 10.0)
    await club.set_looked("g", "a", 9, 20.0)
    assert await club.looked("g", "a") == (9, 20.0)
    assert await club.looked("g", "b") is None


async def test_notes_are_ones_own(club: SqlClub) -> None:
    note = Note("n", "0305", 2, 14, 5.0, "Guns arrive here")
    await club.add_note("g", "a", note)
    assert await club.notes("g", "a") == [note]
    assert await club.notes("g", "b") == []
    assert not await club.drop_note("g", "b", "n")
    assert await club.drop_note("g", "a", "n")
    assert await club.notes("g", "a") == []


async def test_attempts_are_counted_in_the_store_and_forgotten_after_their_time(club: SqlClub) -> None:
    assert [(await club.attempt("a", 100.0 + n, 60.0))[0] for n in range(3)] == [1, 2, 3]
    assert await club.attempt("b", 103.0, 60.0) == (1, 103.0)
    assert await club.attempt("a", 159.0, 60.0) == (4, 100.0)
    assert await club.attempt("a", 160.0, 60.0) == (1, 160.0), "its minute is over"
    assert await club.attempt("a", 20.0, 60.0) == (1, 20.0), "a clock that was set back shuts nobody out"
    await club.attempt("c", 9_000.0, 60.0)
    assert [what for (what,) in await club._all("select what from attempt")] == ["c"]


async def test_two_processes_count_attempts_together(club: SqlClub) -> None:
    first, second = (Tries(SqlClub(club._db), "address", 5) for _ in range(2))
    for n in range(5):
        await (first, second)[n % 2].count("10.0.0.1")
    for tries in (first, second, first):
        with pytest.raises(Refused) as no:
            await tries.count("10.0.0.1")
        assert no.value.status == 429
    await first.count("10.0.0.2")
    await Tries(club, "name", 5).count("10.0.0.1")  # a name that looks like an address is counted as a name


async def test_who_is_shut_out_costs_no_write(club: SqlClub, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = Tries(club, "address", 1)
    await tries.count("x")
    for n in range(3):
        if n == 1:
            monkeypatch.setattr(club, "attempt", None)
        with pytest.raises(Refused):
            await tries.count("x")
