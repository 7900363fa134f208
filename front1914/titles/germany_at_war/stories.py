"""The sentences of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from front1914.kit.sentences import counted

Story = str | Callable[[dict[str, Any]], str]
SIDES = {"german": "The German Army", "entente": "The Entente"}
POWERS = {"german": "German", "french": "French", "british": "British", "belgian": "Belgian"}
PEOPLE = {"german": "Germans", "french": "French", "british": "British", "belgian": "Belgians"}
ACTIONS = {
    "tactical": "plays a Tactical Action",
    "strategic": "spends the Initiative Disc on a Strategic Action",
    "call": "spends the Initiative Disc to call for Reinforcements",
    "pass": "passes",
}
EDGES = {"pontoon": "Pontoon Engineers", "pioneers": "Pioneers", "foch": "the attack of Marshal Foch"}


def _block(e: dict[str, Any]) -> str:
    return f"A {POWERS[e['power']]} block"


def _result(e: dict[str, Any]) -> str:
    who = "a tie" if not e["result"] else f"{'the attacker' if e['result'] > 0 else 'the defender'} wins"
    hits = f"hits: attacker {e['attacker_hits']}, defender {e['defender_hits']}" if e["result"] else "no losses"
    return f"{e['area']}: {e['attack']} against {e['defence']}, {who}; {hits}."


SEATS = SIDES | {"french": "The French player", "british": "The British player"}  #: 1.5

STORIES: dict[str, Story] = {
    "resigned": lambda e: f"{SEATS[e['side']]} gives up.",
    "set_up": "{unit} is set up in {area}.",
    "ready": "Both Sides are set up.",
    "turn": lambda e: f"Turn {e['turn']}, {e['month']} 1914. {SIDES[e['side']]} has the Initiative.",
    "impulse": lambda e: f"Impulse {e['number']}: {SIDES[e['side']].replace('The', 'the')}.",
    "action": lambda e: f"{SIDES[e['side']]} {ACTIONS[e['action']]}.",
    "surprise": "The German Army spends the Initiative Disc on the surprise of the first days.",
    "disc": lambda e: f"{SIDES[e['side']]} has the Initiative Disc now.",
    "released": lambda e: (
        f"{counted(e['count'], 'unit')} with a Green Number {'joins' if e['count'] == 1 else 'join'} the Pool. "
        f"{SIDES[e['side']]} may draw {'it' if e['count'] == 1 else 'them'}."
    ),
    "reinforcements": lambda e: f"{SIDES[e['side']]} draws {counted(e['count'], 'Reinforcement')}.",
    "drawn": "{unit} is drawn.",
    "arrived": "{unit} arrives in {area}.",
    "arrived_seen": lambda e: f"{_block(e)} arrives in {e['area']}.",
    "returned": "{unit} cannot be placed and returns to the Pool.",
    "returned_seen": lambda e: (
        f"{counted(e['count'], 'block')} {'returns' if e['count'] == 1 else 'return'} to the Pool."
    ),
    "restored": "{unit} is restored by a step.",
    "restored_seen": lambda e: f"{SIDES[e['side']]} restores a Leader: {counted(e['count'], 'step')} so far.",
    "activated": "{unit} is activated in {area}.",
    "deactivated": "{unit} in {area} is worn by a step and concealed.",
    "move": lambda e: f"{e['unit']} moves to {e['area']}.",
    "move_seen": lambda e: f"{_block(e)} moves to {e['area']}.",
    "sailed": "{unit} is landed in {area}.",
    "sailed_seen": lambda e: f"{_block(e)} is landed in {e['area']}.",
    "railed": "{unit} goes by rail to {area}.",
    "railed_seen": lambda e: f"{_block(e)} goes by rail to {e['area']}.",
    "built": "{unit} builds a Garrison in {fort}.",
    "built_seen": lambda e: f"{_block(e)} builds a Garrison in {e['fort']}.",
    "engaged": "{area} is newly contested.",
    "control": lambda e: f"{SIDES[e['side']]} controls {e['area']}.",
    "valour": lambda e: (
        f"The {PEOPLE[e['power']]} gain {counted(e['points'], 'Valour Point')} in {e['area']} and have {e['total']}."
    ),
    "no_valour": lambda e: f"The {PEOPLE[e['power']]} gain no Valour while their Capital is lost.",
    "valour_lost": lambda e: f"The {PEOPLE[e['power']]} lose all their Valour with {e['area']}.",
    "capital_back": lambda e: f"The {PEOPLE[e['power']]} have their Capital back.",
    "battle": lambda e: (
        f"Battle of {e['area']}. {SIDES[e['side']]} declares {'Cavalry' if e['cavalry'] else 'no Cavalry'}."
    ),
    "edge": lambda e: f"{SIDES[e['side']]} spends the Initiative Disc on {EDGES[e['edge']]} in {e['area']}.",
    "disc_lost": lambda e: f"A {POWERS[e['power']]} Garrison of {e['fort']} is lost.",
    "general_retreat": lambda e: f"{SIDES[e['side']]} calls a General Retreat from {e['area']}.",
    "fell_back": "{unit} falls back to {area}.",
    "fell_back_seen": lambda e: f"{_block(e)} falls back to {e['area']}.",
    "showdown": lambda e: f"Showdown in {e['area']}: {', '.join(e['units']) or 'Garrisons only'}.",
    "result": _result,
    "absorbed": "{unit} absorbs a hit.",
    "reduced": "{unit} loses a step.",
    "reduced_seen": lambda e: f"{_block(e)} loses a step.",
    "eliminated": lambda e: f"{e['unit']} is eliminated. {SIDES[e['side']]} has lost {counted(e['count'], 'unit')}.",
    "stand_off": "{area} stays contested.",
    "final_phase": "Final Phase of turn {turn}.",
    "paris": "A month without Paris: the German Army loses a Valour Point and has {total}.",
}
