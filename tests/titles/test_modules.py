"""The five titles are laid out alike: the same concept has the same name, and each package maps its modules."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

TITLES = Path(__file__).resolve().parents[2] / "front1914" / "titles"
NAMES = sorted(folder.name for folder in TITLES.iterdir() if (folder / "__init__.py").exists())
#: what every title has, somewhere in its package
SHARED = ("imagine", "judgement", "position", "presentation", "scenarios", "sequence", "setup", "state", "stories")
SHARED += ("orders", "stacking", "title", "victory", "view", "world")
WITHOUT = {"germany_at_war": {"stacking"}}  #: its limit is a number of the map


@pytest.mark.parametrize("title", NAMES)
def test_the_docstring_maps_every_module(title: str) -> None:
    """Modules in packages of their own are mapped by the name of their package."""
    text = import_module(f"front1914.titles.{title}").__doc__ or ""
    words = set(re.findall(r"[a-z_0-9]+", text))
    here = {path.stem for path in (TITLES / title).iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert here - words - {"__init__"} == set()


@pytest.mark.parametrize("title", NAMES)
def test_the_same_concept_has_the_same_name(title: str) -> None:
    here = {path.stem for path in (TITLES / title).rglob("*.py")}
    assert set(SHARED) - here == WITHOUT.get(title, set())
