"""Tries the possible readings of two files, so that the user can compare what each of them gives."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from inspector.core.document.load import open_files
from inspector.core.errors import InputError
from inspector.core.files.detection.question import PossibleReading
from inspector.core.files.preview import labels_text
from inspector.core.task import Task, portion

_ROWS = 5


@dataclass(frozen=True)
class TriedReading:
    """What a possible reading of two files gives.

    rows: the first ids that match, with their true and predicted labels; matched: how many of the truth's `of` ids the
    submission has; known: how many of the predicted labels the truth has, and how many there are; metric: its label;
    overall: the score, NaN when no row is scored; refusal: why the files cannot be scored so, None if they can.
    """

    reading: PossibleReading
    rows: tuple[tuple[str, str, str], ...] = ()
    matched: int = 0
    of: int = 0
    known: tuple[int, int] = (0, 0)
    metric: str = ""
    overall: float = math.nan
    refusal: InputError | None = None


def try_readings(
    truth: Any, submission: Any, readings: Sequence[PossibleReading], metric: str | None = None
) -> Task[tuple[TriedReading, ...]]:
    """Read and score two files, or one file with both, in every way. metric: None for a guess, for each reading."""
    tried = []
    for number, reading in enumerate(readings):
        task = _try(truth, submission, reading, metric)
        many, name = len(readings), f"Reading {number + 1} of {len(readings)}"
        tried.append((yield from portion(task, number / many, (number + 1) / many, name)))
    return tuple(tried)


def _try(truth: Any, submission: Any, reading: PossibleReading, metric: str | None) -> Task[TriedReading]:
    try:
        state = yield from open_files(truth, submission, metric, reading.options)
    except InputError as error:
        return TriedReading(reading, refusal=error)
    evaluation = state.evaluation
    table, has_entry = evaluation.table, evaluation.pair.entry_of_row >= 0
    rows = tuple(
        (table.id(row), labels_text(table, table.truth, row), labels_text(table, table.predictions, row))
        for row in map(int, np.flatnonzero(has_entry)[:_ROWS])
    )
    counts = int(has_entry.sum()), len(has_entry)
    return TriedReading(reading, rows, *counts, table.label_overlap, evaluation.metric.label, evaluation.scores.overall)
