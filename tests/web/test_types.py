"""The client's modules pass the type checker, and what they are served with fits them."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "front1914" / "web"


def test_types() -> None:
    node, tsc = shutil.which("node"), ROOT / "node_modules" / "typescript" / "bin" / "tsc"
    if node is None:
        pytest.skip("no node here: the types of the client are not checked")
    if not tsc.exists():
        pytest.skip("no TypeScript in node_modules (npm install): the types of the client are not checked")
    found = subprocess.run([node, str(tsc), "-p", str(WEB)], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_the_types_are_those_of_what_the_server_sends() -> None:
    spec = importlib.util.spec_from_file_location("make_types", ROOT / "tools" / "make_types.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert (WEB / "js" / "types.d.ts").read_text("utf-8") == tool.make(), "run python tools/make_types.py"


def test_the_page_preloads_every_module_and_nothing_else() -> None:
    page = (WEB / "index.html").read_text("utf-8")
    listed = set(re.findall(r'rel="modulepreload" href="/([^"]+)"', page))
    assert listed == {str(file.relative_to(WEB)) for file in (WEB / "js").rglob("*.js")}


def test_nothing_is_fetched_from_elsewhere() -> None:
    for file in [*WEB.rglob("*.js"), *WEB.rglob("*.css"), *WEB.rglob("*.html")]:
        links = re.findall(r"https?://[^\s\"'`)]+", file.read_text("utf-8"))
        assert set(links) <= {"http://www.w3.org/2000/svg"}, f"{file.name}: {links}"


def test_no_inline_style_which_the_page_would_refuse() -> None:
    for file in WEB.rglob("*.js"):
        text = file.read_text("utf-8")
        assert not re.search(r"<[a-z]+ [^>]*style=", text), file.name
