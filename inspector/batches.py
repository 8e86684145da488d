"""Metrics over Arrow record batches, for engines that hold the rows: Spark mapInArrow, Dask map_partitions, Ray.

    from inspector import batches

    score = batches.scores("map@12")
    frame.mapInArrow(score, batches.SPARK_SCORES)      # Spark: columns id, truth, prediction
    batches.overall("map@12", score(batches_in))       # anywhere else

truth is a list of texts or a text with labels; prediction the same, or a list of structs of a label and a confidence.
A null prediction is a row that the submission lacks, unless a column `submitted` (bool) says so. GAP takes two passes:
`listed`, the engine's sort by `order`, `counted` for each part, `credited`; see core/batches/listing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import pyarrow as pa

from inspector.core.batches import listing, rows, spark_work
from inspector.core.batches.kinds import way_of
from inspector.core.batches.listing import Before, counted, credited
from inspector.core.batches.lists import Cells
from inspector.core.batches.sums import Sums, added
from inspector.core.metrics import Metric, parse

Batches: TypeAlias = Iterator[pa.RecordBatch]
Work: TypeAlias = Callable[[Iterable[pa.RecordBatch]], Batches]

SCORES = rows.SCORES
RECORDS, TRUTHS, EARNED = listing.RECORDS, listing.TRUTHS, listing.EARNED
# The same in the words of Spark, as mapInArrow takes them.
SPARK_SCORES, SPARK_RECORDS = spark_work.SCORES, spark_work.RECORDS
SPARK_TRUTHS, SPARK_EARNED = spark_work.TRUTHS, spark_work.EARNED

__all__ = [
    "EARNED",
    "RECORDS",
    "SCORES",
    "SPARK_EARNED",
    "SPARK_RECORDS",
    "SPARK_SCORES",
    "SPARK_TRUTHS",
    "TRUTHS",
    "Before",
    "Cells",
    "Sums",
    "counted",
    "credited",
    "listed",
    "order",
    "overall",
    "scores",
    "sums",
    "truths",
]


def scores(metric: Metric | str, cells: Cells | None = None) -> Work:
    """A function from batches (id, truth, prediction) to batches (id, score, first_hit, pool), a row for each row.

    cells: the separators of cells of text, a space by default. Raises InputError if the metric needs all rows at once.
    """
    return spark_work.Each("scored", _metric(metric), cells or Cells())


def sums(metric: Metric | str, results: Iterable[pa.RecordBatch]) -> Sums:
    """What scored rows add up to. Sums of parts add up with `+`, in any order."""
    chosen = _metric(metric)
    return added(Sums.of(part, chosen) for part in results)


def overall(metric: Metric | str, results: Iterable[pa.RecordBatch]) -> float:
    """The overall of all rows, from the batches that `scores` gave; NaN when no row counts."""
    chosen = _metric(metric)
    return sums(chosen, results).overall(chosen)


def listed(metric: Metric | str, cells: Cells | None = None) -> Work:
    """GAP, first pass: a function from batches (id, truth, prediction) to batches of RECORDS, a row a prediction."""
    return spark_work.Each("listed", _metric(metric), cells or Cells())


def truths(metric: Metric | str, cells: Cells | None = None) -> Work:
    """GAP: a function from batches (id, truth, prediction) to batches of TRUTHS; M is the sum of their truths."""
    return spark_work.Each("truths", _metric(metric), cells or Cells())


def order(metric: Metric | str) -> list[tuple[str, str]]:
    """GAP: the columns to sort RECORDS by, each with "ascending" or "descending"."""
    return listing.order(_metric(metric))


def _metric(metric: Metric | str) -> Metric:
    """The metric, which can be scored a part of the rows at a time. Raises InputError."""
    chosen = parse(metric) if isinstance(metric, str) else metric
    way_of(chosen)
    return chosen
