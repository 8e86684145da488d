"""Submissions of one truth compared with each other, row by row. Asks the evaluations, never the document."""
