"""Two files of numbers with other libraries: read, pair by id, numbers as an array; no check, no score.

python tests/benchmarks/number_readers.py pandas|polars TRUTH SUBMISSION
"""

import sys

library, truth_path, submission_path = sys.argv[1:]
if library == "pandas":
    import pandas as pd

    paired = pd.read_csv(truth_path).merge(pd.read_csv(submission_path), on="id", how="left")
else:
    import polars as pl

    paired = pl.read_csv(truth_path).join(pl.read_csv(submission_path), on="id", how="left")
values = paired.select_dtypes("number").to_numpy() if library == "pandas" else paired.drop("id").to_numpy()
