"""Metrics of classes: losses of the probabilities of classes, and agreement of one class a row with the true one."""
