"""The problems of a submission that are left in its file once it is saved with some edits, as it would be read again.

Only what rows lack or have too much of is told without reading the file: what is about whole columns, how they are read
or the order of a file stays until it is loaded again, and so do the problems of the truth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.edits import Overlay
from inspector.core.data.numbers import NEAR_SUM
from inspector.core.data.table import Table
from inspector.core.files.checks.pair import first_in_file
from inspector.core.files.pair import Pair
from inspector.core.files.problem import MISSING, WITHOUT_NUMBER, Problem
from inspector.core.plural import agreeing


def once_saved(pair: Pair, edits: Overlay) -> tuple[Problem, ...]:
    """Those of the problems of a pair that its file still has with some edits."""
    if not len(edits):
        return pair.problems
    left = (_left(problem, pair, edits) for problem in pair.problems)
    return tuple(problem for problem in left if problem is not None)


def _left(problem: Problem, pair: Pair, edits: Overlay) -> Problem | None:
    """A problem with those of its rows that still have it; None without any."""
    are_right = _RIGHT.get(problem.kind) if problem.where == "submission" else None
    if are_right is None or not len(problem.rows):
        return problem
    rows = problem.rows[~np.isin(problem.rows, edits.rows[are_right(pair.table, edits.predictions)])]
    if not len(rows):
        return None
    is_same = problem.of_rows is None or len(rows) == len(problem.rows)
    return problem if is_same else _recounted(problem, rows, pair)


def _recounted(problem: Problem, rows: Ints, pair: Pair) -> Problem:
    """A problem as it is of fewer rows."""
    first = first_in_file(pair.table, rows)
    return replace(
        problem,
        count=len(rows),
        rows=rows,
        message=agreeing(len(rows), *(problem.of_rows or ("", ""))),
        examples=tuple(map(pair.table.id, first.tolist())),
        line=None if problem.line is None else pair.submission.line(int(pair.table.entry_of_row[first[0]])),
        fix=problem.fix and replace(problem.fix, recovers=min(problem.fix.recovers, len(rows))),
    )


def _are_filled(_: Table, lists: Ragged) -> Bools:
    return lists.lengths > 0


def _are_whole(_: Table, lists: Ragged) -> Bools:
    """bool (n,): the rows of numbers that lack none."""
    return (lists.lengths > 0) & ~_have(lists, ~np.isfinite(_weights(lists)))


def _name_each_once(_: Table, lists: Ragged) -> Bools:
    return ~_have(lists, lists.repeats())


def _lack_no_confidence(_: Table, lists: Ragged) -> Bools:
    return ~_have(lists, np.isnan(_weights(lists)))


def _have_no_infinite_one(_: Table, lists: Ragged) -> Bools:
    return ~_have(lists, np.isinf(_weights(lists)))


def _add_up(_: Table, lists: Ragged) -> Bools:
    return np.abs(lists.weight_sums - 1) <= NEAR_SUM


def _name_true_labels(table: Table, lists: Ragged) -> Bools:
    return ~_have(lists, (lists.codes < 0) | ~table.in_truth[lists.codes])


def _weights(lists: Ragged) -> Floats:
    return np.zeros(len(lists.codes)) if lists.weights is None else lists.weights


def _have(lists: Ragged, flags: Bools) -> Bools:
    """bool (n,): the lists with any code where flags, bool (m,), is true."""
    return lists.sums(flags.astype(np.float64)) > 0


# By the kind of a problem, which edited lists, bool (n,), have it no more.
_RIGHT: dict[str, Callable[[Table, Ragged], Bools]] = {
    MISSING: _are_filled,
    "empty-predictions": _are_filled,
    "repeated-labels": _name_each_once,
    "missing-confidences": _lack_no_confidence,
    "infinite-confidences": _have_no_infinite_one,
    "misspelled-labels": _name_true_labels,
    "uneven-probabilities": _add_up,
    **dict.fromkeys(WITHOUT_NUMBER, _are_whole),
}
