"""Der Weltkrieg: the standard rules of the series, with The Schlieffen Plan (Western Front 1914).

Who calls whom
    title        puts the pieces together: steps, nouns, verbs, form of positions
    sequence     section 5; the tuples WORK (frames of each phase) and AT_* (hooks) say what happens when.
                 Whoever owns a chapter enters his frames and hooks there:
                   WORK[phase]          frames, in order: special, reinforcement, movement, combat, recombination
                   AT_TURN, AT_HALF     f(s): a turn, a side's half turn (s.active) begins
                   AT_PHASE, AFTER_PHASE, AFTER_HALF, AFTER_TURN   f(s): s.phase begins or has ended; the half; the turn
    entering     what happens when units enter a hex, however they got there (march, rail, advance, retreat):
                   enter(s, units, h)   moves them and calls AFTER_ENTRY: f(s, units, h)
                 rail is cut, holders change, zero-strength enemies die (6-11, 9-3, 9-9); hooks: cities fall (26-4),
                 open cities (21-12)
    board        map (data/map): hexes, hexsides with terrain, water, track; bitsets of what stands in hexes
    nations      37 to 49: the nations (ids german, french ...), their sides, capacities, privileges
    world        units (data/units.csv), places (hexes and boxes), loads for stacking and rail
    charts       data/charts.toml: terrain effects, result tables, demoralization ...
    scenarios    data/scenarios/*.toml
    state        DWState: columns; Ground (bitsets of a side): where its units, zones, walls are
    costs        6, 10, 32: cost tables by kind of mover, patched for trenches and devastation; `supply_costs`
    movement     6: the steps `move` (choose a unit) and `march`;  rail: 7, 8;  railways: 9 (status, repair, gauge)
    stacking     11: room in a hex, `overstack` at the end of a phase
    arrivals     25; recombination 23, 24, 31-2; breakdown 27; corps 28
    combat/      12 to 16, 20 to 22, 29 to 33 (combat.phase has STEPS; the step `combat`; Column Attacks begin with
                 combat.column.begin(s, units, h) out of the step `move`)
    supply       17 to 19, morale 26, weather 34, danube 35 and 36, victory

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
    sides=("central", "entente"),
    scenarios=(
        Scenario(
            "liege",
            "Assault on Liege",
            "German brigades and guns against a ring of forts: five turns in August 1914.",
            turns=5,
            minutes=30,
        ),
        Scenario(
            "frontiers",
            "Frontiers to the Marne",
            "The armies stand ready: from the fall of Liege to the Marne, by divisions, in eight turns.",
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
    stage="draft",
    about="One player leads the Central Powers, the other the Entente.",
)


def load() -> Title:
    from front1914.titles.der_weltkrieg.title import DerWeltkrieg

    return DerWeltkrieg()
