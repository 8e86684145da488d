"""Notes and tags of rows: keeping them, and their dialogs."""
