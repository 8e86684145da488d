"""Oracles of the metrics that read a ranked list: MAP, precision, recall, hit, MRR, NDCG and R-precision."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from core.metrics.oracles.averages import MEASURES, by_label
from core.metrics.oracles.common import NAN, Choices, Expected, Labels, Oracle, Row, first_hit, mean, moved_up, rel

# The score of a row with this list (after `repeats`), at this K, under these choices.
RowScore = Callable[[Row, Labels, int | None, Choices], float]


def average_precision(row: Row, predicted: Labels, k: int | None, choices: Choices) -> float:
    """AP@K = (1/D) * sum over k <= min(n, K) of P(k) rel(k); 0 where D is 0."""
    hits = rel(row.truth, predicted)
    m, n = len(set(row.truth)), len(predicted)
    reach = n if k is None else min(n, k)
    total = sum(sum(hits[:rank]) / rank * hits[rank - 1] for rank in range(1, reach + 1))
    by = {
        "min-m-k": m if k is None else min(m, k),
        "m": m,
        "min-n-k": reach,
        "k": n if k is None else k,
        "hits": sum(hits[:reach]),
        "1": 1,
    }[choices["divisor"]]
    return total / by if m and by else 0.0


def precision(row: Row, predicted: Labels, k: int | None, choices: Choices) -> float:
    """Hits in the first K, over K even for shorter lists; without K over the number of predicted labels."""
    by = len(predicted) if k is None else k
    return sum(rel(row.truth, predicted)[:k]) / by if by else 0.0


def recall_divisor(row: Row, k: int | None, choices: Choices) -> int:
    """m, or min(m, K)."""
    m = len(set(row.truth))
    return m if k is None or choices["divisor"] == "m" else min(m, k)


def recall(row: Row, predicted: Labels, k: int | None, choices: Choices) -> float:
    """Hits in the first K, over the divisor."""
    return sum(rel(row.truth, predicted)[:k]) / recall_divisor(row, k, choices) if row.truth else 0.0


def hit(row: Row, predicted: Labels, k: int | None, choices: Choices) -> float:
    """1 when any of the first K labels is a hit."""
    return float(any(rel(row.truth, predicted)[:k]))


def reciprocal_rank(row: Row, predicted: Labels, k: int | None, choices: Choices) -> float:
    """1 / rank of the first hit, 0 beyond K."""
    hits = rel(row.truth, predicted)[:k]
    return 1 / (hits.index(1) + 1) if 1 in hits else 0.0


def ndcg(row: Row, predicted: Labels, k: int | None, choices: Choices) -> float:
    """Sum of gain / discount within K, over the same sum of the K best truth labels in descending order."""

    def gain(label: str) -> float:
        return 2 ** row.grade(label) - 1 if choices["gain"] == "exp2" else row.grade(label)

    def discount(rank: int) -> float:
        if choices["discount"] == "log2-plus-1":
            return math.log2(rank + 1)
        return 1.0 if rank == 1 else math.log2(rank)

    hits = rel(row.truth, predicted)
    found = [gain(label) if hits[place] else 0.0 for place, label in enumerate(predicted)]
    ideal = sorted(map(gain, set(row.truth)), reverse=True)
    dcg, best = (
        sum(value / discount(rank) for rank, value in enumerate(gains[:k], start=1)) for gains in (found, ideal)
    )
    return dcg / best if best else 0.0


def r_precision(row: Row, predicted: Labels, k: int | None, choices: Choices) -> float:
    """Hits among the first m, over m."""
    m = len(set(row.truth))
    return sum(rel(row.truth, predicted)[:m]) / m if m else 0.0


def bpref(row: Row, predicted: Labels, k: int | None, choices: Choices) -> float:
    """trec_eval's loop over the retrieved: each relevant one adds 1 minus its share of wrong ones before it."""
    m, known, seen, total = len(set(row.truth)), len(set(row.wrong)), set(), 0.0
    for label, hit in zip(predicted, rel(row.truth, predicted), strict=True):
        if label in row.wrong:
            seen.add(label)
        if hit:
            total += 1 - (min(len(seen), m) / min(known, m) if seen else 0)
    return total / m if m else 0.0


