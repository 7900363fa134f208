"""Victory (4.0, 5.6): when the game ends, and who has won."""

from __future__ import annotations

from typing import Any

from tests.referee import Deed
from tests.titles.schlieffens_war.referee.control import entered
from tests.titles.schlieffens_war.referee.sheet import HEXES
from tests.titles.schlieffens_war.referee.table import Table, laid


def points(table: Table) -> int:
    """4.6, R09: the scoring cities in German hands."""
    return sum(x.scores and table.control(h) == "german" for h, x in HEXES.items())


def at_the_end(table: Table, turn: int) -> tuple[str | None] | None:
    """4.2 to 4.4, 4.7: the winner at the end of a turn, in a tuple; None if the game goes on."""
    terms: Any = table.terms["victory"]
    if turn < 10:
        paris = any(x.paris and table.control(h) == "german" for h, x in HEXES.items())
        german_city = any(x.city and x.country == "germany" and table.control(h) == "entente" for h, x in HEXES.items())
        if paris or german_city:
            return (None if paris and german_city else "german" if paris else "entente",)
    plan = terms.get("plan_xvii")
    if plan and turn == plan["turn"] and table.position.get("plan17", 0) < plan["attacks"]:
        return ("german",)
    if turn < table.terms["last_turn"]:
        return None
    score = points(table)
    if score < terms["draw"]:
        return ("entente",)
    endangered = not terms["paris_endangered"] or bool(table.position.get("paris"))
    return ("german" if score >= terms["german"] and endangered else None,)


def watch_end(deed: Deed) -> list[str]:
    """5.6: a turn ends the game, or it does not."""
    result = deed.game.result
    ended = [e.data["turn"] - 1 for e in deed.events if e.kind == "turn" and e.data["turn"] > 1]
    if not ended and result is None:
        return []
    before, after = laid(deed.was), laid(deed.now)
    if ended:
        verdict = at_the_end(after, ended[0])
        return [f"turn {ended[0]} should have ended the game: {verdict}"] if verdict is not None else []
    assert result is not None
    if before.turn == 7 and before.phase == "regroup" and before.active == "german":
        lost = after.position.get("withdrawn", 0) < 2
        return [] if lost and result.winner == "entente" else [f"{result} in the German Regroup Phase of Turn 7"]
    verdict = at_the_end(after, after.turn)
    wrong = []
    if verdict is None or verdict[0] != result.winner:
        wrong.append(f"after turn {after.turn} {verdict}, told {result}")
    if result.score != points(after):
        wrong.append(f"{points(after)} points, told {result.score}")
    return wrong


def watch_paris(deed: Deed) -> list[str]:
    """4.1: Paris is endangered for good as soon as a German unit enters the perimeter."""
    before, after = (bool(position.get("paris")) for position in (deed.was, deed.now))
    expected = before or any(side == "german" and HEXES[h].perimeter for side, h in entered(deed))
    return [f"Paris should {'' if expected else 'not '}be endangered"] if expected != after else []
