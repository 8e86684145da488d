"""A sample of four submissions of one truth: three of different strengths, and one with a few rows corrected."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.samples.humpback import Whales, guess, pictures, predict, write_truth
from inspector.core.samples.sample import write_table

# How many of the rows each model hits at each rank.
_HITS = {
    "epoch_10": (0.52, 0.13, 0.06, 0.04, 0.03),
    "epoch_30": (0.62, 0.12, 0.05, 0.03, 0.02),
    "ensemble": (0.65, 0.12, 0.05, 0.03, 0.02),
}
_ALIKE, _SHARED = 0.9, 0.6
_CORRECTED, _LEFT_OUT = 60, 12


def write(folder: Path) -> None:
    """Write models that find the same pictures hard and share most of their wrong guesses; one lacks some rows."""
    rng = np.random.default_rng(17)
    whales = pictures(rng)
    write_truth(folder, whales)
    difficulty, common = rng.standard_normal(len(whales.truth)), guess(rng, whales)
    for name, hits in _HITS.items():
        guesses = np.where(rng.random((len(common), 1)) < _SHARED, common, guess(rng, whales))
        ranks = _ranks(_ALIKE * difficulty + (1 - _ALIKE**2) ** 0.5 * rng.standard_normal(len(common)), hits)
        _write(folder, name, whales, predict(whales, guesses, ranks), _LEFT_OUT if name == "epoch_30" else 0)
    ranks[rng.choice(np.flatnonzero(ranks != 1), _CORRECTED, replace=False)] = 1
    _write(folder, "corrected", whales, predict(whales, guesses, ranks))


def _ranks(difficulty: Floats, hits: tuple[float, ...]) -> Ints:
    """int64 (n,): the rank of each row's hit, 0 for none; the easiest rows are hit first."""
    place = np.argsort(np.argsort(difficulty)) / len(difficulty)
    rank = 1 + np.searchsorted(np.cumsum(hits), place, side="right")
    return np.where(rank > len(hits), 0, rank)


def _write(folder: Path, name: str, whales: Whales, lines: list[list[int]], left_out: int = 0) -> None:
    """Write a submission without its last rows."""
    kept = len(lines) - left_out
    cells = [" ".join(whales.labels[line]) for line in lines[:kept]]
    write_table(folder / f"{name}.csv", "Image,Id", whales.ids[:kept], cells)
