"""The score bar at the top: overall score, metric and its choices."""
