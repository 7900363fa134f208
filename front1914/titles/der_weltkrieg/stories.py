"""Events as sentences of the log. What is in braces is looked up by the title's nouns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from front1914.kit.sentences import does, listed
from front1914.titles.der_weltkrieg.charts import dates
from front1914.titles.der_weltkrieg.combat.stories import STORIES as COMBAT
from front1914.titles.der_weltkrieg.sequence import PHASE_NAMES

SIDES = {"central": "The Central Powers", "entente": "The Entente"}
ADJECTIVES = {"central": "Central", "entente": "Entente"}


def counted(number: int | str, thing: str) -> str:
    """So many of something; a number that an answer names comes as a word."""
    return f"{number} {thing}" if int(number) == 1 else f"{number} {thing}s"


def where(e: dict[str, Any]) -> str:
    """The place of an event, if it has one."""
    return f" in {e['hex']}" if e["hex"] != -1 else ""


def turn_name(year: int, month: int, turn: int) -> str:
    """A turn as a player reads it: by its days, as the bar does; the scenario counts its turns, not the month's."""
    return dates(year, month, turn) if turn else f"{dates(year, month, turn)}, Monthly Special Turn"


MORALE_NAMES = ("steady", "Shaken National Morale", "Economic Collapse", "surrender")


def points(number: int, what: str) -> str:
    """So many points, in the right number."""
    return f"{number} {what}{'' if number == 1 else 's'}"


Story = str | Callable[[dict[str, Any]], str]
STORIES: dict[str, Story] = {
    "resigned": lambda e: f"{SIDES[e['side']]} {'give' if e['side'] == 'central' else 'gives'} up.",
    "turn": lambda e: f"{turn_name(e['year'], e['month'], e['turn'])}.",
    "phase": lambda e: f"{ADJECTIVES[e['side']]} {PHASE_NAMES[e['phase']]} Phase.",
    "eliminated": lambda e: f"{e['unit']} {'falls' if e['unit'] == e['hex'] else f'is eliminated{where(e)}'}.",
    "lost": lambda e: f"{e['unit']} is lost for good{where(e)}.",
    "overrun": "{unit} is overrun in {hex}.",
    "march": lambda e: f"{does(e['units'], 'move')} from {e['path'][0]} to {e['to']}.",
    "train": lambda e: f"{e['unit']} goes by rail from {e['path'][0]} to {e['to']}.",
    "repaired": "{unit} repairs the railway in {hex}.",
    "capacity_lost": lambda e: f"All cities of {e['nation']} are lost, and with them its Rail Capacity.",
    "arrived": "{unit} arrives in {hex}.",
    "marker": lambda e: f"{counted(e['number'], 'Supply Point')} for a marker in {e['hex']}.",
    "supplied": lambda e: f"{e['unit']} receives {counted(e['number'], 'Supply Point')}.",
    "withdrawn": "{unit} is withdrawn.",
    "returned": "{unit} returns to the army in {hex}.",
    "recombined": lambda e: f"{e['unit']} receives {counted(e['number'], 'Strength Point')} from {e['other']}.",
    "broken": lambda e: f"{e['unit']} breaks down in {e['hex']}: {listed(e['units'])}.",
    "assembled": "Regiments in {hex} make up {unit}.",
    "rpl_split": lambda e: f"{e['unit']} is split: {e['other']} takes {counted(e['number'], 'point')}.",
    "rpl_merged": "{unit} takes in other replacements.",
    "rail_cut": "The railway in {hex} is cut.",
    "supply_spent": lambda e: f"{e['unit']} spends {points(e['points'], 'Supply Point')}.",
    "supply_lost": "{unit} loses all its Supply Points.",
    "consigned": lambda e: f"{e['unit']} sends {points(e['points'], 'Supply Point')} on the way.",
    "taken_in": lambda e: f"{e['unit']} takes in {points(e['points'], 'Supply Point')}.",
    "corps_made": "{unit} is set up in {hex}.",
    "demoralization": lambda e: f"{e['nation']}: {points(e['points'], 'Demoralization Point')}, {e['total']} in all.",
    "city_occupied": "{hex} is occupied.",
    "urban_occupied": "The streets at {hexside} are occupied.",
    "morale": lambda e: f"{e['nation']}: {MORALE_NAMES[e['level']]}.",
    "surrender": "{nation} surrenders.",
    "sailed": "{unit} sails to {hex}.",
    "interdicted": "{ship} interdicts the crossing of {unit}.",
    "broadside": lambda e: f"{e['ship']} throws {e['die']}: {e['unit']} must lose {points(e['points'], 'point')}.",
    "river_battle": lambda e: f"{e['unit']} fights {e['ship']}: it loses {e['own']}, the other {e['points']}.",
    "crumbled": lambda e: f"{e['unit']} loses {points(e['points'], 'point')} to the siege.",
    "relieved": "Warsaw and the fortresses are lost: the Russian army has learned to stand.",
    "arms": "{unit} takes up new arms in {hex}.",
    **COMBAT,
}
