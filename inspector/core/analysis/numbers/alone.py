"""A confidence of the predicted label alone, where a metric expects one of each label."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.problem import Problem
from inspector.core.metrics.by_label.curve import LabelCurve
from inspector.core.metrics.classes.probabilities import ClassLoss

_SEVERAL = 2


def lone_confidences(evaluation: Evaluation) -> Iterator[Problem]:
    """That each row has one label with a confidence, where a metric compares the confidences of each label."""
    table, lists = evaluation.table, evaluation.table.predictions
    if not isinstance(evaluation.metric, (ClassLoss, LabelCurve)) or evaluation.pair.submission.layout.shape == "wide":
        return
    if lists.weights is None or lists.longest != 1 or int(table.in_truth.sum()) < _SEVERAL:
        return
    count = int((lists.lengths > 0).sum())
    message = "each row has the confidence of its predicted label alone"
    words = f"{evaluation.metric.label} counts every other label as the least likely one, however sure the row is"
    cause = "a program exported answers and how sure they are: write a column of probabilities for each label"
    yield Problem("lone-confidences", "submission", count, message, words, cause=cause)
