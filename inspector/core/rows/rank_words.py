"""What depends on the metric in the columns: what the rank of the first hit is called, and what the strips sort by."""

from __future__ import annotations

from typing import NamedTuple

from inspector.core.data.kind import Kind
from inspector.core.metrics.base import Metric


class RankWords(NamedTuple):
    """Words for these ranks. title, ranks: of a plot of one submission, and of two; axis, column: of their values."""

    title: str
    ranks: str
    axis: str
    column: str


_FIRST_HIT = RankWords("First-hit rank", "First hits", "rank of the first hit", "first hit")
_TRUE_CLASS = RankWords("True-class rank", "True-class ranks", "rank of the true class", "true rank")


def rank_words(metric: Metric) -> RankWords:
    """The words for the ranks under a metric: with a probability for each class, they are those of the true class."""
    return _TRUE_CLASS if metric.scores_class_probabilities else _FIRST_HIT


def strip_key(metric: Metric, kind: Kind) -> str:
    """The name of the column that the strips sort by."""
    of_numbers = "log_error" if metric.by_logs else "error"
    return "first_hit_rank" if kind.names_labels else of_numbers
