"""Versions of a submission: their panel, what can be done with them, and keeping them on disk."""
