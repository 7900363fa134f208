"""How fast this machine is just now, told by python-chess.

The targets for random play were set beside figures of other programs, among them python-chess with 23,000 plies a
second. Measured in the same run it says what a figure of ours would be there, whatever interpreter, machine and
neighbours it was taken with. It is used where it is installed (`pip install chess`) and never needed.
"""

from __future__ import annotations

import random
from importlib import import_module
from time import process_time
from typing import Any

PLIES = 23_000  #: a second, beside which the targets were set
LONGEST = 200  #: plies of a random game; after that hardly anything is left on the board


def plies(seconds: float) -> float | None:
    """Random plies per second of python-chess, each chosen from the list of legal moves; None if it is not there."""
    try:
        chess: Any = import_module("chess")
    except ImportError:
        return None
    rng, made, spent, began = random.Random(0), 0, 0.0, process_time()
    while spent < seconds:
        board = chess.Board()
        for _ in range(LONGEST):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(rng.random() * len(moves))])
            made += 1
        spent = process_time() - began
    return made / spent
