"""Plots of the differences to the baseline: a histogram, and a curve of all rows that differ."""
