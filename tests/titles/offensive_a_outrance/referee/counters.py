"""The counters: what stands on them, and how large they are (1.1, 1.2, 2.1 to 2.8)."""

from __future__ import annotations

from dataclasses import dataclass

from .board import table

INFANTRY = ("infantry", "chasseurs", "garrison", "loc_infantry")
CAVALRY = ("cavalry", "jaeger", "loc_cavalry")
GUNS = ("artillery", "siege_artillery", "siege_train")
#: eighths of a division-equivalent, so that a unit in two hexes can be halved (19.1.3)
INFANTRY_SIZE = {"division": 8, "brigade": 4, "regiment": 2}
CAVALRY_SIZE = {"corps": 8, "division": 4, "brigade": 2, "regiment": 0}


@dataclass(frozen=True)
class Counter:
    """One counter as it is printed. `kind` is a unit type, or train, depot, fortress1, fortress2, fort."""

    id: str
    nation: str
    kind: str
    formation: bool = False
    measure: str = ""
    attack: tuple[int, ...] = ()  #: by Strength Reductions: full, reduced, second counter, its reduced side
    defence: tuple[int, ...] = ()
    proficiency: int = 0
    artillery: int = 0
    ce: int = 0
    second_ce: int = 0
    home: str = ""
    range: str = ""
    corps: str = ""
    army: str = ""
    calibre: str = ""
    place: str = ""

    @property
    def side(self) -> str:
        return "german" if self.nation in ("german", "austrian", "austro-hungarian") else "allied"

    @property
    def foot(self) -> bool:
        return self.kind in INFANTRY

    @property
    def horse(self) -> bool:
        return self.kind in CAVALRY

    @property
    def gun(self) -> bool:
        return self.kind in GUNS

    @property
    def combat(self) -> bool:
        return self.foot or self.horse

    @property
    def fortress(self) -> bool:
        return self.kind in ("fortress1", "fortress2")

    @property
    def supply(self) -> bool:
        return self.kind in ("train", "depot")

    @property
    def loc(self) -> bool:
        return self.kind in ("loc_infantry", "loc_cavalry")

    @property
    def eighths(self) -> int:
        """1.1: its Division-Equivalents, in eighths."""
        if self.kind == "train":
            return 8
        if self.foot:
            return INFANTRY_SIZE[self.measure]
        return CAVALRY_SIZE[self.measure] if self.horse else 0


def _ints(row: dict[str, str], *names: str) -> tuple[int, ...]:
    return tuple(int(row[name]) for name in names if row[name])


def _read() -> dict[str, Counter]:
    found = {}
    for row in table("units.csv"):
        found[row["id"]] = Counter(
            row["id"],
            row["nation"],
            row["type"],
            row["role"] == "formation",
            row["size"],
            _ints(row, "attack", "reduced_attack", "second_attack", "second_reduced_attack"),
            _ints(row, "defence", "reduced_defence", "second_defence", "second_reduced_defence"),
            int(row["proficiency"] or 0),
            int(row["artillery"] or 0),
            int(row["ce"] or 0),
            int(row["second_ce"] or 0),
            row["home"],
            row["range"],
            row["corps"],
            row["army"],
            row["calibre"],
        )
    for row in table("corps.csv"):
        found[row["train"]] = Counter(row["train"], row["nation"], "train", corps=row["id"], army=row["army"])
    nations = {}
    for row in table("armies.csv"):
        nations[row["id"]] = row["nation"]
        if row["depot"]:
            found[row["depot"]] = Counter(row["depot"], row["nation"], "depot", army=row["id"])
    for row in table("depots.csv"):
        found[row["id"]] = Counter(row["id"], nations[row["army"]], "depot", army=row["army"])
    found["a-d2"] = Counter("a-d2", "french", "depot")  # 15.7: the Secondary Depots
    found["g-d2"] = Counter("g-d2", "german", "depot")
    for row in table("fortresses.csv"):
        found[row["id"]] = Counter(
            row["id"],
            row["nation"],
            row["kind"],
            attack=_ints(row, "back_attack"),
            defence=_ints(row, "defence", "back_defence"),
            proficiency=int(row["proficiency"] or 0),
            artillery=int(row["artillery"] or 0),
            ce=int(row["ce"] or 0),
            place=row["place"],
        )
    return found


COUNTERS = _read()
