"""Problems in the files, and their repairs: list, preview, apply."""
