"""Unsaved edits: autosave while editing, and offering them back after a crash."""
