"""Studies in the library: listed, and their reports opened."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from front1914.lab.study import study
from tests.server.house import open_house
from tests.server.test_club import PUBLIC

pytestmark = pytest.mark.asyncio

PLAN = {"name": "small", "title": "ford", "games": 2, "commanders": "random"}


async def test_the_studies_of_the_data_folder_are_listed_and_opened(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        assert (await house.call("GET", "/api/studies")).json == {"studies": []}
        made = study(PLAN, folder=tmp_path / "studies", on="here")
        [found] = (await house.call("GET", "/api/studies")).json["studies"]
        assert found | {"updated": ""} == {
            "name": "small",
            "titles": ["ford"],
            "cells": 1,
            "done": 2,
            "games": 2,
            "report": True,
            "updated": "",
        }
        page = await house.call("GET", "/api/studies/small/report")
        assert page.status == 200
        assert page.body == (made.folder / "report.html").read_bytes()
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "sandbox allow-scripts" in policy, "a report reaches nothing of the library"
        assert page.headers["x-content-type-options"] == "nosniff"


async def test_what_is_no_study_is_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "studies"
    study(PLAN, folder=folder, on="here")
    for name, text in (
        ("broken", "{"),
        ("other", "[]"),
        ("old", json.dumps({"form": 0})),
        ("bare", json.dumps({"form": 1})),
    ):
        (folder / name).mkdir()
        (folder / name / "manifest.json").write_text(text, encoding="utf-8")
    (folder / "a file").touch()
    (folder / "begun").mkdir()
    shutil.copy(folder / "small" / "manifest.json", folder / "begun")
    (folder / "secret").mkdir()
    (tmp_path / "report.html").write_text("not yours", encoding="utf-8")
    async with open_house(tmp_path) as house:
        rows = (await house.call("GET", "/api/studies")).json["studies"]
        assert {row["name"]: row["report"] for row in rows} == {"small": True, "begun": False}
        for name in ("begun", "nothing", "..", "%2e%2e", "..%2f", "a%20file", "secret"):
            answer = await house.call("GET", f"/api/studies/{name}/report")
            assert answer.status == 404, name
            assert b"not yours" not in answer.body


async def test_a_club_shows_no_studies(tmp_path: Path) -> None:
    study(PLAN, folder=tmp_path / "studies", on="here")
    async with open_house(tmp_path, public=PUBLIC) as house:
        assert (await house.call("GET", "/api/studies")).status == 404
        assert (await house.call("GET", "/api/studies/small/report")).status == 404
