"""Panels that group rows (labels, slices, confusions, failures), the metrics panel, and the Analyse dialogs."""
