"""GAP in two passes: predictions as records that an engine sorts, and what each earns once the records before it count.

First pass: `listed` makes a record of each prediction, with the most confident prediction of a row first. The engine
sorts all records by ORDER. Second pass, over each part of the sorted records: `counted` gives how many records and hits
it has; with the sums of those before it, `credited` gives what its hits earn.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import booleans, flags, floats, integers
from inspector.core.arrays.types import Floats, Ints
from inspector.core.batches.kinds import Way, way_of
from inspector.core.batches.lists import Cells, batch_of, id_texts
from inspector.core.errors import InputError
from inspector.core.metrics.base import Metric
from inspector.core.metrics.families.gap import GlobalAveragePrecision

RECORDS = pa.schema([("confidence", pa.float64()), ("id", pa.string()), ("place", pa.int32()), ("hit", pa.bool_())])
EARNED = pa.schema([("id", pa.string()), ("earned", pa.float64())])
TRUTHS = pa.schema([("id", pa.string()), ("truths", pa.int64()), ("first_hit", pa.int32()), ("counts", pa.bool_())])


@dataclass(frozen=True)
class Before:
    """The records and hits in the parts before a part of the sorted list."""

    records: int = 0
    hits: int = 0

    def __add__(self, other: Before) -> Before:
        return Before(self.records + other.records, self.hits + other.hits)


def order(metric: Metric) -> list[tuple[str, str]]:
    """The columns by which the engine sorts the records, each with ascending or descending; texts by their bytes."""
    ids = "descending" if _gap(metric).ties == "id-desc" else "ascending"
    return [("confidence", "descending"), ("id", ids), ("place", "ascending")]


def listed(rows: pa.RecordBatch, metric: Metric, cells: Cells) -> pa.RecordBatch:
    """A record of each prediction on the list: its confidence, id and place in the row, and whether it is a hit."""
    gap, batch = _gap(metric), batch_of(rows, metric, cells)
    found = gap.ranked(batch)
    owner = found.row.astype(np.int64)
    ids = id_texts(rows.column("id")).take(integers(owner))
    # Zeros have two signs, which engines may sort.
    return pa.record_batch(
        [floats(0.0 - found.key), ids, integers(_places(owner)).cast(pa.int32()), booleans(found.hit)], schema=RECORDS
    )


def truths(rows: pa.RecordBatch, metric: Metric, cells: Cells) -> pa.RecordBatch:
    """What each row adds to M, its first hit, and whether it counts."""
    gap, batch = _gap(metric), batch_of(rows, metric, cells)
    skipped = gap.skipped(batch)
    columns = [
        id_texts(rows.column("id")),
        integers(gap.truths(batch.sizes, skipped)),
        integers(gap.first_hits(batch)).cast(pa.int32()),
        booleans(~skipped),
    ]
    return pa.record_batch(columns, schema=TRUTHS)


def counted(records: pa.RecordBatch) -> Before:
    """How many records and hits a part of the sorted list has."""
    return Before(records.num_rows, int(flags(records.column("hit")).sum()))


def credited(records: pa.RecordBatch, before: Before) -> pa.RecordBatch:
    """The precision at each hit of a part of the sorted list: what it earns, times M."""
    at = np.flatnonzero(flags(records.column("hit")))
    ids = records.column("id").take(integers(at))
    return pa.record_batch([ids, floats(precisions(at, before))], schema=EARNED)


def precisions(at: Ints, before: Before) -> Floats:
    """float64 (h,): P(i) of the hits at places `at`, from 0, of a part of the sorted list."""
    found: Floats = (np.arange(1, len(at) + 1) + before.hits) / (at + 1 + before.records)
    return found


def _places(owner: Ints) -> Ints:
    """int64 (p,): how many records of the same row come before each."""
    by_row = np.argsort(owner, kind="stable")
    ranked = owner[by_row]
    places = np.empty(len(owner), np.int64)
    places[by_row] = np.arange(len(owner)) - np.searchsorted(ranked, ranked)
    return places


def _gap(metric: Metric) -> GlobalAveragePrecision:
    if way_of(metric) is not Way.LIST or not isinstance(metric, GlobalAveragePrecision):
        raise InputError(f"{metric} orders no predictions of all rows", expected="gap")
    return metric
