"""Looks for rubbish, during which nobody is answered, leave out what stays for good."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from front1914.server import rubbish

PYTHONS = (700, 10, 10)  #: thresholds of a Python that nobody has told otherwise


@pytest.fixture
def usual() -> Iterator[None]:
    """Python's own ways, whoever ran a server in this process before."""
    before = gc.get_threshold()
    gc.set_threshold(*PYTHONS)
    gc.unfreeze()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_a_process_that_serves_leaves_out_what_is_there(usual: None) -> None:
    before = gc.get_freeze_count()
    rubbish.seldom()
    rubbish.settle()
    assert gc.get_freeze_count() > before + 1_000
    kept = len(gc.get_objects())
    rings = [[n] for n in range(50)]
    assert kept < len(gc.get_objects()), "what comes afterwards is looked at"
    assert len(rings) == 50


def test_any_other_program_keeps_to_pythons_own_ways(usual: None) -> None:
    rubbish.settle()
    assert (gc.get_freeze_count(), gc.get_threshold()) == (0, PYTHONS)