def interpolated_precision(row: Row, predicted: Labels, k: int | None, choices: Choices) -> float:
    """The highest precision at any rank with enough hits; 0 where there is none."""
    hits, m = rel(row.truth, predicted), len(set(row.truth))
    found = [sum(hits[:rank]) for rank in range(1, len(hits) + 1)]

    def at(level: float) -> float:
        needed = int(level * m + (0.9 if choices["needed"] == "up" else 0.5))
        return max((count / rank for rank, count in enumerate(found, start=1) if count >= max(1, needed)), default=0.0)

    levels = [level / 10 for level in range(11)] if choices["recall"] == "mean" else [float(choices["recall"])]
    return sum(map(at, levels)) / len(levels) if m else 0.0


def geometric_map(rows: Sequence[Row], k: int | None, choices: Choices) -> Expected:
    """Average precision over m; the overall is the mean of its logarithms, exponentiated."""
    plain = averaged(lambda row, predicted, k, _: average_precision(row, predicted, k, {"divisor": "m"}))(
        rows, k, choices
    )
    logs = [math.log(max(score, 0.00001)) for score in plain.rows if not math.isnan(score)]
    return replace(plain, overall=math.exp(math.fsum(logs) / len(logs)) if logs else NAN)


def predicted_by(row: Row, choices: Choices) -> list[str]:
    """The row's list as the choice `repeats` ranks it."""
    return moved_up(row.labels) if choices["repeats"] == "move-up" else row.labels


def left_out(row: Row, choices: Choices) -> bool:
    """Whether the row is excluded from the overall."""
    return (not row.truth and choices["empty"] == "skip") or (row.predicted is None and choices["missing"] == "skip")


def relevant(row: Row, choices: Choices) -> Row:
    """The row with only the truth labels that the choice `relevant` counts."""
    least = int(choices.get("relevant", "1"))
    if least == 1:
        return row
    kept = [label for label in row.truth if row.grade(label) >= least]
    return replace(row, truth=kept, wrong=[*row.wrong, *(label for label in row.truth if label not in kept)])


def averaged(score: RowScore) -> Oracle:
    """The oracle of a family whose overall is the mean of these row scores."""

    def oracle(rows: Sequence[Row], k: int | None, choices: Choices) -> Expected:
        scores, first_hits, ceilings = [], [], []
        for row in (relevant(row, choices) for row in rows):
            predicted = predicted_by(row, choices)
            scores.append(NAN if left_out(row, choices) else score(row, predicted, k, choices))
            first_hits.append(first_hit(row.truth, predicted))
            ceilings.append(score(row, sorted(moved_up(row.truth), key=row.grade, reverse=True), k, choices))
        return Expected(scores, first_hits, ceilings, mean(scores))

    return oracle


def by_average(name: str, score: RowScore, divisor: Callable[[Row, int | None, Choices], int]) -> Oracle:
    """Precision or recall, whose overall may also be all hits over all divisors, or by label within the first K."""

    def oracle(given: Sequence[Row], k: int | None, choices: Choices) -> Expected:
        plain, rows = averaged(score)(given, k, choices), [relevant(row, choices) for row in given]
        near = [
            row if row.predicted is None else replace(row, predicted=predicted_by(row, choices)[:k]) for row in rows
        ]
        counted = [row for row, score in zip(rows, plain.rows, strict=True) if not math.isnan(score)]
        if choices["average"] == "pooled":
            by = sum(divisor(row, k, choices) for row in counted)
            hits = sum(sum(rel(row.truth, predicted_by(row, choices))[:k]) for row in counted)
            anything = any(row.truth for row in counted) and name == "precision"  # nothing predicted: precision 0
            plain = replace(plain, overall=hits / by if by else 0.0 if anything else NAN)
        return by_label(plain, near, MEASURES[name], choices)

    return oracle


def precision_divisor(row: Row, k: int | None, choices: Choices) -> int:
    """K, or the number of predicted labels."""
    return len(predicted_by(row, choices)) if k is None else k


RANKING: Mapping[str, Oracle] = {
    "map": averaged(average_precision),
    "precision": by_average("precision", precision, precision_divisor),
    "recall": by_average("recall", recall, recall_divisor),
    "hit": averaged(hit),
    "mrr": averaged(reciprocal_rank),
    "ndcg": averaged(ndcg),
    "rprecision": averaged(r_precision),
    "bpref": averaged(bpref),
    "iprec": averaged(interpolated_precision),
    "gmap": geometric_map,
}
