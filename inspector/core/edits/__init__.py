"""Edits of rows: a single row, bulk edits, pasting, and normalizing them to what the file can hold."""
