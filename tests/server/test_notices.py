"""Notices that it is one's move, to real receivers on this machine: a mail server and a listener for web hooks."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import http_ece
import pytest
import pytest_asyncio
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from front1914.server.club.notices import Herald
from front1914.server.club.senders import Hook, Mail, Notice, shaped
from tests.server.house import House, open_house
from tests.server.test_club import PUBLIC, Visitor, signed_in, two_players

pytestmark = pytest.mark.asyncio


class LetterBox:
    """A mail server that keeps what comes."""

    def __init__(self) -> None:
        self.letters: list[tuple[list[str], str]] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 (its name there)
        self.letters.append((envelope.rcpt_tos, envelope.content.decode()))
        return "250 kept"


@pytest.fixture
def letters() -> Iterator[tuple[LetterBox, int]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    box = LetterBox()
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    yield box, port
    server.stop()


@pytest.fixture
def hook() -> Iterator[tuple[list[dict[str, Any]], str]]:
    heard: list[dict[str, Any]] = []

    class Listener(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Listener)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield heard, f"http://127.0.0.1:{server.server_port}/hook"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest_asyncio.fixture
async def club(tmp_path: Path, letters: tuple[LetterBox, int]) -> AsyncIterator[House]:
    senders = {"mail": Mail(f"smtp://127.0.0.1:{letters[1]}", "club@front.example"), "hook": Hook(inside=True)}
    async with open_house(tmp_path, public=PUBLIC, senders=senders) as house:
        herald(house).patience = 0.05
        yield house


def herald(house: House) -> Herald:
    found: Herald = house.app.state.herald
    return found


async def until(check: Callable[[], bool], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not check():
            await asyncio.sleep(0.02)


async def hand_over(visitor: Visitor, game: str, side: str) -> None:
    """Plays at random-free speed until the other decides: the first answer without an argument, else the first."""
    while True:
        decision = (await visitor.get(f"games/{game}/decision?side={side}"))["decision"]
        if decision is None:
            return
        verb = next((v for v in ("pass", "done", "end") if v in decision["actions"]), sorted(decision["actions"])[0])
        args = decision["actions"][verb]
        await visitor.post(f"games/{game}/act", side=side, verb=verb, **({} if args is None else {"arg": args[0]}))


async def test_a_letter_box_is_confirmed_before_anything_else_comes(
    club: House, letters: tuple[LetterBox, int]
) -> None:
    anna, bert, game = await two_players(club)
    await anna.post("me/ways", kind="mail", address="anna@mail.example")
    await until(lambda: len(letters[0].letters) == 1)
    await hand_over(bert, game, "red")
    await asyncio.sleep(0.3)
    assert len(letters[0].letters) == 1, "nothing but the question so far"
    token = re.search(r"/confirm#(\S+)", letters[0].letters[0][1])
    assert token is not None
    assert (await Visitor(club).call("POST", "confirm", {"token": token[1]})).status == 204
    assert (await anna.get("me"))["ways"][0]["confirmed"] is True


async def test_a_move_is_told_once_with_a_link_to_the_game(
    club: House, letters: tuple[LetterBox, int], hook: tuple[list[dict[str, Any]], str]
) -> None:
    heard, address = hook
    anna, bert, game = await two_players(club)
    await anna.post("me/ways", kind="hook", address=address)
    line = await anna.look(game, "blue")  # a window that is open does not make it silent
    await line.next()
    await hand_over(bert, game, "red")
    await until(lambda: len(heard) == 1)
    assert f"{PUBLIC}/game/{game}?seat=blue" in heard[0]["content"]
    assert "your move" in heard[0]["text"]
    decision = (await anna.get(f"games/{game}/decision?side=blue"))["decision"]
    verb = next(v for v, args in decision["actions"].items() if args)
    await anna.post(f"games/{game}/act", side="blue", verb=verb, arg=decision["actions"][verb][0])
    await asyncio.sleep(0.3)
    assert len(heard) == 1, "she goes on with the same move"
    await hand_over(anna, game, "blue")
    await hand_over(bert, game, "red")
    await until(lambda: len(heard) == 2)


async def test_a_move_that_is_answered_at_once_is_not_told(club: House, hook: tuple[list[dict[str, Any]], str]) -> None:
    herald(club).patience = 0.5
    heard, address = hook
    anna, bert, game = await two_players(club)
    await anna.post("me/ways", kind="hook", address=address)
    await hand_over(bert, game, "red")
    await hand_over(anna, game, "blue")
    await asyncio.sleep(0.9)
    assert heard == []


async def test_a_move_that_was_not_told_before_the_end_is_told_after_the_start(
    tmp_path: Path, hook: tuple[list[dict[str, Any]], str]
) -> None:
    heard, address = hook
    senders = {"hook": Hook(inside=True)}
    async with open_house(tmp_path, public=PUBLIC, senders=senders) as club:
        anna, bert, game = await two_players(club)
        await anna.post("me/ways", kind="hook", address=address)
        await hand_over(bert, game, "red")
        await asyncio.sleep(0.1)
    assert heard == []
    async with open_house(tmp_path, public=PUBLIC, senders=senders) as club:
        herald(club).patience = 0.0
        await herald(club).resume()
        await until(lambda: len(heard) == 1)


async def test_a_receiver_that_is_down_holds_nothing_up(club: House) -> None:
    herald(club).tries = (0.0, 0.05)
    anna, bert, game = await two_players(club)
    await anna.post("me/ways", kind="hook", address="http://127.0.0.1:9/gone")
    await hand_over(bert, game, "red")
    await asyncio.sleep(0.3)
    await hand_over(anna, game, "blue")


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("mail", "anna"),
        ("mail", "anna@mail.example, eve@mail.example"),
        ("mail", "anna@mail.example\r\nBcc: eve@mail.example"),
        ("hook", "file:///etc/passwd"),
        ("hook", "http://user:word@chat.example/"),
        ("hook", "http://[::1"),
    ],
)
async def test_what_is_no_address_is_refused(club: House, kind: str, address: str) -> None:
    anna = await signed_in(club, "Anna")
    assert (await anna.call("POST", "me/ways", {"kind": kind, "address": address})).status == 400


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "10.0.0.1", "169.254.169.254", "::1", "0.0.0.0"])
async def test_a_hook_does_not_lead_into_the_servers_own_network(host: str) -> None:
    with pytest.raises(OSError, match="not in the open network"):
        Hook().look_up(host, 80)


async def test_somebody_elses_way_cannot_be_taken_away(club: House) -> None:
    anna, eve = await signed_in(club, "Anna"), await signed_in(club, "Eve")
    way = (await anna.post("me/ways", kind="hook", address="https://chat.example/x"))["way"]["id"]
    assert (await eve.call("DELETE", f"me/ways/{way}")).status == 404
    assert (await anna.call("DELETE", f"me/ways/{way}")).status == 204


async def test_a_move_that_was_told_is_not_told_again_after_a_start(
    tmp_path: Path, hook: tuple[list[dict[str, Any]], str]
) -> None:
    heard, address = hook
    senders = {"hook": Hook(inside=True)}
    async with open_house(tmp_path, public=PUBLIC, senders=senders) as club:
        herald(club).patience = 0.0
        anna, bert, game = await two_players(club)
        await anna.post("me/ways", kind="hook", address=address)
        await hand_over(bert, game, "red")
        await until(lambda: len(heard) == 1)
        cookie = anna.cookie
    async with open_house(tmp_path, public=PUBLIC, senders=senders) as club:
        herald(club).patience = 0.0
        anna = Visitor(club)
        anna.cookie = cookie
        decision = (await anna.get(f"games/{game}/decision?side=blue"))["decision"]
        verb = next(v for v, args in decision["actions"].items() if args)
        await anna.post(f"games/{game}/act", side="blue", verb=verb, arg=decision["actions"][verb][0])
        await asyncio.sleep(0.3)
    assert len(heard) == 1


async def test_two_processes_tell_a_move_once(club: House, hook: tuple[list[dict[str, Any]], str]) -> None:
    heard, address = hook
    anna, bert, game = await two_players(club)
    await anna.post("me/ways", kind="hook", address=address)
    first = herald(club)
    first.patience = 0.3
    await hand_over(bert, game, "red")
    await asyncio.sleep(0.1)
    second = Herald(first.storage, first.library, first.senders, PUBLIC, patience=0.2)
    await second.resume()
    await until(lambda: len(heard) >= 1)
    await asyncio.sleep(0.4)
    await second.close()
    assert len(heard) == 1


# -- what is told on which way ------------------------------------------------------------------------------------


async def test_a_way_is_on_or_off_for_one_game(club: House, hook: tuple[list[dict[str, Any]], str]) -> None:
    heard, address = hook
    anna, bert, game = await two_players(club)
    way = (await anna.post("me/ways", kind="hook", address=address))["way"]["id"]
    found = await anna.call("PUT", f"games/{game}/notices", {"way": way, "told": False})
    assert found.json["ways"][0]["told"] is False
    await hand_over(bert, game, "red")
    await asyncio.sleep(0.3)
    assert heard == []
    assert (await anna.call("PUT", f"me/ways/{way}", {"events": []})).json == {"events": []}
    await anna.call("PUT", f"games/{game}/notices", {"way": way, "told": True})
    await hand_over(anna, game, "blue")
    await hand_over(bert, game, "red")
    await until(lambda: len(heard) == 1)
    eve = await signed_in(club, "Eve")
    assert (await bert.call("PUT", f"games/{game}/notices", {"way": way, "told": True})).status == 404
    assert (await eve.call("PUT", f"games/{game}/notices", {"way": way, "told": True})).status == 404
    assert (await eve.call("PUT", f"me/ways/{way}", {"events": []})).status == 404
    assert (await eve.call("POST", f"me/ways/{way}/test")).status == 404


async def test_questions_talk_and_the_end_are_told_to_who_wants_it(
    club: House, hook: tuple[list[dict[str, Any]], str]
) -> None:
    heard, address = hook
    anna, bert, game = await two_players(club)
    await anna.post("me/ways", kind="hook", address=address, events=["asked", "talk", "over"])
    await bert.post("me/ways", kind="hook", address=f"{address}?bert", events=["move"])
    await bert.post(f"games/{game}/proposals", kind="draw")
    await until(lambda: len(heard) == 1)
    assert "Bert offers a draw" in heard[0]["text"]
    await bert.post(f"games/{game}/talk", text="the secret of the Ford")
    await until(lambda: len(heard) == 2)
    assert "secret" not in heard[1]["text"]
    await bert.post(f"games/{game}/talk", text="and another line, of which nobody need be told again")
    await anna.post(f"games/{game}/talk", text="to Bert, who does not want to hear of it")
    await bert.post(f"games/{game}/resign", side="red")
    await until(lambda: len(heard) == 3)
    assert "over" in heard[2]["text"]
    await asyncio.sleep(0.2)
    assert len(heard) == 3


async def test_a_notice_is_sent_on_trial(club: House, hook: tuple[list[dict[str, Any]], str]) -> None:
    anna = await signed_in(club, "Anna")
    way = (await anna.post("me/ways", kind="hook", address=hook[1]))["way"]["id"]
    assert (await anna.call("POST", f"me/ways/{way}/test")).status == 204
    await until(lambda: len(hook[0]) == 1)


NOTICE = Notice("Front 1914: Ford", "It is your move.", "https://club.example/game/g", "g-move-4")
MATRIX = "https://m.example/_matrix/client/v3/rooms/!r:m.example/send/m.room.message?access_token=secret"


@pytest.mark.parametrize(
    ("address", "method", "body"),
    [
        (
            "https://discord.com/api/webhooks/1/x",
            "POST",
            {"content": NOTICE.words, "allowed_mentions": {"parse": []}},
        ),
        ("https://hooks.slack.com/services/T/B/x", "POST", {"text": NOTICE.words}),
        (MATRIX, "PUT", {"msgtype": "m.text", "body": NOTICE.words}),
        (
            "https://chat.example/hook",
            "POST",
            {"content": NOTICE.words, "text": NOTICE.words, "body": NOTICE.words, "msgtype": "m.text"},
        ),
    ],
)
async def test_hooks_are_spoken_to_in_their_own_shape(address: str, method: str, body: dict[str, Any]) -> None:
    found = shaped(address, NOTICE)
    assert (found[0], found[2]) == (method, body)
    assert found[1].startswith(address.partition("?")[0])


async def test_matrix_gets_its_token_in_a_header_and_takes_a_notice_once() -> None:
    _, first, _, headers = shaped(MATRIX, NOTICE)
    assert headers == {"authorization": "Bearer secret"}
    assert "secret" not in first
    assert first == shaped(MATRIX, NOTICE)[1]
    assert first != shaped(MATRIX, NOTICE._replace(id="g-move-9"))[1]


# -- push services -------------------------------------------------------------------------------------------------


class Browser:
    """A browser with its push service: it opens what comes as a browser does, and checks who sent it."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        self.told: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.status = 201
        browser = self

        class Service(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                browser.headers.append({name.lower(): value for name, value in self.headers.items()})
                opened = http_ece.decrypt(body, private_key=browser.key, auth_secret=browser.auth, version="aes128gcm")
                browser.told.append(json.loads(opened))
                self.send_response(browser.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Service)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    @property
    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": spelt(point), "auth": spelt(self.auth)}
        return {"kind": "push", "address": f"http://127.0.0.1:{self.server.server_port}/push/1", "keys": keys}

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def spelt(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@pytest.fixture
def browser() -> Iterator[Browser]:
    found = Browser()
    yield found
    found.close()


async def test_a_browser_is_told_by_its_push_service(club: House, browser: Browser) -> None:
    herald(club).senders["push"].inside = True
    anna, bert, game = await two_players(club)
    made = (await anna.post("me/ways", **browser.subscription))["way"]
    assert "keys" not in made
    assert "auth" not in made
    await hand_over(bert, game, "red")
    await until(lambda: len(browser.told) == 1)
    assert browser.told[0]["link"] == f"{PUBLIC}/game/{game}?seat=blue"
    assert "your move" in browser.told[0]["body"]
    told = browser.headers[0]
    assert (told["content-encoding"], int(told["ttl"]) > 0) == ("aes128gcm", True)
    found = re.fullmatch(r"vapid t=([^,]+), k=(\S+)", told["authorization"])
    assert found is not None
    head, claims, signature = found[1].split(".")
    assert found[2] == (await anna.get("me/push"))["key"]
    club_key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read(found[2]))
    raw = read(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    club_key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert json.loads(read(claims))["aud"] == f"http://127.0.0.1:{browser.server.server_port}"


async def test_a_subscription_that_was_taken_back_is_forgotten(club: House, browser: Browser) -> None:
    herald(club).senders["push"].inside = True
    browser.status = 410
    anna, bert, game = await two_players(club)
    await anna.post("me/ways", **browser.subscription)
    await hand_over(bert, game, "red")
    for _ in range(100):
        if not (await anna.get("me"))["ways"]:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it is still there")


async def test_the_same_browser_subscribes_once(club: House, browser: Browser) -> None:
    anna = await signed_in(club, "Anna")
    for _ in range(3):
        await anna.post("me/ways", **browser.subscription)
    assert len((await anna.get("me"))["ways"]) == 1


@pytest.mark.parametrize("keys", [None, {}, {"p256dh": "AAAA", "auth": "AAAA"}, {"p256dh": "!", "auth": "!"}])
async def test_keys_that_no_browser_gives_are_refused(club: House, browser: Browser, keys: Any) -> None:
    anna = await signed_in(club, "Anna")
    found = await anna.call("POST", "me/ways", browser.subscription | {"keys": keys})
    assert (found.status, found.error["place"]) == (400, "keys")


async def test_the_key_of_a_club_is_made_once(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        async with open_house(tmp_path, public=PUBLIC) as club:
            keys.add((await (await signed_in(club, "Anna")).get("me/push"))["key"])
    assert len(keys) == 1


async def test_a_push_service_does_not_lead_into_the_servers_own_network(club: House, browser: Browser) -> None:
    herald(club).tries = (0.0,)
    anna, bert, game = await two_players(club)
    await anna.post("me/ways", **browser.subscription)
    await hand_over(bert, game, "red")
    await asyncio.sleep(0.3)
    assert browser.told == []
