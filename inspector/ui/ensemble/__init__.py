"""Several submissions taken together: suspect truths, how far they agree, and blends."""
