"""The numbers of predictions that are numbers, as a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import MOST, Bools, Floats, Ints, beyond_floats
from inspector.core.errors import InputError

_MOST = 0.99
# Rows that are looked at, and how far their sums may be from 1.
_SAMPLE, _NEAR_1 = 1000, 1e-3
# Rounding takes a probability of float32 at most so far below 0 or above 1.
_ROUNDING = 1e-6
# Computed probabilities have so many decimals, but for those that are smaller than this.
_MOST_DECIMALS, _TINY = 15, 1e-6
# Beside short ones, so many decimals, or so many digits if they are small; powers of ten are exact up to this.
_DECIMALS, _DIGITS, _EXACT = 7, 6, 22
# Rows that are looked at to tell whether probabilities are short.
_ROWS = 1000
# Rounded probabilities of a row add up to 1 within this.
NEAR_SUM = 5e-3
# What rows that do not add up to 1 lead to, and where they come from.
UNEVEN = (
    "a metric may divide them by their sum or count them as they are; a site may reject the file",
    "a probability was changed without the others",
)
# The fewest numbers of a list, and the fewest lists that add up to 1, to take them for probabilities.
_FEWEST = 2


def values_of(lists: Ragged, width: int | None = None) -> Floats:
    """float64 (n, c): the numbers of n lists of c components each, NaN for an empty list.

    width: c, None for that of the longest list, at least 1.
    """
    width = max(1, lists.longest) if width is None else width
    weights = np.full(len(lists.codes), np.nan) if lists.weights is None else lists.weights
    if len(weights) == len(lists) * width:
        return weights.reshape(len(lists), width)
    values = np.full((len(lists), width), np.nan)
    values[lists.lengths > 0] = weights.reshape(-1, width)
    return values


def are_answers(values: Floats) -> bool:
    """Whether all numbers are 0 or 1, and none is NaN."""
    return bool(((values == 0) | (values == 1)).all())


def logs_of(values: Floats) -> Floats:
    """log(1 + number) of each, those below 0 as 0, of the same shape."""
    logs: Floats = np.log1p(np.maximum(values, 0.0))
    return logs


@beyond_floats
def errors_of(truth: Floats, predicted: Floats) -> Floats:
    """prediction − truth; infinite where it is beyond all floats, NaN where one of both is."""
    errors: Floats = predicted - truth
    return errors


def worst_errors(truth: Floats, predicted: Floats) -> Floats:
    """float64 (n,): prediction − truth, both (n, c), of each row's number that is furthest off; NaN for none."""
    worst: Floats = errors_of(truth, predicted)[np.arange(len(truth)), furthest_places(truth, predicted)]
    return worst


def furthest_places(truth: Floats, predicted: Floats) -> Ints:
    """int64 (n,): which of each row's numbers, both (n, c), is furthest off; of equal ones and for none the first."""
    off = np.abs(errors_of(truth, predicted))
    places: Ints = np.argmax(np.where(np.isnan(off), -1.0, off), axis=1)
    return places


def grades_of(lists: Ragged, width: int) -> Floats:
    """float64 (n, width): the numbers rounded to whole ones, halves to even ones; NaN for none."""
    return np.rint(values_of(lists, width)) + 0.0  # no -0


def ends_of(values: Floats) -> tuple[Floats, Floats]:
    """float64 (c,) each: the lowest and the highest of each column, (n, c); infinite for none."""
    known = ~np.isnan(values)
    lowest, highest = values.min(axis=0, initial=np.inf, where=known), values.max(axis=0, initial=-np.inf, where=known)
    return lowest, highest


def are_off(values: Floats, ends: tuple[Floats, Floats]) -> Bools:
    """bool (n,): the rows with a number, (n, c), beyond the `ends_of` its column; not so for NaN."""
    return np.asarray(((values < ends[0]) | (values > ends[1])).any(axis=1), bool)


def far_off(truth: Ragged, predictions: Ragged, *, by_logs: bool = False) -> float:
    """An error that only 1 row in 100 exceeds, above 0; by_logs: one of `logs_of`."""
    sides = (true := values_of(truth)), values_of(predictions, true.shape[1])
    known = np.abs(worst_errors(*(map(logs_of, sides) if by_logs else sides)))
    known = np.minimum(known[~np.isnan(known)], MOST)
    return float(np.quantile(known, _MOST)) or 1.0 if len(known) else 1.0


