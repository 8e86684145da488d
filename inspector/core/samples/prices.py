"""A sample with one number for each row, like House Prices: Advanced Regression Techniques."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.samples.sample import write_columns

_ROWS, _MISTAKES = 1_460, 6
# Neighbourhoods: houses of 1,000, the usual price of one, how far predictions are off as a share, and which way.
_PLACES = {
    "NAmes": (160, 145_000, 0.08, 0.0),
    "CollgCr": (110, 198_000, 0.07, 0.0),
    "OldTown": (85, 128_000, 0.11, 0.01),
    "Edwards": (75, 128_000, 0.12, 0.02),
    "Somerst": (70, 225_000, 0.08, 0.0),
    "Gilbert": (65, 192_000, 0.06, 0.0),
    "NridgHt": (60, 316_000, 0.10, -0.01),
    "Sawyer": (60, 136_000, 0.08, 0.0),
    "NWAmes": (55, 189_000, 0.07, 0.0),
    "BrkSide": (50, 124_000, 0.11, 0.01),
    "Crawfor": (45, 210_000, 0.10, -0.01),
    "Mitchel": (40, 156_000, 0.09, 0.0),
    "NoRidge": (35, 335_000, 0.10, -0.02),
    "Timber": (35, 242_000, 0.09, 0.0),
    "IDOTRR": (55, 96_000, 0.24, 0.21),
}


def write(folder: Path) -> None:
    """Write house prices; in one neighbourhood predictions are much too high, and a few are off by a factor."""
    rng = np.random.default_rng(14)
    houses, usual, width, shift = (np.array(part) for part in zip(*_PLACES.values(), strict=True))
    place = rng.choice(len(houses), _ROWS, p=houses / houses.sum())
    quality = np.clip(np.rint(rng.normal(6.1, 1.4, _ROWS)), 2, 10).astype(np.int64)
    area = np.rint(np.exp(rng.normal(7.27, 0.3, _ROWS))).astype(np.int64)
    year = _years(rng, usual[place])
    logs = np.log(usual[place]) + 0.11 * (quality - 6.1) + 0.35 * (np.log(area) - 7.27) + rng.normal(0, 0.07, _ROWS)
    prices = 100 * np.rint(np.exp(logs) / 100)
    guessed = prices * np.exp(rng.normal(shift[place], width[place]))
    wrong = rng.choice(_ROWS, _MISTAKES, replace=False)
    guessed[wrong] *= rng.choice([0.45, 1.9], _MISTAKES)
    ids = [str(row) for row in range(1, _ROWS + 1)]
    truth = [ids, [f"{price:.0f}" for price in prices], [[*_PLACES][at] for at in place]]
    write_columns(
        folder / "truth.csv",
        "Id,SalePrice,Neighborhood,OverallQual,GrLivArea,YearBuilt",
        [*truth, *([*map(str, column.tolist())] for column in (quality, area, year))],
    )
    write_columns(folder / "submission.csv", "Id,SalePrice", [ids, [f"{price:.2f}" for price in guessed]])
    write_columns(folder / "constant.csv", "Id,SalePrice", [ids, [f"{np.median(prices):.0f}"] * _ROWS])


def _years(rng: np.random.Generator, usual: Floats) -> Ints:
    """int64 (n,): cheap neighbourhoods are older."""
    years: Ints = np.rint(np.clip(1972 + (usual - 170_000) / 4_500 + rng.normal(0, 13, len(usual)), 1880, 2010))
    return years.astype(np.int64)
