"""Delimited text: read it into columns, patch it byte for byte, or reformat it."""
