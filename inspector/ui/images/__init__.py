"""The query panel: the picture or text of a row, and example pictures of its labels."""
