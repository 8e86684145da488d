"""The names of metrics."""
