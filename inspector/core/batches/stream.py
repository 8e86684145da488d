"""A pair of files larger than memory, scored in one pass: both sorted by id, a block of rows after another."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import numbers, release_memory
from inspector.core.batches import listing
from inspector.core.batches.blocks import names_of, rows_of, sorted_blocks
from inspector.core.batches.columns import Options, columns_of
from inspector.core.batches.key_file import KeyFile
from inspector.core.batches.kinds import Way, way_of
from inspector.core.batches.merged import Join
from inspector.core.batches.rows import scored
from inspector.core.batches.sums import Sums
from inspector.core.errors import InputError
from inspector.core.metrics.base import Metric
from inspector.core.task import Progress, Task


@dataclass(frozen=True)
class Scored:
    """A pair scored by an engine: sums of all rows, the overall, and how many ids only the submission has."""

    metric: Metric
    overall: float
    sums: Sums
    unknown: int


def stream_task(truth: Path, submission: Path, metric: Metric, options: Options) -> Task[Scored]:
    """A task that scores the pair in one pass.

    Raises InputError for a metric that needs all rows at once, and for files that are not sorted by id.
    """
    way = way_of(metric)
    yield Progress(0.0, "Opening the files")
    columns = columns_of(names_of(truth), names_of(submission), options, (truth, submission))
    join = Join(
        sorted_blocks(truth, columns[0], options.is_long(is_truth=True)),
        sorted_blocks(submission, columns[1], options.is_long(is_truth=False)),
    )
    rows = _progressed(join.batches(), rows_of(truth))
    if way is Way.LIST:
        with tempfile.TemporaryDirectory(prefix="submission-inspector-") as folder:
            overall, sums = yield from _listed(rows, metric, options, Path(folder))
    else:
        sums = yield from _added(rows, metric, options)
        overall = sums.overall(metric)
    return Scored(metric, overall, sums, join.unknown)


def _progressed(batches: Iterator[pa.RecordBatch], total: int | None) -> Iterator[tuple[Progress, pa.RecordBatch]]:
    """Each batch with the progress so far, which is a guess for text."""
    done = 0
    for batch in batches:
        done += batch.num_rows
        known = total or 2 * done
        yield Progress(min(0.95, done / known), f"Scoring, {done:,} rows so far"), batch
        release_memory()


def _added(rows: Iterator[tuple[Progress, pa.RecordBatch]], metric: Metric, options: Options) -> Task[Sums]:
    sums = Sums()
    for progress, batch in rows:
        sums += Sums.of(scored(batch, metric, options.cells), metric)
        yield progress
    return sums


def _listed(
    rows: Iterator[tuple[Progress, pa.RecordBatch]], metric: Metric, options: Options, folder: Path
) -> Task[tuple[float, Sums]]:
    """GAP: the records go to disk, then a range of confidences after another is sorted."""
    ids = listing.order(metric)[1]
    keys, sums, m = KeyFile(folder, from_end=ids[1] == "descending"), Sums(), 0
    for progress, batch in rows:
        _refuse_numbers(batch.column("id").type)
        keys.add(listing.listed(batch, metric, options.cells))
        truths = listing.truths(batch, metric, options.cells)
        m += int(pc.sum(truths.column("truths")).as_py())
        sums += _counts(truths)
        yield progress
    yield Progress(0.96, "Sorting by confidence")
    return (keys.earned() / m if m else float("nan")), sums


def _counts(truths: pa.RecordBatch) -> Sums:
    """How many rows there are, how many count, and their first hits."""
    hits = np.bincount(numbers(truths.column("first_hit")))
    at = np.flatnonzero(hits)
    scored = int(pc.sum(truths.column("counts")).as_py() or 0)
    first_hits = dict(zip(at.tolist(), hits[at].tolist(), strict=True))
    return replace(Sums(), rows=truths.num_rows, scored=scored, first_hits=first_hits)


def _refuse_numbers(kind: pa.DataType) -> None:
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        raise InputError(
            "equal confidences are ordered by the ids as texts, but the ids are sorted as numbers",
            found=str(kind),
            expected="ids as texts, sorted by their bytes",
        )
