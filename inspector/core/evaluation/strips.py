"""The hit strips of rows: their predictions as small integer codes, which are painted many rows at a time."""

from __future__ import annotations

from dataclasses import replace

from inspector.core.arrays.types import Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics.strip import Frame, Strips


def strips(evaluation: Evaluation, rows: Ints, cells: int) -> Strips:
    """The codes of `metrics.strip` for some rows, uint8 (r, c); c is the same for all rows of the table.

    cells: how many cells of full width there is room for. More of them than that are narrow.
    """
    table = evaluation.table
    frame = Frame.of(table.truth, (table.predictions, evaluation.overlay.predictions), cells)
    if not table.kind.names_labels:
        frame = replace(frame, far=table.far_off)
    return evaluation.scores.strips(rows, evaluation.batch(rows), frame)
