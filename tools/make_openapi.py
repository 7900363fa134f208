"""Writes docs/openapi.json anew from the routes of the server."""

from __future__ import annotations

import json
from pathlib import Path

from front1914.server.openapi import document

FILE = Path(__file__).resolve().parents[1] / "docs" / "openapi.json"


def text() -> str:
    """As it is kept."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
