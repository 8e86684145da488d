"""Editing many rows, undo, redo, paste and copy: the queue that every change of the document goes through."""
