"""What a pair of files is once read: the aligned table, its vocabulary, and the edits on top of it."""
