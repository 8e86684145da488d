"""What a constant prediction would score: the sanity baseline that every model should beat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.table import Table
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Batch, Metric, Scores, open_scores


def constant_scores(evaluation: Evaluation, labels: Sequence[str], metric: Metric | None = None) -> Scores:
    """The scores if every row predicted these labels, all equally sure. Raises InputError if the metric refuses it."""
    return open_scores(metric or evaluation.metric, constant_batch(evaluation.table, labels))


def constant_batch(table: Table, labels: Sequence[str]) -> Batch:
    """Every row with the same prediction."""
    rows = len(table)
    codes = [table.vocab.find(label) for label in labels]
    beyond = {label: len(table.vocab) + place for place, label in enumerate(dict.fromkeys(labels))}
    known = [code if code >= 0 else beyond[label] for label, code in zip(labels, codes, strict=True)]
    weights = None if table.predictions.weights is None else np.ones(rows * len(labels))
    lists = Ragged(np.arange(rows + 1) * len(labels), np.tile(np.array(known, np.int32), rows), weights)
    return Batch(table.truth, lists, np.ones(rows, bool), table.ties)


def commonest(evaluation: Evaluation, most: int) -> list[str]:
    """The labels that the most rows of the truth have, at most so many, the commonest first."""
    counts = np.bincount(evaluation.table.truth.codes, minlength=1)
    order = np.argsort(-counts, kind="stable")[:most]
    return evaluation.table.vocab.texts(order[counts[order] > 0])
