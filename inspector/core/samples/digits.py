"""A sample with a probability for each of ten classes in every row, like a contest about handwritten digits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Floats, Ints
from inspector.core.samples.sample import write_columns

_ROWS, _CLASSES, _WRITERS, _MISTAKES = 2_000, 10, 40, 12
_PENS = ("ballpoint", "felt tip", "pencil")
# Digits that look alike, and how much so.
_ALIKE = {(4, 9): 4.3, (3, 5): 2.0, (7, 1): 1.8, (3, 8): 1.6, (2, 7): 1.2}


def write(folder: Path) -> None:
    """Write digits whose fours and nines are mixed up; pencils are hard to read, and a few rows are sure and wrong."""
    rng = np.random.default_rng(10)
    truth, writer = rng.integers(0, _CLASSES, _ROWS), rng.integers(0, _WRITERS, _ROWS)
    pen = rng.choice(3, _ROWS, p=[0.5, 0.3, 0.2])
    shares = _probabilities(rng, truth, np.array([1.0, 0.95, 0.75])[pen])
    wrong = rng.choice(_ROWS, _MISTAKES, replace=False)
    shares[wrong] = np.roll(shares[wrong], 3, axis=1)
    ids = [str(row) for row in range(1, _ROWS + 1)]
    writers = [f"writer_{number:02d}" for number in writer]
    pens = [_PENS[number] for number in pen]
    write_columns(folder / "truth.csv", "ImageId,Label,Pen,Writer", [ids, [*map(str, truth.tolist())], pens, writers])
    header = ",".join(["ImageId", *map(str, range(_CLASSES))])
    write_columns(folder / "submission.csv", header, [ids, *([f"{p:.6f}" for p in column] for column in shares.T)])
    write_columns(folder / "constant.csv", header, [ids, *([["0.1"] * _ROWS] * _CLASSES)])


def _probabilities(rng: np.random.Generator, truth: Ints, clear: Floats) -> Floats:
    """float64 (n, 10), each row with the sum 1; clear: float64 (n,), how well each row can be read."""
    alike: NDArray[np.float64] = np.zeros((_CLASSES, _CLASSES))
    for (one, other), weight in _ALIKE.items():
        alike[one, other] = alike[other, one] = weight
    strength = np.where(np.eye(_CLASSES, dtype=bool), 5.5, alike)[truth] * clear[:, None]
    exponents = np.exp(1.6 * strength + rng.normal(0, 1.7, strength.shape))
    shares: Floats = exponents / exponents.sum(axis=1, keepdims=True)
    return shares
