"""Answers of no or yes where a metric expects probabilities."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from inspector.core.data.numbers import are_answers, values_of
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.problem import Problem
from inspector.core.metrics.numbers.auc import RocAUC
from inspector.core.metrics.numbers.probabilities import YesNoFamily

# Fewer rows may be 0 and 1 by chance.
_FEWEST = 5


def hard_answers(evaluation: Evaluation) -> Iterator[Problem]:
    """That predictions are nothing but 0 and 1, where a metric of yes and no compares probabilities."""
    table, edited = evaluation.table, values_of(evaluation.overlay.predictions)
    is_asked = isinstance(evaluation.metric, YesNoFamily) and len(table) >= _FEWEST
    if not (is_asked and table.predicts_only_answers and are_answers(edited[~np.isnan(edited)])):
        return
    count = int((table.predictions.lengths > 0).sum())
    message = "predictions are only 0 and 1, where probabilities are expected"
    words = "a wrong answer loses as much as any number can"
    if isinstance(evaluation.metric, RocAUC):
        words = "rows of the same answer are ties, which count half"
    cause = "answers, such as those from 0.5 on, were written in place of probabilities"
    yield Problem("hard-answers", "submission", count, message, words, cause=cause)
