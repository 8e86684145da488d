"""A pair scored under a metric, with its edits, and summaries of the scores."""
