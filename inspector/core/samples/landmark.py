"""A sample with one label and its confidence a row, in the shape of Google Landmark Recognition."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from inspector.core.samples.sample import write_table

_ROWS, _LANDMARKS = 40_000, 9_000
_WITHOUT_TRUTH, _BLANK, _RIGHT = 0.35, 0.014, 0.45


def write(folder: Path) -> None:
    """A third of the rows show no landmark; right guesses tend to be surer; some confidences are equal, some blank."""
    rng = np.random.default_rng(7)
    ids = [f"{number:016x}" for number in np.sort(rng.integers(0, 2**63, _ROWS))]
    popular = 1.0 / np.arange(1, _LANDMARKS + 1) ** 0.8
    popular /= popular.sum()
    truth = rng.choice(_LANDMARKS, _ROWS, p=popular)
    shown = rng.random(_ROWS) >= _WITHOUT_TRUTH
    right = shown & (rng.random(_ROWS) < _RIGHT)
    guessed = np.where(right, truth, rng.choice(_LANDMARKS, _ROWS, p=popular))
    sure = np.where(right, rng.beta(4, 2, _ROWS), rng.beta(1.5, 4, _ROWS))
    cells = [_cell(int(label), float(value), rng) for label, value in zip(guessed, sure, strict=True)]
    for row in np.flatnonzero(rng.random(_ROWS) < _BLANK).tolist():
        cells[row] = ""
    order = rng.permutation(_ROWS)
    wanted = [str(truth[row]) if shown[row] else "" for row in order]
    header = "id,landmarks"
    write_table(folder / "truth.csv", header, [ids[row] for row in order], wanted)
    write_table(folder / "submission.csv", header, ids, cells)
    write_table(folder / "constant.csv", header, ids, ["0 0.5"] * _ROWS)


def _cell(label: int, value: float, rng: np.random.Generator) -> str:
    """Written as programs write it: mostly six decimals, tiny values with an exponent, many rounded to two decimals."""
    if value < 0.01:
        return f"{label} {value / 1000:.1e}"
    return f"{label} {value:.2f}" if rng.random() < 0.3 else f"{label} {value:.6f}"
