"""The row panel: the arithmetic of the current row, and the place to edit its prediction."""
