"""Bulk edits of probabilities in a column for each label. Where most rows add up to 1, rows keep their sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from inspector.core.arrays.column_ranks import rank_columns
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Codes, Floats, Ints, repeat_chunked
from inspector.core.data.numbers import short_as, without_noise
from inspector.core.edits.bulk_edit import BulkEdit, Operation, refuse_arguments, refuse_power
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation

# A probability of 0 is left out of the list, as of a file.
_LEAST = float(np.nextafter(0.0, 1.0))
# From here on a number is more than 0; what stands for 0, so that quotients stay finite, and adds nothing beside these;
# and nearly 0 beside 1, in a row in which all others must rise.
_SOMETHING, _NOTHING, _NEARLY_0 = 1e-270, 1e-300, 1e-9

OPERATIONS: Mapping[str, Operation] = {
    "blend": Operation("Move towards the truth", ("share",), "move {share:.0%} of the way to the truth"),
    "even": Operation("Move towards equal shares", ("share",), "move {share:.0%} of the way to equal shares"),
    "power": Operation(
        "Raise to a power (above 1 sharpens, below flattens)", ("number",), "raise to the power {number:.6g}"
    ),
    "clip": Operation("Limit to a range", ("low", "high"), "limit to {range}"),
}


def refuse(evaluation: Evaluation, bulk_edit: BulkEdit) -> None:
    """Raise InputError for arguments that make no sense."""
    takes = OPERATIONS[bulk_edit.kind].takes
    refuse_arguments(bulk_edit, takes)
    if "number" in takes:
        refuse_power(bulk_edit)
    if "low" in takes and bulk_edit.high <= 0:
        raise InputError("the range has no probability", found=bulk_edit.range)
    classes = len(evaluation.pair.submission.layout.labels)
    if "low" in takes and evaluation.table.adds_up and not bulk_edit.low * classes <= 1 <= bulk_edit.high * classes:
        what = f"{classes} probabilities of {bulk_edit.range} do not add up to 1"
        raise InputError(what, expected=f"{1 / classes:.4g} between both limits")


def after(evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit, code_of: Callable[[str], int]) -> Ragged:
    """The probabilities of ascending rows after the edit, highest first; those of 0 are left out, as in the file."""
    reading = evaluation.pair.submission
    codes = np.array([code_of(name) for name in reading.layout.names_of(reading.sheet)], np.int32)
    before = matrix_of(evaluation.predictions(rows), codes)
    truth = evaluation.table.truth.take(rows)
    is_true = matrix_of(Ragged(truth.offsets, truth.codes, np.ones(len(truth.codes))), codes)
    if not evaluation.table.adds_up:  # each label has a probability of its own
        changed = without_noise(_applied(bulk_edit, before, is_true), before)
        is_predicted = evaluation.table.submitted[rows] | before.any(axis=1)  # an edit adds no row to the file
        return listed(np.where(is_predicted[:, None], changed, before), codes)
    kept: Bools = (before.sum(axis=1) > 0) & ((bulk_edit.kind != "blend") | is_true.any(axis=1))
    changed = before.copy()
    if bulk_edit.kind == "clip":
        changed[kept] = limited(before[kept], *_limits(bulk_edit))
    else:
        changed[kept] = _with_sums(_applied(bulk_edit, before[kept], _shares(is_true[kept])), before[kept])
    is_short = bulk_edit.kind != "clip"  # the highest one may be at the limit
    return listed((short_as(before, changed) if is_short else without_noise(changed, before)), codes)


def matrix_of(lists: Ragged, codes: Codes) -> Floats:
    """float64 (r, c): the weight of each code in each list, 0 for none."""
    column = np.full(int(max(codes.max(initial=-1), lists.codes.max(initial=-1))) + 2, -1)
    column[codes] = np.arange(len(codes))
    matrix, at = np.zeros((len(lists), len(codes))), column[lists.codes]
    known: Bools = at >= 0
    if lists.weights is not None:
        matrix[lists.owners()[known], at[known]] = lists.weights[known]
    return matrix


def _shares(is_true: Floats) -> Floats:
    """What a perfect prediction gives each label of a row, 0 where it has no truth."""
    return np.asarray(is_true / np.maximum(is_true.sum(axis=1, keepdims=True), 1.0))


def _applied(bulk_edit: BulkEdit, before: Floats, perfect: Floats) -> Floats:
    """Other numbers, float64 (r, c), of the shape of both."""
    match bulk_edit.kind:
        case "blend":
            return np.asarray(before + bulk_edit.share * (perfect - before))
        case "even":
            return np.asarray(before + bulk_edit.share * (before.mean(axis=1, keepdims=True) - before))
        case "power":
            return np.asarray(before**bulk_edit.number)
        case "clip":
            return np.clip(before, *_limits(bulk_edit))
    raise ValueError(f"there is no kind of bulk edit {bulk_edit.kind!r}")


def raised(lists: Ragged, power: float, *, keeps_sums: bool) -> Ragged:
    """The probabilities of lists raised to a power, with all digits; keeps_sums: whether rows keep their sums."""
    if lists.weights is None:
        return lists
    after = Ragged(lists.offsets, lists.codes, lists.weights**power)
    if not keeps_sums or after.weights is None:
        return after
    sums = after.weight_sums
    scale = np.where(sums > 0, lists.weight_sums / np.where(sums > 0, sums, 1.0), 1.0)
    return Ragged(lists.offsets, lists.codes, after.weights * repeat_chunked(scale, lists.lengths))


def _limits(bulk_edit: BulkEdit) -> tuple[float, float]:
    return max(bulk_edit.low, 0.0), min(bulk_edit.high, 1.0)


def limited(before: Floats, low: float, high: float) -> Floats:
    """The numbers of each row, (r, c), from low to high, and with the sum that they had.

    What is cut off goes to the others, or comes from them, in proportion; where these are 0, each gets the same.
    """
    after, odd = before.copy(), ((before < low) | (before > high)).any(axis=1)
    numbers, wanted = before[odd], before[odd].sum(axis=1).clip(low * before.shape[1], high * before.shape[1])
    above = numbers > _SOMETHING
    is_short = np.where(above, high, low).sum(axis=1) < wanted
    numbers[is_short] = np.where(above[is_short], 1.0, _NEARLY_0)
    found = _scaled_within(np.maximum(numbers, _NOTHING), low, high, wanted)
    found[~above & ~is_short[:, None]] = low
    after[odd] = found
    return after


def _scaled_within(numbers: Floats, low: float, high: float, wanted: Floats) -> Floats:
    """Rows multiplied by a factor of their own and then cut off, so that they have the sums that are wanted, (r,).

    The sum of a row rises with its factor, in straight lines between the factors at which one of its numbers reaches a
    limit. These are searched by halves.
    """

    def at(edge: Ints) -> Floats:
        return np.asarray(np.clip(numbers * np.take_along_axis(edges, edge[:, None], axis=1), low, high))

    edges = np.sort(np.concatenate([low / numbers, high / numbers], axis=1), axis=1)
    first, last = np.zeros(len(numbers), np.int64), np.full(len(numbers), edges.shape[1] - 1)
    while (last - first > 1).any():
        middle = (first + last) // 2
        is_enough = at(middle).sum(axis=1) >= wanted
        first, last = np.where(is_enough, first, middle), np.where(is_enough, middle, last)
    less, more = at(first), at(last)
    missing, rise = wanted - less.sum(axis=1), (more - less).sum(axis=1)
    share = np.where(rise > 0, missing / np.where(rise > 0, rise, 1.0), 0.0).clip(0.0, 1.0)
    return np.asarray(less + share[:, None] * (more - less))


def _with_sums(numbers: Floats, before: Floats) -> Floats:
    """Numbers divided so that each row, (c,), adds up to what it did."""
    sums, wanted = (values.sum(axis=1, keepdims=True) for values in (numbers, before))
    return np.where(sums > 0, numbers * (wanted / np.where(sums > 0, sums, 1.0)), before)


def listed(matrix: Floats, codes: Codes) -> Ragged:
    """The codes of each row by their numbers, as the file is read."""
    offsets = offsets_of((matrix >= _LEAST).sum(axis=1))
    columns, weights = np.empty(offsets[-1], np.int32), np.empty(offsets[-1])
    rank_columns(matrix.T, codes, _LEAST, offsets[:-1], columns, weights)
    return Ragged(offsets, columns, weights)
