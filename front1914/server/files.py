"""The client's files."""

from __future__ import annotations

import os
import re
from hashlib import blake2b
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
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


PAGE = "index.html"
VERSIONED = re.compile(r"v[/\\]([0-9a-f]{16})[/\\](.+)")
PARTS = re.compile(r'"/(css|js|img)/')  #: where the page names its parts
FOR_EVER = "public, max-age=31536000, immutable"


class Files(StaticFiles):
    """Files of known types below one folder; a path without a dot, or in a room of the client, is a page of it.

    The page names its parts under the version of all files, `/v/<version>/`, where a browser keeps them for ever:
    when it comes again it asks for the page alone, and not for a hundred parts whether they have changed.
    """

    told = ""  #: the version that the last page named

    async def get_response(self, path: str, scope: Scope) -> Response:
        named = VERSIONED.fullmatch(path)
        asked, path = named.groups() if named else ("", path)
        last = path.rsplit("/", 1)[-1]
        if scope["path"].startswith("/api"):
            raise HTTPException(404)
        if "." not in last or last == "." or path.split("/")[0] in PAGES:
            path = PAGE
        elif Path(last).suffix not in TYPES or any(part.startswith(".") for part in Path(path).parts):
            raise HTTPException(404)
        response = await super().get_response(path, scope)
        if asked and asked == self.told:  # of another version there may be other processes
            response.headers["cache-control"] = FOR_EVER
        return response

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        if Path(full_path).name == PAGE:
            return self._page(Path(full_path), scope)
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "no-cache"
        if not isinstance(response, FileResponse):
            return response
        # The client is fifty small files: to read one at once takes a tenth of the time of sending it piece by piece.
        kept = {name: response.headers[name] for name in ("cache-control", "etag", "last-modified")}
        return Response(Path(full_path).read_bytes(), status_code, kept, TYPES[Path(full_path).suffix])

    def _page(self, file: Path, scope: Scope) -> Response:
        self.told = version = _version(file.parent)
        page = PARTS.sub(rf'"/v/{version}/\1/', file.read_text(encoding="utf-8"))
        headers = {"cache-control": "no-cache", "etag": f'"{version}"'}
        response = Response(page, 200, headers, TYPES[file.suffix])
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response


def _version(folder: Path) -> str:
    """Changes whenever a file of the folder does."""
    found = blake2b(digest_size=8)
    for file in sorted(folder.rglob("*.*")):
        about = file.stat()
        found.update(f"{file.relative_to(folder)} {about.st_size} {about.st_mtime_ns};".encode())
    return found.hexdigest()
