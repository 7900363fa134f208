"""12 to 16, 20 to 22, 29 to 33: combat, subject by subject.

arithmetic   13, 16-8        sums, halves, clamps, without a state
directions   13-3, 22-18     what depends on the hexsides attacked through
holding      14-4, H-6       when defenders must retreat
casualties   13-23, H-9      in which order points are lost
"""
