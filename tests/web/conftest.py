"""A server process and a real browser for the tests of the client.

Without Chromium these tests are skipped and say so; with FRONT1914_BROWSER=required they fail instead.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Process
from tests.web.desk import Desk

NAMED = os.environ.get("FRONT1914_CHROMIUM")
WHOLE = Path(NAMED or "/usr/bin/chromium")
SHELL = Path("/usr/bin/chromium-headless-shell")  #: without windows: takes a quarter less of the processor
CHROMIUM = SHELL if SHELL.exists() and not NAMED else WHOLE
TITLES = "tests.ford,tests.web.bigmap"
DESKS = pytest.StashKey[list[Desk]]()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """What fails says what its pages showed, before they are closed."""
    outcome = yield
    if call.when == "call" and call.excinfo is not None:
        for desk in item.stash.get(DESKS, []):
            with suppress(Exception):  # a browser that is gone has nothing to show
                outcome.get_result().sections.append((desk.page.url, desk.text("body")))


def missing(what: str) -> None:
    """Skips with a plain word, or fails where a browser is required."""
    if os.environ.get("FRONT1914_BROWSER") == "required":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def launch() -> Iterator[Callable[[Path], Any]]:
    """Starts a browser, each only once."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="no Playwright: the browser tests are skipped")
    started: dict[Path, Any] = {}
    with sync_api.sync_playwright() as play:

        def launch(file: Path) -> Any:
            if not file.exists():
                missing(f"no Chromium at {file}: the tests of the browser client are skipped")
            if file not in started:
                started[file] = play.chromium.launch(executable_path=str(file), args=["--no-sandbox"])
            return started[file]

        yield launch
        for browser in started.values():
            browser.close()


@pytest.fixture
def browser(request: pytest.FixtureRequest, launch: Callable[[Path], Any]) -> Any:
    """The shell, or the whole browser for a test that is marked so: the shell shows no notices."""
    return launch(WHOLE if request.node.get_closest_marker("whole_browser") else CHROMIUM)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    found = Process(tmp_path_factory.mktemp("data"), titles=TITLES)
    yield found
    found.end()


@pytest.fixture
def sit(request: pytest.FixtureRequest, browser: Any, server: Process) -> Iterator[Callable[..., Desk]]:
    """Opens a desk: a browser of its own, on a wide screen unless said otherwise."""
    desks = request.node.stash[DESKS] = []

    def sit(address: str | None = None, **options: Any) -> Desk:
        desks.append(Desk(browser, address or server.address, **options))
        return desks[-1]

    yield sit
    for desk in desks:
        desk.close()
