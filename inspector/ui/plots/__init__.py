"""The plots; each draws a summary that the core computes."""
