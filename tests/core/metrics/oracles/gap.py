"""The oracle of GAP: one list of (row, label, confidence) sorted by Python, and every order of equal confidences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, groupby, permutations, product

from core.metrics.oracles.common import NAN, Choices, Expected, Row, first_hit


@dataclass(frozen=True)
class Entry:
    """A prediction on the global list: its row, and its position there."""

    row: int
    label: str
    confidence: float
    position: int


def near(row: Row, k: int | None) -> set[int]:
    """The positions of the K most confident predictions of a row."""
    key = [(math.isnan(sure), -sure) for sure in row.confidence]
    return set(sorted(range(len(key)), key=key.__getitem__)[:k])


def entries(rows: Sequence[Row], choices: Choices, k: int | None = None) -> list[Entry]:
    """All predictions that take a rank, in the order of the list."""
    listed = [
        Entry(number, label, confidence, position)
        for number, row in enumerate(rows)
        for position, (label, confidence) in enumerate(zip(row.predicted or [], row.confidence, strict=True))
        if not math.isnan(confidence)
        and (label or choices["blank"] == "rank")
        and (row.truth or choices["truthless"] == "count")
        and position in near(row, k)
    ]
    # The least important key first; Python's sort is stable.
    if choices["ties"] == "file":
        listed.sort(key=lambda entry: entry.position)
        # Rows that the file lacks are written after it, in the order of the truth.
        listed.sort(key=lambda entry: (rows[entry.row].position, entry.row))
    else:
        listed.sort(key=lambda entry: entry.label)
        listed.sort(key=lambda entry: rows[entry.row].id, reverse=choices["ties"] == "id-desc")
    return sorted(listed, key=lambda entry: -entry.confidence)


def sums(rows: Sequence[Row], ranked: Sequence[Entry], choices: Choices) -> list[float]:
    """The sum of P(i) rel(i) of each row; a label, or a row, earns credit only at its first rank on the list."""
    earned, credited, found = [0.0] * len(rows), set(), 0
    for rank, entry in enumerate(ranked, start=1):
        what = (entry.row, entry.label if choices["divisor"] == "labels" else "")
        if entry.label in rows[entry.row].truth and what not in credited:
            credited.add(what)
            found += 1
            earned[entry.row] += found / rank
    return earned


def scored(rows: Sequence[Row], choices: Choices) -> list[Row]:
    """The rows that are not excluded."""
    return [row for row in rows if row.predicted is not None or choices["missing"] != "skip"]


def divisor(rows: Sequence[Row], choices: Choices) -> int:
    """M, the rows with truth, or their truth labels."""
    return sum(most(row, None, choices) for row in scored(rows, choices))


def most(row: Row, k: int | None, choices: Choices) -> int:
    """How often a row can be right."""
    labels = len(set(row.truth))
    times = min(labels, 1) if choices["divisor"] == "rows" else labels
    return times if k is None else min(times, k)


def global_average_precision(rows: Sequence[Row], k: int | None, choices: Choices) -> Expected:
    """GAP; a row's score is its contribution."""
    m, counted = divisor(rows, choices), scored(rows, choices)
    earned = sums(rows, entries(rows, choices, k), choices)
    scores = [total / max(1, m) if row in counted else NAN for row, total in zip(rows, earned, strict=True)]
    return Expected(
        scores,
        [first_hit(row.truth, row.predicted or []) for row in rows],
        [most(row, k, choices) / max(1, m) for row in rows],
        math.fsum(earned) / m if m else NAN,
    )


def tie_range(rows: Sequence[Row], choices: Choices, k: int | None = None) -> tuple[float, float] | None:
    """The lowest and highest overall over all orders of equal confidences; None when no two are equal."""
    groups = [list(group) for _, group in groupby(entries(rows, choices, k), key=lambda entry: entry.confidence)]
    if all(len(group) == 1 for group in groups):
        return None
    m = divisor(rows, choices)
    overalls = [
        math.fsum(sums(rows, list(chain(*orders)), choices)) / m if m else NAN
        for orders in product(*map(permutations, groups))
    ]
    return min(overalls), max(overalls)


def orders(rows: Sequence[Row], choices: Choices, k: int | None = None) -> int:
    """The number of lists that a brute force over the equal confidences would try."""
    groups = groupby(entries(rows, choices, k), key=lambda entry: entry.confidence)
    return math.prod(math.factorial(len(list(group))) for _, group in groups)
