"""The role of each column (id, labels, confidence ...) and of each file (truth or submission)."""
