"""Metrics: declared values with pure functions. They see batches of codes, never files, edits or windows."""

from inspector.core.metrics.base import Batch, Metric
from inspector.core.metrics.choice import Choice
from inspector.core.metrics.explanation import Explanation, Step
from inspector.core.metrics.registry import FAMILIES, guess, parse

__all__ = ["FAMILIES", "Batch", "Choice", "Explanation", "Metric", "Step", "guess", "parse"]
