"""Distances and radii, in pixels."""

from __future__ import annotations

GRID = 4
GAP = 8
RADIUS = 6
# Pixels that the style leaves free on both sides of the text of a cell.
CELL_MARGIN = 3
