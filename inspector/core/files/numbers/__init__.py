"""Numbers: their cells as they are typed and written, and the columns that hold them."""
