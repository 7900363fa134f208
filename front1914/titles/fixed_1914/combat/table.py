"""CB-3 to CB-8, CB-10: the Combat Results Table with its four sections, and who is looked up in which."""

from __future__ import annotations

from typing import Any, NamedTuple

from front1914.kit.columns import Odds
from front1914.kit.tables import read_table
from front1914.titles.fixed_1914.charts import CHARTS
from front1914.titles.fixed_1914.world import CHAIN, TYPE

SECTIONS = ("A", "R", "I", "C")  #: CB-4, CB-6: the higher classification first
CODES = ("-/-", "1/-", "1/0", "1/1", "-/0", "-/1")  #: CB-10: there is no other


class Result(NamedTuple):
    """CB-10: what a code means."""

    code: str
    attacker: bool  #: the attacker loses a step
    defender: bool  #: the defender loses a step ...
    retreat: bool  #: ... and retreats, or loses one to stand

    @property
    def text(self) -> str:
        """In words, who loses what first."""
        own = f"the attacker loses {'a step' if self.attacker else 'nothing'}"
        if not self.retreat:
            return f"{own}, the defender nothing" if self.attacker else f"{own}, and so does the defender"
        if self.defender:
            return f"{own}, the defender loses a step and retreats, or stands for another"
        return f"{own}, the defender retreats, or stands for a step"


RESULTS = tuple(Result(c, c[0] == "1", c[2] == "1", c[2] != "-") for c in CODES)  #: CB-10a, CB-10c, CB-10e


def code(cell: Any) -> int:
    """A cell of the table, as its place in CODES.

    >>> code("1/0")
    2
    """
    if cell not in CODES:
        raise ValueError(f"not one of {', '.join(CODES)} (CB-10)")
    return CODES.index(cell)


CRT = {section: read_table(CHARTS.section("crt").section(section), code) for section in SECTIONS}
COLUMNS = CRT["A"].head.labels
LAST = len(COLUMNS) - 1
LEAST_ODDS = int(COLUMNS[0].partition(":")[2])  #: CB-7: one against so many


def column(attack: int, defence: int) -> int:
    """CB-3.2, H8: the column of the odds, in favour of the defender; below 0 none is allowed (CB-7).

    >>> [COLUMNS[column(a, d)] for a, d in ((28, 10), (9, 10), (3, 12), (90, 10))], column(3, 13) < 0
    (['2:1', '1:2', '1:4', '6:1'], True)
    """
    head = CRT["A"].head
    assert isinstance(head, Odds)
    return min(LAST, head.column(attack, defence))


def _sections(u: int) -> tuple[int, ...]:
    """CB-8, UL-7: the strength that it begins with, and one that only replacements lead to, are full strength."""
    chain, row = CHAIN[u], TYPE[u]
    if not row.section:
        return tuple(len(SECTIONS) for _ in chain.values)
    full = [step for step in range(len(chain.values)) if step == 0 or step not in chain.loss]
    return tuple(SECTIONS.index(row.section if step in full else row.reduced) for step in range(len(chain.values)))


#: by unit and step: the section in which it is looked up; zero-defence units are never predominant
SECTION = tuple(_sections(u) for u in range(len(TYPE)))
