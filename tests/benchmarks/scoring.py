"""How long scoring takes, from coded arrays: every metric on rows x labels, GAP and MCC on a million rows, one edit.

    python tests/benchmarks/scoring.py [--rows 1371980] [--labels 12] [--rounds 5]

Prints the median of the rounds. Nothing here asserts a time.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from process import usual_time

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.kind import LABELS
from inspector.core.data.tie_break import TieBreak
from inspector.core.metrics import Batch, Metric, families_of, open_scores
from inspector.core.metrics.classes.agreement import ClassAgreement
from inspector.core.metrics.families.f_score import FScore

VOCABULARY = 105_542


def batch_of(rows: int, labels: int, seed: int = 1) -> Batch:
    """Rows with 1 to 50 truth labels and `labels` predictions each, drawn with a long tail; a third of the rows hit."""
    rng = np.random.default_rng(seed)
    popular = np.cumsum(1.0 / np.arange(1, VOCABULARY + 1) ** 0.8)
    popular /= popular[-1]
    sizes = np.minimum(rng.geometric(0.3, rows), 50)
    codes = np.searchsorted(popular, rng.random(int(sizes.sum()))).astype(np.int32)
    truth = Ragged(np.concatenate([[0], np.cumsum(sizes)]), codes)
    truth = truth.keep(~truth.repeats())
    predicted = np.searchsorted(popular, rng.random((rows, labels))).astype(np.int32)
    third = np.arange(0, rows, 3)
    predicted[third, third % labels] = truth.codes[truth.offsets[third]]
    predictions = Ragged(np.arange(rows + 1) * labels, predicted.ravel())
    return Batch(truth, predictions, np.ones(rows, bool))


def confident(rows: int, seed: int = 1) -> Batch:
    """One truth label and one prediction with its confidence a row, a tenth of the confidences equal to others."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 15_000, rows).astype(np.int32)
    right = rng.random(rows) < 0.4
    guess = np.where(right, truth, rng.integers(0, 15_000, rows)).astype(np.int32)
    one = np.arange(rows + 1)
    ties = TieBreak(lambda: np.arange(rows), lambda: np.arange(rows), lambda codes: codes.astype(np.float64))
    return Batch(Ragged(one, truth), Ragged(one, guess, np.round(rng.random(rows), 6)), np.ones(rows, bool), ties)


def fresh(batch: Batch) -> Batch:
    """The same rows without cached values."""
    return Batch(batch.truth, batch.predictions, batch.submitted, batch.ties)


def edit(metric: Metric, batch: Batch) -> Callable[[], object]:
    """A function that rescores one edited row."""
    scores, row = open_scores(metric, batch), np.array([len(batch) // 2])
    one = Batch(batch.truth.take(row), batch.predictions.take(row), batch.submitted[row], batch.ties)
    return lambda: scores.rescore(row, fresh(one), fresh(one))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_371_980)
    parser.add_argument("--labels", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    batch, alone = batch_of(given.rows, given.labels), confident(1_000_000)
    metrics = [family(k=given.labels if family.takes_k else None) for family in families_of(LABELS).values()]
    metrics += [FScore(average="micro"), FScore(average="macro")]
    print(f"{'metric':<20} {'score all':>12} {'one edit':>12}   ({given.rows:,} rows x {given.labels}; gap, mcc: 1 M)")
    for metric in metrics:
        rows = alone if metric.needs_confidence or isinstance(metric, ClassAgreement) else batch
        whole = usual_time(given.rounds, lambda metric=metric, rows=rows: open_scores(metric, fresh(rows)))
        single = usual_time(given.rounds * 5, edit(metric, rows))
        print(f"{metric!s:<20} {whole:>10.3f} s {1000 * single:>9.2f} ms", flush=True)


if __name__ == "__main__":
    main()
