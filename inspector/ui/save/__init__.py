"""Saving the submission, exporting rows and pictures, and the question before edits are lost."""
