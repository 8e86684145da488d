"""The filter bar, its language and its saved filters, and the find bar."""
