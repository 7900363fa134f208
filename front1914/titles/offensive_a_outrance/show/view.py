"""3.1.5 to 3.1.7: all that a side may know, built by listing what may be shown.

Of an enemy stack a side sees the top unit, never its strength or status, and of what lies under it how many units there
are, of which nation, kind and size: the zones and the other rules tell that much. Whoever is Demoralized is known as
such by his place in the stack and by his flight, though not how deeply. In combat all units of the hexes
concerned are known for as long as it lasts (3.1.6, 9.1.1).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from front1914.engine.kept import in_look, kept
from front1914.engine.position import Knowledge
from front1914.engine.shapes import Box, Display, Marker, Scene, Shown, Track
from front1914.kit.units import changed, nonzero
from front1914.titles.offensive_a_outrance.board import HEXES, IN, SIZE
from front1914.titles.offensive_a_outrance.charts import SHOTS, dates
from front1914.titles.offensive_a_outrance.combat.battle import battle, in_battle
from front1914.titles.offensive_a_outrance.combat.report import report
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import enemy_beside, ordered, precedence, tops
from front1914.titles.offensive_a_outrance.organisation.losses import REPL
from front1914.titles.offensive_a_outrance.position import FORM
from front1914.titles.offensive_a_outrance.railways.bottlenecks import PLACES as PLACES_18_6
from front1914.titles.offensive_a_outrance.railways.bottlenecks import capacity
from front1914.titles.offensive_a_outrance.railways.rail import BELGIAN_RP, ORDINARY, RND_RP, SORTIE_RP
from front1914.titles.offensive_a_outrance.sequence import PHASE_NAMES
from front1914.titles.offensive_a_outrance.show import campmap
from front1914.titles.offensive_a_outrance.show.railmap import bridge
from front1914.titles.offensive_a_outrance.show.railmap import markers as railway_markers
from front1914.titles.offensive_a_outrance.sieges import bombardment, preparation
from front1914.titles.offensive_a_outrance.sieges.siege import HQS, SHOTS_42, SHOTS_305, SHOTS_PREP
from front1914.titles.offensive_a_outrance.state import (
    ALLIED,
    BY_FOOT,
    D1,
    DETRAIN,
    DIG,
    ENTRAIN,
    GERMAN,
    MOVED,
    NARROWS,
    NO_TASK,
    POOLS,
    SOUND,
    STATUSES,
    TASKS,
    OAOState,
)
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    ARMIES,
    BOXES,
    CORPS,
    IS_ARTILLERY,
    IS_DEPOT,
    IS_FORT,
    IS_FORTRESS,
    IS_HQ,
    IS_SUPPLY,
    IS_TERRITORIAL,
    KINDS,
    NATION,
    NO_ARMY,
    NO_CORPS,
    OWN,
    PLACES,
    PROFICIENCY,
    SEA_BOX,
    SIDE,
    SIDES,
    UNITS,
)

if TYPE_CHECKING:
    from front1914.titles.offensive_a_outrance.title import OffensiveAOutrance

UNIT_WORDS = tuple(str(UNITS[u]) for u in UNITS.numbers)
PLACE_WORDS = tuple(str(word) for word in PLACES.ids)
CONTROLLERS = ("nobody", "allied", "german")
#: by hex: the controller by its country
HOME = tuple(
    ALLIED if (IN["france"] | IN["belgium"]) >> h & 1 else GERMAN if (IN["germany"] | IN["luxemburg"]) >> h & 1 else 0
    for h in range(SIZE)
)
CELLS = FORM.tables["units"].cells
#: what everybody sees of a unit whose name he knows, and of one that he does not
PUBLIC = ("at", "second", "pa", "target", "rail", "goal", "trip", "due", "did", "inactive", "origin")
NAMED = (*PUBLIC, "face", "army", "corps", "rolled", "routine", "variable", "order")
ATTACHED = ("army", "corps", "variable")
UNITS_OPEN = tuple(u for u in UNITS.numbers if IS_FORT[u] or IS_FORTRESS[u])
OPEN_WORK = (DIG, ENTRAIN, DETRAIN)  #: tasks whose markers everybody sees
ANY = 9  #: a proficiency that nobody has
FLAT = ("armies", "pools", "events", "bridges", "bottlenecks", "structures")  #: tables that are open to all


def open_to(s: OAOState, side: str) -> bool:
    """Whether nothing is hidden from a side: no fog, or the game is over."""
    return not s.options.get("intelligence", True) or s.result is not None


@in_look
def known(s: OAOState, side: str) -> frozenset[int]:
    """3.1.6: the units that a side may identify: its own, the top of every other stack, Forts and Fortresses."""
    if open_to(s, side):
        return frozenset(UNITS.numbers)
    seen = {*OWN.get(side, ()), *UNITS_OPEN}
    for other in SIDES:
        if other != side:
            seen.update(tops(s, other))
            seen.update([u for u in OWN[other] if s.at[u] >= SIZE])
    if in_battle(s):  # 3.1.6.a
        b = battle(s)
        for h in {b.target, *(h for u in b.attackers for h in s.hexes(u))}:
            seen.update(s.stack(h))
        seen.update(b.attackers, b.defenders, b.withheld, b.support)
    return frozenset(seen)


@cache
def kind_of(u: int) -> str:
    """What can be told of a unit that is not known: its kind and size."""
    kind = KINDS[u]
    if kind.role == "supply":
        return kind.type
    arm = "cavalry" if kind.type in ("cavalry", "jaeger", "loc_cavalry") else "infantry"
    if kind.type in ("artillery", "siege_artillery", "siege_train"):
        return "artillery"
    return f"{arm} {kind.size}" if kind.role == "formation" else f"{arm} asset {kind.size}"


@in_look
def slots(s: OAOState, title: OffensiveAOutrance, side: str) -> dict[int, str]:
    """By unit that the side may not identify: what it is called instead, in an order that tells nothing of it."""
    seen = known(s, side)
    hidden = [u for u, place in enumerate(s.at) if place < SIZE and u not in seen]
    named = _mentioned(title, s)
    hidden.sort(
        key=lambda u: (
            *(s.at[u], NATION[u], kind_of(u)),
            *(getattr(s, name)[u] for name in PUBLIC[1:]),
            *(_dug(s, u), named.get(UNIT_WORDS[u], len(named))),
        )
    )
    return {u: f"?{i}" for i, u in enumerate(hidden)}


def _mentioned(title: OffensiveAOutrance, s: OAOState) -> dict[str, int]:
    """The words of the flow of play in their order: of equals that one is known by what it does."""
    found: dict[str, int] = {}

    def note(item: object) -> None:
        if isinstance(item, list):
            for part in item:
                note(part)
        elif isinstance(item, str):
            found.setdefault(item, len(found))

    note(title.form.write_flow(title, s.flow))
    return found


def _dug(s: OAOState, u: int) -> int:
    """14.0, 3.1.6a.a: work on a position is open, and so are Rail Mode markers."""
    return s.done[u] + 1 if s.task[u] in OPEN_WORK else 0


def scene(s: OAOState) -> Scene:
    """When and where the game is: the Fortress that is fired at, or the hex that is attacked."""
    place = None
    if s.flow and s.flow[-1][0] in ("shell", "second_roll"):
        place = PLACE_WORDS[s.at[s.flow[-1][2]]]
    elif in_battle(s):
        place = PLACE_WORDS[battle(s).target]
    return Scene(s.turn, PHASE_NAMES[s.phase], s.active, dates(s.turn), place)


def show(title: OffensiveAOutrance, s: OAOState, side: str) -> Display:
    """What a client draws, listing what may be shown."""
    return {
        "turns": s.rules.last_turn,
        "pieces": _pieces(title, s, side),
        "control": _control(s),
        "tracks": _tracks(s),
        "boxes": _boxes(s),
        "markers": _markers(s),
        "battle": bombardment.report(s, side) or preparation.report(s, side) or report(s, side, known(s, side)),
    }


def glance(s: OAOState) -> Display:
    """What a commander reads of it, who makes himself a picture from the position."""
    return {"turns": s.rules.last_turn, "control": _control(s)}


def know(title: OffensiveAOutrance, s: OAOState, side: str) -> Knowledge:
    """The position as far as the side knows it."""
    return {"position": _position(title, s, side)}


# ---- what a sample is made of


def _position(title: OffensiveAOutrance, s: OAOState, side: str) -> dict[str, Any]:
    """What a side knows, as a position has it; units that it may not identify are listed as slots."""
    seen, unseen, clear, written = known(s, side), slots(s, title, side), open_to(s, side), _unit_rows(s)
    rows: dict[str, dict[str, Any]] = {}
    for u in seen:
        if written[u] and (row := written[u].copy() if clear or SIDE[u] == side else _named(s, u, written[u])):
            rows[UNIT_WORDS[u]] = row
    found: dict[str, Any] = {
        "turn": s.turn,
        "phasing": s.phasing,
        "active": s.active,
        "phase": s.phase,
        "vp": s.vp,
        "units": rows,
        "slots": {word: _slot(s, u) for u, word in unseen.items()},
        "unseen": {UNIT_WORDS[u]: _row(s, u, ATTACHED) for u in sorted(unseen)},
        "hexes": _hexes(s),
        "flow": _flow(title, s, unseen),
    }
    for name in FLAT:
        found[name] = FORM.tables[name].write(s)
    return found


def _named(s: OAOState, u: int, row: dict[str, Any]) -> dict[str, Any]:
    """What is known of an enemy unit that can be identified."""
    names = (*NAMED, "sr") if IS_FORTRESS[u] else NAMED  # 13.1.3: lost steps are open
    found = {name: row[name] for name in names if name in row} | _work(s, u)
    return found | {"ce": "D1"} if s.ce[u] >= D1 else found


def _row(s: OAOState, u: int, names: Iterable[str]) -> dict[str, Any]:
    """Some cells of a unit, those that are not as usual."""
    row = _unit_rows(s)[u]
    return {name: row[name] for name in names if name in row} if row else {}


def _written(s: OAOState, old: list[dict[str, Any]], was: tuple[bytearray, ...]) -> list[dict[str, Any]]:
    """The rows of the units, from those of another moment."""
    cells = [(name, cell, getattr(s, cell.field)) for name, cell in CELLS.items()]
    columns = zip(was, cells, strict=True)
    rows = old.copy()
    for u in {u for copy, (_, _, column) in columns if copy != column for u in changed(copy, column)}:
        rows[u] = {name: cell.write(column[u]) for name, cell, column in cells if column[u] != cell.default}
    return rows


@kept(*(cell.field for cell in CELLS.values()), renew=_written)
def _unit_rows(s: OAOState) -> list[dict[str, Any]]:
    """By unit: its cells that are not as usual. Few rows change from view to view."""
    blank_ = tuple(bytearray(array(getattr(s, c.field).typecode, [c.default]) * len(UNITS)) for c in CELLS.values())
    return _written(s, [{} for _ in UNITS.numbers], blank_)


def _work(s: OAOState, u: int) -> dict[str, Any]:
    if s.task[u] not in OPEN_WORK:  # 14.0.a
        return {}
    return {"task": TASKS[s.task[u]], "done": s.done[u]} | _row(s, u, ("site",))


def _slot(s: OAOState, u: int) -> dict[str, Any]:
    """What is known of a unit that lies under another: `most` is the proficiency above which it would lie on top."""
    row, most = _row(s, u, PUBLIC) | _work(s, u), ANY
    for h in s.hexes(u):
        top, near = ordered(s, h, SIDE[u])[0], enemy_beside(s, h, SIDE[u])
        mine, over = precedence(s, u, near, sound=True)[:2], precedence(s, top, near)[:2]
        if mine < over:
            row["ce"] = "D1"  # else it would lie on top
        elif mine == over and top != u:
            most = min(most, PROFICIENCY[top])
    return {"kind": kind_of(u), "nation": NATION[u], "most": most, "row": row}


def _hexes(s: OAOState) -> dict[str, dict[str, Any]]:
    """The open table of hexes, without control, which the view lists apart. Few rows change from view to view."""
    return {word: row.copy() for word, row in _listed(s)}


HEX_CELLS = {name: cell for name, cell in FORM.tables["hexes"].cells.items() if name != "control"}
_UNTOUCHED = tuple(bytearray(array("b", [cell.default]) * SIZE) for cell in HEX_CELLS.values())


def _renewed(s: OAOState, old: dict[int, dict[str, Any]], was: tuple[bytearray, ...]) -> dict[int, dict[str, Any]]:
    """The rows, from those of another moment."""
    columns = [getattr(s, cell.field) for cell in HEX_CELLS.values()]
    anew = {h for copy, column in zip(was, columns, strict=True) if copy != column for h in changed(copy, column)}
    rows = old.copy()
    for h in anew:
        cells = zip(HEX_CELLS.items(), columns, strict=True)
        row = {name: cell.write(column[h]) for (name, cell), column in cells if column[h] != cell.default}
        if row:
            rows[h] = row
        else:
            rows.pop(h, None)
    return rows


@kept(*(cell.field for cell in HEX_CELLS.values()), renew=_renewed)
def _rows(s: OAOState) -> dict[int, dict[str, Any]]:
    """By hex: what is there; hexes that are as usual are left out."""
    return _renewed(s, {}, _UNTOUCHED)


@kept(_rows)
def _listed(s: OAOState) -> list[tuple[str, dict[str, Any]]]:
    """The rows in the order of the map."""
    return [(PLACE_WORDS[h], row) for h, row in sorted(_rows(s).items())]


def _flow(title: OffensiveAOutrance, s: OAOState, unseen: dict[int, str]) -> list[Any]:
    """The flow of play; whoever may not be identified is named by his slot."""
    written: list[Any] = title.form.write_flow(title, s.flow)
    if not unseen:
        return written
    names = {UNIT_WORDS[u]: word for u, word in unseen.items()}

    def veil(item: Any) -> Any:
        if isinstance(item, list):
            return [veil(part) for part in item]
        return names.get(item, item) if isinstance(item, str) else item

    return [veil(frame) for frame in written]


def _control(s: OAOState) -> dict[str, str]:
    """Where it differs from the country's own."""
    return _gained(s).copy()


