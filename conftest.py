"""Modules of extras that are not installed here have nothing to be tested."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["front1914/environments/spiel.py"]
