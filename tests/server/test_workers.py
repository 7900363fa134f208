"""Processes that work for the server: work that is given up leaves nothing behind, whenever that happens."""

from __future__ import annotations

import asyncio

import pytest

from front1914.server.refusals import Refused
from front1914.server.shelf import Shelf
from front1914.server.workers import JobFailed, Workers

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("turns", [1, 2, 3, 5, 8])
async def test_work_that_is_given_up_while_its_process_starts_ends_at_once(turns: int) -> None:
    """Cancelling a start half-way made Python wait for ever: the start is finished, and its process ended."""
    workers = Workers(most=1)
    asked = asyncio.ensure_future(workers.ask("nothing", key="game"))
    for _ in range(turns):
        await asyncio.sleep(0)
    asked.cancel()
    done, _ = await asyncio.wait({asked}, timeout=20)
    assert done == {asked}
    assert asked.cancelled()
    await asyncio.wait_for(workers.close(), 20)


async def test_nothing_is_begun_once_the_server_ends() -> None:
    """A window that leaves at the end wakes no commander, whose process would outlive the server."""
    workers = Workers(most=1)
    await workers.close()
    with pytest.raises(JobFailed, match="the server ends"):
        await workers.ask("nothing", key="game")


async def test_a_shipped_map_needs_no_process() -> None:
    """Workers that have ended do no work: what comes all the same was drawn before."""
    workers = Workers(most=1)
    await workers.close()
    shelf = Shelf(workers)
    assert (await shelf.art("schlieffens_war")).body
    with pytest.raises(Refused, match="the server ends"):
        await shelf.art("ford")
