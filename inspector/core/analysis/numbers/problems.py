"""The problems of the predictions as they are now: those of the files, and what edits and the metric add to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from inspector.core.analysis.numbers.alone import lone_confidences
from inspector.core.analysis.numbers.hard import hard_answers
from inspector.core.analysis.numbers.huge import huge_numbers
from inspector.core.analysis.numbers.outcomes import divides_by_truth, rounds
from inspector.core.analysis.numbers.unscored import unscored
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Ints, union
from inspector.core.data.numbers import NEAR_SUM, UNEVEN, Limits, are_off, are_whole, grades_of, values_of
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.problem import MISSING, MISSING_COLUMNS, Problem
from inspector.core.plural import count_of

_EXAMPLES = 3

# What is said where `are_as_loaded`.
AS_LOADED = (
    "The problems of the files are those as loaded, without what a save has put right; "
    "what a metric finds in numbers follows your edits."
)


def problems_now(evaluation: Evaluation, found: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Those found in the files, and those of the edits; those that make a site reject the file first."""
    weight = getattr(evaluation.metric, "weight", "")
    found = tuple(one for one in found if not (one.kind == MISSING_COLUMNS and one.examples == (weight,)))
    found = tuple(_with_filled(evaluation, one) if one.kind == MISSING else one for one in found)
    if evaluation.table.kind.names_labels:
        return (*found, *_uneven(evaluation), *lone_confidences(evaluation))
    found = (*found, *_emptied(evaluation), *_beyond(evaluation), *_off_grades(evaluation))
    found = (*found, *_between_grades(evaluation), *_divided(evaluation))
    found = (*found, *huge_numbers(evaluation), *hard_answers(evaluation))
    found = (*found, *unscored(evaluation), *_weighed_by_submission(evaluation))
    return tuple(sorted(found, key=lambda problem: not problem.rejects))


def are_as_loaded(evaluation: Evaluation, found: Iterable[Problem]) -> bool:
    """Whether there are edits, which those problems that were found in the file of the submission do not follow."""
    return len(evaluation.overlay) > 0 and any(problem.where == "submission" for problem in found)


def left_out(evaluation: Evaluation) -> Ints:
    """int64: the edited rows that were scored in the file and are no longer, so that the overall is of fewer rows."""
    rows, scores = evaluation.overlay.rows, evaluation.scores
    gone = np.isnan(scores.row[rows]) & ~np.isnan(evaluation.base.row[rows])
    if scores.unknown is not None:
        gone &= ~scores.unknown[rows]
    found: Ints = rows[gone]
    return found


def _with_filled(evaluation: Evaluation, missing: Problem) -> Problem:
    """The problem of missing rows, with how many of them edits fill, which the file lacks until it is saved."""
    overlay = evaluation.overlay
    filled = overlay.rows[(overlay.predictions.lengths > 0) & ~evaluation.table.submitted[overlay.rows]]
    added = np.count_nonzero(np.isin(filled, missing.rows)) if len(filled) else 0
    words = f"{missing.message}; a save adds {added:,} of them, which you have filled"
    return replace(missing, message=words) if added else missing


def _emptied(evaluation: Evaluation) -> Iterable[Problem]:
    table, rows, edited = evaluation.table, evaluation.overlay.rows, evaluation.overlay.predictions
    if edited.lengths.all() and np.isfinite(edited.heaviest):
        return
    sides = table.predictions.take(rows), edited
    file, now = (np.isnan(values_of(lists, max(1, table.truth.longest))) for lists in sides)
    empty = edited.lengths == 0
    if len(rows := rows[empty | (now & ~file).any(axis=1)]):
        what = "prediction" if len(rows) == empty.sum() else "number in a column"
        message = f"1 edited row has no {what}" if len(rows) == 1 else f"{len(rows):,} edited rows have no {what}"
        words = "each is left out of the score unless the metric says otherwise; a site would reject the file"
        yield _problem(evaluation, "missing-numbers", rows, len(rows), message, words, rejects=True)


def _uneven(evaluation: Evaluation) -> Iterable[Problem]:
    """Edited rows whose probabilities do not add up to 1, where those of most rows of the file do."""
    overlay, layout = evaluation.overlay, evaluation.pair.submission.layout
    if not len(overlay) or layout.shape != "wide" or not evaluation.table.adds_up:
        return
    sums = overlay.predictions.weight_sums
    odd = np.flatnonzero((overlay.predictions.lengths > 0) & (np.abs(sums - 1) > NEAR_SUM))
    if len(odd):
        counted = "1 edited row has" if len(odd) == 1 else f"{len(odd):,} edited rows have"
        message = f"{counted} probabilities that do not add up to 1, such as {sums[odd[0]]:.6g}"
        words, cause = UNEVEN
        yield _problem(evaluation, "uneven-edits", overlay.rows[odd], len(odd), message, words, cause=cause)


