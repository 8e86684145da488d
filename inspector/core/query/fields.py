"""The field names of expressions, and the values of each field for all rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats
from inspector.core.data import kind
from inspector.core.data.kind import Kind
from inspector.core.evaluation.class_probabilities import (
    has_class_probabilities,
    highest_probabilities,
    true_probabilities,
)
from inspector.core.evaluation.numbers import furthest, has_targets
from inspector.core.evaluation.sides import agreeing, baseline_of, gains, hitting, signs
from inspector.core.ladder.inversions import row_gains
from inspector.core.ladder.ladder import row_costs
from inspector.core.metrics.hits import rarest_support, wrong_before
from inspector.core.query.labels import LabelTest, label_counts, predicted, rows_with
from inspector.core.query.notes import TextTest, noted, tagged, with_note, with_tag
from inspector.core.query.numbers import BASE, OF_NUMBERS, has_none

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation

Value: TypeAlias = Callable[..., Any]


def _ranks(evaluation: Evaluation) -> Floats:
    ranks = evaluation.scores.first_hit
    return np.where(ranks == 0, np.nan, ranks)


def _is_after(evaluation: Evaluation) -> Bools:
    k = evaluation.metric.k
    return np.zeros(len(evaluation.table), bool) if k is None else evaluation.scores.first_hit > k


def _is_edited(evaluation: Evaluation) -> Bools:
    return evaluation.overlay.covers(evaluation.all_rows)


def _is_empty(evaluation: Evaluation) -> Bools:
    if not evaluation.table.kind.names_labels:
        return has_none(evaluation)
    empty: Bools = predicted(evaluation, label_counts) == 0
    return empty


def _is_missing(evaluation: Evaluation) -> Bools:
    lengths = predicted(evaluation, lambda lists: lists.lengths.copy())
    missing: Bools = ~evaluation.table.submitted_with(evaluation.all_rows, lengths)
    return missing


def _repeats(evaluation: Evaluation) -> Bools:
    return predicted(evaluation, lambda lists: rows_with(lists, lists.repeats()))


def _has_invalid_confidence(lists: Ragged) -> Bools:
    return np.zeros(len(lists), bool) if lists.weights is None else rows_with(lists, ~np.isfinite(lists.weights))


def _is_in_problem(evaluation: Evaluation) -> Bools:
    """The rows named by a problem; problems of the submission do not apply to edited rows."""
    found = {"truth": np.zeros(len(evaluation.table), bool), "submission": np.zeros(len(evaluation.table), bool)}
    for problem in evaluation.pair.problems:
        if problem.kind != "separator":  # concerns the whole file, not a row
            found[problem.where][problem.rows] = True
    return found["truth"] | (found["submission"] & ~_is_edited(evaluation))


def _has_problem(evaluation: Evaluation) -> Bools:
    invalid = predicted(evaluation, _has_invalid_confidence)
    return _is_empty(evaluation) | _is_missing(evaluation) | _repeats(evaluation) | invalid | _is_in_problem(evaluation)


def _places(evaluation: Evaluation) -> Floats:
    places = evaluation.scores.places
    return np.full(len(evaluation.table), np.nan) if places is None else np.where(places == 0, np.nan, places)


def _confidences(evaluation: Evaluation) -> Floats:
    return predicted(evaluation, highest_probabilities(evaluation))


def _counted(evaluation: Evaluation, test: LabelTest) -> Bools:
    lists = evaluation.metric.within_k(evaluation.batch(evaluation.all_rows)).predictions
    return rows_with(lists, test(lists.codes))


def _before(evaluation: Evaluation, test: LabelTest) -> Bools:
    wrong = wrong_before(evaluation.table.truth, evaluation.predictions(evaluation.all_rows))
    return rows_with(wrong, test(wrong.codes))


def _of_baseline(value: Value) -> Value:
    """The same value of the baseline."""
    return lambda evaluation, *test: value(baseline_of(evaluation), *test)


def _on_both_sides(fields: Mapping[str, Value], *names: str) -> Mapping[str, Value]:
    """The fields, and those by these names of the baseline as well."""
    return {**fields, **{BASE + name: _of_baseline(fields[name]) for name in names}}


# float64 (n,), NaN for rows without a value.
NUMBERS: Mapping[str, Callable[[Evaluation], Floats]] = _on_both_sides(
    {
        "score": lambda evaluation: evaluation.scores.row,
        "rank": _ranks,
        "cost": lambda evaluation: evaluation.costs(evaluation.all_rows),
        "influence": lambda evaluation: evaluation.scores.influence(evaluation.all_rows),
        "delta": lambda evaluation: evaluation.deltas(),
        "truths": lambda evaluation: evaluation.table.truth.lengths.astype(np.float64),
        "preds": lambda evaluation: predicted(evaluation, label_counts).astype(np.float64),
        "found": lambda evaluation: evaluation.metric.found(evaluation.batch(evaluation.all_rows)).astype(np.float64),
        "support": lambda evaluation: rarest_support(evaluation.table.truth).astype(np.float64),
        "place": _places,
        "confidence": _confidences,
        "p_true": lambda evaluation: true_probabilities(evaluation, evaluation.all_rows),
        "ladder": row_costs,
        "inversion": row_gains,
        "wrong_order": lambda evaluation: evaluation.all_losses().ordering,
        "missing_labels": lambda evaluation: evaluation.all_losses().candidates,
        "agree": lambda evaluation: agreeing(evaluation).astype(np.float64),
        "hits": lambda evaluation: hitting(evaluation).astype(np.float64),
        **OF_NUMBERS,
    },
    "score",
    "rank",
    "cost",
    "found",
    "preds",
    "place",
    "confidence",
    "p_true",
    "error",
    "predicted",
)
_RANKS: Mapping[str, Callable[[Evaluation], Bools]] = {
    "none": lambda evaluation: evaluation.scores.first_hit == 0,
    "after": _is_after,
}
# bool (n,): the named values of the ranks.
RANKS: Mapping[str, Mapping[str, Callable[[Evaluation], Bools]]] = {
    "rank": _RANKS,
    f"{BASE}rank": {name: _of_baseline(rows) for name, rows in _RANKS.items()},
}
FLAGS: Mapping[str, Callable[[Evaluation], Bools]] = {
    "edited": _is_edited,
    "empty": _is_empty,
    "repeats": _repeats,
    "missing": _is_missing,
    "problem": _has_problem,
    "noted": noted,
    "tagged": tagged,
    "better": lambda evaluation: gains(evaluation) > 0,
    "worse": lambda evaluation: gains(evaluation) < 0,
    "same": lambda evaluation: (signs(evaluation) == 0) & ~np.isnan(evaluation.deltas()),
}
# bool (n,): the rows with a label that passes a test.
LABELS: Mapping[str, Callable[[Evaluation, LabelTest], Bools]] = _on_both_sides(
    {
        "truth": lambda evaluation, test: rows_with(evaluation.table.truth, test(evaluation.table.truth.codes)),
        "pred": lambda evaluation, test: predicted(evaluation, lambda lists: rows_with(lists, test(lists.codes))),
        "top": lambda evaluation, test: predicted(evaluation, lambda lists: test(lists.first_codes())),
        "counted": _counted,
        "before": _before,
        "furthest": lambda evaluation, test: test(furthest(evaluation, evaluation.all_rows)),
    },
    "pred",
    "top",
)
# bool (n,): the rows with a note or a tag that passes a test.
NOTES: Mapping[str, Callable[[Evaluation, TextTest], Bools]] = {"note": with_note, "tag": with_tag}
# The fields that only a metric with one list of all predictions has.
PLACED = ("place", f"{BASE}place", "ladder", "inversion")
# The fields that only predictions with confidences have.
_CONFIDENT = ("confidence", f"{BASE}confidence")
# The fields that only probabilities of classes have.
_OF_CLASSES = ("p_true", f"{BASE}p_true")
# The fields and flags that only one kind of predictions has.
ONLY_OF: Mapping[Kind, frozenset[str]] = {
    kind.LABELS: frozenset(
        {
            "truths",
            "found",
            "support",
            "wrong_order",
            "missing_labels",
            "agree",
            "hits",
            "repeats",
            *(LABELS.keys() - {"furthest"}),
            *RANKS,
            *PLACED,
            *_CONFIDENT,
            *_OF_CLASSES,
        }
        | {f"{BASE}found", "preds", f"{BASE}preds"}
    ),
    kind.NUMBERS: frozenset({*OF_NUMBERS, "furthest", f"{BASE}error", f"{BASE}predicted"}),
}
_FIELDS = frozenset({"id", *NUMBERS, *LABELS, *NOTES})
# The fields and flags about notes and tags.
ABOUT_NOTES = frozenset({*NOTES, "noted", "tagged"})
# The fields and flags about the difference of two sides.
OF_BOTH = frozenset({"delta", "better", "worse", "same"})
# The fields and flags about scores, ranks or predictions of either side.
OUTCOMES = (_FIELDS | OF_BOTH) - {"id", "truth", "truths", "true", "support", "preds", *NOTES}
# Names of columns, in the table and in exported files, and names that an earlier version had.
_ALIASES = {
    "first_hit_rank": "rank",
    "first_hit": "rank",
    "hit_strip": "rank",
    **dict.fromkeys(("ordering_loss", "by_order"), "wrong_order"),
    **dict.fromkeys(("candidate_loss", "by_labels"), "missing_labels"),
    "predictions": "pred",
    "ladder_cost": "ladder",
    "inversion_gain": "inversion",
    "baseline_score": f"{BASE}score",
    **dict.fromkeys(("baseline_first_hit_rank", "baseline_first_hit"), f"{BASE}rank"),
    "tags": "tag",
}


# The fields of one of several numbers, by the columns that hold it.
_OF_SIDES = {"truth": "true", "predictions": "predicted", "error": "error"}


def field(name: str) -> str:
    """The built-in field of this name, ignoring case; the name itself for an extra column."""
    known = _ALIASES.get(name.lower(), name.lower())
    return known if known in _FIELDS else name


def fits(evaluation: Evaluation, name: str) -> bool:
    """Whether the predictions are of the kind that a field or flag is about."""
    if name in _CONFIDENT and evaluation.table.predictions.weights is None:
        return False
    if name == "furthest" and not has_targets(evaluation):
        return False
    if name in _OF_CLASSES and not has_class_probabilities(evaluation):
        return False
    return not any(name in only and of != evaluation.table.kind for of, only in ONLY_OF.items())


def field_of(column: str) -> str:
    """The field that stands for a column of the table in expressions."""
    side, colon, number = column.partition(":")
    if colon and side in _OF_SIDES:
        return f"{_OF_SIDES[side]}.{number}"
    if not column.startswith("extra:"):
        return field(column)
    name = column.removeprefix("extra:")
    is_builtin = field(name) != name or name in _FIELDS
    return column if is_builtin else name
