"""The plots: each shows a finished summary of the core, never the rows themselves."""
