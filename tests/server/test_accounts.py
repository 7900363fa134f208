"""Signing in by a name and a password, or by a link that comes by e-mail."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from argon2 import PasswordHasher

from front1914.server.club import accounts
from front1914.server.club.accounts import MOST_TRIES, hasher
from front1914.server.club.people import MOST_LETTERS
from tests.server.house import House, open_house
from tests.server.test_club import PUBLIC, Visitor, signed_in
from tests.server.test_notices import LetterBox, Mail, letters  # noqa: F401 (a fixture)

pytestmark = pytest.mark.asyncio
PASSWORD = "to Paris by autumn"


@pytest.fixture(autouse=True)
def light(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Passwords that cost no time; how much they cost outside the tests is asked below."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(accounts, "hasher", lambda: quick)
    accounts.nobody.cache_clear()
    yield
    accounts.nobody.cache_clear()


async def test_passwords_cost_what_the_library_holds_hard_enough() -> None:
    usual = PasswordHasher()
    cost = (usual.time_cost, usual.memory_cost, usual.parallelism)
    assert (hasher().time_cost, hasher().memory_cost, hasher().parallelism) == cost
    assert hasher().verify(hasher().hash(PASSWORD), PASSWORD)


@pytest_asyncio.fixture
async def club(tmp_path: Path, letters: tuple[LetterBox, int]) -> AsyncIterator[House]:  # noqa: F811
    senders = {"mail": Mail(f"smtp://127.0.0.1:{letters[1]}", "club@front.example")}
    async with open_house(tmp_path, public=PUBLIC, senders=senders) as house:
        yield house


async def with_password(club: House, name: str = "Anna") -> Visitor:
    anna = await signed_in(club, name)
    found = await anna.call("PUT", "me/account", {"name": name, "password": PASSWORD})
    assert found.json == {"login": name.lower()}
    return anna


async def test_a_name_and_a_password_sign_in_under_a_new_cookie(club: House, tmp_path: Path) -> None:
    anna, other = await with_password(club), Visitor(club)
    assert (await other.post("me/login", name=" ANNA", password=PASSWORD))["person"]["name"] == "Anna"
    assert other.cookie != anna.cookie
    assert (await other.get("me"))["login"] == "anna"
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("games.sqlite3*"))
    assert PASSWORD.encode() not in kept
    assert b"$argon2id$" in kept


@pytest.mark.parametrize(("name", "password"), [("Anna", "to Paris by winter"), ("Nobody", PASSWORD), ("Anna", "")])
async def test_what_does_not_belong_together_signs_nobody_in(club: House, name: str, password: str) -> None:
    await with_password(club)
    found = await Visitor(club).call("POST", "me/login", {"name": name, "password": password})
    assert (found.status, "set-cookie" in found.headers) == (403, False)
    assert found.error["reason"] == "this name and this password do not belong together"


async def test_a_name_is_tried_so_often_and_no_more(club: House) -> None:
    """Also by who comes from many addresses."""
    await with_password(club)
    codes = []
    for _ in range(MOST_TRIES + 1):
        club.app.state.people.tries.most += 10
        codes.append((await Visitor(club).call("POST", "me/login", {"name": "Anna", "password": "x" * 12})).status)
    assert codes == [403] * MOST_TRIES + [429]


@pytest.mark.parametrize("password", ["short", "x" * 201, "annamariaka"])
async def test_passwords_that_are_none(club: House, password: str) -> None:
    anna = await signed_in(club, "Anna")
    found = await anna.call("PUT", "me/account", {"name": "AnnaMariaKa", "password": password})
    assert (found.status, found.error["place"]) == (400, "password")


async def test_a_name_belongs_to_one(club: House) -> None:
    await with_password(club)
    bert = await signed_in(club, "Bert")
    found = await bert.call("PUT", "me/account", {"name": "anna", "password": PASSWORD})
    assert (found.status, found.error["place"]) == (409, "name")
    stranger = await Visitor(club).call("PUT", "me/account", {"name": "eve", "password": PASSWORD})
    assert stranger.status == 401


async def test_who_wants_no_password_any_more_has_none(club: House) -> None:
    anna = await with_password(club)
    assert (await anna.call("DELETE", "me/account")).status == 204
    assert (await anna.get("me"))["login"] is None
    found = await Visitor(club).call("POST", "me/login", {"name": "Anna", "password": PASSWORD})
    assert found.status == 403


async def test_a_link_by_mail_signs_in_once(club: House, letters: tuple[LetterBox, int]) -> None:  # noqa: F811
    anna = await signed_in(club, "Anna")
    await anna.post("me/ways", kind="mail", address="anna@front.example")
    token = await link(letters[0], "confirm", 1)
    assert (await anna.call("POST", "confirm", {"token": token})).status == 204
    for address in ("nobody@front.example", "anna@front.example"):
        assert (await Visitor(club).call("POST", "me/link", {"address": address})).status == 204
    token = await link(letters[0], "pass", 2)
    phone = Visitor(club)
    assert (await phone.post("me/pass", token=token))["person"]["name"] == "Anna"
    assert (await Visitor(club).call("POST", "me/pass", {"token": token})).status == 404
    await asyncio.sleep(0.05)
    assert len(letters[0].letters) == 2  # to nobody nothing was sent


async def test_an_address_that_was_not_confirmed_signs_nobody_in(
    club: House,
    letters: tuple[LetterBox, int],  # noqa: F811
) -> None:
    """Otherwise somebody could name another's letter box and lock him out of nothing, or himself in."""
    eve = await signed_in(club, "Eve")
    await eve.post("me/ways", kind="mail", address="anna@front.example")
    await link(letters[0], "confirm", 1)
    assert (await Visitor(club).call("POST", "me/link", {"address": "anna@front.example"})).status == 204
    await asyncio.sleep(0.05)
    assert len(letters[0].letters) == 1


async def test_nobodys_letter_box_is_filled_through_the_club(
    club: House,
    letters: tuple[LetterBox, int],  # noqa: F811
) -> None:
    """Neither by one person nor by several, nor by asking for links that sign in."""
    anna = await signed_in(club, "Anna")
    await anna.post("me/ways", kind="mail", address="anna@front.example")
    assert (await anna.call("POST", "confirm", {"token": await link(letters[0], "confirm", 1)})).status == 204
    told = []
    for n in range(MOST_LETTERS):
        eve = await signed_in(club, f"Eve {n}")
        told.append((await eve.call("POST", "me/ways", {"kind": "mail", "address": "Anna@front.example"})).status)
    assert told == [201] * (MOST_LETTERS - 1) + [429]
    assert (await Visitor(club).call("POST", "me/link", {"address": "anna@front.example"})).status == 204
    await link(letters[0], "confirm", MOST_LETTERS)
    await asyncio.sleep(0.1)
    assert len(letters[0].letters) == MOST_LETTERS
    other = await signed_in(club, "Bert")
    assert (await other.call("POST", "me/ways", {"kind": "mail", "address": "bert@front.example"})).status == 201


async def link(box: LetterBox, page: str, count: int) -> str:
    for _ in range(200):
        if len(box.letters) >= count:
            break
        await asyncio.sleep(0.02)
    found = re.search(rf"/{page}#(\S+)", box.letters[count - 1][1])
    assert found is not None
    return found[1]
