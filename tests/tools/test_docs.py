"""The generated parts of the title pages are those of the data."""

from pathlib import Path

import front1914
from tools.make_docs import PAGES, ROOT, api_pages, fill


def test_charts_and_rulings_are_up_to_date():
    for info in front1914.titles():
        path = PAGES / f"{info.id}.md"
        if path.exists():
            page = path.read_text(encoding="utf-8")
            assert fill(page, data_of(info.id)) == page, f"{path.name}: run `make docs`"


def test_the_reference_of_the_api_is_up_to_date():
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert page == api_pages.page(), "run `make docs`"


def test_every_name_of_the_api_is_explained():
    page = api_pages.page()
    for name in front1914.__all__:
        assert f"`{name}" in page
    assert not [line for line in page.splitlines() if line.endswith(": ")], "a member without a docstring"


def data_of(title: str) -> Path:
    return ROOT / "front1914" / "titles" / title / "data"


def test_a_chart_becomes_a_table():
    page = fill("<!-- charts -->\nyesterday\n<!-- /charts -->", data_of("schlieffens_war"))
    assert "| 3 | 2/0 | 2/1 | 1/1 | 1/2 | 1/2 | 1/2 | 1/2 | 0/2 |" in page
    assert "yesterday" not in page
