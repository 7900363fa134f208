"""The application under attack: `make attack` runs all of it at length, tests/attack/test_attack.py a short version.

Everything is repeatable by its seed, bounded in number and time, and talks to 127.0.0.1 alone.
"""
