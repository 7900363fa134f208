"""3, 7, 8, 11.1, 14, 19: stacks, front lines, marches, Repulses, cavalry, retreats, positions."""
