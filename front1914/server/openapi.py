"""The HTTP interface as an OpenAPI document, read off the routes: docs/openapi.json, written by tools/make_openapi.py.

What a request may hold is the struct that its handler reads (asks.py), which parameters it takes are those that the
handler looks up; so the document cannot say anything else than the program.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any

import msgspec
from starlette.routing import Route

import front1914
from front1914.server import api, asks
from front1914.server.club.routes import ROUTES as CLUB_ROUTES

BODY = re.compile(r"\bbody\(request, (?:asks\.)?(\w+)\)")
WORDS = re.compile(r'\bword\(request, "(\w+)"(, )?')
NUMBERS = re.compile(r'\bnumber\(request\.query_params, "(\w+)"(, )?')
GIVEN = re.compile(r'request\.query_params\.get\("(\w+)"\)')
ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["place", "reason", "rule"],
            "properties": {name: {"type": "string"} for name in ("place", "reason", "rule")},
        }
    },
}


def document() -> dict[str, Any]:
    """All of it."""
    routes = [(route, _struct(route)) for route in (*api.ROUTES, *CLUB_ROUTES)]
    wanted = sorted({kind for _, kind in routes if kind is not None}, key=lambda kind: kind.__name__)
    schemas, components = msgspec.json.schema_components(wanted, ref_template="#/components/schemas/{name}")
    named = dict(zip(wanted, schemas, strict=True))
    paths: dict[str, Any] = {}
    for route, kind in routes:
        for method in sorted((route.methods or set()) - {"HEAD"}):
            paths.setdefault(f"/api{route.path}", {})[method.lower()] = _operation(
                route, method, None if kind is None else named[kind]
            )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Front 1914",
            "version": front1914.__version__,
            "description": "What the calls mean is said in protocol.md and online.md.",
        },
        "paths": dict(sorted(paths.items())),
        "components": {"schemas": {"Error": ERROR, **dict(sorted(components.items()))}},
    }


def _source(route: Route) -> tuple[str, Any]:
    handler = inspect.unwrap(route.endpoint)
    return inspect.getsource(handler), handler


def _struct(route: Route) -> type[msgspec.Struct] | None:
    """What the handler reads from the body."""
    source, handler = _source(route)
    found = BODY.search(source)
    if found is None:
        return None
    kind: type[msgspec.Struct] = inspect.getmodule(handler).__dict__.get(found[1]) or getattr(asks, found[1])
    return kind


def _operation(route: Route, method: str, schema: dict[str, Any] | None) -> dict[str, Any]:
    source, handler = _source(route)
    told: dict[str, Any] = {"operationId": f"{method.lower()}{re.sub(r'[^a-z]+', '_', route.path)}"}
    if handler.__doc__:
        told["summary"] = handler.__doc__.split("\n")[0]
    told["parameters"] = [*_in_path(route), *_in_query(source)]
    if schema is not None:
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    elif route.path == "/games/upload":
        told["requestBody"] = {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}
    error = {
        "description": "refused",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    told["responses"] = {
        "2XX": {"description": "done"},
        "304": {"description": "as before"},
        "4XX": error,
        "503": error,
    }
    return told


def _in_path(route: Route) -> Iterable[dict[str, Any]]:
    for name in re.findall(r"\{(\w+)\}", route.path):
        kind = "integer" if name == "n" else "string"
        yield {"name": name, "in": "path", "required": True, "schema": {"type": kind}}


def _in_query(source: str) -> Iterable[dict[str, Any]]:
    if re.search(r"eyes\(request", source):
        yield {"name": "side", "in": "query", "required": True, "schema": {"type": "string"}}
    for pattern, kind in ((WORDS, "string"), (NUMBERS, "integer")):
        for name, optional in pattern.findall(source):
            yield {"name": name, "in": "query", "required": not optional, "schema": {"type": kind}}
    for name in dict.fromkeys(GIVEN.findall(source)):
        yield {"name": name, "in": "query", "required": False, "schema": {"type": "string"}}
