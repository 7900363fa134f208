"""A map without a grid: longitude and latitude laid flat, x to the east and y to the south, in units of a sheet.

It has the figures that `Grid` has, so that the same ground can be drawn under both.
"""

from __future__ import annotations

import math

from geo.grid import KM_PER_DEGREE, Point


class Plain:
    """`unit_km` kilometres to a unit of the sheet; its point (0, 0) lies at the longitude and latitude given."""

    def __init__(self, unit_km: float, lon0: float, lat0: float, true_at: float) -> None:
        self.unit_km, self.lon0, self.lat0 = unit_km, lon0, lat0
        self._kx = KM_PER_DEGREE * math.cos(math.radians(true_at))
        self._a = (1 / unit_km, 0.0, 0.0, -1 / unit_km)
        self._t = (0.0, 0.0)
        self._pins: tuple[tuple[float, float, float, float], ...] = ()
        self._radius = 1.0

    def to_plane(self, lon: float, lat: float) -> Point:
        """Where a place lies on the sheet."""
        return (lon - self.lon0) * self._kx / self.unit_km, (self.lat0 - lat) * KM_PER_DEGREE / self.unit_km

    def to_ground(self, x: float, y: float) -> Point:
        """Longitude and latitude of a point of the sheet."""
        return self.lon0 + x * self.unit_km / self._kx, self.lat0 - y * self.unit_km / KM_PER_DEGREE
