"""1914 Offensive a outrance: the campaign in the West by divisions, on hexes of eight kilometres.

Who calls whom (a module calls those above it, never those below):

    board       the map: hexes, hexsides, rivers, rails, camps, regions               (data)
    charts      terrain effects, combat results and the other tables                  (data)
    world       the units, corps and armies, and what they are                        (data)
    schedule    16.0: armies, substitutions, combinations, what ends and when         (data)
    scenarios   what is particular to a scenario: window, turns, set-up, victory      (data)
    crossings   3.3.1, 3.5.4: what hexsides let through
    ground      3.3: where a side is: units, zones of control
    state       OAOState: what the game remembers, and what follows at once: stacks, zones, sizes
    camps       12.0, 12.3: Fortified Camps, which of them are Invested; campmap: what is seen of them
    paris       22.2: the Garrison of Paris, its area, its display
    bottlenecks 18.6: what the railways' narrow places carry
    structures  18.4, 18.5: railway bridges and tunnels, and what is cut
    engineering 18.1 to 18.3: whose trains run where (`operational`), clearing
    triggers    what a unit sets off the instant it comes near a place: `wake`, called by entry
    bases       21.3, 23.1, 24.3: Army Bases, the Inundation; railmap: what the map shows of all that
    forces      1.1, 3.2, 5.5.1: Forces, and which Assets are assigned to whom
    stacking    3.1: limits, over-stacking, who lies on top
    losses      9.10: strength reductions: who suffers them
    effectiveness  6: CEL, checks, reductions; demoralised units
    tether      17.1.1, 22.5, 24.7, 25.4: where certain Depots may be placed and must stay
    exchanges   16.2: a unit takes the place of another
    territorials  22.3: the Territorial Group: no army, its mission, its end
    overlap     5.1.4: BEF and Belgian areas that overlap French ones
    membership  5.2.5, 5.4, 25.1: who may belong to which army
    armies      17: armies that arrive, the Army Detachment, the Ninth Army, first units of a new army
    attachment  5: areas of attachment, displays
    front       3.4: front lines, adjoining fronts, control
    supply      15: lines of communication, provisions, ammunition, isolation
    positions   14: improved positions
    retreat     11.1: retreats, of whatever cause
    proposals   all as the staff proposes: one word for the routine questions
    entry       B28: all that follows at once when a unit enters a hex
    ways        7.1: costs, bridges, where a Force can go
    siege       13.2, 13.3, 20.1: siege guns and HQs, their modes and markers; who is planted (`planted`, `pack`)
    bulk        what the staff does for all at once
    victory     27: points of a Player Turn, an Inter-Phase and the end
    trains      7.7.1, 7.7.5: what a ride costs a unit, and what interrupts it
    plans       26: Strategic Plans; a Force ends its move where `plans.refuse_end` and `refuse_goal` let it
    rail        7.7.1 to 7.7.3: Rail Points, where trains with units run, who may entrain for where
    transport   7.7.3 to 7.7.5: entraining, the ride, detraining; reinforcements in Rail Mode
    naval       7.9, 23.3: Naval Transport, the Royal Naval Division
    combinations  16.3, 16.4, 22.3.3, 25.5, 25.7: units that become one, and back
    movement    7: movement phases, forced marches, prepared attacks, tasks
    prepared    7.3: Prepared Attacks
    repulse     7.4
    cavalry     8.2, 8.3: reaction, retirement
    fortress    12.2 to 12.5: what becomes of Fortresses (`lose_steps`, `offer_advance`), repairs, surrender
    belgians    24.2.1, 24.4: Belgian counters, the surrender of Antwerpen
    bombardment, preparation  13.1, 20: Fortress Bombardment before attacks, Prep Bombardment within one
    combat/     9, 10, 11.2: attacks
    eastern     25.2: what leaves for the Eastern Front
    belgien     25.4: Army Group Belgien after the fall of Antwerpen
    replacements  16.6, 22.4: the Replacement Segment, French Reserves
    reinforcements  16.0: the Preliminary Phase works off the schedule
    errands     what a staff answers when the schedule asks
    sequence    4: the turn; says which step of which module does the work of each phase (WORK)
    setup, position, view, imagined, presentation, overlays, stories, title

Hooks.

- A phase is a list of frames in `sequence.WORK`; a module that wants work in a phase offers a Step and puts its frame
  there. Steps of a module stand in its STEPS, which title.py collects.
- A unit that comes into a hex, for whatever cause, comes by `entry.enter(s, units, hex)`; nobody else writes `s.at` of
  units on the map. Who leaves the map goes by `s.remove(unit, box)`; after either `entry.settle(s)` looks for what
  cannot stay (B28, H10): `entry.WATCH` lists what is looked for (lone guns, Forts; Trains, Depots and Demoralized units
  add themselves) and what is done about it.
- A retreat of whatever cause begins with `retreat.begin(s, units, hexes, from, cause)`.
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
    stage="draft",
    about="One player leads the French, British and Belgian armies, the other the German ones.",
)


def load() -> Title:
    from front1914.titles.offensive_a_outrance.title import OffensiveAOutrance

    return OffensiveAOutrance()
