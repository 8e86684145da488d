"""What pasted text holds: lines of cells, the numbers in them, or lines of a TREC run."""
