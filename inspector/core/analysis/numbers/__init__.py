"""Pictures of predictions that are numbers or probabilities, as arrays: clouds, curves and counts of levels."""