@kept("control")
def _gained(s: OAOState) -> dict[str, str]:
    homes = zip(s.control, HOME, strict=True)
    return {PLACE_WORDS[h]: CONTROLLERS[v] for h, (v, home) in enumerate(homes) if v != home}


# ---- counters


def _pieces(title: OffensiveAOutrance, s: OAOState, side: str) -> list[Shown]:
    """By hex, the Allies first, each stack from the top; what cannot be identified lies below the rest."""
    found: list[Shown] = []
    unseen, clear, sign = slots(s, title, side), open_to(s, side), signs(s)
    for h, stack in sorted(s.stacks().items()):
        at = PLACE_WORDS[h]
        if len(stack) == 1 and s.at[u := stack[0]] == h:  # most stand alone, and whoever does is seen
            found.append(_piece(s, u, 0, clear or SIDE[u] == side, sign[u]))
            continue
        for units in [ordered(s, h, owner) for owner in SIDES]:
            here = [u for u in units if s.at[u] == h]  # a Two-Hex Unit is shown in its first hex
            hidden = [u for u in here if u in unseen] if unseen else []
            if hidden:
                here = [u for u in here if u not in unseen]
                hidden.sort(key=lambda u: int(unseen[u][1:]))
            found += [_piece(s, u, order, SIDE[u] == side or clear, sign[u]) for order, u in enumerate(here)]
            found += [_covered(s, u, at, order, unseen[u]) for order, u in enumerate(hidden, len(here))]
    return found


