"""Losses of the probabilities of classes: labels with confidences, where the true one should have all."""
