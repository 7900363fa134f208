"""The Ford: a quarrel over a town, ten hexes wide, small enough to read in one sitting.

It is invented, and lives here to prove the engine and to show how a title is made: hexes and zones of control, a
secret choice, qualities drawn by chance that only their owner knows, odds and a die, and decisions of the defender in
the attacker's turn. Its rules are in data/rules.csv. Read the modules in this order:

    world          the map, units, charts and scenarios, from data/
    state          what changes
    sequence       1: turns, player turns, phases (front1914.play.sequence)
    setup          2: veterans by chance, a mine in secret
    movement       3: marching (front1914.kit.reach)
    combat         4: attacks, losses and retreats (front1914.play.battle, front1914.kit.tables)
    imagine        what a side knows, and samples of what it does not
    presentation   what a client draws
    judgement      what a computer commander values (front1914.play.judgement)
    title          all of it, as the engine sees it
"""

from front1914.engine.title import Option, Scenario, Title, TitleInfo

INFO = TitleInfo(
    id="ford",
    name="The Ford",
    year=2026,
    players=(1, 2),
    sides=("blue", "red"),
    scenarios=(
        Scenario("campaign", "The ford", "Six turns for a town behind a river.", turns=6, minutes=5),
        Scenario("skirmish", "A skirmish", "Three units a side, three turns.", turns=3, minutes=2),
    ),
    options=(Option("open", "Open qualities", help="Both sides see who is a veteran.", rule="2.1"),),
    stage="complete",
    about="A demonstration of the engine.",
)
TESTS = (".", "../engine")  #: where the tests lie that prove its rules


def load() -> Title:
    from tests.ford.title import Ford

    return Ford()
