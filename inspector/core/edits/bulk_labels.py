"""Bulk edits of lists of labels.

Confidences belong to ranks: a label at a rank gets the confidence of the rank, a removed label takes its confidence
along, and an added rank gets the next lower number of the last confidence of its row, or 1. Where the confidences of a
row rise, it gets the last one. In files with a score beside each label, `own_scores` then gives each its own again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from inspector.core.arrays.falling import next_lower
from inspector.core.arrays.offsets import indices_of, offsets_of
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import Codes, Ints, repeat_chunked
from inspector.core.data.prediction import DEFAULT_CONFIDENCE, Prediction
from inspector.core.edits.bulk_edit import BulkEdit, Operation
from inspector.core.evaluation.class_probabilities import is_of_one_class
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.labels.dispatch import validate_prediction
from inspector.core.metrics.hits import find_hits, members

KINDS: Mapping[str, Operation] = {
    "put_first": Operation("Put a label first", ("label",), "put {label} first"),
    "append": Operation("Add a label at the end", ("label",), "add {label}"),
    "remove": Operation("Remove a label", ("label",), "remove {label}"),
    "replace": Operation("Replace a label", ("label", "other"), "replace {label} by {other}"),
    "exchange": Operation(
        "Exchange two labels", ("label", "other"), "exchange {label} with {other}", keeps_scores=True
    ),
    "truncate": Operation("Keep only the first labels", ("rank",), "keep the first {rank}"),
    "swap": Operation("Swap two ranks", ("rank", "other_rank"), "swap ranks {rank} and {other_rank}"),
    "truth_first": Operation("Put the truth first", (), "put the truth first"),
    "hits_first": Operation("Put the hits first", (), "put the hits first"),
    "unrepeat": Operation("Remove repeats", (), "remove repeats"),
    "clear": Operation("Clear", (), "clear"),
}


def refuse(evaluation: Evaluation, bulk_edit: BulkEdit) -> None:
    """Raise InputError for labels that the file cannot hold."""
    for field in _label_fields(bulk_edit):
        validate_prediction(evaluation.pair.submission, Prediction((getattr(bulk_edit, field),)))


def after(evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit, code_of: Callable[[str], int]) -> Ragged:
    """The lists of ascending rows after the edit; code_of: returns the code of a label."""
    codes = {field: code_of(getattr(bulk_edit, field)) for field in _label_fields(bulk_edit)}
    return _without_blanks(_applied(evaluation, rows, bulk_edit, codes))


def _label_fields(bulk_edit: BulkEdit) -> list[str]:
    return [field for field in KINDS[bulk_edit.kind].takes if field in ("label", "other")]


def _without_blanks(lists: Ragged) -> Ragged:
    """Drop blank labels from lists that have another label."""
    blank = lists.codes == BLANK
    if not blank.any():
        return lists
    return lists.keep(~blank | (repeat_chunked(lists.lengths, lists.lengths) == 1))


def _applied(evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit, codes: Mapping[str, int]) -> Ragged:
    lists = evaluation.predictions(rows)
    match bulk_edit.kind:
        case "put_first":
            return put_first(lists, np.full(len(lists), codes["label"], np.int32))
        case "append":
            return append(lists, codes["label"])
        case "remove":
            return lists.keep(lists.codes != codes["label"])
        case "replace":
            return replace(lists, codes["label"], codes["other"])
        case "exchange":
            return exchange(lists, codes["label"], codes["other"])
        case "truncate":
            return lists.keep(indices_of(lists.lengths) < bulk_edit.rank)
        case "swap":
            return swap(lists, bulk_edit.rank, bulk_edit.other_rank)
        case "truth_first":
            first = first_missing_truth(evaluation.table.truth.take(rows), lists)
            return exchange_first(lists, first) if is_of_one_class(evaluation) else put_first(lists, first)
        case "hits_first":
            return hits_first(lists, evaluation.table.truth.take(rows))
        case "unrepeat":
            return lists.keep(~lists.repeats() | (lists.codes == BLANK))
        case "clear":
            return lists.keep(np.zeros(len(lists.codes), bool))
    raise ValueError(f"there is no kind of bulk edit {bulk_edit.kind!r}")


def put_first(lists: Ragged, first: Codes) -> Ragged:
    """Move or add one code per list, int32 (n,), to the front; a code below 0 leaves its list unchanged."""
    kept = (lists.codes != repeat_chunked(first, lists.lengths)) | (lists.codes < 0)
    rest = Ragged(lists.offsets, lists.codes).keep(kept)
    return _relabelled(lists, _with_one_more(rest, first, at_end=False))


def exchange_first(lists: Ragged, first: Codes) -> Ragged:
    """As `put_first`, but only the code at rank 1 moves: to where the other one was."""
    codes, filled = lists.codes.copy(), (lists.lengths > 0) & (first >= 0)
    at = np.flatnonzero((codes == repeat_chunked(first, lists.lengths)) & (codes >= 0))
    codes[at] = lists.codes[lists.offsets[lists.list_of(at)]]
    codes[lists.offsets[:-1][filled]] = first[filled]
    return put_first(Ragged(lists.offsets, codes, lists.weights), first)


def hits_first(lists: Ragged, truth: Ragged) -> Ragged:
    """Each list with its hits before all else, the best grades first, else in their order; weights stay in place.

    So a wrong order costs nothing. A copy of a hit is none.
    """
    hits, grades = find_hits(truth, lists), np.zeros(len(lists.codes))
    grades[hits.index] = 1.0 if truth.weights is None else truth.weights[hits.indices_in(truth)]
    order = np.lexsort((-grades, lists.owners()))
    return Ragged(lists.offsets, lists.codes[order], lists.weights)


def append(lists: Ragged, code: int) -> Ragged:
    """Append a code to each list that lacks it."""
    present = lists.list_of(np.flatnonzero(lists.codes == code))
    last = np.full(len(lists), code, np.int32)
    last[present] = BLANK
    return _relabelled(lists, _with_one_more(Ragged(lists.offsets, lists.codes), last, at_end=True))


def replace(lists: Ragged, code: int, other: int) -> Ragged:
    """Replace a code by another in all lists."""
    return Ragged(lists.offsets, np.where(lists.codes == code, np.int32(other), lists.codes), lists.weights)


def exchange(lists: Ragged, code: int, other: int) -> Ragged:
    """Exchange two codes wherever they are; weights stay in place, so that of a single one the other takes them."""
    codes = lists.codes.copy()
    codes[lists.codes == code], codes[lists.codes == other] = other, code
    return Ragged(lists.offsets, codes, lists.weights)


def swap(lists: Ragged, rank: int, other: int) -> Ragged:
    """Swap the codes at two ranks, from 1, in lists that have both; weights stay in place."""
    starts = lists.offsets[:-1][lists.lengths >= max(rank, other)]
    codes, left, right = lists.codes.copy(), starts + rank - 1, starts + other - 1
    codes[left], codes[right] = lists.codes[right], lists.codes[left]
    return Ragged(lists.offsets, codes, lists.weights)


def first_missing_truth(truth: Ragged, lists: Ragged) -> Codes:
    """int32 (n,): a truth code of the highest grade unless the list begins with one, else the best that it lacks.

    One that the list lacks comes before one that it has; -1 for no truth.
    """
    truth = truth.by_weight()
    found = _lacking(truth, lists)
    if truth.weights is None:
        return found
    best = truth.keep(truth.weights == truth.weights[repeat_chunked(truth.offsets[:-1], truth.lengths)])
    is_first = best.codes == repeat_chunked(lists.first_codes(), best.lengths)
    better, begun = _lacking(best, lists), best.list_of(np.flatnonzero(is_first))
    better[begun] = found[begun]
    return better


def _lacking(truth: Ragged, lists: Ragged) -> Codes:
    """int32 (n,): the first truth code that each list lacks, else the first of all; -1 for no truth."""
    first = truth.first_codes()
    lacking = np.flatnonzero(~members(lists, Ragged(truth.offsets, truth.codes)))
    rows = truth.list_of(lacking)
    rows, earliest = np.unique(rows, return_index=True)
    first[rows] = truth.codes[lacking[earliest]]
    return first


def _with_one_more(lists: Ragged, codes: Codes, *, at_end: bool) -> Ragged:
    """Add a code to each list, at the front or the end; codes below 0 are skipped."""
    more = codes >= 0
    offsets = offsets_of(lists.lengths + more)
    at = (offsets[1:] - 1 if at_end else offsets[:-1])[more]
    old = np.ones(int(offsets[-1]), bool)
    old[at] = False
    flat = np.empty(len(old), np.int32)
    flat[at], flat[old] = codes[more], lists.codes
    return Ragged(offsets, flat)


def _relabelled(before: Ragged, after: Ragged) -> Ragged:
    """`after` with the weights of the ranks of `before`; a label takes the rank of a blank beside it."""
    after = _without_blanks(after)
    return (
        after if before.weights is None else Ragged(after.offsets, after.codes, weights_by_rank(before, after.lengths))
    )


def weights_by_rank(before: Ragged, lengths: Ints) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """float64 (lengths.sum(),): the weights of lists after changing their lengths, int64 (n,)."""
    index = indices_of(lengths)
    old_lengths = repeat_chunked(before.lengths, lengths)
    at = repeat_chunked(before.offsets[:-1], lengths) + np.minimum(index, old_lengths - 1)
    weights = np.full(len(index), DEFAULT_CONFIDENCE)
    if before.weights is not None:
        weights[old_lengths > 0] = before.weights[at[old_lengths > 0]]
    added = index - np.maximum(old_lengths, 1) + 1
    added[repeat_chunked(before.rises(), lengths)] = 0
    for step in range(1, 1 + int(added.max(initial=0))):
        weights[added >= step] = next_lower(weights[added >= step])
    return weights
