"""What the records of a file mean: a list in a cell, a label a record, a column a label."""
