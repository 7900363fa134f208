"""Der Weltkrieg: the standard rules of the series, with The Schlieffen Plan (Western Front 1914).

Who calls whom
    title         puts the pieces together: steps, nouns, verbs, form of positions
    sequence      5: TABLE lists the phases (special, reinforcement, movement, combat, recombination) and their work,
                  the tuples AT_* and AFTER_* the functions that run when a turn, half turn or phase begins or ends
    setup         4: the state before the first decision
    entering      what happens when units enter a hex, however they got there (march, rail, advance, retreat): enter()
                  overruns, changes holders, cuts railways (6-11, 9-3), calls AFTER_ENTRY: cities, open cities, Danube
    board         3: hexes, hexsides with terrain, water and track; sheets: the maps of the series
    nations       37 to 49: nations, their sides, capacities, privileges; austria, east, troops, arms: their own rules
    world         3: units, places (hexes and boxes beside the map)
    charts        the Terrain Effects Chart, result tables, Demoralization Points; scenarios, terms: what each one says
    state         DWState: columns; Ground: bitsets of where a side's units, zones and walls are
    costs         6-7: cost tables, patched where trenches and devastation lie; supply_costs for Supply Lines
    marching      where units can go on foot, and why not;  movement: the steps `move` and `march`
    rail          7, 8: trains;  railways: 9: cutting, repair, gauge, lost capacity, railheads
    stacking      11;  arrivals 25;  recombination 23, 31-2;  breakdown 24-3, 27;  corps 28
    combat/       12 to 16, 20 to 22, 29 to 33; a march begins Column Attacks (combat.column)
    supply        17 to 19;  transfer 18-6 to 18-18;  morale 26;  weather 34;  danube, flotillas 35, 36
    victory, goals    what wins, and what a side is told of it
    orders            25: the order of battle and the calendar, as far as a side knows them
    lens              17-5: what a program that learns sees
    position      states as text;  judgement, siege: what a computer commander values, and where guns and staffs go
                  history: what the armies made for in 1914
    view, presentation, overlays, stories    what a client shows;  imagine: samples of what is secret (17-5)

Strengths are whole numbers per unit (DW-R36); sides and reduction markers are a picture of them. Movement is counted in
sixtieths of a point. Countries and nationalities are one list (nations.NATIONS).
"""

from __future__ import annotations

from front1914.engine.title import Option, Scenario, Title, TitleInfo

INFO = TitleInfo(
    id="der_weltkrieg",
    name="Der Weltkrieg",
    year=2012,
    players=(1, 2),
    sides=("central", "entente"),  # 2.1
    scenarios=(
        Scenario(
            "liege",
            "Assault on Liège",
            "German brigades and guns against a ring of forts: five turns in August 1914.",
            turns=5,
            minutes=30,
            first=True,
        ),
        Scenario(
            "frontiers",
            "Frontiers to the Marne",
            "The armies stand ready: from the fall of Liège to the Marne, by divisions, in eight turns.",
            turns=8,
            minutes=600,
        ),
        Scenario(
            "schlieffen_plan",
            "The Schlieffen Plan",
            "The whole Western Front by divisions, from August to November 1914.",
            turns=25,
            minutes=1800,
        ),
        Scenario(
            "danube",
            "Across the Danube",
            "Belgrade, October 1915: engineers and monitors carry an army over the river.",
            turns=3,
            minutes=20,
        ),
        Scenario(
            "michael",
            "Michael",
            "Picardy, February to April 1918: assault divisions against the British Third and Fifth Armies.",
            turns=12,
            minutes=480,
        ),
        Scenario(
            "nish",
            "From Nish to the Danube",
            "October to December 1918: Serbs, Greeks and French follow the last army of the Habsburgs home.",
            turns=13,
            minutes=60,
        ),
    ),
    options=(
        Option(
            "trenches_any_turn",
            "Trenches at any turn",
            default=False,
            help="Construction begins at the start of any turn and is complete seven turns later.",
            rule="22-22",
        ),
        Option(
            "linked",
            "Corps Headquarters",
            default=False,
            help="As in linked and campaign games, corps Headquarters may be created.",
            rule="18-17",
        ),
    ),
    stage="complete",
    lessons=True,
    about="Divisions that lose strength point by point, guns that must be fed, and nations that can break.",
    facts={"Units": "divisions", "A hex": "20 km", "A turn": "four days", "weight": "4 demanding"},
)


def load() -> Title:
    from front1914.titles.der_weltkrieg.title import DerWeltkrieg

    return DerWeltkrieg()
