"""Makes front1914/web/js/types.d.ts from the types of what the server sends: `python tools/make_types.py`.

A test holds the file against what this would write.
"""

from __future__ import annotations

import ast
import sys
import types
from pathlib import Path
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "front1914" / "web" / "js" / "types.d.ts"
HEAD = "/** Made by tools/make_types.py from engine/shapes.py, engine/accounts.py, server/shapes.py: change those. */"
#: what the client calls them
NAMES = {
    "Screen": "View",
    "Panel": "Battle",
    "Overlay": "OverlayFound",
    "OverlayName": "Overlay",
    "AskedDecision": "Decision",
    "ToldEvent": "GameEvent",
    "ComputerState": "Computer",
    "SeatKind": "SeatOf",
    "ShownGame": "GameRecord",
    "TitleShown": "TitleInfo",
    "DrawnMap": "Art",
    "TimelineMark": "Mark",
}
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "any"}


def written(kind: Any) -> str:
    """A type of Python in TypeScript."""
    origin, inside = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if is_typeddict(kind):
        return NAMES.get(kind.__name__, kind.__name__)
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in inside)
    if origin in (Required, NotRequired):
        return written(inside[0])
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(map(written, inside)))
    if origin is list:
        item = written(inside[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(map(written, inside))}]"
    if origin is dict:
        return f"Record<{written(inside[0])}, {written(inside[1])}>"
    raise TypeError(f"no word for {kind} in TypeScript")


def notes(source: str) -> dict[tuple[str, str], str]:
    """By class and field: what the comment behind it says."""
    lines, found = source.splitlines(), {}
    for node in ast.parse(source).body:
        for field in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                comment = lines[(field.end_lineno or 0) - 1].partition("#: ")[2]
                if isinstance(node, ast.ClassDef):
                    found[node.name, field.target.id] = comment
    return found


def interface(kind: Any, said: dict[tuple[str, str], str]) -> list[str]:
    """The lines of one interface."""
    lines = [
        f"  /** {(kind.__doc__ or '').splitlines()[0]} */",
        f"  interface {NAMES.get(kind.__name__, kind.__name__)} {{",
    ]
    for name, hint in get_type_hints(kind, include_extras=True).items():
        must = get_origin(hint) is Required or (kind.__total__ and get_origin(hint) is not NotRequired)
        owner = next((k for k in _line(kind) if (k, name) in said), kind.__name__)
        if note := said.get((owner, name)):
            lines.append(f"    /** {note} */")
        lines.append(f"    {name}{'' if must else '?'}: {written(hint)};")
    return [*lines, "  }", ""]


def _line(kind: Any) -> list[str]:
    """A type and those that it extends: typed dictionaries do not remember them otherwise."""
    return [kind.__name__, *(base.__name__ for base in getattr(kind, "__orig_bases__", ()) if is_typeddict(base))]


def make() -> str:
    """The whole file."""
    from front1914.engine import accounts
    from front1914.engine import shapes as engine
    from front1914.server import shapes as server

    lines = [HEAD, "", "declare global {"]
    for module in (engine, accounts, server):
        said = notes(Path(module.__file__ or "").read_text(encoding="utf-8"))
        for kind in vars(module).values():
            if is_typeddict(kind) and kind.__module__ == module.__name__:
                lines += interface(kind, said)
    lines[-1:] = ["}", "", "export {};", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    FILE.write_text(make(), encoding="utf-8")
