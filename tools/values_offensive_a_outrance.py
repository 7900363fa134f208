"""Computes the strengths of the units of 1914 Offensive a outrance from battalions, squadrons, guns and quality.

    python tools/values_offensive_a_outrance.py            write them into data/units.csv
    python tools/values_offensive_a_outrance.py --check    write nothing; fail if a value differs

The counters are not part of the rulebook. This model reproduces every value that its examples quote. `model` of a unit
says which line of MODELS it follows; quality runs from 2 (Landwehr, half-trained) to 5 (German active, British).
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).resolve().parents[1] / "front1914/titles/offensive_a_outrance/data/units.csv"


class Values(NamedTuple):
    """What stands on a counter and its Attachment marker; empty where nothing is printed."""

    attack: int
    defence: int
    proficiency: int | str
    artillery: int
    ce: int | str
    reduced_attack: int | str = ""
    reduced_defence: int | str = ""
    second_attack: int | str = ""
    second_defence: int | str = ""
    second_reduced_attack: int | str = ""
    second_reduced_defence: int | str = ""
    second_ce: int | str = ""


class Unit(NamedTuple):
    """What history says of a unit."""

    id: str
    battalions: int
    squadrons: int
    guns: int
    quality: int
    own_quality: int  #: the proficiency kept in the file, for models that do not compute one


SUCCESSORS = ("f-81t", "f-82t", "f-84t", "f-88t")  # 22.3.4: what the divisions of the Territorial Group become


def near(guns: int, each: int) -> int:
    """Guns for one point of artillery; halves go up."""
    return (2 * guns + each) // (2 * each)


def division(u: Unit, attack: int, defence: int, losses: tuple[int, int], guns: int, ce: int) -> Values:
    """An infantry division: its reduced side loses so much; its skill is one above its quality, at most 5."""
    skill = min(5, u.quality + 1)
    return Values(attack, defence, skill, guns, ce, attack - losses[0], defence - losses[1])


def german_active(u: Unit) -> Values:
    return division(u, u.battalions + 4, u.battalions + 6, (4, 4), near(u.guns, 10), 11)


def german_guard(u: Unit) -> Values:
    return german_active(u)._replace(ce=12)


def german_reserve(u: Unit) -> Values:
    return division(u, u.battalions, u.battalions + 2, (4, 4), near(u.guns, 10), 11)


def german_ersatz(u: Unit) -> Values:
    return division(u, u.battalions - 1, u.battalions + 2, (4, 4), near(u.guns, 10), 11)


def german_october(u: Unit) -> Values:
    return division(u, u.battalions - 1, u.battalions, (4, 4), near(u.guns, 10), 9)


def german_marine(u: Unit) -> Values:
    return division(u, u.battalions - 5, u.battalions - 3, (4, 4), near(u.guns, 18), 10)


def landwehr(u: Unit) -> Values:
    return division(u, u.battalions - 2, u.battalions, (2, 2), max(1, near(u.guns, 10)), 9)


def french_active(u: Unit) -> Values:
    """More than twelve battalions: two of Chasseurs are an Asset of their own."""
    attack = 13 - (u.battalions > 12) if u.battalions >= 12 else u.battalions + 1
    return division(u, attack, attack + 2, (4, 4), near(u.guns, 9), 11)


def french_reserve(u: Unit) -> Values:
    made = division(u, u.battalions - 2, u.battalions, (3, 3), near(u.guns, 18), 9)
    return made._replace(second_ce=11)


def territorial(u: Unit) -> Values:
    made = division(u, u.battalions - 7, u.battalions - 4, (2, 3), max(1, near(u.guns, 12)), 8)
    return made._replace(second_ce=10 if u.id.endswith("/GDT") or u.id in SUCCESSORS else "")


def british(u: Unit) -> Values:
    attack = u.battalions + 3 - (u.quality == 4)
    return division(u, attack, attack + 2, (4, 4), near(u.guns, 14), 11)


def belgian(u: Unit) -> Values:
    """24.2.1: a second counter, six points weaker than the first."""
    attack = u.battalions // 3 + 6
    made = division(u, attack, attack + 3, (3, 3), near(u.guns, 18), 10)._replace(proficiency=u.quality)
    second = (attack - 6, attack - 3, attack - 9, attack - 6)
    return made._replace(
        second_attack=second[0],
        second_defence=second[1],
        second_reduced_attack=second[2],
        second_reduced_defence=second[3],
    )


def cavalry(u: Unit) -> Values:
    full = max(1, u.squadrons // 8)
    less = max(1, full - 1)
    return Values(full, full, u.quality, max(1, near(u.guns, 12)), 9, less, less)


def fixed(attack: int, defence: int, artillery: int, ce: int, less: tuple[int, int]) -> Callable[[Unit], Values]:
    """A counter whose strength does not depend on its battalions; its skill stands in the file."""

    def make(u: Unit) -> Values:
        return Values(attack, defence, u.own_quality, artillery, ce, attack - less[0], defence - less[1])

    return make


def cavalry_corps(u: Unit) -> Values:
    """8.1.1: two counters with two sides each."""
    guns = 3 if u.id == "b-CC" else 2
    return Values(7, 7, u.own_quality, guns, 10, 6, 6, 5, 5, 4, 4)


def loc_cavalry(u: Unit) -> Values:
    sides = ("", "") if u.id == "b-Samson" else (1, 1)  # a regiment of armoured cars has no reduced side
    return Values(1, 1, u.own_quality, 0, 8, *sides)


def bare(attack: int, defence: int, artillery: int) -> Callable[[Unit], Values]:
    """Artillery and headquarters: no skill, no effectiveness, one side."""
    return lambda _: Values(attack, defence, "", artillery, "")


MODELS: dict[str, Callable[[Unit], Values]] = {
    "german_active": german_active,
    "german_guard": german_guard,
    "german_reserve": german_reserve,
    "german_ersatz": german_ersatz,
    "german_october": german_october,
    "german_marine": german_marine,
    "landwehr": landwehr,
    "french_active": french_active,
    "french_reserve": french_reserve,
    "territorial": territorial,
    "british": british,
    "belgian": belgian,
    "cavalry": cavalry,
    "cavalry_corps": cavalry_corps,
    "brigade": fixed(7, 7, 1, 10, (3, 3)),
    "regiment": fixed(4, 4, 0, 9, (2, 2)),
    "naval": fixed(3, 3, 0, 8, (2, 2)),
    "detachment": fixed(2, 2, 0, 8, (1, 1)),
    "garrison": fixed(3, 6, 1, 8, (1, 2)),
    "combined": fixed(8, 12, 2, 9, (4, 4)),
    "loc_infantry": fixed(1, 2, 0, 7, (0, 1)),
    "loc_cavalry": loc_cavalry,
    "artillery": bare(1, 1, 3),
    "siege_artillery": bare(1, 1, 0),
    "siege_train_hq": bare(0, 1, 0),
}


def computed(row: dict[str, str]) -> dict[str, str]:
    """The values of a line of units.csv."""
    numbers = [int(row[key] or 0) for key in ("battalions", "squadrons", "field_guns", "quality", "proficiency")]
    made = MODELS[row["model"]](Unit(row["id"], *numbers))
    return {key: str(value) for key, value in made._asdict().items()}


def main() -> None:
    """Write or compare."""
    rows = list(csv.DictReader(io.StringIO(FILE.read_text(encoding="utf-8"))))
    wrong = []
    for row in rows:
        for key, value in computed(row).items():
            if row[key] != value:
                wrong.append(f"{row['id']}: {key} is {row[key] or 'empty'}, the model says {value or 'nothing'}")
                row[key] = value
    if "--check" in sys.argv:
        sys.exit("\n".join(wrong) if wrong else 0)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    FILE.write_text(out.getvalue(), encoding="utf-8")


if __name__ == "__main__":
    main()
