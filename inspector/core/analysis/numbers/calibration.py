"""Whether predicted probabilities are as often right as they say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.statistics.intervals import wilson

BINS = 10
# Of edges between which as many rows lie, so that filters for them can be read.
_DECIMALS = 6
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

    @property
    def averages(self) -> tuple[float, float]:
        """The mean prediction and the share of true rows, over all rows; NaN for none."""
        count = max(1, int(self.rows.sum())) if self.rows.any() else float("nan")
        return float(np.nansum(self.predicted * self.rows)) / count, float(self.true.sum()) / count

    @property
    def leaning(self) -> int:
        """1 if more was predicted on average than came true, -1 if less, 0 within the 95 % interval of that share."""
        low, high = wilson(int(self.true.sum()), int(self.rows.sum()))
        mean = self.averages[0]
        return int(mean > high) - int(mean < low)


def equal_widths() -> Floats:
    """float64 (BINS + 1,): the edges of bins that are equally wide."""
    return np.array([float(f"{at / BINS:.15g}") for at in range(BINS + 1)])


def equal_counts(predicted: Floats) -> Floats:
    """float64 (b + 1,): edges from 0 to 1 with about as many of these probabilities, (n,), in each of b <= BINS bins.

    Fewer bins where many are equal. As strategy "quantile" of scikit-learn, but with edges of six decimals.
    """
    known = predicted[~np.isnan(predicted)]
    inner = np.quantile(known, np.arange(1, BINS) / BINS).round(_DECIMALS) if len(known) else np.empty(0)
    return np.unique(np.concatenate([[0.0], inner, [1.0]]))


def calibration(truth: Floats, predicted: Floats, edges: Floats | None = None) -> Calibration:
    """Count rows in bins from 0 to 1, half-open, the last one closed.

    truth: float64 (n,), 0 or 1; predicted: float64 (n,); rows with NaN are not counted; edges: float64 (b + 1,), by
    default of equal widths. As `calibration_curve` of scikit-learn, but a probability on an edge belongs to the bin
    above.
    """
    edges = equal_widths() if edges is None else edges
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


def in_words(found: Calibration, *, is_of_best: bool) -> str:
    """What was predicted on average, what came true, and which way they differ.

    is_of_best: whether the probabilities are the highest one of each row; one that is too high is then called too sure.
    """
    mean, share = (f"{100 * average:.3g} %" for average in found.averages)
    high, low = ("too sure", "not sure enough") if is_of_best else ("too high", "too low")
    leaning = {1: f" ({high})", -1: f" ({low})", 0: ""}[found.leaning]
    return f"predicted {mean}{leaning}, came true {share}"
