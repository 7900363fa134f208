"""27: Victory Points, held against what is told and the count of the position."""

from __future__ import annotations

from tests.referee import Deed

from .board import CHARTS, HEXES, Hex, column_row, distance, table
from .situation import Situation, read

#: 27.8 and 27.8.1, as printed
PLACES = {
    "Oostende": "37.10", "Ieper": "34.14", "Lille": "35.18 34.18", "Aire": "28.15", "Dunkerque": "31.11",
    "Calais": "26.09", "Boulogne": "22.11", "Abbeville": "20.19", "Amiens": "22.23", "Albert": "26.24",
    "Arras": "29.21 30.21", "Cambrai": "33.24", "St.Quentin": "32.28", "Compiègne": "24.31", "Creil": "20.31",
    "Meaux": "22.37", "Château-Thierry": "27.38", "Soissons": "29.34", "Laon": "33.33", "Hirson": "40.29",
    "Mézieres": "44.35", "Grandpré": "43.41", "Reims": "34.38 35.38 35.39", "Epernay": "33.41",
    "Châlons-s.Marne": "36.43", "Vitry-le François": "37.47", "Bar-le-Duc": "42.48", "St.Mihiel": "46.49",
    "Col du Donon": "59.60", "Hartmannsweilerkopf": "55.68",
}  # fmt: skip
SPECIAL = {"Antwerpen": "52.16", "Rouen": "08.25 09.25", "Troyes": "28.50 29.50", "Nancy": "51.54"}
PRIMARY: dict[str, list[Hex]] = {}
for _row in table("plans.csv"):
    if _row["kind"] == "primary":
        PRIMARY.setdefault(_row["army"], []).extend(_row["hexes"].split())


def holder(now: Situation, hexes: str) -> str | None:
    """27.8: who controls all of a place."""
    owners = {now.hex(h).get("control") for h in hexes.split()}
    return owners.pop() if len(owners) == 1 else None


def advance(now: Situation) -> int:
    """27.4: row less column of the furthest German infantry Formation west of column 45."""
    worth = [
        column_row(h)[1] - column_row(h)[0]
        for u in now.units
        if u.side == "german" and u.formation and u.counter.foot and not u.counter.loc
        for h in u.hexes
        if column_row(h)[0] < 45
    ]
    return max(worth, default=0)


def watch_points(deed: Deed) -> list[str]:
    """27.1 to 27.8: each award, and that the count is the sum of what was told."""
    told = [e for e in deed.events if e.kind == "points"]
    if not told:
        return []
    before, after, wrong = read(deed.before), read(deed.game), []
    gained = after.position.get("vp", 0) - before.position.get("vp", 0)
    if gained != sum(e.data["points"] for e in told):
        wrong.append(f"the count moves by {gained}, told are {[e.data['points'] for e in told]}")
    for event in told:
        rule, points, name = event.data["rule"], event.data["points"], event.data["name"]
        if rule == "27.4" and points != advance(after):
            wrong.append(f"furthest advance {points}, meant {advance(after)}")
        if rule in ("27.8", "27.8.1"):
            hexes, worth = (PLACES[name], 3) if name in PLACES else (SPECIAL[name], 15)
            meant = {"german": worth, "allied": -worth}.get(str(holder(after, hexes)), 0)
            if points != meant:
                wrong.append(f"{name}: {points}, meant {meant}")
        if rule == "27.6" and not marine_missing(after):
            wrong.append("the Marine Division stands at the sea")
        if rule == "27.2" and (points != -10 or before.turn >= CHARTS["victory"]["early"]):
            wrong.append(f"Mülhausen: {points} on turn {before.turn}")
    scored = {e.data["name"] for e in told if e.data["rule"].startswith("27.8")}
    if scored and after.scenario in ("campaign", "race", "marne", "last_battles"):
        for name, hexes in (PLACES | SPECIAL).items():
            if name not in scored and holder(after, hexes):
                wrong.append(f"{name} is held by {holder(after, hexes)} and does not count")
    return wrong


def marine_missing(now: Situation) -> bool:
    """27.6 (P4)."""
    unit = now.by_id.get("g-Marine")
    return unit is None or not any(HEXES[h]["coast"] for h in unit.hexes)


def abandoned(now: Situation, army: str) -> int:
    """27.1 (B115): what it costs to give up a plan, by the nearest infantry of the army to the nearer primary."""
    near = [
        distance(h, goal)
        for u in now.units
        if u.get("army") == army and u.counter.foot
        for h in u.hexes
        for goal in PRIMARY[army]
    ]
    nearest = max(1, min(near, default=99))
    return {1: 3, 2: 6, 3: 10, 4: 10}.get(nearest, 15)


def watch_abandoned(deed: Deed) -> list[str]:
    """27.1: when a plan is abandoned."""
    told = [e for e in deed.events if e.kind == "points" and e.data["rule"] == "27.1"]
    if len(told) != 1 or deed.action.verb not in ("army", "abandon"):
        return []
    army = str(deed.action.arg)
    meant = abandoned(read(deed.before), army) * (-1 if army.startswith("g-") else 1)
    return [] if told[0].data["points"] == meant else [f"{army} loses {told[0].data['points']}, meant {meant}"]
