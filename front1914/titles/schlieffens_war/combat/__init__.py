"""11.0: combat, subject by subject.

phase        11.1, 11.6   first probes, then attacks one after the other
probes       11.1         units that feel their way into a hex beside the enemy
declaration  11.3 - 11.7  the target, then the attackers one by one
defence      11.2         the defender's choice of who takes part
strength     11.8         factors and odds
shifts       11.9 - 11.16, 11.24
battle       the record of one attack
course       11.8 - 11.20 its stages from the odds to the advance
markers      11.23        coup de main and heavy artillery
losses       11.18 - 11.20
retreat      11.21
advance      11.22
report       what the combat panel shows
study        an attack named by its target, for exact odds
"""
