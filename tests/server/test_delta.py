"""Patches give exactly the view that the server has, and are small."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from front1914.server.delta import apply, diff

SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.0, 1.0, 2.5]) | st.text("ab", max_size=2)
KEYS = st.sampled_from(["id", "at", "x", "y"])


def _values(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    keyed = st.lists(
        st.builds(lambda i, rest: {**rest, "id": i}, st.sampled_from("abcd"), st.dictionaries(KEYS, inner, max_size=2)),
        max_size=4,
        unique_by=lambda item: item["id"],
    )
    return st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3) | keyed


VIEWS = st.dictionaries(
    st.sampled_from(["pieces", "control", "turn", "id"]), st.recursive(SCALARS, _values), max_size=4
)


@given(VIEWS, VIEWS)
def test_a_patch_leads_from_one_view_to_the_other(old: dict[str, Any], new: dict[str, Any]) -> None:
    patch = json.loads(json.dumps(diff(old, new)))
    made = apply(old, patch)
    assert json.dumps(made, sort_keys=True) == json.dumps(new, sort_keys=True)


@given(VIEWS)
def test_nothing_changed_is_an_empty_patch(view: dict[str, Any]) -> None:
    assert diff(view, json.loads(json.dumps(view))) == {}


def test_one_piece_that_moved_costs_one_line() -> None:
    old = {"pieces": [{"id": f"p{n}", "at": "0101", "face": 0} for n in range(600)]}
    new = json.loads(json.dumps(old))
    new["pieces"][300]["at"] = "0202"
    assert diff(old, new) == {"~": {"pieces": {"~": {"p300": {"=": {"at": "0202"}}}}}}


def test_one_and_true_are_two_things() -> None:
    assert diff({"a": 1}, {"a": True}) == {"=": {"a": True}}
    assert diff({"a": 1}, {"a": 1.0}) == {"=": {"a": 1.0}}


def test_a_new_order_of_pieces_is_told() -> None:
    old, new = {"p": [{"id": "a"}, {"id": "b"}]}, {"p": [{"id": "b"}, {"id": "a"}]}
    assert diff(old, new) == {"~": {"p": {"#": ["b", "a"]}}}
    assert apply(old, diff(old, new)) == new


def test_equal_ids_twice_are_no_keyed_list() -> None:
    old, new = {"p": [{"id": "a", "x": 1}, {"id": "a", "x": 2}]}, {"p": [{"id": "a", "x": 3}, {"id": "a", "x": 2}]}
    assert diff(old, new) == {"=": {"p": new["p"]}}
