"""The open document: the Inspection, its state, and all changes to it."""
