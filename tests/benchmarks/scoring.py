"""How long scoring takes, from coded arrays: every metric on rows x labels, one edit.

The metrics of numbers are measured on a number a row, yes or no in the truth; those of classes on ten probabilities;
those that need one label or one confidence a row on a million rows.

    python tests/benchmarks/scoring.py [--rows 1371980] [--labels 12] [--rounds 5]

Prints the median of the rounds. Nothing here asserts a time.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from process import usual_time

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.kind import LABELS, NUMBERS
from inspector.core.data.tie_break import TieBreak
from inspector.core.metrics import Batch, Metric, families_of, open_scores
from inspector.core.metrics.classes.agreement import ClassAgreement
from inspector.core.metrics.classes.probabilities import ClassLoss
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


def probable(rows: int, classes: int = 10, seed: int = 1) -> Batch:
    """One true class a row, and the probability of each class, highest first."""
    rng = np.random.default_rng(seed)
    shares = -np.sort(-rng.dirichlet(np.ones(classes), rows), axis=1)
    codes = np.argsort(rng.random((rows, classes)), axis=1).astype(np.int32)
    truth = Ragged(np.arange(rows + 1), rng.integers(0, classes, rows).astype(np.int32))
    predictions = Ragged(np.arange(rows + 1) * classes, codes.ravel(), shares.ravel())
    return Batch(truth, predictions, np.ones(rows, bool))


def numeric(rows: int, seed: int = 1) -> Batch:
    """Yes or no, and the probability of yes: a number a row on both sides."""
    rng = np.random.default_rng(seed)
    true = (rng.random(rows) < 0.3).astype(np.float64)
    sides = (true, np.clip(0.3 * true + 0.7 * rng.random(rows), 0, 1).round(5))
    lists = (Ragged(np.arange(rows + 1), np.zeros(rows, np.int32), values) for values in sides)
    return Batch(*lists, np.ones(rows, bool), kind=NUMBERS)


def fresh(batch: Batch) -> Batch:
    """The same rows without cached values."""
    return Batch(batch.truth, batch.predictions, batch.submitted, batch.ties, kind=batch.kind)


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
    numbers, classes = numeric(given.rows), probable(given.rows)
    metrics = [family(k=given.labels if family.takes_k else None) for family in families_of(LABELS).values()]
    metrics += [FScore(average="micro"), FScore(average="macro"), *(one() for one in families_of(NUMBERS).values())]
    print(f"{'metric':<20} {'score all':>12} {'one edit':>12}   ({given.rows:,} rows x {given.labels}; *: 1,000,000)")
    for metric in metrics:
        rows, star = numbers if metric.kind is NUMBERS else batch, ""
        if isinstance(metric, ClassLoss):
            rows = classes
        elif metric.needs_confidence or isinstance(metric, ClassAgreement):
            rows, star = alone, "*"
        whole = usual_time(given.rounds, lambda metric=metric, rows=rows: open_scores(metric, fresh(rows)))
        single = usual_time(given.rounds * 5, edit(metric, rows))
        print(f"{f'{metric}{star}':<20} {whole:>10.3f} s {1000 * single:>9.2f} ms", flush=True)


if __name__ == "__main__":
    main()
