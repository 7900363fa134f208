"""1914 - Fixed: the campaign in the West from 14 August 1914, by corps, with secret deployments and hidden length.

Where the chapters of the rulebook stand

    board, banks                MB: the map, and the banks of its rivers
    world, charts, scenarios    UC: units, boxes beside the map; charts; what each scenario says
    sequence                    SP, GT: the turn, player turns and phases; the last turn
    setup, allocation, deployment    PP, DP, OU: set-up in secret, unit by unit, or by a ready plan
    stacking, crowding, order   ST, CB-12: what a hex holds, what becomes of more, the order of a stack
    landwehr                    CE-2: Landwehr, split and merged
    movement, marching, ways, forced    MV, FM: marches, what steps cost bank by bank, forced marches
    entry, displacement         PP-17, MV-4, CV-5: what happens when a unit comes into a hex
    rail                        RM: railways
    combat/                     CB, UL, TC, FT, FA, AR, CV: attacks, losses, evasion, retreats, advance, forts, guns
    supply                      SU, FT-11: supply, and the stores of forts
    arrivals, replacements      RI, RP: reinforcements, replacements
    expedition, neutrality, war    BA, BN: the BEF; Belgium, Holland and their borders; who is at war
    victory, goals              VC: victory points; what a side is told of it
    orders                      RI, BA, GT-2: the order of battle and the calendar, as far as a side knows them
    lens                        PP-15d, PP-16: what a program that learns sees

    state, presence, position   all that changes; where a side is, read off it; states as text
    view, imagine               what a side is shown and knows; samples of what it does not know
    presentation, overlays, stories    sheet and labels; overlays; sentences for the log
    judgement, forecast, openings    what a computer commander values, expects of an attack, and sets up
    history                          what the nations made for in 1914, for a commander who plays it as it was
    title                       all of it, as the engine sees it
"""

from __future__ import annotations

from front1914.engine.title import Option, Scenario, Title, TitleInfo

INFO = TitleInfo(
    id="fixed_1914",
    name="1914 - Fixed",
    year=1968,
    players=(1, 2),
    sides=("german", "allied"),
    scenarios=(
        Scenario(
            "campaign",
            "The campaign",
            "Both sides deploy in secret. What Germany sends to Russia decides how long it lasts: 15 to 32 turns.",
            turns=32,
            minutes=480,
        ),
        Scenario(
            "introduction",
            "Lorraine",
            "Two French armies march to the Saar, two German ones wait. Four turns, everybody in sight.",
            turns=4,
            minutes=25,
            first=True,
        ),
    ),
    options=(
        Option(
            "setup",
            "Set-up",
            default="free",
            choices=("free", "historical"),
            help="The players deploy in secret, or both armies stand as they stood.",
            rule="PP-13",
        ),
        Option(
            "bef_trigger_luxembourg",
            "Luxembourg brings Britain in",
            default=True,
            help="An invasion of Luxembourg alone activates the BEF (ruling B-21).",
            rule="BA-2",
        ),
        Option(
            "stacking_counts_small_units",
            "Small units count for stacking",
            default=True,
            help="Divisions and brigades count towards the two corps of a hex; off: only corps do (ruling B-46).",
            rule="ST-1a",
        ),
    ),
    stage="complete",
    lessons=True,
    about="Secret deployment, cruel supply and neutrals that wait: a classic of 1968 in its rewritten rules.",
    facts={"Units": "corps", "A hex": "16 km", "A turn": "two days", "weight": "3 moderate"},
)


def load() -> Title:
    from front1914.titles.fixed_1914.title import Fixed1914

    return Fixed1914()