def _piece(s: OAOState, u: int, order: int, own: bool, sign: tuple[Any, ...]) -> Shown:
    """A unit that the side may identify. Most are as they were in the last screen: then it is the same row."""
    known = _PIECES.get((u, order, own))
    if known is None or known[0] != sign:
        row: Shown = {"id": UNIT_WORDS[u], "at": PLACE_WORDS[s.at[u]]}
        if face := _face(s, u) if own or OPEN_FACE[u] else 0:
            row["face"] = face
        if told := marks(s, u, own):
            row["marks"] = told
        if order:
            row["order"] = order
        if own and (of := belongs(s.corps[u], s.army[u])):
            row["of"] = of
        known = _PIECES[u, order, own] = sign, row
    return known[1]


#: columns by unit on which the row of a piece rests
RESTS = ("at", "second", "pa", "task", "done", "rail", "goal", "face", "sr", "ce", "did", "owed", "routine", "inactive")
#: by unit, place in its stack, and whether its owner looks: what the row rests on, and the row, which nobody changes
_PIECES: dict[tuple[int, int, bool], tuple[tuple[Any, ...], Shown]] = {}


@in_look
def signs(s: OAOState) -> list[tuple[Any, ...]]:
    """By unit: all that the row of its piece rests on."""
    armies = [*zip(s.army_active, s.trucks, strict=True), (0, 0)]  # the last one is that of no army
    of_army = [armies[army] for army in s.army]
    columns = [getattr(s, name) for name in RESTS]
    return list(zip(*columns, s.army, s.corps, of_army, strict=True))


