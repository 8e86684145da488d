"""The picture or text behind a row, and examples of its labels."""
