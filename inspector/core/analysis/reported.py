"""What somebody reports: a submission, or a constant prediction, with the score that it got."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from inspector.core.analysis.baseline import constant_batch
from inspector.core.analysis.definitions import ReportedScore
from inspector.core.errors import InputError, shorten
from inspector.core.files import read_pair
from inspector.core.metrics import Batch
from inspector.core.task import drain


@dataclass(frozen=True, eq=False)
class Reported:
    """A submission aligned with its truth, and the figure reported for it."""

    batch: Batch
    figure: ReportedScore


def reported(truth: Path, text: str, *, constant: bool) -> Reported:
    """Read `FILE=SCORE`, or `LABELS=SCORE` for a constant prediction. Raises InputError for what is neither."""
    subject, equals, score = text.rpartition("=")
    if not equals:
        expected = "LABELS=SCORE, like 'scab healthy=.365'" if constant else "FILE=SCORE, like submission.csv=0.842"
        raise InputError(f"{shorten(text)} names no score", expected=expected)
    figure = ReportedScore.parse(score)
    # The truth is its own submission where only the truth is asked for.
    pair = drain(read_pair(truth, truth if constant else Path(subject)))
    if constant:
        return Reported(constant_batch(pair.table, pair.truth.grammar.read(subject).labels), figure)
    table = pair.table
    return Reported(Batch(table.truth, table.predictions, table.submitted, table.ties), figure)
