"""File access: read a truth and a submission, check them, and write the submission back.

Reading has phases, one folder each, which depend only on earlier ones: io (bytes), formats (columns of text), schema
(layouts, names and contents of columns), matching (rows by id), labels (lists of labels and their representation in a
file), detection (candidate readings, tried and weighed), checks (problems and repairs). `options` and `problem` are
plain values used by all; `pair`, `preview`, `check` and `save` combine the phases. A file is read in threads while the
rest is imported, so this package imports nothing by itself.
"""
