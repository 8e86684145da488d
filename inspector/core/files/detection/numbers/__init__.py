"""Reading two files as numbers: which columns belong together, and what speaks for them."""
