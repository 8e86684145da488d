"""Bytes: where a file is, what it is packed in."""
