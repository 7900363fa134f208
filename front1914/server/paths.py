"""Where a player's games are kept."""

from front1914.folders import VARIABLE, data_folder

__all__ = ["VARIABLE", "data_folder"]
