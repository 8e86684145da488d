"""The row panel: shows the score calculation of the current row and edits its prediction."""
