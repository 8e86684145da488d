"""Panels that group rows by label, slice, confusion or failure, the metrics panel, and the Analyse dialogs."""
