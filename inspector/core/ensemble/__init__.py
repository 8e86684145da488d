"""Several submissions taken together: what they agree on, truths that look wrong, the best of them, and blends."""
