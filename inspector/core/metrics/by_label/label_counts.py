"""Counts true positives, false positives and false negatives of each label."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.types import Bools, Codes, Ints
from inspector.core.metrics.batch import Batch


def label_counts(batch: Batch, counted: Bools) -> Ints:
    """int64 (3, c): tp, fp, fn of the codes 0..c - 1, over the rows where `counted`, bool (n,), is true.

    A row counts each label once, even if it repeats it. Labels that never occur in the truth are false positives.
    """
    size = 1 + max(int(batch.truth.codes.max(initial=-1)), int(batch.predictions.codes.max(initial=-1)))
    sums = [np.bincount(code[kept], minlength=size) for _, code, kept in _kinds(batch, counted)]
    return pool_of(np.array(sums))


def label_entries(batch: Batch, counted: Bools) -> tuple[Ints, Ints, Ints]:
    """int64 (m,) each: the rows, kinds and codes of all labels that are right (0), predicted (1) and true (2)."""
    kinds = _kinds(batch, counted)
    rows, codes = [row[kept] for row, _, kept in kinds], [code[kept] for _, code, kept in kinds]
    return np.concatenate(rows), np.repeat(np.arange(3), [*map(len, rows)]), np.concatenate(codes).astype(np.int64)


def pool_of(sums: Ints) -> Ints:
    """int64 (3, c): tp, fp, fn from the numbers of rows where each label is right, predicted and true."""
    tp, predicted, support = sums
    return np.array([tp, predicted - tp, support - tp])


def _kinds(batch: Batch, counted: Bools) -> list[tuple[Ints, Codes, Bools]]:
    """Of labels that are right, predicted and true: their rows, their codes, and which of them count."""
    hits, predictions, truth = batch.hits, batch.predictions, batch.truth
    named = counted[predictions.owners()] & ~predictions.repeats() & (predictions.codes >= 0)
    return [
        (hits.row, hits.code, counted[hits.row]),
        (predictions.owners(), predictions.codes, named),
        (truth.owners(), truth.codes, counted[truth.owners()]),
    ]
