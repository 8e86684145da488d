"""The confusion matrix as a picture, and the panel around it."""
