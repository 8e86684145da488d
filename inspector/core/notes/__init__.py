"""Notes and tags that the user gives rows: kept beside the pair, never in its files."""
