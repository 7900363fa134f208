"""What titles share that asks questions: the kit's mechanisms as steps of a game.

The kit reckons and knows no step; a title is one game. Between them stands what several games play in the same way:
turns and phases from a table (`sequence`), units placed one by one (`placing`), the record and the course of a battle
(`battle`) and the advance after it (`advance`), questions put as long as there is something to answer (`asking`). A
title fills in its own rules by subclassing. `judgement` is what a commander may ask a title,
`guess` how he looks at a view.
"""
