"""Schlieffen's War: the German campaign in the West, August and September 1914, by corps, in ten turns.

Where the chapters of the rulebook stand

    world, charts, scenarios    2: the map, the units, the boxes beside the map; the charts; what each scenario says
    setup, control              3: set-up, and who controls a hex
    victory, goals              4: how to win; what a side is told of it
    orders                      9: the order of battle and the calendar, as far as a side knows them
    lens                        6.6: what a program that learns sees
    sequence                    5: the turn, player turns and phases
    stacking, fog, command      6: how many stand in a hex; what fog of war hides of it (6.6); who is in command (6.7)
    state                       7: zones of control, with all that changes
    supply, rails, attrition    8, 5.5: lines of supply, links by rail; the Administrative Phase
    reinforcements, regroup     9: the BEF, the 6th Army, the East Front; morale, steps and units that return
    movement, paths             10: marches, forced marches
    combat/                     11: probing attacks, attacks, markers, losses, retreats, advance

    position, view, imagine     states as text; what a side is shown and knows; samples of what it does not know
    presentation, stories       sheet, overlays and labels; sentences for the log
    judgement, trains           what a computer commander values; where he keeps HQs and depots
    history                     what the armies of 1914 made for, for a commander who plays it as it was
    title                       all of it, as the engine sees it
"""

from __future__ import annotations

from front1914.engine.title import Option, Scenario, Title, TitleInfo

INFO = TitleInfo(
    id="schlieffens_war",
    name="Schlieffen's War",
    year=2019,
    players=(1, 2),
    sides=("german", "entente"),
    scenarios=(
        Scenario(
            "campaign",
            "The campaign",
            "From the first shots at Liège to the Marne: 2 August to 10 September 1914.",
            turns=10,
            minutes=240,
        ),
        Scenario(
            "introduction",
            "The road to Brussels",
            "Liège bars the way into Belgium. Four turns, two German armies, three Belgian corps and their forts: "
            "2 to 17 August 1914.",
            turns=4,
            minutes=25,
            first=True,
        ),
    ),
    options=(
        Option(
            "fog",
            "Fog of war",
            default=True,
            help="Of an enemy stack only the top unit can be examined. Off for study.",
            rule="6.6",
        ),
        Option(
            "setup",
            "Set-up",
            default="free",
            choices=("free", "historical"),
            help="The players place their armies within the rules, or all stand where they stood.",
            rule="3.1",
        ),
        Option(
            "takebacks",
            "Taking back",
            default="phase",
            choices=("phase", "operation"),
            help="Moves, probes and regroupings can be taken back until the phase ends, or only until each is done. "
            "A declared attack, and what a die or a revealed unit has decided, always stands.",
            rule="5.0",
        ),
    ),
    stage="complete",
    lessons=True,
    about="Forty days from the frontier to the Marne. Fresh corps march far and tire; forts bar the way; cities win.",
    facts={"Units": "corps", "A hex": "26 km", "A turn": "four days", "weight": "2 easy"},
)


def load() -> Title:
    from front1914.titles.schlieffens_war.title import SchlieffensWar

    return SchlieffensWar()
