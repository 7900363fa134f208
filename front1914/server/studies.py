"""The studies of the laboratory in the library: a list of those in the data folder, and their reports.

Only of a library for one person: a club has no business with what lies on its machine. A report is a page of its own,
with its own style and script in it, so it gets a policy of its own and may reach nothing else.
"""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from front1914 import FrontError
from front1914.lab.plan import NAME
from front1914.lab.store import REPORT, Store
from front1914.server import wire
from front1914.server.refusals import Refused

MOST = 200  #: studies that are listed, the newest first
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src data:; sandbox allow-scripts"
)


def listed(folder: Path) -> list[dict[str, Any]]:
    """What there is to open."""
    found = []
    for entry in folder.iterdir() if folder.is_dir() else ():
        try:
            manifest = Store(entry).manifest() if NAME.fullmatch(entry.name) else None
            if manifest is not None:
                found.append(_row(entry, manifest))
        except (FrontError, OSError, KeyError, TypeError, ValueError):
            continue  # not a study, or one that somebody is just writing
    return sorted(found, key=lambda row: str(row["updated"]), reverse=True)[:MOST]


def _row(folder: Path, manifest: dict[str, Any]) -> dict[str, Any]:
    report = folder / REPORT
    touched = (report if report.exists() else folder).stat().st_mtime
    return {
        "name": folder.name,
        "titles": list(manifest["plan"]["titles"]),
        "cells": len(manifest["cells"]),
        "done": int(manifest["done"]),
        "games": int(manifest["games"]),
        "report": report.exists(),
        "updated": datetime.fromtimestamp(touched, UTC).isoformat(),
    }


def _folder(request: Request) -> Path:
    found: Path = request.app.state.studies
    return found


async def studies(request: Request) -> Response:
    found = await asyncio.to_thread(listed, _folder(request))
    return Response(wire.encode({"studies": found}), 200, {"cache-control": "no-store"}, "application/json")


async def report(request: Request) -> Response:
    name = request.path_params["study"]
    file = _folder(request) / name / REPORT
    try:
        body = await asyncio.to_thread(file.read_bytes) if NAME.fullmatch(name) else None
    except OSError:
        body = None
    if body is None:
        raise Refused(404, "study", f"there is no report of a study {json.dumps(name)[:100]}")
    headers = {"cache-control": "no-store", "content-security-policy": POLICY}
    return Response(body, 200, headers, "text/html; charset=utf-8")


ROUTES = [Route("/studies", studies, methods=["GET"]), Route("/studies/{study}/report", report, methods=["GET"])]
