"""Pasted lines that were copied as rows of the table."""

from __future__ import annotations

import numpy as np
import pyarrow.compute as pc

from inspector.core.arrays.arrow import flags, integers
from inspector.core.edits.pasting.tsv import Lines
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.labels.cell import BESIDE
from inspector.core.rows.columns import find_column, least_written, written_columns
from inspector.core.rows.copying import cells

_SAMPLE = 1000


def own_predictions(evaluation: Evaluation, body: Lines) -> int | None:
    """The column with the predictions of lines that were copied from this table; None for other lines.

    They are behind the truth; where classes have probabilities, these may stand between.
    """
    truth = _own_truth(evaluation, body) if len(body) else None
    if truth is None or not evaluation.pair.has_class_columns:
        return None if truth is None else truth + 1
    behind = range(truth + 1, min(truth + 3, int(body.widths[0])))
    return next((at for at in behind if flags(pc.match_substring(body.column(at), BESIDE)).any()), truth + 1)


def _own_truth(evaluation: Evaluation, body: Lines) -> int | None:
    """The column with the truth of each row, if the lines were copied from this table: predictions are behind it.

    Found by its content, because notes, places and further metrics, which are columns before it, come and go.
    """
    width = int(body.widths[0])
    if width < least_written(evaluation.table.kind) or (body.widths != width).any():
        return None
    names = [shown.name for shown in written_columns(evaluation)]
    rows = evaluation.table.rows_of(body.column(0))
    known = np.flatnonzero(rows >= 0)[:_SAMPLE]
    own = pc.utf8_trim_whitespace(cells(find_column("truth").values(evaluation, rows[known])))
    # First where it is unless columns were added behind: a note may be the truth word for word.
    places = [width - len(names) + names.index("truth"), *range(1, width - 1)]
    return next((at for at in places if at > 0 and body.column(at).take(integers(known)).equals(own)), None)
