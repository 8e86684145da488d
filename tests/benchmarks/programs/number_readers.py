"""Opens a pair of `prices` or `classes` with another library, up to the score of each row, and prints the overall one.

    python tests/benchmarks/programs/number_readers.py pandas|polars text|guessed TRUTH SUBMISSION

text: ids are paired as they are written, as the program pairs them; guessed: as the library reads them by itself, which
is as whole numbers, so that 7 and 007 are one id.
"""

import sys

import numpy as np

library, ids, *paths = sys.argv[1:]
if library == "pandas":
    import pandas as pd

    truth, submission = (pd.read_csv(path, dtype={"id": str} if ids == "text" else None) for path in paths)
    paired = truth.merge(submission, on="id", how="left", suffixes=("_true", ""))
else:
    import polars as pl

    kept = {"id": pl.String} if ids == "text" else None
    truth, submission = (pl.read_csv(path, schema_overrides=kept) for path in paths)
    paired = truth.join(submission, on="id", how="left", suffix="_predicted")
true, columns = paired[paired.columns[1]], list(paired.columns[2:])
if len(columns) == 1:
    scores = (paired[columns[0]].to_numpy() - true.to_numpy()) ** 2
    print(np.sqrt(scores.mean()))
else:
    numbers = (paired[columns] if library == "pandas" else paired.select(columns)).to_numpy()
    codes = pd.Index(columns).get_indexer(true) if library == "pandas" else true.cast(pl.Enum(columns)).to_physical()
    least = np.finfo(np.float64).eps
    likely = numbers[np.arange(len(numbers)), np.asarray(codes)] / numbers.sum(axis=1)
    scores = -np.log(np.clip(likely, least, 1 - least))
    print(scores.mean())
