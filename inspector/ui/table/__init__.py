"""The table of rows: model, view, and how a cell is painted."""
