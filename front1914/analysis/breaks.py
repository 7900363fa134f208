"""Small breaks of a rule: what a piece of code or data would be if one thing in it were wrong.

A break replaces one stretch of a file: a condition is negated, a bound moved by one, a guard removed, min and max are
swapped, a constant is changed, a side becomes the other one. Nothing is run here.

>>> [b.what for b in of_python("def f(a):\\n    return 3 if a < 2 else 4\\n", 1)]
['2:11 3 -> 4', '2:16 < -> <=', '2:16 negated', '2:20 2 -> 3', '2:27 4 -> 5']
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
OTHER_SIDE = "FOE"  #: the table by which titles name the other side
NUMBER = re.compile(r"(?<![\w.\"'-])\d+(?![\w.\"'-])")


class Break(NamedTuple):
    """Bytes `start` to `stop` of a file become `text`."""

    start: int
    stop: int
    text: str
    what: str  #: for people: line, column and what happened


def of_python(source: str, line: int) -> list[Break]:
    """The breaks of the function, class or statement around a line that names a rule."""
    tree = ast.parse(source)
    places = _Places(source)
    found = [b for node in _scope(tree, line) for b in _breaks(node, places, source)]
    unique = {(b.start, b.stop, b.text): b for b in found}
    return sorted(unique.values())


def of_toml(source: str, line: int) -> list[Break]:
    """Numbers near a line of a TOML file that names a rule: in that line, or in the table that follows."""
    lines = source.split("\n")
    offset = [0]
    for text in lines:
        offset.append(offset[-1] + len(text.encode()) + 1)
    found = []
    for n in range(line - 1, min(len(lines), line + 12)):
        code = lines[n].split("#")[0]
        if n > line - 1 and not code.strip() and n > line:
            break
        for match in NUMBER.finditer(code.partition("=")[2]):
            start = len(code.partition("=")[0]) + 1 + match.start()
            at = offset[n] + len(lines[n][:start].encode())
            number = int(match.group())
            found.append(Break(at, at + len(match.group()), str(number + 1), f"{n + 1}: {number} -> {number + 1}"))
    return found


Made: TypeAlias = Callable[[ast.expr | ast.stmt, str, str], Break]


class _Places:
    """Positions of nodes as byte offsets of the whole file."""

    def __init__(self, source: str) -> None:
        self.lines = [0]
        for text in source.split("\n"):
            self.lines.append(self.lines[-1] + len(text.encode()) + 1)

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.lines[node.lineno - 1] + node.col_offset, self.lines[node.end_lineno - 1] + node.end_col_offset


def _scope(tree: ast.Module, line: int) -> list[ast.stmt]:
    """What a line speaks of that names a rule.

    A docstring or the head of a function speaks of all of it, that of a class of its methods; a line inside a function
    of its statement, with the condition around it; a comment between statements of the next one.
    """
    chain: list[ast.stmt] = []  # from the outermost statement around the line to the innermost
    body: list[ast.stmt] = tree.body
    while True:
        node = next((n for n in body if n.lineno <= line <= (n.end_lineno or n.lineno)), None)
        if node is None:
            after = [n for n in body if n.lineno > line]
            return after[:1] or chain[-1:]
        chain.append(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and line < _first(node):
            return [node]
        inner = [n for part in ("body", "orelse", "finalbody") for n in getattr(node, part, ())]
        if not inner:
            outer = chain[-2] if len(chain) > 1 else node
            return [outer if isinstance(outer, ast.If) else node]
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and line < inner[0].lineno:
            return [node]
        body = inner


def _first(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    """The line where the body begins, after the docstring."""
    said = ast.get_docstring(node, clean=False) is not None
    return node.body[1].lineno if said and len(node.body) > 1 else node.body[0].lineno if not said else 1 << 30


def _breaks(top: ast.stmt, places: _Places, source: str) -> Iterator[Break]:
    data = source.encode()

    def text(node: ast.expr) -> str:
        return data[slice(*places.span(node))].decode()

    def made(node: ast.expr | ast.stmt, new: str, what: str) -> Break:
        start, stop = places.span(node)
        return Break(start, stop, new, f"{node.lineno}:{node.col_offset} {what}")

    for node in ast.walk(top):
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            yield made(node.test, f"not ({text(node.test)})", "negated")
        elif isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield made(test, f"not ({text(test)})", "negated")
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            old, new = COMPARED[type(node.ops[0])]
            left, right = node.left, node.comparators[0]
            yield made(node, f"{text(left)} {new} {text(right)}", f"{old} -> {new}")
        elif isinstance(node, ast.BoolOp):
            both = (" or " if isinstance(node.op, ast.And) else " and ").join(f"({text(v)})" for v in node.values)
            yield made(node, f"({both})", "and <-> or")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
            yield made(node, f"({text(node.left)})", f"without {text(node.right)[:40]}")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from _call(node, node.func, made)
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == OTHER_SIDE:
            yield made(node, f"({text(node.slice)})", "the own side")
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Call):
            if isinstance(node.value.func, ast.Name) and node.value.func.id == "Reason":
                yield made(node, "return None", "no refusal")
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield made(node, str(node.value + 1), f"{node.value} -> {node.value + 1}")


def _call(node: ast.Call, name: ast.Name, made: Made) -> Iterator[Break]:
    if name.id in SWAPPED:
        yield made(name, SWAPPED[name.id], f"{name.id} -> {SWAPPED[name.id]}")


def applied(source: str, change: Break) -> str:
    """The file with the break in it."""
    data = source.encode()
    return (data[: change.start] + change.text.encode() + data[change.stop :]).decode()
