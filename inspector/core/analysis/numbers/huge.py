"""Numbers so huge that the sums and squares of which scores are made are beyond all floats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import HUGE
from inspector.core.data.numbers import values_of
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.problem import Problem

_EXAMPLES = 3


def huge_numbers(evaluation: Evaluation) -> Iterator[Problem]:
    """The problems of huge numbers of both files, unless the metric limits those of predictions."""
    table, limits = evaluation.table, evaluation.metric.limits
    if _has_huge(table.truth):
        yield _problem(evaluation, "truth", table.truth)
    if limits is not None and limits.high <= HUGE:
        return
    if _has_huge(table.predictions) or _has_huge(evaluation.overlay.predictions):
        predictions = evaluation.predictions(evaluation.all_rows)
        if _has_huge(predictions):
            yield _problem(evaluation, "submission", predictions)


def _has_huge(lists: Ragged) -> bool:
    return max(lists.heaviest, -lists.lightest) > HUGE


def _problem(evaluation: Evaluation, where: Literal["truth", "submission"], lists: Ragged) -> Problem:
    values = values_of(lists)
    is_huge = np.abs(values) > HUGE
    rows, count = np.flatnonzero(is_huge.any(axis=1)), int(is_huge.sum())
    which = "true number" if where == "truth" else "predicted number"
    counted = f"1 {which} is" if count == 1 else f"{count:,} {which}s are"
    ids = tuple(evaluation.table.id(row) for row in rows[:_EXAMPLES].tolist())
    message = f"{counted} huge, such as {values[is_huge][0]:g}"
    words = "sums and squares of such numbers may be infinite, and the score infinite or unknown with them"
    cause = "a model that diverged, or a stand-in for a number that is not known"
    return Problem("huge-numbers", where, count, message, words, examples=ids, cause=cause, rows=rows)
