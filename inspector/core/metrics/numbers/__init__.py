"""Metrics of numbers: the errors of each row, and overalls that add them up."""
