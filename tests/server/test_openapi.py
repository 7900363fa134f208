"""The written interface is the real one, and whatever fits it is answered without an error of the program or a leak."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import schemathesis
from hypothesis import HealthCheck, given, settings

from front1914.server import live
from front1914.server.api import ROUTES
from front1914.server.app import CLUB_ROUTES, create_app
from front1914.server.limits import Limits
from tests.server.house import HOST, House
from tests.server.test_operations import begin, sign_up
from tools.make_openapi import FILE, text

EXAMPLES = int(os.environ.get("FRONT1914_EXAMPLES", "3"))  #: for each call; `make load` tries more
NOTE = "what only Ann may read"
SPARED = ("/api/me/leave", "/api/me/enter", "/api/me/login", "/api/me/account", "/api/games/upload")


def test_the_document_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run tools/make_openapi.py"


def test_every_route_is_in_the_document_and_nothing_else() -> None:
    told = json.loads(FILE.read_text(encoding="utf-8"))["paths"]
    written = {(method.upper(), path) for path, found in told.items() for method in found}
    every = (*ROUTES, *CLUB_ROUTES)
    routes = {(method, f"/api{route.path}") for route in every for method in (route.methods or set()) - {"HEAD"}}
    assert written == routes
    assert [route.path for route in live.ROUTES] == ["/games/{game}/live"], "the socket is in protocol.md"


def test_whatever_fits_the_document_is_answered(tmp_path: Path) -> None:
    """Ben plays against Ann: no answer to him is a 5xx but 503, and none holds what only she may know."""
    schema = schemathesis.openapi.from_dict(json.loads(FILE.read_text(encoding="utf-8")))
    with asyncio.Runner() as runner:
        much = 10**9
        limits = Limits(requests=much, games=much, odds=much, branches=much, worker=much, words=much)
        app = create_app(tmp_path, public=f"http://{HOST}", limits=limits)
        context = app.router.lifespan_context(app)
        runner.run(context.__aenter__())
        try:
            house = House(app)
            game, ben = runner.run(_duel(house))
            seen: dict[int, int] = {}
            for found in schema.get_all_operations():
                operation = found.ok()
                if operation.path not in SPARED:
                    _try(runner, house, operation, game, ben, seen)
        finally:
            runner.run(context.__aexit__(None, None, None))
    assert {200, 400, 404} <= seen.keys()
    assert not {status for status in seen if status >= 500} - {503}


async def _duel(house: House) -> tuple[str, dict[str, str]]:
    ann, ben = await sign_up(house, "Ann"), await sign_up(house, "Ben")
    game = await begin(house, ann, mine=["blue"])
    made = await house.call("POST", f"/api/games/{game}/invitations", {"side": "red"}, ann)
    await house.call("POST", "/api/invitations/accept", {"token": made.json["token"]}, ben)
    note = await house.call("POST", f"/api/games/{game}/notes", {"text": NOTE}, ann)
    assert note.status in (200, 201), note.body
    return game, ben


def _try(
    runner: asyncio.Runner, house: House, operation: Any, game: str, who: dict[str, str], seen: dict[int, int]
) -> None:
    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        path = operation.path.replace("{game}", game).replace("{open}", game).replace("{title}", "ford")
        for name, value in (case.path_parameters or {}).items():
            path = path.replace(f"{{{name}}}", quote(str(value), safe="") or "x")
        query = dict(case.query or {})
        if "side" in query and len(str(query["side"])) % 2 == 0:
            query["side"] = "red"  # else nearly all would end there
        given_query = urlencode(query, doseq=True, errors="replace")
        body = json.loads(json.dumps(case.body)) if isinstance(case.body, dict | list) else None
        answer = runner.run(house.call(case.method, f"{path}?{given_query}", body, who))
        seen[answer.status] = seen.get(answer.status, 0) + 1
        assert answer.status < 500 or answer.status == 503, (case.method, path, query, body, answer.body)
        for secret in (NOTE, str(runner.run(house.library.row(game)).seed)):
            assert secret.encode() not in answer.body, (case.method, path, query, body)

    check()
