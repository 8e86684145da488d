"""A sample with one truth label and five predictions for each row, like Humpback Whale Identification."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Floats, Ints
from inspector.core.samples.sample import write_table

_LABELS = {"new_whale": 9664, "w_23a388d": 73, "w_9b5109b": 65, "w_9c506f6": 62, "w_0369a5c": 61}
_ROWS, _TAIL = 25_361, 5_000
_HITS = {1: 0.62, 2: 0.13, 3: 0.05, 4: 0.03, 5: 0.02, 6: 0.004}


class Whales(NamedTuple):
    """Pictures and what they show. ids: (n,); labels: str (l,); truth: int64 (n,) of labels; shares: float64 (l,)."""

    ids: list[str]
    labels: NDArray[np.str_]
    truth: Ints
    shares: Floats


def write(folder: Path) -> None:
    """Write the row count of Humpback Whale Identification and the counts of its five most common labels."""
    rng = np.random.default_rng(5)
    whales = pictures(rng)
    guesses = guess(rng, whales)
    ranks = rng.choice([*_HITS, 0], _ROWS, p=[*_HITS.values(), 1 - sum(_HITS.values())])
    lines = _add_faults(predict(whales, guesses, ranks), rng)
    write_truth(folder, whales)
    submitted, ids = [" ".join(whales.labels[line]) for line in lines], whales.ids.copy()
    ids[700], ids[9_000], ids[21_000] = "left_out_1.jpg", "left_out_2.jpg", "left_out_3.jpg"
    write_table(folder / "submission.csv", "Image,Id", ids, submitted)


def pictures(rng: np.random.Generator) -> Whales:
    """Pictures of whales, of which most occur a few times."""
    tail = [f"w_{number:07x}" for number in rng.choice(16**7, _TAIL, replace=False)]
    labels = np.array([*_LABELS, *tail])
    tail_rows = _ROWS - sum(_LABELS.values())
    counts = np.array([*_LABELS.values(), *_long_tail(_TAIL, tail_rows, most=60)])
    truth = rng.permutation(np.repeat(np.arange(len(labels)), counts))
    ids = [f"{number:09x}.jpg" for number in np.sort(rng.choice(16**9, _ROWS, replace=False))]
    return Whales(ids, labels, truth, counts / counts.sum())


def write_truth(folder: Path, whales: Whales) -> None:
    """Write truth.csv and the constant prediction."""
    write_table(folder / "truth.csv", "Image,Id", whales.ids, whales.labels[whales.truth].tolist())
    write_table(folder / "constant.csv", "Image,Id", whales.ids, [" ".join(_LABELS)] * len(whales.ids))


def _long_tail(n: int, total: int, most: int) -> Ints:
    """n counts of 1..most that follow a power law and add up to `total`."""
    counts: Ints = np.minimum(most, 1 + np.floor(most * 4 / np.arange(1, n + 1) ** 0.75)).astype(np.int64)
    while lacking := total - int(counts.sum()):
        step = 1 if lacking > 0 else -1
        free = np.flatnonzero((counts + step >= 1) & (counts + step <= most))
        counts[free[: abs(lacking)]] += step
    return counts


def guess(rng: np.random.Generator, whales: Whales) -> Ints:
    """Nine labels for each row, common ones more often; int64 (n, 9)."""
    chances = np.sqrt(whales.shares)
    return rng.choice(len(chances), (len(whales.truth), 9), p=chances / chances.sum())


def predict(whales: Whales, guesses: Ints, ranks: Ints) -> list[list[int]]:
    """Five labels for each row: the true one at a rank from 1, or not at all for 0, guessed ones at the others."""
    lines = []
    for right, rank, row in zip(whales.truth.tolist(), ranks.tolist(), guesses.tolist(), strict=True):
        line = [code for code in dict.fromkeys(row) if code != right][: 6 if rank == 6 else 5]
        if rank:
            line[rank - 1] = right
        lines.append(line)
    return lines


def _add_faults(lines: list[list[int]], rng: np.random.Generator) -> list[list[int]]:
    """Add typical faults: repeated labels, empty predictions, short lists."""
    rows = rng.choice(len(lines), 260, replace=False).tolist()
    for row in rows[:120]:
        lines[row][2:4] = lines[row][0:2]
    for row in rows[120:132]:
        lines[row] = []
    for row in rows[132:]:
        lines[row] = lines[row][: 1 + row % 4]
    return lines
