"""Small random pairs of numbers that a family can score, every family with every choice, and edits of such pairs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import hypothesis.strategies as st
import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.groups import RowGroups
from inspector.core.data.kind import NUMBERS
from inspector.core.metrics import Batch, Metric, Scores, families_of, open_scores

NUMBER_FAMILIES = families_of(NUMBERS)
YES_NO = ("logloss", "brier", "rocauc")
NAN = float("nan")


def of_family(family: type[Metric]) -> list[Metric]:
    """The family with each combination of its choices that refuses nothing, and some values of its parameters."""
    allowed = [[value for value in choice.values if value != "error"] for choice in family.choices().values()]
    more = [{}, {"weight": "w"}] if "weight" in family.parameters() else [{}]
    more += [{"quantile": 0.1}, {"quantile": 0.75, "weight": "w"}] if "quantile" in family.parameters() else []
    return [
        family(**dict(zip(family.choices(), values, strict=True)), **extra)
        for values in product(*allowed)
        for extra in more
    ]


EVERY_NUMBER_METRIC = [metric for family in NUMBER_FAMILIES.values() for metric in of_family(family)]


@dataclass(frozen=True, eq=False)
class Pair:
    """truth, predicted: float64 (n, c), NaN for no number; a row of predicted that is all NaN is missing.

    weights: float64 (n,).
    """

    truth: Floats
    predicted: Floats
    weights: Floats

    def batch(self, rows: Ints | None = None) -> Batch:
        """The batch of all rows, or of some."""
        n, c = self.truth.shape
        codes, offsets = np.tile(np.arange(c, dtype=np.int32), n), np.arange(n + 1) * c
        lists = Ragged(offsets, codes, self.predicted.ravel().copy())
        is_missing = np.isnan(self.predicted).all(axis=1)
        lists = lists.keep(~np.repeat(is_missing, c))
        groups = RowGroups(np.arange(n), n, lambda row: repr(float(self.weights[row])), lambda: self.weights, str)
        whole = Batch(
            Ragged(offsets, codes, self.truth.ravel()), lists, ~is_missing, groups=lambda _: groups, kind=NUMBERS
        )
        return whole if rows is None else whole.take(rows)

    def scores(self, metric: Metric) -> Scores:
        """All rows scored."""
        return open_scores(metric, self.batch())

    def at(self, rows: Ints) -> Pair:
        """Some rows in this order."""
        return Pair(self.truth[rows], self.predicted[rows], self.weights[rows])

    def edited(self, rows: Ints, predicted: Floats) -> Pair:
        """Other predictions, (r, c), for some rows."""
        changed = self.predicted.copy()
        changed[rows] = predicted
        return replace(self, predicted=changed)


def values(family: str) -> tuple[list[float], list[float]]:
    """What truth and predictions of a family are drawn from: ties, ends and values that do not round."""
    if family in YES_NO:
        return [0.0, 1.0], [0.0, 1.0, 0.5, 0.5, 0.25, 0.1, 0.9, 1 / 3]
    if family == "qwk":
        return [0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 3.0, 1.4, 2.6, -1.0]
    if family == "kl":
        return [0.0, 0.5, 0.25, 0.2], [0.0, 0.5, 0.25, 0.1, 1.0]
    return [0.0, 1.0, 2.5, 10.0, 1 / 3, 1e3], [0.0, 1.0, 2.5, 9.0, 0.1, 1e3, -1.0]


@st.composite
def number_pairs(draw: st.DrawFn, family: str, whole: bool = False, most_rows: int = 8) -> Pair:
    """A pair for a family; numbers and rows are missing unless `whole`."""
    n, c = draw(st.integers(1, most_rows)), draw(st.sampled_from([1, 1, 2, 3]))
    right, guessed = values(family)
    nothing = [] if whole else [NAN]
    truth = draw(matrix(right + nothing * (c > 1), n, c))
    if family == "kl":  # a distribution
        truth /= np.where(truth.sum(axis=1, keepdims=True) > 0, truth.sum(axis=1, keepdims=True), 1.0)
    predicted = draw(matrix(guessed + nothing, n, c))
    if not whole:
        predicted[draw(matrix([False] * 6 + [True], n, 1))[:, 0].astype(bool)] = NAN
    return Pair(truth, predicted, draw(matrix([0.5, 1.0, 2.0, 0.1], n, 1))[:, 0])


def matrix(of: list[float], n: int, c: int) -> st.SearchStrategy[Floats]:
    """Some of these values, (n, c)."""
    drawn = st.lists(st.sampled_from(of), min_size=n * c, max_size=n * c)
    return drawn.map(lambda found: np.array(found, np.float64).reshape(n, c))


@st.composite
def edit_of(draw: st.DrawFn, pair: Pair, family: str) -> tuple[Ints, Floats]:
    """Some rows of a pair and other predictions for them."""
    rows = np.array(sorted(draw(st.sets(st.integers(0, len(pair.truth) - 1), min_size=1, max_size=3))))
    return rows, draw(matrix([*values(family)[1], NAN], len(rows), pair.truth.shape[1]))


def same(left: Floats, right: Floats) -> bool:
    """Whether all bits are the same, NaN equal to NaN."""
    return np.array_equal(left, right, equal_nan=True)


def close(left: float, right: float, within: float = 1e-10) -> bool:
    """Whether two numbers are the same, with NaN equal to NaN and infinity to infinity."""
    return bool(np.isclose(left, right, rtol=within, atol=within, equal_nan=True))
