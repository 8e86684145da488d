"""Which column of a sheet is the id, the labels, the confidence; which file is the truth."""
