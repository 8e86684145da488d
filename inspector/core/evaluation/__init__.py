"""A pair scored under a metric, with its edits, and what follows from the scores."""
