"""The score bar on top: the overall, the metric and its choices."""
