"""The manual in a window of its own."""
