"""Analyses of a pair beyond its score: each returns values and changes nothing."""
