"""Events as sentences of the log. What is in braces is looked up by the title's nouns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from front1914.kit.sentences import counted
from front1914.titles.schlieffens_war.charts import dates
from front1914.titles.schlieffens_war.sequence import PHASE_NAMES

SIDES = {"german": "The German Army", "entente": "The Entente"}
ADJECTIVES = {"german": "German", "entente": "Entente"}
LEVELS = {"fatigued": "is fatigued", "normal": "is of normal morale", "elan": "is full of elan"}
SUPPLY = {"in": "is in supply", "fortress": "lives on the stores of its fortress", "out": "is out of supply"}


def _listed(names: list[str]) -> str:
    if not names:
        return "Nobody"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _go(verb: str) -> Callable[[dict[str, Any]], str]:
    """Units that go from hex to hex, by name."""

    def tell(e: dict[str, Any]) -> str:
        return f"{_listed(e['units'])} {_third(verb, len(e['units']))} from {e['path'][0]} to {e['to']}."

    return tell


def _third(verb: str, count: int) -> str:
    first, _, rest = verb.partition(" ")
    return verb if count > 1 else f"{first}s {rest}".strip()


def _seen(verb: str) -> Callable[[dict[str, Any]], str]:
    """The same for who sees only the counters."""

    def tell(e: dict[str, Any]) -> str:
        count, names = e["count"], e["units"]
        what = "A unit" if count == 1 else f"{count} units"
        shown = f", {_listed(names)} on top" if names else ""
        return f"{what} {_third(verb, count)} from {e['path'][0]} to {e['to']}{shown}."

    return tell


def _points(count: int) -> str:
    return "one victory point" if count == 1 else f"{count} victory points"


def _city(e: dict[str, Any]) -> str:
    verb = "captures" if e["side"] == "german" else "recaptures"
    return f"{SIDES[e['side']]} {verb} {e['hex']}: {_points(e['vp'])}."


def _lost(steps: int) -> str:
    return counted(steps, "step") if steps else "nothing"


def _result(e: dict[str, Any]) -> str:
    die = f"A {e['die']} on the die" if e["die"] else "No die"
    return f"{die} at {e['hex']}: the attacker loses {_lost(e['attacker'])}, the defender {_lost(e['defender'])}."


def _eliminated(e: dict[str, Any]) -> str:
    where = f" in {e['hex']}" if e["hex"] != -1 else ""
    return f"{e['unit']} is eliminated{where}{' for good' if e['forever'] else ''}."


STORIES: dict[str, str | Callable[[dict[str, Any]], str]] = {
    "turn": lambda e: f"Turn {e['turn']}: {dates(e['turn'])}.",
    "phase": lambda e: f"{ADJECTIVES[e['side']]} {PHASE_NAMES[e['phase']]} Phase.",
    "deployed": lambda e: f"{SIDES[e['side']]} stands as it stood.",
    "placed": "{unit} is set up in {hex}.",
    "top": "{unit} lies on top in {hex}.",
    "march": _go("move"),
    "march_seen": _seen("move"),
    "displaced": _go("give way"),
    "displaced_seen": _seen("give way"),
    "probe": _go("probe"),
    "probe_seen": _seen("probe"),
    "control": lambda e: f"{SIDES[e['side']]} takes {e['hex']}.",
    "city": _city,
    "paris": "Paris is endangered: a German unit is in {hex}.",
    "overstacked": "Too many units in {hex}.",
    "forced_march": "Forced march of {unit}: a {die} on the die.",
    "loss": "{unit} loses a step.",
    "eliminated": _eliminated,
    "morale": lambda e: f"{e['unit']} {LEVELS[e['level']]}.",
    "supply": lambda e: f"{e['unit']} {SUPPLY[e['supply']]}.",
    "attrition": "Attrition of {unit}: a {die} on the die.",
    "attrition_unseen": lambda e: f"Attrition of a hidden {ADJECTIVES[e['side']]} unit: a {e['die']} on the die.",
    "rallied": "{unit} sheds its fatigue.",
    "recovered": "{unit} returns to full strength.",
    "returned": "{unit} returns to play in {hex}.",
    "entered": "{unit} arrives in {hex}.",
    "withdrawn": "{unit} leaves for the East Front.",
    "attack": lambda e: f"{_listed(e['units'])} {_third('attack', len(e['units']))} {e['hex']}.",
    "defence": lambda e: f"{_listed(e['units'])} {_third('defend', len(e['units']))} {e['hex']}.",
    "plan17": "Plan XVII: attack number {count}.",
    "concentric": lambda e: f"Concentric attack: a {e['die']} on the die, {counted(e['columns'], 'column')}.",
    "coup": "Coup de main against {hex}.",
    "artillery": "Heavy artillery against {hex}.",
    "bombardment": lambda e: f"A {e['die']} on the die: {counted(e['columns'], 'column')}.",
    "artillery_left": lambda e: f"A {e['die']} on the die: the guns {'remain' if e['kept'] else 'are spent'}.",
    "odds": "{attack} against {defence} at {hex}: {odds}.",
    "proficiency": "British rifle fire at {hex}: one German step more.",
    "result": _result,
    "won": "The defence of {hex} gives way.",
    "held": "The defence of {hex} holds.",
    "unveiled": "{unit} comes to light.",
    "retreat": lambda e: f"{_listed(e['units'])} {_third('retreat', len(e['units']))} from {e['hex']}.",
    "retreats": lambda e: f"{_listed(e['units'])} {_third('fall back', len(e['units']))} to {e['to']}.",
    "advance": "{unit} advances into {hex}.",
    "resigned": lambda e: f"{SIDES[e['side']]} gives up.",
}
