"""Metrics of another kind of predictions that the same files can be opened again with."""

from __future__ import annotations

from inspector.core.files.pair import Pair
from inspector.core.metrics import NAMESAKES

# Of a yes or no that counts from a probability on, and of the order of the rows by it.
_OF_A_LABEL = ("f1", "accuracy", "precision", "recall", "mcc", "balancedaccuracy", "jaccard", "cmap(padding=0)")


def of_other_kinds(pair: Pair) -> tuple[str, ...]:
    """The text forms of these metrics: of a yes or no as a number and as a label, of columns as labels and targets."""
    if pair.table.is_yes_or_no:
        return _OF_A_LABEL
    return tuple(name for _, name in NAMESAKES) if pair.is_yes_or_no or pair.has_target_columns else ()