def _covered(s: OAOState, u: int, at: str, order: int, word: str) -> Shown:
    """A unit that the side may not identify."""
    row: Shown = {"id": word, "at": at, "face": 0, "order": order, "marks": marks(s, u, False)}
    return {**row, "hidden": True, "nation": NATION[u], "kind": kind_of(u)}


OPEN_FACE = tuple(KINDS[u].role not in ("formation", "asset") for u in UNITS.numbers)  #: its strength is no secret


@cache
def belongs(corps: int, army: int) -> str:
    """5.0: what a unit belongs to."""
    return ", ".join([CORPS.name(corps)] * (corps != NO_CORPS) + [ARMIES.name(army)] * (army != NO_ARMY))


def _face(s: OAOState, u: int) -> int:
    """Which face of a counter is up: by its reductions, or its back."""
    return s.face[u] if TURNED[u] else s.sr[u]


#: units that are turned over, and lose no strength by reductions
TURNED = tuple(IS_FORT[u] or IS_FORTRESS[u] or IS_SUPPLY[u] or IS_ARTILLERY[u] for u in UNITS.numbers)


def marks(s: OAOState, u: int, own: bool) -> list[str]:
    """What lies on a counter; markers of attacks and works are open, the rest is its owner's (3.1.6a.a, 3.1.6a.b)."""
    told = campmap.marks(s, u) if IS_FORTRESS[u] else []
    if s.pa[u] >= 0:
        told.append(f"prepares {HEXES[s.pa[u]]}")
    if s.second[u] >= 0:
        told.append("two hexes")
    if s.task[u] != NO_TASK and (own or s.task[u] in OPEN_WORK):  # 14.0.a
        told.append(f"{TASKS[s.task[u]]} {s.done[u]}")
    if s.rail[u] != BY_FOOT:
        told.append(f"by rail to {HEXES[s.goal[u]]}" if s.goal[u] >= 0 else "Rail Mode")
    if own:
        if s.face[u] and IS_TERRITORIAL[u]:
            told.append("detachment away")
        if IS_DEPOT[u] and s.army[u] != NO_ARMY and s.trucks[s.army[u]]:
            told.append(f"trucks {s.trucks[s.army[u]]}")
        if IS_ARTILLERY[u] and s.face[u]:
            told.append("prep" if s.routine[u] else "deploying" if IS_HQ[u] else "deployed")
        if s.ce[u] != SOUND:
            told.append(str(STATUSES[s.ce[u]]))
        if s.did[u] & MOVED:
            told.append("moved")
        if s.owed[u]:
            told.append(f"owes {s.owed[u]}")
        if not s.is_active(u):
            told.append("inactive")
    return told


