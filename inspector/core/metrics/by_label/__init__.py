"""Measures that count over all rows label by label."""
