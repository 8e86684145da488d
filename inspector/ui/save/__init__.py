"""Saving the submission, exporting row scores and pictures, and the question about unsaved edits."""
