"""The score of a constant prediction, a sanity baseline for every model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.table import Table
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Batch, Metric, Scores, open_scores


def constant_scores(evaluation: Evaluation, labels: Sequence[str], metric: Metric | None = None) -> Scores:
    """The scores of predicting these labels in every row, with equal confidences. Raises InputError."""
    return open_scores(metric or evaluation.metric, constant_batch(evaluation.table, labels))


def constant_batch(table: Table, labels: Sequence[str], weights_of_row: Sequence[float] | None = None) -> Batch:
    """A batch with the same prediction in every row. weights_of_row: of each label or number, None for equal ones."""
    rows = len(table)
    codes = [table.vocab.find(label) for label in labels]
    new_codes = {label: len(table.vocab) + i for i, label in enumerate(dict.fromkeys(labels))}
    row = [code if code >= 0 else new_codes[label] for label, code in zip(labels, codes, strict=True)]
    weights = None if table.predictions.weights is None else np.tile(weights_of_row or np.ones(len(labels)), rows)
    lists = Ragged(np.arange(rows + 1) * len(labels), np.tile(np.array(row, np.int32), rows), weights)
    return Batch(table.truth, lists, np.ones(rows, bool), table.ties, table.judged, table.groups, kind=table.kind)


def most_common_labels(evaluation: Evaluation, most: int) -> list[str]:
    """The `most` most common labels of the truth, most common first."""
    counts = np.bincount(evaluation.table.truth.codes, minlength=1)
    order = np.argsort(-counts, kind="stable")[:most]
    return evaluation.table.vocab.texts(order[counts[order] > 0])
