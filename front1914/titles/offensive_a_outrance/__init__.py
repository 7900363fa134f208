"""1914 Offensive a outrance: the campaign in the West by divisions, on hexes of eight kilometres.

The folder, from what everybody uses to what uses everybody:

    board, charts, world, schedule, scenarios   the map, the tables, the units, the calendar, the set-ups (data)
    crossings, ground, state, dice   what hexsides let through; where a side is; OAOState: what the game remembers
    organisation/  5, 6, 16, 17: Forces and Assets, losses, effectiveness, areas and attachment, new armies,
                   exchanges, combinations, Replacements, the schedule at work
    manoeuvre/     3, 7, 8, 11.1, 14, 19: stacks, the front line, what follows when a unit enters a hex (entry), ways,
                   marches, Prepared Attacks, Repulses, tasks, cavalry, retreats of whatever cause
    logistics/     15: lines of communication, provisions, Depots, Army Bases; where certain Depots must stay (tether)
    railways/      18: whose trains run where (engineering, structures, bottlenecks), what a unit sets off by coming
                   near (triggers, called by entry); 7.7, 7.9: Rail Points, rides, ships
    sieges/        12, 13, 20: camps and Fortresses, siege guns, bombardment and preparation
    combat/        9, 10, 11.2: attacks
    nations/       22 to 25: Paris, the Territorial Group, the Belgians, the Eastern Front, Army Group Belgien
    plans, victory, goals   26, 27: a Force ends its move where `plans.refuse_end` lets it; points of a Player Turn, an
                   Inter-Phase and the end
    sequence, setup, position   4: the turn, with the work of each phase (TABLE); the beginning; states as text
    proposals      all as the staff proposes, by one word; manoeuvre/bulk: what it does for all at once
    command/       the computer's commanders
    show/          views, overlays, marks on the map, the log
    lens           3.1.6: what a program that learns sees
    title          all of it, as the engine sees it

Hooks.

- A phase is a line of `sequence.TABLE` with its work; a module that wants work in a phase offers a Step and puts its
  frame there. Steps of a module stand in its STEPS, which title.py collects.
- A unit that comes into a hex, for whatever cause, comes by `entry.enter(s, units, hex)`; nobody else writes `s.at` of
  units on the map. Who leaves the map goes by `s.remove(unit, box)`; after either `entry.settle(s)` looks for what
  cannot stay (B28, H10): `entry.WATCH` lists what is looked for (lone guns, Forts; Trains, Depots and Demoralized units
  add themselves) and what is done about it. A march only passes the hexes of `entry.unnoticed`: a new watch that looks
  further than the two hexes around an enemy, or at places, must be told there.
- What follows from the state is kept by the fields that it rests on (docs/kept.md); state.py names those that many
  values share (STOOD, SUPPLYING). Where everybody stands (`s.ground(side)`, `s.stacks()`) is made from what it was
  before, and `s.step` lays it down; what rests on nearly everything (where a Force can go) is kept for one look.
  tests/.../test_kept.py holds all this against a look at everything.
- A retreat of whatever cause begins with `retreat.begin(s, units, hexes, from, cause)`; all who must go at one moment
  go with `retreat.send`, so that nobody of them negates a zone for the others.
- While a combat lasts Assets keep their Formation (`forces.hold_together`, `set_free`): who is alone is assigned to the
  first of his Force.
- Checks throw `dice.Sum` (2d6 together) or `dice.Pair` (white and black apart); push what comes afterwards first.
"""

from __future__ import annotations

from front1914.engine.title import Option, Scenario, Title, TitleInfo

INFO = TitleInfo(
    id="offensive_a_outrance",
    name="1914 Offensive à outrance",
    year=2013,
    players=(1, 2),
    sides=("allied", "german"),
    scenarios=(
        Scenario(
            "introduction",
            "The road to Mülhausen",
            "The French Army of Alsace marches on Mülhausen, held by a few Landwehr brigades. Three turns.",
            turns=3,
            minutes=30,
            first=True,
        ),
        Scenario(
            "lorraine",
            "Battle for Lorraine",
            "Two French armies attack into Lorraine; two German ones wait for them, and strike back. Five turns.",
            turns=5,
            minutes=180,
        ),
        Scenario(
            "marne",
            "To the Marne",
            "The German right wing through Belgium into France, and the battle that stopped it. Twelve turns.",
            turns=12,
            minutes=1400,
        ),
        Scenario(
            "race",
            "The Race to the Sea",
            "Each side reaches for the other's open flank, from the Oise to the sea. Fifteen turns.",
            turns=15,
            minutes=1800,
        ),
        Scenario(
            "last_battles",
            "The Last Battles of 1914",
            "The new German corps against the line from the IJzer to Ypres and La Bassée. Six turns.",
            turns=6,
            minutes=700,
        ),
        Scenario(
            "campaign",
            "The Grand Campaign",
            "From the fall of Liège to the first battle of Ypres: thirty turns, all armies, all special rules.",
            turns=30,
            minutes=3600,
        ),
    ),
    options=(
        Option(
            "intelligence",
            "Limited intelligence",
            default=True,
            help="Of an enemy stack you see the top unit and how many lie under it, never strengths; off: all is open.",
            rule="3.1.6",
        ),
        Option(
            "plans",
            "Strategic Plans",
            default=True,
            help="Armies begin under the plans of history; off: they march as you like from the first turn.",
            rule="26.0",
        ),
        Option(
            "eastern",
            "Eastern Front from the right wing",
            default=False,
            help="None of the divisions that leave for the East on GT 6 comes from the German Sixth or Seventh Army.",
            rule="25.2.2",
        ),
        Option(
            "kaempffer",
            "Gruppe Kämpffer",
            default=False,
            help="The German 26th Division begins without the brigade for Longwy; they can be combined later.",
            rule="25.7.1",
        ),
    ),
    stage="complete",
    lessons=True,
    about="The whole western front, division by division: railways, sieges, exhaustion. The largest of the five.",
    facts={"Units": "divisions", "A hex": "8 km", "A turn": "two days", "weight": "5 a monster"},
)


def load() -> Title:
    from front1914.titles.offensive_a_outrance.title import OffensiveAOutrance

    return OffensiveAOutrance()
