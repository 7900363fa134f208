"""The client's files."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

WEB = Path(__file__).parent.parent / "web"
# The system's own table of types cannot be trusted (some installations say text/plain for scripts).
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


PAGES = (
    "game",
    "handbook",
    "rules",
    "sandtable",
)  #: rooms of the client, whose addresses may end in a rule such as 11.15


class Files(StaticFiles):
    """Files of known types below one folder; a path without a dot, or in a room of the client, is a page of it."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        last = path.rsplit("/", 1)[-1]
        if scope["path"].startswith("/api"):
            raise HTTPException(404)
        if "." not in last or last == "." or path.split("/")[0] in PAGES:
            path = "index.html"
        elif Path(last).suffix not in TYPES or any(part.startswith(".") for part in Path(path).parts):
            raise HTTPException(404)
        return await super().get_response(path, scope)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "no-cache"
        if not isinstance(response, FileResponse):
            return response
        # The client is fifty small files: to read one at once takes a tenth of the time of sending it piece by piece.
        kept = {name: response.headers[name] for name in ("cache-control", "etag", "last-modified")}
        return Response(Path(full_path).read_bytes(), status_code, kept, TYPES[Path(full_path).suffix])
