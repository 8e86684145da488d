"""One file for each family of metrics. A new one is a file here and a line in `registry`."""
