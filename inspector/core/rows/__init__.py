"""Rows as a table: its columns, export and copy, and the image or text of a row."""
