"""The two random engines: rows drawn again with replacement, and rows whose sign is flipped.

Both take rows as distinct vectors with counts, so that their cost hangs on the number of distinct rows.
"""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.statistics.counted import Counted

RESAMPLES = 10_000
# Drawing the count of a cell costs as much as drawing this many rows one by one.
_DRAWN_ROWS = 24
_FLIPPED_ROWS = 200
_LEAST, _TIME = 200, 4e9
# How many numbers a block holds: 1 MB, which stays near the processor.
_BLOCK = 1 << 17
_SIGNS = 1 - 2 * np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.float64)


def resampled_sums(vectors: Floats, counts: Ints | Floats, resamples: int, rng: np.random.Generator) -> Floats:
    """float64 (resamples, k): the sums of as many rows as there are, drawn with replacement.

    vectors: float64 (m, k), the distinct rows; counts: (m,), how many rows each stands for, which need not be whole.
    """
    size, n, whole = len(counts), round(float(counts.sum())), np.rint(counts).astype(np.int64)
    few = size * _DRAWN_ROWS < n or bool((whole != counts).any())
    columns = np.repeat(vectors, whole, axis=0).T.copy() if not few else vectors.T
    sums, step = np.zeros((resamples, len(columns))), max(1, _BLOCK // max(1, columns.shape[1]))
    for low in range(0, resamples if n else 0, step):
        part = sums[low : low + step]
        if few:
            part[:] = rng.multinomial(n, counts / counts.sum(), len(part)) @ vectors
            continue
        drawn = rng.integers(0, n, (len(part), n))
        for column, values in enumerate(columns):
            part[:, column] = values.take(drawn).sum(axis=1)
    return sums


def flipped_sums(vectors: Floats, counts: Ints, resamples: int, rng: np.random.Generator) -> Floats:
    """float64 (resamples, k): the sums of all rows, each with a random sign.

    vectors: float64 (m, k), the distinct rows; counts: int64 (m,), how many rows each stands for.
    """
    many = counts > _FLIPPED_ROWS
    sums = np.zeros((vectors.shape[1], resamples))
    for vector, count in zip(vectors[many], counts[many].tolist(), strict=True):
        sums += vector[:, None] * (2.0 * rng.binomial(count, 0.5, resamples) - count)
    rows = np.repeat(vectors[~many], counts[~many], axis=0)
    for low in range(0, len(rows), 8):
        signs = rng.integers(0, 256, resamples, np.uint8)
        # The sums of up to eight rows under all their signs.
        for column, values in zip(sums, rows[low : low + 8].T, strict=True):
            column += (_SIGNS[:, : len(values)] @ values).take(signs)
    return sums.T


def draw_cost(counts: Ints) -> float:
    """About how many nanoseconds a resample of `resampled_sums` takes for one column."""
    return float(min(45 * len(counts), 3 * int(counts.sum())))


def affordable(resamples: int, cost: float) -> int:
    """As many resamples as take a few seconds at so many nanoseconds each, at least some hundreds."""
    return min(resamples, max(_LEAST, int(_TIME / max(1, cost))))


def flip_cost(counts: Ints) -> float:
    """About how many nanoseconds a resample of `flipped_sums` takes for one column."""
    many = counts > _FLIPPED_ROWS
    return 25.0 * int(many.sum()) + 0.2 * int(counts[~many].sum())


def share_out(counted: Counted, steps: int) -> tuple[Floats, Floats]:
    """At most `steps` of the values, and how many rows each stands for, float64 each; the mean stays.

    Each value is shared out between the two kept ones around it. The spread grows a little by it: scale it back. Values
    are kept where the sum of magnitudes is; the most frequent one always is.
    """
    values, counts = counted.values, counted.counts
    if len(values) <= steps:
        return values, counts.astype(np.float64)
    weight = np.cumsum(counts * np.abs(values))
    at = np.searchsorted(weight, np.linspace(0, weight[-1], steps - 2)[1:-1])
    kept = values[np.unique(np.concatenate([[0, np.argmax(counts), len(values) - 1], at]))]
    left = np.clip(np.searchsorted(kept, values, "right") - 1, 0, len(kept) - 2)
    share = (values - kept[left]) / np.diff(kept)[left]
    shares = np.zeros(len(kept))
    shares += np.bincount(left, counts * (1 - share), len(kept))
    shares += np.bincount(left + 1, counts * share, len(kept))
    return kept, shares
