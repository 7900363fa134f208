"""Small breaks of a rule: what a piece of code or data would be if one thing in it were wrong.

A break replaces one stretch of a file: a condition is negated, one of several is left out, a bound moved by one, a
guard removed, a deed not done, min and max are swapped, a constant is changed, a side becomes the other one, a sum a
difference, a name is left out of a list. Nothing is run here.

>>> [b.what for b in of_python("def f(a):\\n    return 3 if a < 2 else 4\\n", 1)]
['2:11 3 -> 4', '2:16 < -> <=', '2:16 negated', '2:20 2 -> 3', '2:27 4 -> 5']
>>> [b.what for b in of_python("def f(a, b):\\n    if a and b:\\n        return\\n", 1)]
['2:7 and <-> or', '2:7 without b', '2:7 without a', '2:7 no guard', '2:7 negated']
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
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
CARE = frozenset({"frozen", "slots", "kw_only", "strict", "maxsize"})  #: keywords by which code takes care of itself
TELLING = frozenset({"tell", "mention", "append", "pop"})  #: calls that change no rule's matter, or only the flow
OTHER_SIDE = "FOE"  #: the table by which titles name the other side
VALUE = re.compile(r"(?<![\w.\"'-])(?:\d+|\d{4}-\d\d-\d\d|true|false)(?![\w.\"'-])")

UNRULED = frozenset({"minutes"})  #: keys of TOML files on which no rule rests
CELL = re.compile(r'(?:^|(?<=,))("(?:[^"]|"")*"|[^,]*)(?:,|$)')
TEXTS = frozenset({"id", "name", "short", "note", "source", "lat", "lon"})  #: columns on which no rule rests


class Break(NamedTuple):
    """Bytes `start` to `stop` of a file become `text`."""

    start: int
    stop: int
    text: str
    what: str  #: for people: line, column and what happened


def of_python(source: str, line: int, sides: Sequence[str] = ()) -> list[Break]:
    """The breaks of the function, class or statement around a line that names a rule; a title has two sides."""
    tree = ast.parse(source)
    places = Places(source)
    other = {sides[0]: sides[1], sides[1]: sides[0]} if len(sides) == 2 else {}
    found = [b for node in _scope(tree, line) for b in _breaks(node, places, source, other)]
    unique = {(b.start, b.stop, b.text): b for b in found}
    return sorted(unique.values())


def of_toml(source: str, line: int) -> list[Break]:
    """Numbers near a line of a TOML file that names a rule: in that line, or in the table that it stands in or above.

    >>> text = "# 4.1\\n[a]\\nfire = 2\\nmove = 3  # 4.2\\nrange = 4\\n[b]\\nfire = 7"
    >>> [b.what for b in of_toml(text, 1)], [b.what for b in of_toml(text, 4)]
    (['3: 2 -> 3', '4: 3 -> 4', '5: 4 -> 5'], ['4: 3 -> 4'])
    """
    lines = source.split("\n")
    offset = [0]
    for text in lines:
        offset.append(offset[-1] + len(text.encode()) + 1)
    found: list[Break] = []
    for n in range(line - 1, min(len(lines), line + 12)):
        code = lines[n].split("#")[0]
        table = n >= line and code.startswith("[") and "=" not in code and (found or lines[line - 1][:1] != "#")
        if table or (found and n == line) or (n > line and not code.strip()):
            break
        if code.partition("=")[0].strip() in UNRULED:
            continue
        for match in VALUE.finditer(code.partition("=")[2]):
            start = len(code.partition("=")[0]) + 1 + match.start()
            at = offset[n] + len(lines[n][:start].encode())
            old = match.group()
            new = {"true": "false", "false": "true"}.get(old) or _more(old)
            found.append(Break(at, at + len(old), new, f"{n + 1}: {old} -> {new}"))
    return found


def _more(value: str) -> str:
    """One more, or a day later."""
    return str(date.fromisoformat(value) + timedelta(1)) if "-" in value else str(int(value) + 1)


def of_csv(source: str, words: Collection[str] = ()) -> list[Break]:
    """Values of a CSV file that play may rest on: one more, no instead of yes, or the word of another line.

    Of the words given those that are heads of columns choose columns; the others choose lines, by what stands in a
    cell, and such a line can be missing altogether.
    """
    found: list[Break] = []
    at, heads = 0, list[str]()
    seen: dict[str, list[str]] = {}  #: by column: the words so far
    for n, line in enumerate(source.split("\n"), 1):
        cells = [] if line.startswith("#") or not line else list(CELL.finditer(line))
        if cells and not heads:
            heads, cells = [cell.group(1) for cell in cells], []
        columns, lines = set(words) & set(heads), set(words) - set(heads)
        chosen = not lines or any(cell.group(1) in lines for cell in cells)
        if lines and cells and chosen:
            found.append(Break(at, at + len(line.encode()) + 1, "", f"{n}: left out"))
        for head, cell in zip(heads, cells, strict=False):
            old = cell.group(1)
            others = seen.setdefault(head, [])
            new = str(int(old) + 1) if old.isdigit() else next((word for word in reversed(others) if word != old), "")
            others.append(old)
            if chosen and old and (new or old == "yes") and (head in columns if columns else head not in TEXTS):
                start, stop = (at + len(line[:column].encode()) for column in cell.span(1))
                found.append(Break(start, stop, new, f"{n}: {head} {old} -> {new}"))
        at += len(line.encode()) + 1
    return found


Made: TypeAlias = Callable[[ast.expr | ast.stmt, str, str], Break]


class Places:
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
    of its statement, with the condition around it; a comment between statements of the next one; what stands at the
    head of a file of all of it.
    """
    if line < _first(tree):
        return tree.body
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


