"""Several submissions of one truth: adding, opening and comparing them."""
