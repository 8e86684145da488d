"""Which columns may hold the ids: what a column says of itself, those of one file, and those of two."""
