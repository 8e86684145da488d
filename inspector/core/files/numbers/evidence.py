"""What speaks for reading two files as numbers: how close they are, compared with numbers paired at random."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints, beyond_floats, distinct, middle

_DRAWS = 4
# So few different whole numbers may as well be classes.
MOST_CLASSES = 12
# More than so many different numbers among as many rows are no classes.
_VARIED = 0.3
# A larger share of numbers with decimals is no mistake.
_SOME = 0.1
_NEARLY_ALL = 0.99
# Standard deviations that are no evidence, and how many more are surely no chance.
_CHANCE, _SURE = 2, 4


@dataclass(frozen=True)
class Closeness:
    """How close predicted numbers are to true ones; all from 0 to 1.

    within: whether they are of the same size; near: how much closer they are than numbers paired at random; sure: how
    far that is from chance; equal: the share of equal numbers above that of numbers paired at random; classes: whether
    numbers repeat so much that they may be classes; decimals: whether predictions have decimals.
    """

    within: float
    near: float
    sure: float
    equal: float
    classes: bool
    decimals: bool


_NONE = Closeness(0.0, 0.0, 0.0, 0.0, False, False)


def closeness(truth: Floats, predicted: Floats) -> Closeness:
    """How close numbers are, both float64 (n,); rows in which either is none are left out."""
    known = np.isfinite(truth) & np.isfinite(predicted)
    truth, predicted = truth[known], predicted[known]
    if not len(truth):
        return _NONE
    # Whole numbers of many sizes beside yes and no are ranks or scores.
    ranks = _count(truth) <= 2 and _count(predicted) > MOST_CLASSES
    decimals = ranks or bool((predicted != np.round(predicted)).mean() > _SOME)
    classes = _count(truth) <= max(MOST_CLASSES, _VARIED * len(truth))
    equal = truth == predicted
    # Equal classes say nothing about numbers, and wrong ones are not near.
    compared = ~equal if not decimals else np.ones(len(truth), bool)
    near, sure = _near(truth, predicted, compared)
    chance = float(np.mean([truth[order] == predicted for order in _orders(len(truth))]))
    return Closeness(_within(truth, predicted), near, sure, max(0.0, float(equal.mean()) - chance), classes, decimals)


def has_few(values: Floats, most: int) -> bool:
    """Whether there are at most so many different numbers, of which the first ones tell mostly."""
    first = values[: 100 * most]
    return _count(first) <= most and (len(first) == len(values) or _count(values) <= most)


def _count(values: Floats) -> int:
    """How many different numbers there are."""
    return len(distinct(np.sort(values)))


def in_order(truth: Floats, predicted: Floats) -> bool:
    """Whether no smaller true number, both float64 (n,), has a larger predicted one; but for one row in a hundred."""
    known = np.isfinite(truth) & np.isfinite(predicted)
    order = np.lexsort((predicted[known], truth[known]))
    true, highest = truth[known][order], np.maximum.accumulate(predicted[known][order])
    first = np.searchsorted(true, true)  # the numbers before those that are equal
    before = np.append(-np.inf, highest)[first]
    return len(true) > 0 and bool((predicted[known][order] >= before).mean() > _NEARLY_ALL)


@beyond_floats
def _within(truth: Floats, predicted: Floats) -> float:
    """Whether the middle of the predictions is near that of the truth, or both are yes or no."""
    if ((truth == 0) | (truth == 1)).all():
        return float(((predicted >= 0) & (predicted <= 1)).mean())
    # np.quantile would first import numpy.ma.
    low, high = np.interp(np.array([0.25, 0.75]) * (len(truth) - 1), np.arange(len(truth)), np.sort(truth))
    return float(abs(middle(predicted) - middle(truth)) <= max(float(truth.std()), 0.75 * float(high - low)))


@beyond_floats
def _near(truth: Floats, predicted: Floats, compared: Bools) -> tuple[float, float]:
    """How much closer numbers are than others, and how sure that is: by their errors, or by their order alone."""
    errors = np.abs(predicted - truth)
    others = np.array([np.abs(predicted - truth[order]) for order in _orders(len(truth))])
    errors, others = errors[compared], others[:, compared]
    if len(errors) < 2 or not (usual := middle(others[others > 0]) if (others > 0).any() else 0.0):
        return 0.0, 0.0
    wins = float(((errors < others) + 0.5 * (errors == others)).mean())
    far = max((wins - 0.5) * 2 * math.sqrt(len(errors)), order_of(truth[compared], predicted[compared]))
    near = max(0.0, 1 - middle(errors) / usual)
    return near, min(1.0, max(0.0, far - _CHANCE) / _SURE)


def order_of(truth: Floats, predicted: Floats) -> float:
    """How far the correlation of the ranks of numbers, both float64 (n,), is above 0, in standard deviations."""
    ranks = [_ranks(values) for values in (truth, predicted)]
    spread = [float(values.std()) for values in ranks]
    if not all(spread):
        return 0.0
    both = float(((ranks[0] - ranks[0].mean()) * (ranks[1] - ranks[1].mean())).mean())
    return both / (spread[0] * spread[1]) * math.sqrt(len(truth))


def _ranks(values: Floats) -> Floats:
    """The rank of each number; equal numbers have the same."""
    ordered = np.sort(values)
    first, behind = (np.searchsorted(ordered, values, side=side) for side in ("left", "right"))
    ranks: Floats = (first + behind) / 2
    return ranks


@cache
def _orders(count: int) -> list[Ints]:
    """Some orders of so many rows."""
    draw = np.random.default_rng(0)
    return [draw.permutation(count) for _ in range(_DRAWS)]
