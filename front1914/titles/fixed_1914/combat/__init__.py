"""CB: combat, subject by subject.

phase        CB-2         battles one after the other
table        CB-4, CB-10  the Combat Results Table and its four sections
parties      CB-12, CB-15 who is attacked together in a stack, and who is attached to whom
declaration  CB-2, CB-14  the target hex, how deep the attack goes, the attackers one by one
strength     CB-3 - CB-8, TC, CV-1, FT, FA: factors, odds and section of the table
forts        FT, FA       who is entitled to a fort, what it is worth, when its guns are silenced or lost
battle       the record of one attack
course       UL-1         its stages from the retreat of cavalry to the advance
evasion      CV-4 - CV-6  cavalry retreats before combat
losses       UL, CB-9     who takes the steps; retreat or stand
retreat      CB-18, UL-4  where the units go, and their place in the stack that they come to
advance      CB-16, CB-17 who may take the empty hex
report       what the combat panel shows
"""
