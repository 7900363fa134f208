"""A house for every test, with games in a folder of its own; stores of both kinds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from front1914.server.sql import SqlStorage
from front1914.server.sqlite import SqliteStorage
from tests.server.house import House, open_house

if TYPE_CHECKING:
    from tests.server.postgres import Cluster

OpenStore = Callable[[], SqlStorage]


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path) as found:
        yield found


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL for all tests that need one; each takes a database of its own."""
    from tests.server.postgres import cluster_or_skip

    found = cluster_or_skip()
    yield found
    found.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> OpenStore:
    """Opens the same store, as often as it is called: once in SQLite and once in PostgreSQL."""
    if request.param == "sqlite":
        return lambda: SqliteStorage(tmp_path)
    from front1914.server.postgres import PostgresStorage

    url = request.getfixturevalue("cluster").database()
    return lambda: PostgresStorage(url)
