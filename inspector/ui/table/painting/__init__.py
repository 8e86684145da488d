"""Painting of the rows: texts, scores, labels by rank, strips of hits."""
