"""A confusion matrix as the picture shows it: names for pseudo-labels, colours for right and wrong."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from inspector.core.analysis.confusion import NONE, OTHER, RIGHT
from inspector.core.analysis.confusion_matrix import ConfusionMatrix
from inspector.core.arrays.types import Ints
from inspector.core.data.vocab import Vocab
from inspector.core.rows.copying import lines_table
from inspector.ui.widgets.matrix.matrix import HIT, WORSE, Axis, Matrix

TRUTH, PREDICTION, PREDICTED = "truth", "first prediction", "predicted"
_LINES = {OTHER: ("(other labels)", "labels without a line of their own"), NONE: ("(none)", "rows without truth")}
_COLUMNS = {
    OTHER: ("(other wrong)", "wrong labels without a column of their own"),
    RIGHT: ("(other right)", "right, but not the label of the line"),
    NONE: ("(none)", "nothing is predicted at rank 1"),
}
_LINES_OF_SETS = {**_LINES, NONE: ("(none missed)", "no truth label is missed")}
_COLUMNS_OF_SETS = {
    **_COLUMNS,
    RIGHT: ("(other right)", "right"),
    NONE: ("(none wrong)", "no wrong label is predicted"),
}
_MEANING = (
    "A cell counts the rows with the truth label of its line and the first prediction of its column. A row with "
    "several truth labels counts in the line of each: on the diagonal where that label is predicted, under (other "
    "right) where another one is. All other cells are wrong, as in Confusions."
)
_MEANING_OF_SETS = (
    "The diagonal counts the rows in which a label is right. Any other cell counts the rows that miss the truth label "
    "of its line and predict the wrong label of its column, as in Confusions; the order of labels means nothing to "
    "this metric. A row with several such labels counts in several cells."
)


def drawn(matrix: ConfusionMatrix, vocab: Vocab) -> Matrix:
    """The matrix with names and colours; the frames show the diagonal."""
    size = len(matrix.chosen)
    lines, columns = (_LINES_OF_SETS, _COLUMNS_OF_SETS) if matrix.of_sets else (_LINES, _COLUMNS)
    same = (matrix.lines[:, None] == matrix.columns) & (matrix.lines[:, None] >= 0)
    return Matrix(
        _axis(TRUTH, matrix.lines, lines, vocab),
        _axis(PREDICTED if matrix.of_sets else PREDICTION, matrix.columns, columns, vocab),
        matrix.counts,
        np.where(matrix.right, HIT, WORSE),
        same,
        # The labels without a line would make all others pale.
        most=int(matrix.counts[:size, :size].max(initial=0)),
        line_rows=matrix.line_rows,
        column_rows=matrix.column_rows,
    )


def counts_table(matrix: Matrix) -> pa.Table:
    """The counts as a table: a column of truth labels, then one for each prediction."""
    names = [f"{matrix.lines.title} / {matrix.columns.title}", *matrix.columns.names]
    return lines_table(names, [matrix.lines.names, *matrix.counts.T])


def meaning(matrix: ConfusionMatrix) -> str:
    """What the cells count."""
    return _MEANING_OF_SETS if matrix.of_sets else _MEANING


def words(matrix: ConfusionMatrix) -> str:
    """How many labels there are, and which of them are shown."""
    shown, labels = len(matrix.chosen), matrix.labels
    if not matrix.counts.size:
        return "no row to count"
    if shown < labels:
        return f"{shown:,} of {labels:,} labels, those most often confused"
    return "the only label" if labels == 1 else f"all {labels:,} labels"


def _axis(title: str, codes: Ints, pseudo: dict[int, tuple[str, str]], vocab: Vocab) -> Axis:
    labels = codes[codes >= 0]
    others = [pseudo[code] for code in codes[codes < 0].tolist()]
    hints = {len(labels) + number: hint for number, (_, hint) in enumerate(others)}
    return Axis(title, (*vocab.texts(labels), *(name for name, _ in others)), hints)
