"""Read and write lists of labels in three shapes: a list per cell, a label per record, a column per label."""
