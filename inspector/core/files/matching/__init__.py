"""Match the rows of the truth and the submission by id."""
