"""Delimited text: reading it into columns, and patching or reformatting it byte for byte."""
