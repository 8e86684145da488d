"""Unsaved edits on disk: writing them while the user edits, reading them back after a crash."""
