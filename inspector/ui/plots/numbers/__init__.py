"""The plots of predictions that are numbers or probabilities."""
