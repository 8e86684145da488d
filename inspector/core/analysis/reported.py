"""Reported scores: a submission file or a constant prediction with the score that it got."""

from __future__ import annotations

from pathlib import Path

from inspector.core.analysis.baseline import constant_batch
from inspector.core.analysis.definitions import ReportedScore
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.batches import batch_of
from inspector.core.files.options import Options
from inspector.core.files.pair import read_pair
from inspector.core.metrics import Batch
from inspector.core.task import drain


def reported(truth: Path, text: str, options: Options, *, constant: bool) -> tuple[Batch, ReportedScore]:
    """The submission of `FILE=SCORE`, or the same labels in every row of `LABELS=SCORE`, with its truth; and the score.

    Raises InputError.
    """
    subject, equals, value = text.rpartition("=")
    if not equals:
        expected = "LABELS=SCORE, like 'scab healthy=.365'" if constant else "FILE=SCORE, like submission.csv=0.842"
        raise InputError(f"{shorten(text)} has no score", expected=expected)
    score = ReportedScore.parse(value)
    if constant:
        # Only the truth is needed: read it as its own submission.
        pair = drain(read_pair(truth, truth, options.of_truth))
        given = pair.truth.grammar.read(subject)
        numbers = None if pair.table.kind.names_labels else given.confidence
        return constant_batch(pair.table, given.labels, numbers), score
    return batch_of(drain(read_pair(truth, Path(subject), options)).table), score
