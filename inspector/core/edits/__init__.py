"""Making an edit of many rows: bulk operations, pasting, and fitting it to what the file can hold."""
