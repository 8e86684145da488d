"""The scores of a part of the rows: a record batch in, a record batch out."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import floats, integers
from inspector.core.arrays.types import Ints
from inspector.core.batches.kinds import Way, way_of
from inspector.core.batches.lists import Cells, batch_of, id_texts
from inspector.core.data.evidence import RowSums
from inspector.core.errors import InputError
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch

SCORES = pa.schema(
    [
        ("id", pa.string()),
        ("score", pa.float64()),
        ("first_hit", pa.int32()),
        ("pool", pa.list_(pa.int64())),
    ]
)


def scored(rows: pa.RecordBatch, metric: Metric, cells: Cells) -> pa.RecordBatch:
    """id, score (null for a row left out), first_hit (0 for none) and pool (null for a mean) of each row.

    Raises InputError if the metric needs all rows at once, or the columns are others.
    """
    way = way_of(metric)
    if way is Way.LIST:
        raise InputError(
            f"{metric} orders all predictions of all rows",
            expected="its two passes: listed, sorted by the engine, then credited",
        )
    batch = batch_of(rows, metric, cells)
    pool = _pools(metric, batch) if way is Way.SUMS else pa.nulls(len(batch), SCORES.field("pool").type)
    hits = integers(metric.first_hits(batch)).cast(pa.int32())
    return pa.record_batch([id_texts(rows.column("id")), floats(metric.score(batch)), hits, pool], schema=SCORES)


def _pools(metric: Metric, batch: Batch) -> pa.ListArray:
    """What each row adds to the sums behind the overall."""
    evidence = metric.evidence(batch)
    counts: Ints = evidence.counts if isinstance(evidence, RowSums) else np.zeros((0, len(batch)), np.int64)
    width = len(counts)
    offsets = integers(np.arange(len(batch) + 1) * width).cast(pa.int32())
    return pa.ListArray.from_arrays(offsets, integers(np.ascontiguousarray(counts.T).ravel()))
