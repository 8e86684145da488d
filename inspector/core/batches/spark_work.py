"""What the workers of Spark do with record batches; values that Spark sends to them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import pyarrow as pa

from inspector.core.batches import listing, rows
from inspector.core.batches.listing import Before
from inspector.core.batches.lists import Cells
from inspector.core.batches.sums import Sums, added
from inspector.core.metrics.base import Metric

# The columns in the words of Spark.
SCORES = "id string, score double, first_hit int, pool array<bigint>"
RECORDS = "confidence double, id string, place int, hit boolean"
TRUTHS = "id string, truths bigint, first_hit int, counts boolean"
EARNED = "id string, earned double"
COUNTS = "part int, records bigint, hits bigint"
SUMS = "sums string"

_WORK = {"scored": rows.scored, "listed": listing.listed, "truths": listing.truths}


@dataclass(frozen=True)
class Each:
    """A function of `rows` or `listing`, by name, on one batch after another."""

    work: str
    metric: Metric
    cells: Cells

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Each batch, scored or listed."""
        for batch in batches:
            yield _WORK[self.work](batch, self.metric, self.cells)


@dataclass(frozen=True)
class SumOf:
    """The sums of the scored rows of one part, as a text."""

    metric: Metric

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """One batch with one text."""
        sums = added(Sums.of(batch, self.metric) for batch in batches)
        yield pa.record_batch({"sums": [json.dumps(asdict(sums))]})


def sums_of(parts: Iterable[Any]) -> Sums:
    """The sums of all parts, as `SumOf` gives them."""
    return added(_read(json.loads(part["sums"])) for part in parts)


def _read(told: dict[str, Any]) -> Sums:
    hits = {int(rank): count for rank, count in told["first_hits"].items()}
    sequences = {name: tuple(told[name]) for name in ("totals", "pool")}
    return Sums(**{**told, **sequences, "first_hits": hits})


def count(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """How many records and hits one part of the sorted records has."""
    part, total = _part(), Before()
    for batch in batches:
        total += listing.counted(batch)
    yield pa.record_batch(
        [pa.array([part], pa.int32()), pa.array([total.records]), pa.array([total.hits])],
        ["part", "records", "hits"],
    )


@dataclass(frozen=True)
class Credit:
    """What the hits of each part earn; before: what there is in the parts before each."""

    before: dict[int, Before]

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """What each hit earns, times M."""
        at = self.before.get(_part(), Before())
        for batch in batches:
            yield listing.credited(batch, at)
            at += listing.counted(batch)


def _part() -> int:
    """The number of the part that this worker works on."""
    import pyspark

    context = pyspark.TaskContext.get()
    return 0 if context is None else int(context.partitionId())
