"""Blends: one submission made of several, by a method and with a weight for each."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Codes, Floats, Ints
from inspector.core.data.kind import Kind
from inspector.core.data.numbers import values_of
from inspector.core.ensemble.methods import METHODS
from inspector.core.ensemble.pool import Pool
from inspector.core.errors import InputError
from inspector.core.plural import count_of
from inspector.core.task import Progress, Task

# The lists of some rows of a submission, int64 (r,), such as `Evaluation.predictions`.
Take: TypeAlias = Callable[[Ints], Ragged]
_ROWS = 1 << 16


@dataclass(frozen=True)
class Recipe:
    """How submissions are blended. method: a key of METHODS; weights: one for each submission, of any sum.

    Raises InputError for an unknown method, and for weights that are negative, not numbers, or all 0.
    """

    method: str
    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise InputError(f"unknown method {self.method!r}", expected=" | ".join(METHODS))
        if not all(math.isfinite(weight) and weight >= 0 for weight in self.weights) or not any(self.weights):
            found = ", ".join(f"{weight:g}" for weight in self.weights)
            raise InputError("the weights cannot be used", found=found, expected="numbers from 0 on, not all of them 0")

    @property
    def used(self) -> tuple[int, ...]:
        """The submissions that take part, by number: none of their labels or candidates counts with a weight of 0."""
        return tuple(at for at, weight in enumerate(self.weights) if weight > 0)

    @property
    def of_used(self) -> Recipe:
        """The same for the submissions that take part alone."""
        return replace(self, weights=tuple(self.weights[at] for at in self.used))

    @property
    def shares(self) -> Floats:
        """float64 (s,): the weights with the sum 1."""
        given = np.array(self.weights, np.float64)
        shares: Floats = given / given.sum()
        return shares


class Ingredients:
    """The lists of several submissions for some rows, counted once, so that weights can be tried quickly.

    take: for each submission what gives the lists of rows. Raises InputError for missing confidences, and for a method
    that does not blend this kind of predictions.
    """

    def __init__(self, take: Sequence[Take], method: str, rows: Ints, kind: Kind) -> None:
        lists = [one(rows) for one in take]
        self._numbers = None if kind.names_labels else lists
        if self._numbers is not None:
            _refuse_numbers(method)
            return
        self._has_weights = [one.weights is not None for one in lists]
        if METHODS[method].needs_confidences and not all(self._has_weights):
            what, without = "this method needs confidences in all submissions", self._has_weights.count(False)
            others = " | ".join(name for name, other in METHODS.items() if not other.needs_confidences)
            raise InputError(what, found=f"{without} without them", expected=others)
        self._pool = Pool.of(lists)
        self._points = METHODS[method].points(self._pool)

    def blend(self, recipe: Recipe) -> Ragged:
        """The blended lists, as long as the longest of each row; with weights if all submissions have confidences."""
        if self._numbers is not None:
            return mean_numbers(self._numbers, recipe.shares)
        ranked = self._pool.ranked(recipe.shares @ self._points, self._pool.longest)
        return ranked if all(self._has_weights) else Ragged(ranked.offsets, ranked.codes)


def blend_task(take: Sequence[Take], count: int, recipe: Recipe, kind: Kind) -> Task[Ragged]:
    """Blend all `count` rows of predictions of a kind.

    Raises InputError if the method needs confidences that a submission does not have, or does not blend the kind.
    """
    if len(take) != len(recipe.weights):
        found = f"{count_of(len(recipe.weights), 'weight')} for {count_of(len(take), 'submission')}"
        raise InputError("there must be a weight for each submission", found=found)
    take, recipe = [take[at] for at in recipe.used], recipe.of_used
    parts = list[Ragged]()
    for low in range(0, count, _ROWS):
        yield Progress(low / count, "Blending")
        part = np.arange(low, min(low + _ROWS, count))
        parts.append(Ingredients(take, recipe.method, part, kind).blend(recipe))
    return Ragged.joined(parts) if parts else Ragged.empty()


def mean_numbers(submissions: Sequence[Ragged], shares: Floats) -> Ragged:
    """The weighted mean of each number of n rows, from the submissions that have it; no list where none has the row.

    shares: float64 (s,), the weight of each submission.
    """
    width = max(1, *(one.longest for one in submissions))
    values = np.stack([values_of(one, width) for one in submissions])
    weights = np.where(np.isnan(values), 0.0, shares[:, None, None])
    total = weights.sum(axis=0)
    sums = (weights * np.nan_to_num(values)).sum(axis=0)
    means = np.divide(sums, total, out=np.full(sums.shape, np.nan), where=total > 0)
    held = np.any([one.lengths > 0 for one in submissions], axis=0)
    # Without the last bits of a sum, which would make long texts.
    rounded = np.array([float(f"{value:.15g}") for value in means[held].ravel().tolist()])
    return Ragged(offsets_of(held * width), np.tile(_codes(submissions), int(held.sum())), rounded)


def _codes(submissions: Sequence[Ragged]) -> Codes:
    """int32 (c,): the codes of the numbers of a row, which are the same in all."""
    filled = (one[int(np.argmax(one.lengths))] for one in submissions if one.lengths.any())
    return next(filled, np.empty(0, np.int32))


def _refuse_numbers(name: str) -> None:
    if not METHODS[name].of_numbers:
        expected = " | ".join(key for key, method in METHODS.items() if method.of_numbers)
        raise InputError(f"{name} blends lists of labels", expected=f"{expected}, for numbers")
