"""The Narrows: five places in a valley, three units a side, four turns. The smallest title, without secrets.

It was written from CONTRIBUTING.md alone, to prove that the page is enough.

    world          the valley, units, the table and the scenario, from data/
    state          what changes
    sequence       1: the turn and who wins
    setup          2: units are placed one by one
    movement       3: marching into the next place
    combat         4: the attack, and the advance after it
    judgement      what a computer commander values
    title          all of it, as the engine sees it
"""

from front1914.engine.title import Scenario, Title, TitleInfo

INFO = TitleInfo(
    id="narrows",
    name="The Narrows",
    year=2026,
    players=(1, 2),
    sides=("north", "south"),
    scenarios=(Scenario("valley", "The valley", "Four turns for the village in the middle.", turns=4, minutes=3),),
    stage="complete",
    about="A demonstration of how a title is added.",
)
TESTS = (".",)


def load() -> Title:
    from tests.narrows.title import Narrows

    return Narrows()
