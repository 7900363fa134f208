"""12 to 16, 20 to 22, 29 to 33: combat, subject by subject.

Without a state
    arithmetic   13, 16-8        sums, halves, clamps
    directions   13-3, 22-18     what depends on the hexsides attacked through
    holding      14-4, H-6       when defenders must retreat
    casualties   13-23, H-9      in which order points are lost
Who and where
    forces       13-23, 29, 33   what a unit is in combat, and who fights for a hex
    terrain      13-3 to 13-6    terrain that may be chosen, rivers that are crossed
    pockets      20              lines of communication, surrounded units, pockets
    supplying    13-7, 19, 27-3  who pays for whom, and what each unit then brings
    strength     13, 22, 29, 34  column and die of an attack and of its counterattack
One Combat
    battle       its record;  course: its stages from the meeting to the advance
    ability      12, 29-2, 33-7  who may attack what
    declaration  12-6, 13-7      the hex, the attackers, their supply (payer)
    column       16, 14-9        Column Attacks; stacks that retreated among enemies
    evasion      30-2, 40-3      cavalry goes before combat
    defence      13-3, 14-2, 19  what the defender decides: terrain, supply, retreat, who counterattacks
    losses       13-20 to 13-24  who loses what;  toll: what it costs the nation
    retreat      14-6 to 14-20   where units go;  advance: 15, who follows
Works and forts
    forts        21-8 to 21-11   given up, besieged;  open_city: 21-12
    trenches     22              digging, losing, the front line
    cavalry      30-4            fodder
Told
    report       the combat panel;  study: exact odds by target;  stories: the log
phase holds the Combat Phase, all steps, and what happens when phases and half turns begin and end.
"""
