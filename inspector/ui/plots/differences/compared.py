"""What the open submission is compared with, in words, and whether there can be any difference."""

from __future__ import annotations

from inspector.core.evaluation.evaluation import Evaluation

NOTHING = "Nothing is compared yet: choose a baseline, or edit a row"


def said(evaluation: Evaluation) -> str:
    """The name of what the open submission is compared with."""
    return "the file as loaded" if evaluation.baseline.is_file else evaluation.baseline.name


def is_compared(evaluation: Evaluation) -> bool:
    """Whether there can be any difference: to another baseline than the file, or by edits."""
    return not evaluation.baseline.is_file or len(evaluation.overlay) > 0
