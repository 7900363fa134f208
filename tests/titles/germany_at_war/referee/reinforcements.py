"""Reinforcements (6.0): where a unit that was drawn may be placed."""

from __future__ import annotations

from front1914 import Game
from tests.referee import position
from tests.titles.germany_at_war.referee.sheet import AREAS, FOCH, ICONS
from tests.titles.germany_at_war.referee.table import Block, Table, laid


def by_icon(table: Table, block: Block) -> set[str]:
    """6.0: friendly uncontested Areas with its icon and room; whether the icon was used is not looked at here."""
    kind = block.is_a
    return {
        area
        for area, power, army, what, _ in ICONS
        if (power, army, what) == (kind.power, kind.army, kind.kind)
        and area in table.areas
        and table.safe(area, block.side)
        and table.room(area, block.side)
    }


def by_city(table: Table, block: Block) -> set[str]:
    """6.0, B37: own Home Areas with a Major City or Fortress."""
    return {
        area
        for area in table.areas
        if table.home(area, block.power)
        and AREAS[area].prizes
        and table.safe(area, block.side)
        and table.room(area, block.side)
    }


def check_deploy(game: Game) -> list[str]:
    """The Areas offered. Before anybody of a draw is placed every icon is free, and the lists must be equal."""
    assert game.decision is not None
    table = laid(position(game))
    block = table.blocks[table.frame("deploy_to")[1]]
    _, _, icons, cities = table.frame("deploy")
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "to"}
    direct = block.id == FOCH or (block.power == "french" and block.is_a.army == "reserve")
    first = set() if direct else by_icon(table, block)
    second = by_city(table, block)
    if not icons and not cities:
        expected = first or second
        return [f"{block.id}: {sorted(expected)} open, offered {sorted(offered)}"] if offered != expected else []
    return [] if offered <= first | second else [f"{block.id}: {sorted(offered - first - second)} offered"]
