"""What the rank of a row's first hit is called: with a probability for each class, it is the rank of the true class."""

from __future__ import annotations

from typing import NamedTuple

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
    """The words for the ranks under a metric."""
    return _TRUE_CLASS if metric.scores_class_probabilities else _FIRST_HIT
