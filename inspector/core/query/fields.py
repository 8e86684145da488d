"""The names that an expression may use, and the column over all rows that each stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats
from inspector.core.metrics import Losses
from inspector.core.metrics.misses import wrong_before
from inspector.core.metrics.support import rarest_support
from inspector.core.query.labels import LabelTest, at_front, label_counts, predicted, rows_with

if TYPE_CHECKING:
    from inspector.core.document.state import State


def _ranks(state: State) -> Floats:
    ranks = state.scores.first_hit
    return np.where(ranks == 0, np.nan, ranks)


def _is_after(state: State) -> Bools:
    k = state.metric.k
    return np.zeros(len(state.table), bool) if k is None else state.scores.first_hit > k


def _losses(state: State) -> Losses:
    return state.scores.all_losses(lambda: state.batch(state.all_rows))


def _is_edited(state: State) -> Bools:
    return state.overlay.covers(state.all_rows)


def _is_empty(state: State) -> Bools:
    empty: Bools = predicted(state, label_counts) == 0
    return empty


def _is_missing(state: State) -> Bools:
    # A row that the submission lacks is added to it by predicting something for it.
    missing: Bools = ~state.table.submitted & (predicted(state, lambda lists: lists.lengths.copy()) == 0)
    return missing


def _repeats(state: State) -> Bools:
    return predicted(state, lambda lists: rows_with(lists, lists.repeats()))


def _oddly_weighed(lists: Ragged) -> Bools:
    return np.zeros(len(lists), bool) if lists.weights is None else rows_with(lists, ~np.isfinite(lists.weights))


def _was_found(state: State) -> Bools:
    """The rows that a finding names; an edit exchanges what the submission's file has, not what the truth's has."""
    found = {"truth": np.zeros(len(state.table), bool), "submission": np.zeros(len(state.table), bool)}
    for problem in state.pair.problems:
        if problem.kind != "separator":  # a sign that the whole file has is no row's problem
            found[problem.where][problem.rows] = True
    return found["truth"] | (found["submission"] & ~_is_edited(state))


def _has_problem(state: State) -> Bools:
    odd = predicted(state, _oddly_weighed)
    return _is_empty(state) | _is_missing(state) | _repeats(state) | odd | _was_found(state)


def _places(state: State) -> Floats:
    places = state.scores.places
    return np.full(len(state.table), np.nan) if places is None else np.where(places == 0, np.nan, places)


def _before(state: State, test: LabelTest) -> Bools:
    wrong = wrong_before(state.batch(state.all_rows))
    return rows_with(wrong, test(wrong.codes))


# float64 (n,), NaN where a row has no such number.
NUMBERS: Mapping[str, Callable[[State], Floats]] = {
    "score": lambda state: state.scores.row,
    "rank": _ranks,
    "cost": lambda state: state.costs(state.all_rows),
    "delta": lambda state: state.scores.row - state.base.row,
    "truths": lambda state: state.table.truth.lengths.astype(np.float64),
    "preds": lambda state: predicted(state, label_counts).astype(np.float64),
    "support": lambda state: rarest_support(state.table.truth).astype(np.float64),
    "place": _places,
    "by_order": lambda state: _losses(state).ordering,
    "by_labels": lambda state: _losses(state).candidates,
}
# bool (n,): values of the field `rank` that are words.
RANKS: Mapping[str, Callable[[State], Bools]] = {
    "none": lambda state: state.scores.first_hit == 0,
    "after": _is_after,
}
FLAGS: Mapping[str, Callable[[State], Bools]] = {
    "edited": _is_edited,
    "empty": _is_empty,
    "repeats": _repeats,
    "missing": _is_missing,
    "problem": _has_problem,
}
# bool (n,): the rows that have a label which passes a test.
LABELS: Mapping[str, Callable[[State, LabelTest], Bools]] = {
    "truth": lambda state, test: rows_with(state.table.truth, test(state.table.truth.codes)),
    "pred": lambda state, test: predicted(state, lambda lists: rows_with(lists, test(lists.codes))),
    "top": lambda state, test: predicted(state, lambda lists: test(at_front(lists))),
    "before": _before,
}
# The names that columns have elsewhere.
_ALSO = {
    "first_hit_rank": "rank",
    "ordering_loss": "by_order",
    "candidate_loss": "by_labels",
    "predictions": "pred",
}


def field(name: str) -> str:
    """The field that a name stands for, whatever its case; the name itself when it is none of ours."""
    known = _ALSO.get(name.lower(), name.lower())
    return known if known == "id" or known in NUMBERS or known in LABELS else name


def field_of(column: str) -> str:
    """The field, as it is written in an expression, that a column of the table is asked by."""
    if not column.startswith("extra:"):
        return field(column)
    name = column.removeprefix("extra:")
    is_ours = field(name) != name or name == "id" or name in NUMBERS or name in LABELS
    return column if is_ours else name
