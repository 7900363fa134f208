"""The largest map that a client must bear: 5,040 hexes and 600 units, with just enough rules to push them about."""

from front1914.engine.title import Scenario, Title, TitleInfo

INFO = TitleInfo(
    id="bigmap",
    name="The big map",
    year=2026,
    players=(1, 2),
    sides=("german", "entente"),
    scenarios=(Scenario("all", "Everything", "5,040 hexes and 600 units."),),
    stage="draft",
    about="A map to measure with.",
)


def load() -> Title:
    from tests.web.bigmap.title import BigMap

    return BigMap()
