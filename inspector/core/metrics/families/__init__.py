"""The metric families, one file each. To add one, add a file here and a line in `registry`."""
