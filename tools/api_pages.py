"""The reference of the public API, from the docstrings: docs/api.md. `tools/make_docs.py` writes it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, ForwardRef

import front1914

HEAD = """# The public API

Everything that `import front1914` offers: what a caller may build on. Made by `make docs` from the docstrings.
`docs/architecture.md` explains the ideas behind it.
"""


def page() -> str:
    """The whole page."""
    groups: dict[str, list[str]] = {"Functions": [], "Classes": [], "Errors": [], "Values": []}
    for name in sorted(front1914.__all__, key=str.lower):
        thing = getattr(front1914, name)
        groups[_group(thing)].append("\n".join(_entry(name, thing)))
    parts = [f"## {head}\n\n" + "\n\n".join(entries) for head, entries in groups.items() if entries]
    return HEAD + "\n" + "\n\n".join(parts) + "\n"


def _group(thing: Any) -> str:
    if inspect.isclass(thing):
        return "Errors" if issubclass(thing, Exception) else "Classes"
    return "Functions" if inspect.isroutine(thing) else "Values"


def _entry(name: str, thing: Any) -> Iterator[str]:
    if inspect.isclass(thing):
        yield f"### `{name}{_signature(thing)}`"
        yield from _told(thing)
        yield from _members(thing)
    elif inspect.isroutine(thing):
        yield f"### `{name}{_signature(thing)}`"
        yield from _told(thing)
    else:
        yield f"- `{name}` = `{thing!r}`"


def _signature(thing: Any) -> str:
    """The parameters as they are written; what a class makes needs no word."""
    try:
        found = inspect.signature(thing)
    except (ValueError, TypeError):
        return ""
    shown, starred = [], False
    for parameter in found.parameters.values():
        if parameter.name == "self":
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            shown.append("*")
        starred |= parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
        shown.append(_parameter(parameter))
    back = "" if inspect.isclass(thing) else f" -> {_type(found.return_annotation)}"
    return f"({', '.join(shown)}){back}"


def _parameter(parameter: inspect.Parameter) -> str:
    star = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    typed = "" if parameter.annotation is parameter.empty else f": {_type(parameter.annotation)}"
    default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
    return f"{star}{parameter.name}{typed}{default}"


def _type(annotation: Any) -> str:
    """A type as it is written, without the modules that it comes from."""
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(?:[a-z_0-9]+\.)+(?=[A-Z])", "", text)


def _told(thing: Any) -> Iterator[str]:
    text = thing.__doc__ and inspect.getdoc(thing)
    if text and not text.startswith(f"{thing.__name__}("):  # what a NamedTuple says of itself
        yield ""
        yield _examples(text)


def _examples(text: str) -> str:
    """Examples of a docstring as code."""
    lines: list[str] = []
    code = False
    for line in text.splitlines():
        starts = line.startswith(">>>") or (code and bool(line.strip()))
        if starts != code:
            lines.append("```pycon" if starts else "```")
            code = starts
        lines.append(line)
    return "\n".join([*lines, "```"] if code else lines)


def _members(kind: type) -> Iterator[str]:
    """Fields, properties and methods of a class and of its bases without an entry, in the order of the source."""
    rows = [f"- `{name}: {_type(kept)}`{_comment(kind, name)}" for name, kept in _fields(kind)]
    parts = [k for k in reversed(kind.__mro__) if k is kind or _hidden(k)]
    for name, member in {name: member for part in parts for name, member in vars(part).items()}.items():
        if name.startswith("_") or name in dict(_fields(kind)):
            continue
        if isinstance(member, property | cached_property):
            rows.append(f"- `{name}`: {_line(member)}")
        elif isinstance(member, classmethod | staticmethod) or inspect.isfunction(member):
            shown = getattr(kind, name)
            rows.append(f"- `{name}{_signature(shown)}`: {_line(shown)}")
    if rows:
        yield ""
        yield from rows


def _hidden(kind: type) -> bool:
    """Whether a class of the program has no entry on the page."""
    return kind.__module__.startswith("front1914.") and kind.__name__ not in front1914.__all__


def _fields(kind: type) -> list[tuple[str, Any]]:
    """The named fields of a NamedTuple, a dataclass or a msgspec struct."""
    names = getattr(kind, "_fields", None) or getattr(kind, "__struct_fields__", None)
    names = names or list(getattr(kind, "__dataclass_fields__", ()))
    return [(name, inspect.get_annotations(kind).get(name, Any)) for name in names if not name.startswith("_")]


def _comment(kind: type, name: str) -> str:
    """What stands beside a field in the source, after `#:`."""
    found = re.search(rf"^    {name}: .*?#: (.+)$", inspect.getsource(kind), re.MULTILINE)
    return f": {found[1]}" if found else ""


def _line(thing: Any) -> str:
    """The first paragraph of a docstring on one line."""
    text = inspect.getdoc(thing) or ""
    return " ".join(text.split("\n\n")[0].split())
