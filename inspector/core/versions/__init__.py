"""Versions: named copies of a submission as edited, which undo never destroys, and the file that keeps them."""
