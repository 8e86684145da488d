"""Which records of the truth and of the submission belong together, by id."""
