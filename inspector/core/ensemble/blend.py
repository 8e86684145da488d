"""Blends: one submission made of several, by a method and with a weight for each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints
from inspector.core.ensemble.methods import METHODS, Method
from inspector.core.ensemble.pool import Pool
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.task import Progress, Task

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
    def shares(self) -> Floats:
        """float64 (s,): the weights with the sum 1."""
        given = np.array(self.weights, np.float64)
        shares: Floats = given / given.sum()
        return shares

    @property
    def steps(self) -> Method:
        """The method."""
        return METHODS[self.method]


class Ingredients:
    """The lists of several submissions for some rows, counted once, so that weights can be tried quickly."""

    def __init__(self, submissions: Sequence[Evaluation], method: str, rows: Ints | None = None) -> None:
        first = submissions[0]
        self.rows = first.all_rows if rows is None else rows
        lists = [one.predictions(self.rows) for one in submissions]
        self._has_weights = [one.weights is not None for one in lists]
        _refuse_without_confidences(METHODS[method], self._has_weights)
        self._pool = Pool.of(lists)
        self._points = METHODS[method].points(self._pool)

    def blend(self, recipe: Recipe) -> Ragged:
        """The blended lists, as long as the longest of each row; with weights if all submissions have confidences."""
        # A submission of weight 0 takes no part, so that its labels are not listed behind the others.
        shares = recipe.shares
        listed = (self._pool.ranks[shares > 0] > 0).any(axis=0)
        points = np.where(listed, shares @ self._points, -np.inf)
        ranked = self._pool.ranked(points, self._pool.longest)
        ranked = ranked.keep(ranked.weights > -np.inf) if ranked.weights is not None else ranked
        return ranked if all(self._has_weights) else Ragged(ranked.offsets, ranked.codes)


def blend_task(submissions: Sequence[Evaluation], recipe: Recipe) -> Task[Ragged]:
    """Blend all rows. Raises InputError if the method needs confidences that a submission does not have."""
    _refuse_number(submissions, recipe)
    rows, parts = len(submissions[0].table), list[Ragged]()
    for low in range(0, rows, _ROWS):
        yield Progress(low / rows, "Blending")
        part = np.arange(low, min(low + _ROWS, rows))
        parts.append(Ingredients(submissions, recipe.method, part).blend(recipe))
    return Ragged.joined(parts) if parts else Ragged.empty()


def _refuse_number(submissions: Sequence[Evaluation], recipe: Recipe) -> None:
    if len(submissions) != len(recipe.weights):
        raise InputError(
            "there must be a weight for each submission",
            found=f"{len(recipe.weights)} weights for {len(submissions)} submissions",
        )


def _refuse_without_confidences(method: Method, has_weights: Sequence[bool]) -> None:
    if method.needs_confidences and not all(has_weights):
        without = has_weights.count(False)
        what = "this method needs confidences in all submissions"
        raise InputError(what, found=f"{without} without them", expected=" | ".join(_without_confidences()))


def _without_confidences() -> list[str]:
    return [name for name, method in METHODS.items() if not method.needs_confidences]
