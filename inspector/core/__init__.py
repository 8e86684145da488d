"""Scoring, explaining and editing a submission. Knows nothing of Qt, windows or terminals."""