@dataclass(frozen=True)
class Limits:
    """The numbers that are taken as they are, from low to high.

    others: what is said of the others; cause: where they usually come from; consequence: what a metric does with them.
    """

    low: float
    high: float
    others: str
    cause: str
    consequence: str = ""

    def are_beyond(self, values: Floats) -> Bools:
        """Whether numbers of any shape are outside by more than a rounding error; not so for NaN."""
        found: Bools = (values < self.low - _ROUNDING) | (values > self.high + _ROUNDING)
        return found


FROM_0_TO_1 = Limits(0.0, 1.0, "not from 0 to 1", "a model that gives scores, such as log odds, or a number in percent")
FROM_0 = Limits(0.0, np.inf, "below 0", "a model whose numbers have no lower end, such as a linear one")


def without_noise(after: Floats, before: Floats) -> Floats:
    """Probabilities computed from others, both of any shape, to 15 decimals, but for tiny ones and those that are the
    same: a file gets 0.2250088 and not 0.22500879999999998.
    """
    return np.where((after == before) | (after < _TINY), after, np.round(after, _MOST_DECIMALS))


def short_as(before: Floats, after: Floats) -> Floats:
    """Probabilities of rows, (r, c) each, as short as those that they were computed from, with the same sums.

    What is rounded off goes to the highest of a row. Where those before are not short, as of `without_noise`.
    """
    first = before[:_ROWS]
    if ((_shortened(first) != first).sum(axis=1) > 1).any():  # one of a row may have what was rounded off
        return without_noise(after, before)
    short = np.where(after == before, after, _shortened(after))
    lines, highest = np.arange(len(after)), after.argmax(axis=1)
    off = after.sum(axis=1) - short.sum(axis=1)
    short[lines, highest] = np.round(short[lines, highest] + off, _MOST_DECIMALS)
    return short


def _shortened(values: Floats) -> Floats:
    magnitude = np.floor(np.log10(values, where=values > 0, out=np.zeros(values.shape)))
    scale = 10.0 ** np.clip(_DIGITS - 1 - magnitude, _DECIMALS, _EXACT)
    return np.asarray(np.rint(values * scale) / scale)


def summing_to_1(values: Sequence[float], kept: Sequence[int] = ()) -> tuple[float, ...]:
    """Probabilities scaled to a sum of 1; those `kept`, by index, stay as they are, and the others share the rest.

    Where the others are all 0, each gets the same. Raises InputError for one that is not from 0 to 1.
    """
    at = ~np.isin(np.arange(len(values)), kept)
    numbers = np.array(values, np.float64)
    odd = ~(numbers >= 0) | (numbers > 1)
    if odd.any():
        what = f"{float(numbers[odd][0])!r} is not a valid probability"
        raise InputError(what, expected="from 0 to 1, where all are to sum to 1")
    rest = 1.0 - numbers[~at].sum()
    others = numbers[at].sum()
    if not at.any():
        return tuple(numbers.tolist())
    scaled = numbers[at] * (rest / others) if others else np.full(at.sum(), rest / at.sum())
    numbers[at] = short_as(numbers[None, at], scaled[None])[0]
    return tuple(numbers.tolist())


def are_whole(values: Floats) -> bool:
    """Whether all numbers are whole, as grades and counts are; NaN says nothing."""
    return bool((np.isnan(values) | (values == np.round(values))).all())


def are_probabilities(lists: Ragged) -> bool:
    """Whether there are several numbers a row, and all those of the first rows are from 0 to 1 and sum to 1."""
    first = values_of(lists.part(0, min(len(lists), _SAMPLE)))
    known = first[~np.isnan(first).any(axis=1)]
    sums = known.sum(axis=1)
    return first.shape[1] > 1 and len(known) > 0 and bool((known >= 0).all() and (np.abs(sums - 1) <= _NEAR_1).all())


def uneven(lists: Ragged) -> Bools | None:
    """bool (n,): which lists do not add up to 1, where most do, as all but those of one fold may; else None.

    An empty list adds up to nothing and is not told of. Lists that add up to 1 are of the probabilities of classes.
    """
    if lists.weights is None or lists.longest < _FEWEST or not lists.lightest >= 0:
        return None
    known, off = lists.lengths > 0, lists.weight_sums - 1
    odd: Bools = known & (np.abs(off, out=off) > NEAR_SUM)
    return odd if odd.sum() <= known.sum() // 2 and (~odd & known).sum() >= _FEWEST else None
