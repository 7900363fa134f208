"""Events as sentences of the log. What is in braces is looked up by the title's nouns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from front1914.kit.sentences import does, listed
from front1914.titles.fixed_1914.charts import dates
from front1914.titles.fixed_1914.combat.table import RESULTS
from front1914.titles.fixed_1914.sequence import PHASE_NAMES

SIDES = {"german": "The German Army", "allied": "The Allies"}
ADJECTIVES = {"german": "German", "allied": "Allied"}
NATIONS = ("German", "French", "British")  #: in the order of the column `factors`
WORDS = {result.code: result.text for result in RESULTS}
COUNTRIES = {"belgium": "Belgium", "holland": "Holland", "luxembourg": "Luxembourg"}


def _where(e: dict[str, Any]) -> str:
    return f" in {e['hex']}" if e["hex"] != -1 else ""


def _counter(e: dict[str, Any]) -> str:
    return f"{'A' if e['side'] == 'german' else 'An'} {ADJECTIVES[e['side']]} counter"


def _check(e: dict[str, Any]) -> str:
    if e["failed"]:
        return "Too many French near Belgium, Dunkirk and Lille: two units of the BEF stay at home."
    return "The French keep away from Belgium: the BEF is complete."


Story = str | Callable[[dict[str, Any]], str]
SET_UP: dict[str, Story] = {
    "upgrade": "{unit} stands in {hex} instead of a division.",
    "extra": "{unit} is added to the Belgian army in {hex}.",
    "compensation": lambda e: f"{does(e['units'], 'join')} the German army.",
    "allocated": "{unit} is allocated to {box}.",
    "planned": "The corps are allocated as in the plan {plan}.",
    "deployed": lambda e: f"{SIDES[e['side']]}: units stand as in the plan.",
    "placed": "{unit} is set up in {hex}.",
    "placed_seen": lambda e: f"{_counter(e)} is placed in {e['hex']}.",
    "bank": "{unit} stands on the {bank} bank.",
    "russian_box": lambda e: f"{e['count']} counter{' lies' if e['count'] == 1 else 's lie'} in the Russian box.",
}
MOVEMENT: dict[str, Story] = {
    "march": lambda e: f"{e['unit']} moves from {e['path'][0]} to {e['to']}.",
    "march_seen": lambda e: f"{_counter(e)} moves from {e['path'][0]} to {e['to']}.",
    "train": lambda e: f"{e['unit']} goes by rail from {e['path'][0]} to {e['to']}.",
    "train_seen": lambda e: f"{_counter(e)} goes by rail from {e['path'][0]} to {e['to']}.",
    "forced": "{unit} tries a forced march to {to}.",
    "forced_march": "Forced march of {unit}: a {die} on the die.",
    "displaced": lambda e: f"{e['unit']} is driven from {e['path'][0]} to {e['to']}.",
    "revealed": lambda e: f"{e['unit']} is turned up{_where(e)}.",
    "top": "{unit} lies on top in {hex}.",
    "bottom": "{unit} lies at the bottom in {hex}.",
    "regrouped": lambda e: f"Landwehr in {e['hex']} regroups: {listed(e['units'])}.",
    "control": lambda e: f"{SIDES[e['side']]} {'takes' if e['side'] == 'german' else 'take'} {e['hex']}.",
    "released": "A German unit in {hex}: the Territorials are released.",
    "invasion": lambda e: f"Germany invades {COUNTRIES[e['country']]}.",
    "entry": "The Allies may enter Belgium from turn {turn} on.",
}
COMBAT: dict[str, Story] = {
    "attack": lambda e: f"{does(e['units'], 'attack')} {e['hex']}, held by {listed(e['defenders'])}.",
    "odds": "{attack} against {defence} at {hex}: {odds}, section {section}.",
    "result": lambda e: f"A {e['die']} on the die at {e['hex']}: {WORDS[e['result']]} ({e['result']}).",
    "evades": "{unit} gives way before the attack on {hex}.",
    "cornered": "The defenders of {hex} cannot retreat.",
    "retreat": lambda e: f"{does(e['units'], 'retreat')} from {e['hex']}.",
    "retreats": lambda e: f"{does(e['units'], 'fall back')} to {e['to']}.",
    "stands": "The defenders of {hex} stand and bleed.",
    "stays": "The defenders of {hex} hold their ground.",
    "advance": "{unit} advances into {hex}.",
    "loss": "{unit} loses a step.",
    "eliminated": lambda e: f"{e['unit']} is eliminated{_where(e)}.",
    "out_of_supply": "{unit} is out of supply in {hex}.",
}
STORIES: dict[str, Story] = {
    "turn": lambda e: f"Turn {e['turn']}: {dates(e['turn'])}.",
    "last_turn": "Turn {turn} is the last one.",
    "phase": lambda e: f"{ADJECTIVES[e['side']]} {PHASE_NAMES[e['phase']]} Phase.",
    "factors": lambda e: f"{NATIONS[e['nation']]} replacement factors: {e['factors']}.",
    "replaced": "{unit} receives replacements.",
    "arrived": "{unit} arrives in {hex}.",
    "activated": (
        "Britain joins the Allies; the BEF lands from turn {turn} on. Until then more than two French corps and "
        "cavalry divisions near Belgium, Dunkirk or Lille at the start of a turn cost it two units (BA-2)."
    ),
    "bef_check": _check,
    "sent_home": "{unit} stays at home.",
    "resigned": lambda e: f"{SIDES[e['side']]} {'gives' if e['side'] == 'german' else 'give'} up.",
    **SET_UP,
    **MOVEMENT,
    **COMBAT,
}
