"""The sections about what came true: how reliable probabilities are, and the confused labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from inspector.core.analysis.confusion import NONE, UNLISTED, confusions, usual_against
from inspector.core.analysis.confusion_matrix import confusion_matrix, index_in
from inspector.core.analysis.numbers.calibration import Calibration, calibration, in_words
from inspector.core.analysis.numbers.levels import level_counts, levels
from inspector.core.analysis.numbers.outcomes import (
    are_probabilities,
    as_scored,
    has_probabilities,
    is_of_best,
    is_outcome,
    outcomes,
)
from inspector.core.arrays.types import Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names
from inspector.core.report.blocks import Block, Cell, Matrix, Section, Table, Words
from inspector.core.report.subject import Subject
from inspector.core.report.texts import count, number, points, share, visible
from inspector.core.task import Progress, Task, portion

# What is paired, and the names of its columns.
_TOP_WORDS = "A truth label, and the wrong label that is predicted first in its rows.", "truth label", "predicted first"
_SET_WORDS = "A truth label that rows miss, and a wrong label that they predict.", "missed label", "wrong label"
# A matrix of more labels is not read on a page; and letters of their names.
_MOST_LABELS, _LETTERS = 16, 10
_MOST_NUMBERS = 6


def reliability_section(subject: Subject) -> Section | None:
    """How often what is predicted with some probability comes true; None where nothing is a probability."""
    of = subject.evaluation
    if not has_probabilities(of):
        return None
    named = [""] if is_of_best(of) else names(of)
    blocks = [block for at, name in enumerate(named[:_MOST_NUMBERS]) for block in _reliable(subject, at, name)]
    return Section("Reliability", (*subject.only, *blocks)) if blocks else None


def _reliable(subject: Subject, at: int, name: str) -> Iterator[Block]:
    """The bins of one number of the rows, or of the label with the highest probability."""
    truth, predicted = outcomes(subject.evaluation, at)
    if not (is_outcome(truth) and are_probabilities(predicted)):
        return
    among = slice(None) if subject.among is None else subject.among
    found = calibration(truth[among], predicted[among])
    of = f" of {visible(name)}" if name else " of the most probable class"
    averages = in_words(found, is_of_best=is_of_best(subject.evaluation))
    apart = f"{found.gap:.4f} apart on average"
    yield Words(f"Probability{of}: {averages}; in each bin below, what was predicted and what came true are {apart}.")
    columns = ("probability", "rows", "mean probability", "came true", "95 % interval")
    lines = tuple(_bin(found, line) for line in np.flatnonzero(found.rows).tolist())
    yield Table(columns=columns, lines=lines, total=len(lines), what="bins")


def _bin(found: Calibration, line: int) -> tuple[Cell, ...]:
    low, high = (float(ends[line]) for ends in found.margins)
    return (
        f"{found.edges[line]:g} to {found.edges[line + 1]:g}",
        count(int(found.rows[line])),
        number(float(found.predicted[line])),
        share(float(found.observed[line])),
        f"{low:.1%} to {high:.1%}",
    )


def confusions_section(subject: Subject, most: int) -> Task[Section | None]:
    """What is confused with what, as a matrix of few labels or levels, and as pairs; None where nothing is."""
    if not subject.evaluation.table.kind.names_labels:
        found = _level_matrix(subject)
        return Section("Confusions", (*subject.only, found)) if found else None
    pairs = yield from portion(_pairs(subject, most), 0.0, 0.6)
    if not pairs:
        return None
    matrix = yield from portion(_label_matrix(subject), 0.6, 1.0)
    return Section("Confusions", (*subject.only, *matrix, *pairs))


def _pairs(subject: Subject, most: int) -> Task[tuple[Block, ...]]:
    """The truth labels that are most often confused with another label."""
    of, against = subject.evaluation, usual_against(subject.evaluation.metric)
    pairs = yield from confusions(of, against, "rows", most, subject.among)
    if not len(pairs):
        return ()
    lines = tuple(
        (_label(of, true), _label(of, predicted), count(rows), points(cost))
        for true, predicted, rows, cost in zip(
            pairs.true.tolist(), pairs.predicted.tolist(), pairs.rows.tolist(), pairs.cost.tolist(), strict=True
        )
    )
    words, *columns = _SET_WORDS if against == "missed" else _TOP_WORDS
    return Words(words), Table(columns=(*columns, "rows", "cost"), lines=lines, total=len(lines), what="pairs")


def _label_matrix(subject: Subject) -> Task[tuple[Matrix, ...]]:
    """The rows by their truth label and the one that is predicted first, where there are few and rows have one."""
    of = subject.evaluation
    yield Progress(0.0, "Counting labels")
    if usual_against(of.metric) == "missed" or of.table.truth.longest > 1:
        return ()
    found = yield from confusion_matrix(of, _MOST_LABELS, subject.among)
    if found.labels > _MOST_LABELS:
        return ()
    is_square = len(found.lines) == len(found.columns) == len(found.chosen)
    codes = found.chosen if is_square else np.append(found.chosen, NONE)  # rows without a truth, or a prediction
    counts = np.zeros((len(codes), len(codes)), np.int64)
    counts[np.ix_(index_in(codes, found.lines), index_in(codes, found.columns))] = found.counts
    texts = ["(none)" if code == NONE else of.table.vocab.text(code) for code in codes.tolist()]
    return (_matrix(texts, counts, "truth label", "predicted first"),)


def _level_matrix(subject: Subject) -> Matrix | None:
    """The rows by their true and their predicted level, where both sides are few whole numbers."""
    of = subject.evaluation
    if len(names(of)) > 1:
        return None
    truth, predicted = as_scored(of)
    found = levels(truth, predicted)
    if found is None or not 1 < len(found) <= _MOST_LABELS:
        return None
    among = slice(None) if subject.among is None else subject.among
    counts = level_counts(truth[among], predicted[among], found)
    return _matrix([str(level) for level in found.tolist()], counts, "truth", "prediction")


def _matrix(texts: Sequence[str], counts: Ints, lines: str, columns: str) -> Matrix:
    return Matrix(
        line_title=lines,
        column_title=columns,
        names=tuple(visible(text, _LETTERS) for text in texts),
        counts=tuple(map(tuple, counts.tolist())),
        is_ordered=False,
    )


def _label(of: Evaluation, code: int) -> str:
    return {NONE: "(none)", UNLISTED: "(not predicted)"}.get(code) or visible(of.table.vocab.text(code))
