"""Matthews correlation of two or more classes."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Codes, Floats, Ints
from inspector.core.metrics.classes.agreement import ClassAgreement, Moves


class MatthewsCorrelation(ClassAgreement):
    """mcc: (c·n − Σ t·p) / √((n² − Σ p²)·(n² − Σ t²)), n rows, c of them right, t true and p predicted of each class.

    Rows without a label have a class of their own. 0 where all rows have the same class on one side. A right label can
    lower it, where it spreads predictions over more classes; such a row costs nothing. Source: scikit-learn
    (matthews_corrcoef); Gorodkin 2004 (R_K); of two classes Matthews 1975, the phi coefficient.
    """

    name: ClassVar[str] = "mcc"
    title: ClassVar[str] = "MCC"
    formula: ClassVar[str] = (
        "(c·n − Σ t·p) / √((n² − Σ p²)·(n² − Σ t²)), n rows, c right; t true, p predicted of each class"
    )
    source: ClassVar[str] = "scikit-learn: matthews_corrcoef; Gorodkin 2004: R_K"

    def of_counts(self, tp: Ints, predicted: Ints, support: Ints) -> float:
        """The correlation of all rows."""
        p, t = _with_none(predicted, support)
        return float(_correlation(t.sum(), tp.sum(), (p * t).sum(), (p * p).sum(), (t * t).sum()))

    def working(self, tp: Ints, predicted: Ints, support: Ints) -> str:
        """The formula with its sums."""
        p, t = _with_none(predicted, support)
        n = int(t.sum())
        spread = " · ".join(f"{n * n - int((part * part).sum()):,}" for part in (p, t))
        return f"({int(tp.sum()):,} · {n:,} − {int((p * t).sum()):,}) ÷ √({spread})"

    def gains(self, tp: Ints, predicted: Ints, support: Ints, moves: Moves) -> Floats:
        """The correlation with each move alone, less what it is: four sums that move with the row."""
        (p, t), now, then = _with_none(predicted, support), moves.now, moves.then
        n, right, tt = t.sum(), tp.sum(), (t * t).sum()
        both = (p * t).sum() - t[now] + t[then]
        squares = (p * p).sum() + np.where(now == then, 0, 2 * (p[then] - p[now] + 1))
        return _correlation(n, right + moves.won, both, squares, tt) - self.of_counts(tp, predicted, support)

    def without(self, tp: Ints, predicted: Ints, support: Ints, true: Codes, first: Codes) -> Floats:
        """The correlation of all other rows."""
        (p, t), hit = _with_none(predicted, support), (true == first).astype(np.int64)
        n, right = t.sum() - 1, tp.sum() - hit
        both = (p * t).sum() - p[true] - t[first] + hit
        found = _correlation(n, right, both, (p * p).sum() - 2 * p[first] + 1, (t * t).sum() - 2 * t[true] + 1)
        return found if n else np.full(len(true), np.nan)


def _with_none(predicted: Ints, support: Ints) -> tuple[Ints, Ints]:
    """The rows that each class gets and has, int64 (c + 1,); the last class, at -1, is that of rows without a label."""
    return np.append(predicted, support.sum() - predicted.sum()), np.append(support, 0)


def _correlation(n: Ints, right: Ints, both: Ints, predicted: Ints, true: Ints) -> Floats:
    """The formula from whole sums: Σ t·p, Σ p², Σ t²; 0 without any variance."""
    # As floats, because the product of two sums may be too large for int64.
    spread = np.multiply(n * n - predicted, n * n - true, dtype=np.float64)
    found: Floats = np.divide(right * n - both, np.sqrt(spread), out=np.zeros(np.shape(both)), where=spread > 0)
    return found
