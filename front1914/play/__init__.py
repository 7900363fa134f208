"""What titles share that asks questions: the kit's mechanisms as steps of a game.

The kit reckons and knows no step; a title is one game. Between them stands what several games play in the same way:
turns and phases from a table, the record and the course of a battle. A title fills in its own rules by subclassing.
"""
