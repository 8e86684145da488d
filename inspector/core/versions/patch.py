"""A version as a patch: a table of the rows that differ from the file, which can be pasted back."""

from __future__ import annotations

import pyarrow as pa

from inspector.core.arrays.arrow import integers
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.io.target import Target
from inspector.core.metrics import Metric
from inspector.core.rows.columns import find_column
from inspector.core.rows.export import write_task
from inspector.core.task import Progress, Task
from inspector.core.versions.version import Version


def patch_table(evaluation: Evaluation) -> pa.Table:
    """The edited rows: their ids and the cells of their labels, under the submission's own names of both columns."""
    submission, rows = evaluation.pair.submission, evaluation.overlay.rows
    labels = submission.label_name if submission.label_name != submission.id_name else "predictions"
    cells = find_column("predictions").values(evaluation, rows)
    return pa.table({submission.id_name: evaluation.table.ids.take(integers(rows)), labels: cells})


def patch_task(version: Version, metric: Metric, target: Target) -> Task[str]:
    """Write the patch of a version, as CSV or parquet; returns the `formula_warning`. Raises InputError."""
    yield Progress(0.0, f"Writing {target.path.name}")
    return (yield from write_task(patch_table(Evaluation.of(version.pair, metric, version.edits)), target))
