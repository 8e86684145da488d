"""Presentation mode, and playing edits back step by step."""
