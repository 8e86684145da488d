"""A sample with one label and its confidence for each row, like Google Landmark Recognition."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from inspector.core.samples.sample import write_table

_ROWS, _LANDMARKS = 40_000, 9_000
_WITHOUT_TRUTH, _BLANK, _RIGHT = 0.35, 0.014, 0.45


def write(folder: Path) -> None:
    """Write rows of which a third show no landmark; some confidences are equal, some predictions blank."""
    rng = np.random.default_rng(7)
    ids = [f"{number:016x}" for number in np.sort(rng.integers(0, 2**63, _ROWS))]
    popular = 1.0 / np.arange(1, _LANDMARKS + 1) ** 0.8
    popular /= popular.sum()
    truth = rng.choice(_LANDMARKS, _ROWS, p=popular)
    shown = rng.random(_ROWS) >= _WITHOUT_TRUTH
    right = shown & (rng.random(_ROWS) < _RIGHT)
    guessed = np.where(right, truth, rng.choice(_LANDMARKS, _ROWS, p=popular))
    confidence = np.where(right, rng.beta(4, 2, _ROWS), rng.beta(1.5, 4, _ROWS))
    cells = [_cell(int(label), float(value), rng) for label, value in zip(guessed, confidence, strict=True)]
    for row in np.flatnonzero(rng.random(_ROWS) < _BLANK).tolist():
        cells[row] = ""
    order = rng.permutation(_ROWS)
    labels = [str(truth[row]) if shown[row] else "" for row in order]
    header = "id,landmarks"
    write_table(folder / "truth.csv", header, [ids[row] for row in order], labels)
    write_table(folder / "submission.csv", header, ids, cells)
    write_table(folder / "constant.csv", header, ids, ["0 0.5"] * _ROWS)


def _cell(label: int, value: float, rng: np.random.Generator) -> str:
    """A cell with six decimals, some rounded to two, tiny values with an exponent."""
    if value < 0.01:
        return f"{label} {value / 1000:.1e}"
    return f"{label} {value:.2f}" if rng.random() < 0.3 else f"{label} {value:.6f}"
