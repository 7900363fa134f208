"""BN, BA, H2, H16: who is neutral, what opens neutral countries, and the clocks that an invasion starts."""

from __future__ import annotations

from functools import lru_cache

from front1914.engine.kept import kept
from front1914.kit.bits import from_members
from front1914.titles.fixed_1914.board import BOARD, COUNTRY_BIT, NEUTRALS, PLACE, SIZE, VIOLATES
from front1914.titles.fixed_1914.charts import CLOCKS
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import COUNTRY_OF_NATION, IS_BLANK, IS_FIGHTING, NATION, OF_NATION, OWN, SIDE

BELGIUM, HOLLAND, LUXEMBOURG = range(len(NEUTRALS))
CAPITALS = (PLACE["Brussels"], PLACE["Antwerp"])  #: BN-2: Allied entry one turn after either is occupied
FORTRESSES = (PLACE["Liege"], PLACE["Namur"])  #: and five turns after either of these
NEVER = 127  #: a turn that does not come
ARMY = (OF_NATION["belgian"], OF_NATION["dutch"], ())  #: by neutral; Luxembourg has none


_BITS = tuple(COUNTRY_BIT[country] for country in NEUTRALS)


def invade(s: FXState, country: int) -> None:
    """B-19: Germany invades a neutral; the turn is remembered. Its units are enemies now, and turn up whom they meet
    and are turned up by them (H10, B-24); its towns can be held."""
    from front1914.titles.fixed_1914.entry import capture, meet

    if s.invaded[country]:
        return
    s.invaded[country] = s.turn
    s.tell("invasion", country=country, reveals=True)
    for h in sorted({s.at[u] for u in ARMY[country] if s.at[u] < SIZE}):
        meet(s, h)
    for u in OWN["german"]:  # who stands in a town on its border holds it from now on (B-110)
        if s.at[u] < SIZE and IS_FIGHTING[u] and not s.supply[u]:
            capture(s, "german", s.at[u])


def violate(s: FXState, u: int, violated: int) -> None:
    """H2: a unit takes a step that violates countries: for a German unit, not a blank, it is their invasion."""
    if not violated or SIDE[u] != "german" or IS_BLANK[u]:
        return
    for i, country in enumerate(NEUTRALS):
        if violated & COUNTRY_BIT[country]:
            invade(s, i)


def wary(s: FXState, u: int) -> int:
    """The countries whose violation by the unit would be an invasion."""
    return peaceful(s) if SIDE[u] == "german" else 0


@kept("invaded")
def peaceful(s: FXState) -> int:
    """The countries that Germany has not invaded."""
    return sum(bit for bit, turn in zip(_BITS, s.invaded, strict=True) if not turn)


def strangers(s: FXState, u: int) -> tuple[tuple[int, int], ...]:
    """The countries that a unit would invade by violating them, each with the hexes beside its units: they become
    enemies in that moment (B-24). A blank begins no war (B-9)."""
    if SIDE[u] != "german" or IS_BLANK[u]:
        return ()
    at, invaded = s.at, s.invaded
    peaceful = [i for i in range(len(NEUTRALS)) if not invaded[i]]
    return tuple([(_BITS[i], _beside(tuple([at[v] for v in ARMY[i]]))) for i in peaceful])


@lru_cache(maxsize=1024)
def _beside(places: tuple[int, ...]) -> int:
    """The hexes beside units: those of neutrals hardly ever move."""
    return BOARD.spread(from_members(h for h in places if h < SIZE))


def invasions(s: FXState, u: int, h: int, n: int) -> int:
    """The countries that a unit would invade by a step to a neighbouring hex."""
    countries = 0 if IS_BLANK[u] else wary(s, u)
    d = BOARD.direction(h, n) if countries else None
    return 0 if d is None else VIOLATES[6 * h + d] & countries


def barred(s: FXState, u: int) -> int:
    """BN-2, BN-3, BA-4.2, B-22: the countries that a unit may not violate; a blank does not begin a war (B-9)."""
    if SIDE[u] == "german":
        return wary(s, u) if IS_BLANK[u] else 0
    return _barred(s, COUNTRY_OF_NATION[NATION[u]])


@kept("invaded", "turn", "taken", "upgrades")
def _barred(s: FXState, home: str) -> int:
    luxembourg = s.invaded[LUXEMBOURG]
    open_ = (
        s.turn >= entry_turn(s),  # BN-2.1
        0 < s.invaded[HOLLAND] < s.turn,
        bool(luxembourg) and s.turn >= luxembourg + CLOCKS.entry_after_luxembourg,
    )
    return sum(COUNTRY_BIT[c] for c, may in zip(NEUTRALS, open_, strict=True) if not may and c != home)


def entry_turn(s: FXState) -> int:
    """BN-2, BN-3, OU-1, H16: the first turn in which Allied units may enter Belgium."""
    capital, fortress = s.taken
    return min(
        capital + CLOCKS.entry_after_brussels_or_antwerp if capital else NEVER,  # BN-2.2
        fortress + _fortress_wait(s) if fortress else NEVER,  # BN-2.3
        s.invaded[HOLLAND] + CLOCKS.entry_after_holland if s.invaded[HOLLAND] else NEVER,  # BN-3.1
    )


def _fortress_wait(s: FXState) -> int:
    """OU-1, B-13: the wait after Liege or Namur grows with the Belgian divisions that were made corps."""
    return CLOCKS.entry_after_liege_or_namur + s.upgrades * CLOCKS.entry_later_per_upgrade  # OU-1.3


def note_occupation(s: FXState) -> None:
    """B-20: at the end of a German phase: supplied German infantry or cavalry in the four Belgian places."""
    from front1914.titles.fixed_1914.victory import occupies

    for i, places in enumerate((CAPITALS, FORTRESSES)):
        if not s.taken[i] and any(occupies(s, "german", h) for h in places):
            s.taken[i] = s.turn
            s.tell("entry", turn=entry_turn(s))


# ---- the BEF (BA, H16)


def activation(s: FXState) -> int:
    """BA-1, B-21, OU-2: the turn in which Britain is activated, NEVER if nothing has brought it in."""
    triggers = [s.invaded[BELGIUM], s.invaded[HOLLAND]]
    if s.options["bef_trigger_luxembourg"]:
        triggers.append(s.invaded[LUXEMBOURG])
    first = min((turn for turn in triggers if turn), default=NEVER)
    return (
        NEVER if first == NEVER else first + CLOCKS.bef_activation + s.extra * CLOCKS.bef_later_per_extra_corps
    )  # BA-1.1, OU-2.3


def landing(s: FXState) -> int:
    """BA-3, B-29: the turn of arrival."""
    active = activation(s)
    return NEVER if active == NEVER else active + CLOCKS.bef_landing_after_activation  # BA-3.1


def north_army(s: FXState) -> int:
    """PP-4, B-28: the turn in which the North Army arrives."""
    first = CLOCKS.north_army_first
    return first if activation(s) > first else max(first, landing(s) + CLOCKS.north_army_after_landing)  # PP-4.1


# ---- who may not move yet


def frozen(s: FXState, u: int) -> bool:
    """BN-1: Belgians and Dutch before their country is invaded."""
    return not s.at_war(NATION[u])
