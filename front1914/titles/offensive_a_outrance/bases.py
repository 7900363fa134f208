"""23.1, 24.3: the Army Bases of the British and the Belgians, and how they are moved.

A base that is threatened moves in the next Allied Preliminary Phase, that of Oostende in the next Attachment Phase;
before that its owner may move it of his own will (B140). Until a transfer is complete the army's Ammo is limited.
"""

from __future__ import annotations

from front1914.titles.offensive_a_outrance.board import HEXES, IN, PORT
from front1914.titles.offensive_a_outrance.triggers import ANTWERPEN, BELGIAN

LEFT_BANK = HEXES.number("51.16")  #: 24.3: where Belgian lines may end too while the base is in Antwerpen
FRENCH_PORTS = PORT & IN["france"]


def base_hexes(army: int, base: int) -> int:
    """23.1, 24.3: where the lines of an army end while its base is in a hex."""
    if army == BELGIAN and base == ANTWERPEN[1]:
        return 1 << base | 1 << LEFT_BANK
    if army == BELGIAN and FRENCH_PORTS >> base & 1:
        return FRENCH_PORTS
    return 1 << base


STEPS = ()
