"""Play by letter: two people without a server, each turn a file that goes from one to the other (docs/mail.md).

keys      a seat's secret: the hand that signs, the box that letters to it are sealed for, the shares of its dice
letters   what a letter says, and how it is signed, chained to the one before, sealed and opened
match     the game as the letters tell it: every rule and every die is checked by who reads
seat      the file that a player keeps, and the proof of a game for anybody
"""
