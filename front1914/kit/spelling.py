"""Names as people read them. Data files and code call places by plain letters, which are their keys; what is told,
shown and searched carries the accents."""

from __future__ import annotations

import re

ACCENTED = {
    "Liege": "Liège",
    "Epinal": "Épinal",
    "Epernay": "Épernay",
    "Chalons": "Châlons",
    "Luneville": "Lunéville",
    "Mezieres": "Mézières",
    "Mézieres": "Mézières",
    "Montmedy": "Montmédy",
    "Genicourt": "Génicourt",
    "Besancon": "Besançon",
    "Compiegne": "Compiègne",
    "Orleans": "Orléans",
    "Francois": "François",
    "Die": "Dié",
    "Muelhausen": "Mülhausen",
    "Saarbruecken": "Saarbrücken",
    "Saarbrucken": "Saarbrücken",
    "Duesseldorf": "Düsseldorf",
    "Moenchengladbach": "Mönchengladbach",
    "Coln": "Cöln",
    "Koeln": "Köln",
}
_WORD = re.compile(r"\b(?:" + "|".join(ACCENTED) + r")\b")


def spelled(name: str) -> str:
    """A name with its accents.

    >>> [spelled(name) for name in ("Liege", "Saint-Die", "Vitry-le-Francois", "Epinal 2", "Metz")]
    ['Liège', 'Saint-Dié', 'Vitry-le-François', 'Épinal 2', 'Metz']
    """
    return _WORD.sub(lambda found: ACCENTED[found[0]], name)
