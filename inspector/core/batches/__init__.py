"""Scoring a part of the rows at a time: Arrow record batches in, record batches out, the overall from their sums."""