def _markers(s: OAOState) -> list[Marker]:
    found: list[Marker] = [{"at": PLACE_WORDS[h], "kind": "position", "text": "IP"} for h in nonzero(s.ip)]
    found += [bridge(number, s.blown[number]) for number in nonzero(s.blown)]
    goals = sorted({h for u, h in enumerate(s.goal) if h >= 0 and s.rail[u] != BY_FOOT})
    found += [{"at": PLACE_WORDS[h], "kind": "destination", "text": "destination by rail"} for h in goals]
    ports = sorted({h for u, h in enumerate(s.goal) if h >= 0 and s.at[u] == SEA_BOX})
    found += [{"at": PLACE_WORDS[h], "kind": "destination", "text": "destination by sea"} for h in ports]
    pairs = sorted({(h, s.at[u]) for u, h in enumerate(s.second) if h >= 0})
    found += [{"at": PLACE_WORDS[h], "kind": "second", "text": f"second hex of {PLACE_WORDS[a]}"} for h, a in pairs]
    return found + campmap.markers(s) + railway_markers(s)


# ---- beside the map

BOX_TITLES = {
    "track": "Game Turn Record Track",
    "sea": "At sea",
    "holding": "Naval Holding Box",
    "eliminated": "Eliminated",
    "withdrawn": "Withdrawn",
    "reserve": "Siege markers in reserve",
}


