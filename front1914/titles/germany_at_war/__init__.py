"""1914: Germany at War: the first four months in the West, with blocks on areas, in impulses, without a die.

Where the chapters of the rulebook stand

    world, scenarios, outlines  2: the map of Areas, the blocks, the icons; what each scenario says; the drawn map
    seats                       1.5: a Side that two players share
    victory, goals              1.7: Victory Areas and Valour Points; what a side is told of it
    orders                      6.1, 7.10: the order of battle and the calendar, as far as a side knows them
    lens                        1.3, 1.4: what a program that learns sees
    forecast                    7.5: what a Battle would bring, from what a Side can see
    sequence                    3, 7.0: turns, Impulses, Actions and their segments
    control                     2.6 to 2.11: who controls an Area, and what a conquest earns
    state, garrisons            4: units, with all that changes; Infantry that becomes a Garrison (4.1)
    setup                       5, 8.1: blocks drawn or chosen for their icons
    reinforcements              6, 7.1 B, 7.10: blocks from the Pool; Leaders restored
    activation                  7.2, 7.3: Leaders and those whom they activate
    movement, paths             7.4, 8.3: marches, building, Rail Movement
    combat/                     7.5: battles, retreats, hits
    impetus                     7.6: Cavalry that pursues
    communication               7.0.1, 7.3.1.5: lines of communication, Isolation, the Tactical Range
    attrition                   7.9, 8.2: the Final Phase

    position, view, imagine     states as text; what a seat is shown and knows; samples of what it does not know
    presentation, stories       sheet, overlays and labels; sentences for the log
    judgement, drafting, assaults, values    what a computer commander drafts, expects and values
    chances                                  the same by what came of such positions in played games
    history                                  what the armies of 1914 made for, for a commander who plays it as it was
    title                       all of it, as the engine sees it
"""

from __future__ import annotations

from front1914.engine.title import Option, Scenario, Title, TitleInfo

INFO = TitleInfo(
    id="germany_at_war",
    name="1914: Germany at War",
    year=2015,
    players=(1, 3),
    sides=("german", "entente"),
    scenarios=(
        Scenario(
            "campaign",
            "The campaign",
            "August to November 1914: the German armies have four months to decide the war in the West.",
            turns=4,
            minutes=150,
        ),
        Scenario(
            "introduction",
            "The first month in Belgium",
            "August 1914. Three German armies enter Belgium; the Belgians, the French Fifth Army and the British stand "
            "in their way. One turn, a third of the map.",
            turns=1,
            minutes=40,
            first=True,
        ),
    ),
    options=(  # 8.0: each on its own, off by default
        Option(
            "seats",
            "Players",
            default=2,
            choices=(2, 3),
            help="With three, one leads the French, another the British and the Belgians.",
            rule="1.5",
            sides={"3": ("german", "french", "british")},
        ),
        Option(
            "setup",
            "Free set-up",
            default="none",
            choices=("none", "german", "entente", "both"),
            help="Who chooses the units for his set-up icons; the others are drawn at random.",
            rule="8.1",
        ),
        Option(
            "paris",
            "Paris",
            help="Every month that ends with Paris not German costs the German Army a Valour Point.",
            rule="8.2",
        ),
        Option(
            "rail",
            "Rail movement",
            help="In a Pass or a Strategic Action units may go any distance by rail through friendly Areas.",
            rule="8.3",
        ),
        Option(
            "plan17",
            "Plan XVII",
            help="A purely French attack into Germany earns the French a Valour Point.",
            rule="8.4",
        ),
    ),
    stage="complete",
    lessons=True,
    about="Hidden blocks, leaders who set them in motion, and no dice: what counts is what the enemy does not know.",
    facts={"Units": "corps, hidden", "Map": "areas", "A turn": "a month", "weight": "2 easy"},
)


def load() -> Title:
    from front1914.titles.germany_at_war.title import GermanyAtWar

    return GermanyAtWar()
