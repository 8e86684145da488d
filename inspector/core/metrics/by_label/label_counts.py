"""Counts true positives, false positives and false negatives of each label."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.types import Bools, Ints
from inspector.core.metrics.batch import Batch


def label_counts(batch: Batch, counted: Bools) -> Ints:
    """int64 (3, c): tp, fp, fn of the codes 0..c - 1, over the rows where `counted`, bool (n,), is true.

    A row counts each label once, even if it repeats it. Labels that never occur in the truth are false positives.
    """
    size = 1 + max(int(batch.truth.codes.max(initial=-1)), int(batch.predictions.codes.max(initial=-1)))
    hits, predictions = batch.hits, batch.predictions
    tp = np.bincount(hits.code[counted[hits.row]], minlength=size)
    named = counted[predictions.owners()] & ~predictions.repeats() & (predictions.codes >= 0)
    predicted = np.bincount(predictions.codes[named], minlength=size)
    support = np.bincount(batch.truth.codes[counted[batch.truth.owners()]], minlength=size)
    return np.array([tp, predicted - tp, support - tp], np.int64)
