"""Schlieffen's War: the German campaign in the West, August and September 1914, by corps, in ten turns."""

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
            "From the first shots at Liege to the Marne: 2 August to 10 September 1914.",
            turns=10,
            minutes=240,
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
            default="historical",
            choices=("historical", "free"),
            help="The armies stand where they stood, or the players place them within the rules.",
            rule="3.1",
        ),
    ),
    stage="draft",
    about="One player leads the German armies, the other the French, British and Belgian.",
)


def load() -> Title:
    from front1914.titles.schlieffens_war.title import SchlieffensWar

    return SchlieffensWar()
