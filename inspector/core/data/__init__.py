"""The data of a pair of files once read: the aligned table, its vocabulary, and the edits on top of it."""