def _boxes(s: OAOState) -> list[Box]:
    held: dict[str, list[str]] = {name: [] for name in BOXES[1:]}
    for u, place in enumerate(s.at):
        if place > ABSENT:
            held[BOXES[place - SIZE]].append(UNIT_WORDS[u])
    return [{"id": name, "name": BOX_TITLES[name], "pieces": pieces} for name, pieces in held.items() if pieces]


#: pools of Rail Points: their number, name, how many of them make a Rail Point or a use, the most of them
RAIL_TRACKS = (
    (ORDINARY["allied"], "Allied Rail Points", 2, 9),
    (ORDINARY["german"], "German Rail Points", 2, 9),
    (BELGIAN_RP, "Belgian Rail Point", 1, 1),
    (RND_RP, "Rail Point of the Naval Division", 1, 1),
    (SORTIE_RP, "Rides to face a Belgian sortie", 1, 2),
)


def _rail_tracks(s: OAOState) -> list[Track]:
    """7.7.1, 18.6: Rail Points, and what is left of bottlenecks that have been used."""
    found: list[Track] = [
        {"id": str(POOLS[pool]), "name": name, "value": s.pools[pool] / halves, "low": 0, "high": most}
        for pool, name, halves, most in RAIL_TRACKS
        if halves == 2 or s.pools[pool] > 0
    ]
    for n in NARROWS.numbers:
        full = capacity(s, n)
        if full is not None and s.traffic[n]:
            name, left = f"Bottleneck {HEXES.name(PLACES_18_6[n])}, Rail Points", max(0, full - s.traffic[n])
            found.append({"id": f"narrow {NARROWS[n]}", "name": name, "value": left / 2, "low": 0, "high": full / 2})
    return found


def _tracks(s: OAOState) -> list[Track]:
    found: list[Track] = [
        {"id": "turn", "name": "Turn", "value": s.turn, "low": s.rules.first_turn, "high": s.rules.last_turn}
    ]
    if s.rules.victory.kind == "points":
        found.append({"id": "vp", "name": "Net Victory Points", "value": s.vp, "low": -50, "high": 50})
    if any(s.at[hq] != ABSENT for hq in HQS):
        for pool, name, most in SHOT_TRACKS:
            found.append({"id": str(POOLS[pool]), "name": name, "value": s.pools[pool], "low": 0, "high": most})
    if len(s.rules.interphases) > 1:
        for nation, pool in STORES.items():
            name = f"{nation.capitalize()} Replacements stored"
            found.append({"id": str(POOLS[pool]), "name": name, "value": s.pools[pool], "low": -20, "high": 40})
    if s.rules.rail:
        found += _rail_tracks(s)
    return found


STORES = {nation: REPL[nation] for nation in ("french", "british", "german")}  #: 16.6.1


#: 13.4, 20.6: what is left of the siege ammunition
SHOT_TRACKS = (
    (SHOTS_42, "42cm bombardments left", SHOTS["42"]),
    (SHOTS_305, "30.5cm bombardments left", SHOTS["30.5"]),
    (SHOTS_PREP, "Prep Bombardment turns left", SHOTS["prep"]),
)
