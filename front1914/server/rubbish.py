"""When Python looks for rubbish. Nobody is answered meanwhile, and a look through everything takes a tenth of a second.

Most of what is in memory is there for good: the program and the titles. It is taken out of these looks (`settle`), and
they are made less often (`seldom`). But games that have been let go of are rings of things, which only a look at all
finds: so that has to come now and then, and with what is left to look through it takes some 20 milliseconds.
"""

from __future__ import annotations

import gc

SELDOM = (2_000, 20, 10)  #: new things before a look at the young, looks at them before one at the older, at all


def seldom() -> None:
    """For a process that serves; the rest of the program, and the tests, keep to Python's own ways."""
    gc.set_threshold(*SELDOM)


def settle() -> None:
    """What is there now stays: called when the process opens, and when a title has been loaded.

    Games in memory are taken out too. What they leave when they go is freed as ever, but for rings of things, a few
    kilobytes for each game that was open when the last title was loaded.
    """
    if gc.get_threshold() == SELDOM:
        gc.collect(1)
        gc.freeze()