def _first(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module) -> int:
    """The line where the body begins, after the docstring."""
    said = ast.get_docstring(node, clean=False) is not None
    return node.body[1].lineno if said and len(node.body) > 1 else node.body[0].lineno if not said else 1 << 30


def _breaks(top: ast.stmt, places: Places, source: str, other: Mapping[str, str]) -> Iterator[Break]:
    data = source.encode()

    def text(node: ast.expr) -> str:
        return data[slice(*places.span(node))].decode()

    def made(node: ast.expr | ast.stmt, new: str, what: str) -> Break:
        start, stop = places.span(node)
        return Break(start, stop, new, f"{node.lineno}:{node.col_offset} {what}")

    for node in _walk(top):
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            yield made(node.test, f"not ({text(node.test)})", "negated")
            if isinstance(node, ast.If) and _guard(node):
                yield made(node.test, "False", "no guard")
        elif isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield made(test, f"not ({text(test)})", "negated")
                yield made(test, "True", "no guard")
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            old, new = COMPARED[type(node.ops[0])]
            left, right = node.left, node.comparators[0]
            yield made(node, f"{text(left)} {new} {text(right)}", f"{old} -> {new}")
        elif isinstance(node, ast.BoolOp):
            sign, swapped = (" and ", " or ") if isinstance(node.op, ast.And) else (" or ", " and ")
            both = swapped.join(f"({text(v)})" for v in node.values)
            yield made(node, f"({both})", "and <-> or")
            for left_out in node.values:
                rest = sign.join(f"({text(v)})" for v in node.values if v is not left_out)
                yield made(node, f"({rest})", f"without {text(left_out)[:40]}")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
            yield made(node, f"({text(node.left)})", f"without {text(node.right)[:40]}")
            yield made(node, f"({text(node.right)})", f"without {text(node.left)[:40]}")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from _call(node, node.func, made)
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == OTHER_SIDE:
            yield made(node, f"({text(node.slice)})", "the own side")
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Call):
            if isinstance(node.value.func, ast.Name) and node.value.func.id == "Reason":
                yield made(node, "return None", "no refusal")
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield made(node, str(node.value + 1), f"{node.value} -> {node.value + 1}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in other:
            yield made(node, repr(other[node.value]), "the other side")
        elif isinstance(node, ast.Name) and node.id.lower() in other and node.id.isupper():
            yield made(node, other[node.id.lower()].upper(), "the other side")
        elif isinstance(node, ast.keyword) and isinstance(node.value, ast.Constant) and type(node.value.value) is bool:
            yield made(node.value, str(not node.value.value), f"{node.arg} -> {not node.value.value}")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) and not _texts(node):
            sign, new = ("+", "-") if isinstance(node.op, ast.Add) else ("-", "+")
            yield made(node, f"{text(node.left)} {new} ({text(node.right)})", f"{sign} -> {new}")
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub):
            sign, new = ("+=", "-=") if isinstance(node.op, ast.Add) else ("-=", "+=")
            yield made(node, f"{text(node.target)} {new} {text(node.value)}", f"{sign} -> {new}")
        elif isinstance(node, ast.Tuple | ast.List | ast.Set):
            yield from _names(node, made)
        if isinstance(node, ast.stmt) and _deed(node):
            yield made(node, "pass", "not done")