def _beyond(evaluation: Evaluation) -> Iterable[Problem]:
    """Numbers beyond those that the metric takes as they are."""
    limits = evaluation.metric.limits
    if limits is None:
        return
    table, overlay = evaluation.table, evaluation.overlay
    in_file, edited = _are_beyond(table.predictions, limits), _are_beyond(overlay.predictions, limits)
    in_file[overlay.rows] = False
    rows = union(np.flatnonzero(in_file), overlay.rows[edited])
    if len(rows):
        values = values_of(evaluation.predictions(rows))
        odd = values[limits.are_beyond(values)]
        counted = "1 number is" if len(odd) == 1 else f"{len(odd):,} numbers are"
        message = f"{counted} {limits.others}, such as {odd[0]:g}"
        words = f"{limits.consequence}; some sites reject such a file"
        yield _problem(evaluation, "beyond-limits", rows, len(odd), message, words, cause=limits.cause)


def _off_grades(evaluation: Evaluation) -> Iterable[Problem]:
    """Numbers that the metric rounds to grades below or above all true ones."""
    if not rounds(evaluation.metric):
        return
    table, overlay, width = evaluation.table, evaluation.overlay, max(1, evaluation.table.truth.longest)
    in_file, edited = table.off_grades.copy(), are_off(grades_of(overlay.predictions, width), table.true_ends)
    in_file[overlay.rows] = False
    rows = union(np.flatnonzero(in_file), overlay.rows[edited])
    if len(rows):
        grades, (low, high) = grades_of(evaluation.predictions(rows[:1]), width), table.true_ends
        odd = grades[(grades < low) | (grades > high)]
        counted, are = count_of(len(rows), "prediction"), "is" if len(rows) == 1 else "are"
        message = f"{counted} {are} rounded to grades that no row has in truth, such as {odd[0]:g}"
        words = "each counts as a grade of its own, farther off than the nearest true one"
        cause = "a model without limits: limit its numbers to the lowest and the highest grade"
        yield _problem(evaluation, "off-grades", rows, len(rows), message, words, cause=cause)


def _between_grades(evaluation: Evaluation) -> Iterable[Problem]:
    """Edited rows with decimals, which the metric rounds, where the file has whole grades."""
    lists, file = evaluation.overlay.predictions, evaluation.table.predictions
    if not rounds(evaluation.metric) or are_whole(values_of(lists)) or not are_whole(values_of(file)):
        return
    width = max(1, evaluation.table.truth.longest)
    values = values_of(lists, width)
    odd = ~np.isnan(values) & (values != np.round(values))
    rows = evaluation.overlay.rows[odd.any(axis=1)]
    counted = "1 edited row predicts" if len(rows) == 1 else f"{len(rows):,} edited rows predict"
    message = f"{counted} decimals, such as {values[odd][0]:g}, where the file has whole grades"
    words = f"{evaluation.metric.label} rounds them; a site that compares grades may refuse them"
    yield _problem(evaluation, "decimal-edits", rows, len(rows), message, words)


def _divided(evaluation: Evaluation) -> Iterable[Problem]:
    """True numbers of 0 that the metric divides by."""
    if not divides_by_truth(evaluation.metric) or not len(rows := evaluation.table.true_zeros):
        return
    message = "1 row has a truth of 0" if len(rows) == 1 else f"{len(rows):,} rows have a truth of 0"
    words = f"{evaluation.metric.label} divides by it, so that these rows make the overall; zeros=skip leaves them out"
    ids = tuple(evaluation.table.id(row) for row in rows[:_EXAMPLES].tolist())
    yield Problem("divided-by-0", "truth", len(rows), message, words, examples=ids, rows=rows)


def _weighed_by_submission(evaluation: Evaluation) -> Iterable[Problem]:
    """Weights of rows that the truth lacks."""
    weight, pair = getattr(evaluation.metric, "weight", ""), evaluation.pair
    names = [[name.strip() for name in side.sheet.names] for side in (pair.truth, pair.submission)]
    if weight in names[1] and weight not in names[0]:
        message, words = "the weights of the rows are read from the submission", "a site takes its own, of the truth"
        rows = len(evaluation.table)
        yield Problem("weights-of-submission", "submission", rows, message, words, column=weight)


def _are_beyond(lists: Ragged, limits: Limits) -> Bools:
    """bool (n,): the lists with a number beyond the limits."""
    if not len(lists) or (limits.low <= lists.lightest and lists.heaviest <= limits.high):  # known after the first time
        return np.zeros(len(lists), bool)
    return np.asarray(limits.are_beyond(values_of(lists)).any(axis=1), bool)


def _problem(
    evaluation: Evaluation,
    kind: str,
    rows: Ints,
    count: int,
    message: str,
    words: str,
    *,
    cause: str = "",
    rejects: bool = False,
) -> Problem:
    ids = tuple(evaluation.table.id(row) for row in rows[:_EXAMPLES].tolist())
    in_file = np.setdiff1d(rows, evaluation.overlay.rows)  # what is edited stands on no line
    line = evaluation.pair.submission.line(int(evaluation.table.entry_of_row[in_file[0]])) if len(in_file) else None
    return Problem(
        kind, "submission", count, message, words, examples=ids, line=line, rejects=rejects, cause=cause, rows=rows
    )
