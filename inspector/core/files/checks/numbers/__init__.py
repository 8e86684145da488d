"""Check the numbers of files: cells without one, how predicted lie to true ones, and sums of probabilities."""
