"""The open document: the Inspection that owns its state, and every change that can be made to it."""
