"""Events as sentences of the log. What is in braces is looked up by the title's nouns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from front1914.kit.sentences import counted, does, listed
from front1914.kit.spelling import spelled
from front1914.titles.offensive_a_outrance.charts import dates
from front1914.titles.offensive_a_outrance.sequence import PHASE_NAMES

SIDES = {"german": "The German player", "allied": "The Allied player"}
ADJECTIVES = {"german": "German", "allied": "Allied"}


def _on(modifier: int, what: str = "") -> str:
    """What is added to a throw; nothing where nothing is.

    >>> _on(-2, "the white die"), _on(0, "the white die"), _on(3)
    (', -2 to the white die', '', ', +3')
    """
    return f", {modifier:+d}{f' to {what}' if what else ''}" if modifier else ""


def _hexes(number: int, what: str = "") -> str:
    """One hex, several hexes."""
    return f"{number} {what}{'hex' if number == 1 else 'hexes'}"


_RETREATS = {
    "❶": "retreats a hex, unless he alone is intense",
    "❷": "retreats two hexes and is reduced",
    "①": "retreats a hex, if only the attack is intense",
}


def _words(result: str) -> str:
    """9.9.2: a result as the table prints it, in words.

    >>> _words("-1/+5s❶")
    'attacker: check 1 easier; defender: check 5 harder, a reduction, retreats a hex, unless he alone is intense'
    >>> _words("-/+3①")
    'attacker: nothing; defender: check 3 harder, retreats a hex, if only the attack is intense'
    """
    sides = zip(("attacker", "defender"), result.split("/"), strict=True)
    return "; ".join(f"{who}: {_half(cell)}" for who, cell in sides)


def _half(cell: str) -> str:
    figure = "".join(c for c in cell if c in "+-0123456789")
    told = [f"check {figure[1:]} {'harder' if figure[0] == '+' else 'easier'}"] if len(figure) > 1 else []
    told += ["a level lost"] if "E" in cell else []
    told += ["a reduction"] if "s" in cell else []
    told += [text for sign, text in _RETREATS.items() if sign in cell]
    return ", ".join(told) or "nothing"


def _way(start: str, end: str) -> str:
    """Where a march leads: a city may have several hexes, and some march back to where they came from.

    >>> _way("Basel", "Altkirch"), _way("Paris", "Paris")
    ('from Basel to Altkirch', 'about in Paris')
    """
    return f"about in {end}" if start == end else f"from {start} to {end}"


Story = str | Callable[[dict[str, Any]], str]
MOVEMENT: dict[str, Story] = {
    "step": lambda e: f"{does(e['units'], 'move')} {_way(e['hex'], e['to'])}.",
    "sighted": lambda e: (
        f"{listed(e['units'])} is seen." if len(e["units"]) == 1 else f"{listed(e['units'])} are seen."
    ),
    "gave_way": "{unit} gives way from {hex} to {to}.",
    "repulse": lambda e: f"Repulse by {listed(e['units'])} of {listed(e['defenders'])} in {e['hex']}.",
    "repulse_roll": "White {white}, black {black} at {hex}.",
    "repulsed": "The enemy is driven out of {hex}.",
    "not_repulsed": lambda e: f"{listed(e['units'])} cannot drive the enemy away.",
    "repulse_check": lambda e: (
        f"{e['unit']} is checked: {e['dice']} on the dice, {'passed' if e['passed'] else 'failed'}."
    ),
    "prepared": lambda e: f"{does(e['units'], 'prepare')} an attack on {e['hex']}.",
    "task": "{unit} begins to {task}.",
    "task_lost": "{unit} has to leave its task.",
    "recovered": "{unit} recovers: {status}.",
    "dug": "{unit} has built an Improved Position in {hex}.",
    "position_gone": "The Improved Position in {hex} is abandoned.",
    "march_check": lambda e: (
        f"Forced March of {e['unit']}: {e['dice']} on the dice, {'passed' if e['passed'] else 'failed'}."
    ),
    "effectiveness": "{unit} is now {status}.",
    "blown": "The bridge {bridge} is blown.",
    "repaired": "The bridge {bridge} is repaired.",
    "ruined": "The works in {hex} are ruined.",
    "crushed": "{unit} finds no room in {hex} and is lost.",
    "fort": lambda e: f"{e['unit']}: a {e['die']} on the die, it {'holds' if e['holds'] else 'is given up'}.",
    "abandoned": "The garrison of {unit} leaves its post in {hex}.",
    "retreated": lambda e: f"{does(e['units'], 'retreat')} to {e['hex']}.",
    "arrived": "{unit} arrives in {hex}.",
    "bound": "{unit} will go by rail to {hex}.",
    "rode": "{unit} rides from {hex} to {to}.",
    "detrained": "{unit} detrains in {hex}.",
    "interrupted": "The transport of {unit} is interrupted in {hex}: it will be back in three turns.",
    "returned": "{unit} returns in {hex}.",
    "sailed": lambda e: f"{e['unit']} is at sea, bound for {e['to'] if isinstance(e['to'], str) else 'England'}.",
    "landed": "{unit} debarks in {hex}.",
    "came_home": "{unit} is in England.",
    "army_active": "{army} is active.",
    "army_delayed": "{army} comes a turn later.",
    "army_ends": "{army} is dissolved.",
    "ninth": "The Army Detachment becomes {army}.",
    "group_ends": "The Territorial Group is dissolved; its divisions are Independent.",
    "substituted": "{unit} takes the place of {old}.",
    "combined": lambda e: f"{listed(e['units'])} become {e['unit']} in {e['hex']}.",
    "split": lambda e: f"{e['unit']} is split into {listed(e['units'])}.",
    "integrated": "{unit} returns to {parent}.",
    "withdrawn": "{unit} leaves the front.",
    "replaced": "{unit} receives a Replacement.",
    "reserve_roll": lambda e: f"French Reserves: {e['die']}, {'success' if e['success'] else 'not yet'}.",
    "reserves": "The French Reserve divisions have grown better.",
}
COMBAT: dict[str, Story] = {
    "reduced": "{unit} suffers a Strength Reduction.",
    "eliminated": "{unit} is eliminated in {hex}.",
    "shrunk": "{unit} becomes a regiment, {other}.",
    "replacement_lost": "{unit} can be reduced no further: a Replacement is lost.",
    "indicated": lambda e: f"{listed(e['units'])} will attack {e['hex']}.",
    "lapsed": "The attack on {hex} comes to nothing.",
    "battle": lambda e: f"{does(e['units'], 'attack')} {e['hex']}, held by {listed(e['defenders'])}.",
    "odds": lambda e: f"Odds {e['odds']}{_on(e['modifier'], 'the white die')}.",
    "intensity": lambda e: f"{SIDES[e['side']]} fights {'with full intensity' if e['intense'] else 'with restraint'}.",
    "thrown_again": "White {white}, black {black}: both dice are thrown again.",
    "result": lambda e: f"White {e['white']}, black {e['black']}: {_words(e['result'])} ({e['result']}).",
    "magnitude": lambda e: f"Small magnitude, {e['die']}: {'a reduction' if e['hit'] else 'no reduction'}.",
    "steps_lost": lambda e: f"{e['unit']} loses {e['count']} step{'s' if e['count'] > 1 else ''}; {e['left']} left.",
    "antwerpen": "Antwerpen surrenders; the German marker is placed on turn {turn}.",
    "removed": "{unit} in {hex} is removed from the game.",
    "destroyed": "{unit} in {hex} has fallen.",
    "garrison_back": "The exterior garrison of {unit} comes out again.",
    "fortress_repaired": "{unit} in {hex} is repaired by a step.",
    "surrender_roll": "{unit}: {die} on the die of surrender.",
    "driven_in": "The exterior garrison of {unit} is driven in.",
    "guns": lambda e: (
        f"Guns: {e['attacker']} against {e['defender']}"
        f"{_on(e['first'], 'the check of the attacker')}{_on(e['second'], 'the check of the defender')}."
    ),
    "check": lambda e: (
        f"{ADJECTIVES[e['side']]} Effectiveness Check at {e['hex']}: {e['dice']} on the dice{_on(e['modifier'])}."
    ),
    "checked": lambda e: f"{e['unit']} {'passes' if e['passed'] else 'fails'} its check.",
    "must_retreat": "{unit} must retreat.",
    "flees": "{unit} is Demoralized and flees from {hex}.",
    "surrenders": "{unit} surrenders in {hex}.",
    "wavers": lambda e: f"{e['unit']}: {e['die']} on the die, {'a Strength Reduction' if e['hit'] else 'no loss'}.",
    "advanced": lambda e: f"{does(e['units'], 'advance')} into {e['hex']}.",
}
SIEGE: dict[str, Story] = {
    "deployed": "{unit} is deployed in {hex}.",
    "deploying": "{unit} is being deployed: it will be ready on turn {turn}.",
    "undeployed": "{unit} is no longer deployed.",
    "marker_lost": "{unit} is lost with its Siege-Train.",
    "bombarded": lambda e: f"{listed(e['units'])} will be bombarded.",
    "fires": lambda e: f"{e['unit']} fires at {e['hex']}{', helped by the Pioniere' if e['pionier'] else ''}.",
    "shelled": lambda e: f"A {e['die']}{' -1' if e['modifier'] else ''} on the die: {e['result']}.",
    "metz_gone": "{unit} is withdrawn.",
    "trucks_gone": "The Trucks of {army} have broken down.",
    "initiated": "{unit} begins a Prep Bombardment Routine: it will be ready on turn {turn}.",
    "routine": "{unit} in {hex} is ready for Preparatory Bombardments.",
    "prep": lambda e: f"Preparatory Bombardment of {e['hex']}: {listed(e['units'])}.",
    "prepped": lambda e: (
        f"A {e['die']} on the die: {counted(e['shifts'], 'column')}, {counted(e['count'], 'reduction')}"
        f"{_on(e['modifier'], 'the checks')}."
    ),
    "naval": "British ships support the defence of {hex}.",
    "trucks": "Trucks of {army} bring Ammo to {unit}.",
    "routine_over": "The Prep Bombardment Routine of {unit} is over.",
}
SUPPLY: dict[str, Story] = {
    "no_ammo": "{unit} has no Ammo.",
    "boundary": "The boundary of {army} is shifted.",
    "overlap": lambda e: f"The area of {e['army']} overlaps {listed(e['hosts']) if e['hosts'] else 'no other'}.",
    "attached": "{unit} now belongs to {army}.",
    "independent": "{unit} is Independent.",
    "subordinated": "{unit} is attached to {corps}.",
    "first_line": "{army} has the single track first.",
    "relocating": "{unit} is on its way to {hex}.",
    "shortage": "{army} is short of Ammo.",
    "depot_removed": "{unit} is taken away.",
    "depot_placed": "{unit} is placed in {hex} for {army}.",
    "displaced": "{unit} is moved to {hex}.",
    "depot_lost": "{unit} has nowhere to go until the next Supply Phase.",
    "extended": "{unit} extends its range.",
    "hungry": lambda e: f"{e['unit']} is {'isolated' if e['isolated'] else 'out of supply'}.",
}
NAMES = {"east": "eastern", "west": "western"}
RAILWAYS: dict[str, Story] = {
    "doomed": "The enemy is near: {structure} is to be demolished.",
    "demolished": "{structure} is demolished.",
    "rebuilt": "{structure} is rebuilt.",
    "clearing": lambda e: f"The {NAMES[e['area']]} lines of the Réseau du Nord are to be cleared.",
    "cleared": lambda e: f"The {NAMES[e['area']]} lines of the Réseau du Nord are cleared.",
    "railheads": lambda e: f"{ADJECTIVES[e['side']]} trains run in {_hexes(e['count'], 'more ')}.",
    "bottlenecks": "The railways through Rouen, Pontoise and Eu are bottlenecks now.",
    "sortie": "The Belgians sally: the German railways will carry troops against them.",
    "sortie_points": "The German player receives two special Rail Points against the Belgian sortie.",
    "base_threatened": "The base of {army} is threatened.",
    "base_moves": "The base of {army} is moved to {hex}.",
    "base_ready": "The transfer of the base of {army} is complete.",
    "base_flees": "The base of {army} flees to {hex}.",
    "shaken": lambda e: f"{e['unit']}: a {e['die']} on the die, {'a Strength Reduction' if e['hit'] else 'no loss'}.",
    "sluices": lambda e: f"The sluices of Nieuwpoort: a {e['die']}; {'the IJzer floods' if e['wet'] else 'in vain'}.",
    "pontoon_gone": "The pontoon bridge {bridge} is destroyed.",
    "left_service": "{unit} is removed from the game.",
}
STORIES: dict[str, Story] = {
    "turn": lambda e: f"Turn {e['turn']}: {dates(e['turn'])}.",
    "phase": lambda e: f"{ADJECTIVES[e['side']]} {PHASE_NAMES[e['phase']]}.",
    "inter_phase": "Inter-Phase {number}.",
    "control": lambda e: f"{SIDES[e['side']]} takes control of {_hexes(len(e['hexes']))}.",
    "points": lambda e: (
        f"{spelled(e['name'])}: {counted(abs(e['points']), 'point')} "
        f"for the {'Germans' if e['points'] > 0 else 'Allies'}."
    ),
    "plan": lambda e: f"The Strategic Plan of {e['army']} is {e['plan']}.",
    "mandated": lambda e: f"Mandated Attack of {e['army']}: {e['number']} made, {e['needed']} needed.",
    "sixth_roll": "The Sixth Army's plan: {die} on the die.",
    "resigned": lambda e: f"{SIDES[e['side']]} gives up.",
    **MOVEMENT,
    **COMBAT,
    **SIEGE,
    **SUPPLY,
    **RAILWAYS,
}
