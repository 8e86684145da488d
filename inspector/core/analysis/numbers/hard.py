"""Answers of no or yes where a metric expects probabilities."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.numbers import values_of
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.numbers.answers import are_answers
from inspector.core.files.problem import Problem
from inspector.core.metrics.numbers.auc import RocAUC
from inspector.core.metrics.numbers.probabilities import YesNoFamily

# So many rows tell of nearly all files that they hold probabilities; fewer may be 0 and 1 by chance.
_HEAD, _FEWEST = 1000, 5


def hard_answers(evaluation: Evaluation) -> Iterator[Problem]:
    """That predictions are nothing but 0 and 1, where a metric of yes and no compares probabilities."""
    if not isinstance(evaluation.metric, YesNoFamily):
        return
    lists = evaluation.table.predictions
    head = np.arange(min(_HEAD, len(lists)))
    if len(lists) < _FEWEST or not _are_hard(evaluation.predictions(head)):  # as nearly always, after each edit
        return
    if not _are_hard(evaluation.predictions(evaluation.all_rows)):
        return
    count = int((lists.lengths > 0).sum())
    message = "predictions are only 0 and 1, where probabilities are expected"
    words = "a wrong answer loses as much as any number can"
    if isinstance(evaluation.metric, RocAUC):
        words = "rows of the same answer are ties, which count half"
    cause = "answers, such as those from 0.5 on, were written in place of probabilities"
    yield Problem("hard-answers", "submission", count, message, words, cause=cause)


def _are_hard(lists: Ragged) -> bool:
    """Whether all numbers that there are, and some, are 0 or 1."""
    values = values_of(lists)
    known = values[values == values]
    return len(known) > 0 and are_answers(known)
