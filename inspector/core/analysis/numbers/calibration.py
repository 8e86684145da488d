"""Whether predicted probabilities are as often right as they say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.statistics.intervals import wilson

BINS = 10
# So many are counted before another thread of Python may run.
_AT_ONCE = 1 << 19


@dataclass(frozen=True, eq=False)
class Calibration:
    """Rows by their predicted probability: edges float64 (b + 1,), and for each bin, (b,), how many rows there are,
    how many of them are true, int64, and the mean of their predictions, float64, NaN for none.
    """

    edges: Floats
    rows: Ints
    true: Ints
    predicted: Floats

    @property
    def observed(self) -> Floats:
        """float64 (b,): the share of true rows, NaN for none."""
        return _shares(self.true.astype(np.float64), self.rows)

    @property
    def margins(self) -> tuple[Floats, Floats]:
        """float64 (b,) each: the 95 % interval of the observed share (Wilson's), NaN for none."""
        ends = np.array([*map(wilson, self.true.tolist(), self.rows.tolist())])
        return ends[:, 0], ends[:, 1]

    @property
    def gap(self) -> float:
        """How far predicted and observed are apart, as the mean over all rows (the expected calibration error)."""
        if not self.rows.any():
            return float("nan")
        return float(np.nansum(np.abs(self.observed - self.predicted) * self.rows) / self.rows.sum())


def calibration(truth: Floats, predicted: Floats, bins: int = BINS) -> Calibration:
    """Count rows in equal bins from 0 to 1, half-open, the last one closed.

    truth: float64 (n,), 0 or 1; predicted: float64 (n,); rows with NaN are not counted. As `calibration_curve` of
    scikit-learn, but a probability on an edge belongs to the bin above.
    """
    edges = np.array([float(f"{at / bins:.15g}") for at in range(bins + 1)])
    starts = range(0, max(1, len(truth)), _AT_ONCE)
    parts = [_counted(edges, truth[low : low + _AT_ONCE], predicted[low : low + _AT_ONCE]) for low in starts]
    rows, true, sums = (np.sum(part, axis=0) for part in zip(*parts, strict=True))
    return Calibration(edges, rows, true, _shares(sums, rows))


def _counted(edges: Floats, truth: Floats, predicted: Floats) -> tuple[Ints, Ints, Floats]:
    """(b,) each: the rows of each bin, those that are true, and the sum of their probabilities."""
    known, bins = ~(np.isnan(truth) | np.isnan(predicted)), len(edges) - 1
    truth, predicted = truth[known], predicted[known]
    at = np.searchsorted(edges[1:-1], predicted, side="right")
    true = np.bincount(at[truth > 0], minlength=bins)
    sums = np.bincount(at, weights=predicted, minlength=bins).astype(np.float64)
    return np.bincount(at, minlength=bins), true, sums


def _shares(sums: Floats, rows: Ints) -> Floats:
    shares: Floats = np.divide(sums, rows, out=np.full(len(rows), np.nan), where=rows > 0)
    return shares
