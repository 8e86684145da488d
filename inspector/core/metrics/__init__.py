"""Metrics as declared values with pure functions on batches of codes."""

from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import Choice
from inspector.core.metrics.classes.registry import is_one_of_classes
from inspector.core.metrics.explanation import Explanation, Step
from inspector.core.metrics.losses import Losses
from inspector.core.metrics.naming.other_names import ALIASES, in_full
from inspector.core.metrics.numbers.registry import guess_for_numbers
from inspector.core.metrics.registry import (
    FAMILIES,
    NAMESAKES,
    families_of,
    guess,
    guess_for_classes,
    guessed_from,
    kind_to_read,
    needs_chances,
    of_kind,
    open_scores,
    parse,
    text_form,
)
from inspector.core.metrics.scores import ScorePreview, Scores

__all__ = [
    "ALIASES",
    "FAMILIES",
    "NAMESAKES",
    "Batch",
    "Choice",
    "Explanation",
    "Losses",
    "Metric",
    "ScorePreview",
    "Scores",
    "Step",
    "families_of",
    "guess",
    "guess_for_classes",
    "guess_for_numbers",
    "guessed_from",
    "in_full",
    "is_one_of_classes",
    "kind_to_read",
    "needs_chances",
    "of_kind",
    "open_scores",
    "parse",
    "text_form",
]