def _walk(top: ast.AST) -> Iterator[ast.AST]:
    """A node and those in it, without annotations, texts for people, names of steps and places in the flow."""
    inside = [top]
    while inside:
        node = inside.pop(0)
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.FunctionDef) and node.name == "prompt"):
            continue
        if isinstance(node, ast.keyword) and node.arg in CARE:
            continue
        if isinstance(node, ast.Assign) and any(getattr(n, "id", "") == "rule" for n in ast.walk(node.targets[0])):
            continue
        yield node
        skipped: list[ast.AST | None] = [getattr(node, part, None) for part in ("annotation", "returns")]
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(made) for made in node.decorator_list):
            skipped += [field for field in node.body if isinstance(field, ast.AnnAssign)]  # what a row leaves out
        if isinstance(node, ast.Subscript) and getattr(node.value, "attr", "") == "flow":
            skipped.append(node.slice)
        inside += [child for child in ast.iter_child_nodes(node) if child not in skipped]


def _guard(node: ast.If) -> bool:
    """Whether something is only kept out: no other way, and nothing after it in the same breath."""
    return not node.orelse and len(node.body) == 1 and isinstance(node.body[0], ast.Return | ast.Continue | ast.Raise)


def _deed(node: ast.stmt) -> bool:
    """Whether a statement changes something that is there: a field, a column, or by a call; telling of it is none."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return isinstance(node.value.func, ast.Attribute) and node.value.func.attr not in TELLING
    if isinstance(node, ast.Assign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(part, ast.Attribute | ast.Subscript) for t in targets for part in _parts(t))
    return False


def _parts(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple) else [target]


def _texts(node: ast.BinOp) -> bool:
    """Whether a sum joins texts or lists."""
    kinds = (ast.JoinedStr, ast.List, ast.Tuple, ast.Dict, ast.ListComp)
    parts = [part for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return bool(parts) or any(isinstance(part, kinds) for part in ast.walk(node))


def _names(node: ast.Tuple | ast.List | ast.Set, made: Made) -> Iterator[Break]:
    """Of a list of names one is left out: its neighbour stands there twice."""
    names = [part for part in node.elts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    if len(names) > 1 and len(names) == len(node.elts):
        for name, neighbour in zip(names, [*names[1:], names[0]], strict=True):
            yield made(name, repr(neighbour.value), f"without {str(name.value)[:40]}")


def _call(node: ast.Call, name: ast.Name, made: Made) -> Iterator[Break]:
    if name.id in SWAPPED:
        yield made(name, SWAPPED[name.id], f"{name.id} -> {SWAPPED[name.id]}")


def applied(source: str, change: Break) -> str:
    """The file with the break in it."""
    data = source.encode()
    return (data[: change.start] + change.text.encode() + data[change.stop :]).decode()
