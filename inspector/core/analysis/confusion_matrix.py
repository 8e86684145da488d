"""The confusion matrix: truth labels against predictions, by number of rows, for the labels most confused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.analysis.cells.sets import SetCells
from inspector.core.analysis.cells.top import TopCells
from inspector.core.analysis.confusion import NONE, OTHER, RIGHT, counting_field, pair_clause, usual_against
from inspector.core.arrays.types import Bools, Ints, unique
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause, quote
from inspector.core.task import Progress, Task

# Expressions of more labels are longer than anyone reads.
_MOST_IN_WORDS = 12


@dataclass(frozen=True, eq=False)
class ConfusionMatrix:
    """How many rows have a truth label (lines) and a prediction (columns), as a table.

    lines, columns: int64 (l,) and (c,): the same codes of labels in text order, then pseudo-labels that occur: OTHER
    and NONE (no truth) as lines; OTHER, RIGHT and NONE (no prediction) as columns. counts: int64 (l, c). labels: how
    many different labels occur, with or without a line. line_rows, column_rows: int64 (l,) and (c,): the rows of each
    whole line and column. of_sets: whether order means nothing.

    A row with several truth labels counts in the line of each. Where its first prediction is one of them, that line
    counts it on the diagonal and the others under RIGHT, so that all other cells are confusions, as `confusions` pairs
    them. The line of a label adds up to the rows with that truth label.

    Of sets, the diagonal counts the rows in which a label is right, and all other cells rows that miss the label of the
    line and wrongly predict that of the column; NONE is a line where no label is missed, a column where none is wrong.
    """

    lines: Ints
    columns: Ints
    counts: Ints
    labels: int
    line_rows: Ints
    column_rows: Ints
    of_sets: bool

    @property
    def chosen(self) -> Ints:
        """int64: the labels that have a line and a column."""
        return self.columns[self.columns >= 0]

    @property
    def right(self) -> Bools:
        """bool (l, c): the cells of rows that are predicted right, and of rows without truth and prediction."""
        same = (self.lines[:, None] == self.columns) & (self.lines[:, None] != OTHER)
        right: Bools = same | (self.columns == RIGHT)
        return right


def confusion_matrix(evaluation: Evaluation, most: int, among: Bools | None = None) -> Task[ConfusionMatrix]:
    """A task that counts the labels, edits included; of more than `most`, those that are confused most often.

    among: bool (n,), the rows to count, None for all.
    """
    evaluation.table.kind.need_labels("Confusions")
    yield Progress(0.0, "Counting labels")
    cells = _cells(evaluation, evaluation.all_rows if among is None else np.flatnonzero(among))
    yield Progress(0.5, "Counting labels")
    occurring, chosen = cells.labels(most)
    placed = cells.placed(chosen)
    in_text_order = chosen[np.argsort(evaluation.table.vocab.ranks()[chosen])]
    return _tabled(placed, in_text_order, len(occurring), _is_of_sets(evaluation))


def cells_clause(evaluation: Evaluation, matrix: ConfusionMatrix, lines: Ints, columns: Ints, source: str) -> Clause:
    """The filter for the rows of the cells where some lines and columns meet, given by number; blank for all cells.

    An expression where the filter language can say it shortly, else the rows themselves.
    """
    whole = len(lines) == len(matrix.lines), len(columns) == len(matrix.columns)
    if all(whole):
        return Clause("", source)
    true = [] if whole[0] else matrix.lines[lines].tolist()
    predicted = [] if whole[1] else matrix.columns[columns].tolist()
    if _is_sayable(matrix, true, predicted):
        return Clause((_set_expression if matrix.of_sets else _expression)(evaluation, true, predicted), source)
    row, down, across = _cells(evaluation, evaluation.all_rows).placed(matrix.chosen)
    rows = unique(row[np.isin(down, matrix.lines[lines]) & np.isin(across, matrix.columns[columns])])
    cells = len(lines) * len(columns)
    return Clause(f"{cells:,} {'cell' if cells == 1 else 'cells'} of the confusion matrix", source, rows=rows)


def _is_of_sets(evaluation: Evaluation) -> bool:
    return usual_against(evaluation.metric) == "missed"


def _cells(evaluation: Evaluation, rows: Ints) -> SetCells | TopCells:
    return (SetCells if _is_of_sets(evaluation) else TopCells).of(evaluation, rows)


def _is_sayable(matrix: ConfusionMatrix, true: Sequence[int], predicted: Sequence[int]) -> bool:
    """Whether the filter language can say these lines and columns shortly; an empty sequence stands for all."""
    labels, is_short = min([*true, *predicted]) >= 0, len(true) + len(predicted) <= _MOST_IN_WORDS
    if matrix.of_sets:
        return labels and len(true) * len(predicted) <= 1 and is_short
    return is_short and (labels or (not predicted and OTHER not in true))


def _tabled(placed: tuple[Ints, Ints, Ints], chosen: Ints, labels: int, of_sets: bool) -> ConfusionMatrix:
    """Count the entries, given by row, line and column, in the order of the chosen labels."""
    down, across = np.append(chosen, [OTHER, NONE]), np.append(chosen, [OTHER, RIGHT, NONE])
    row, line, column = placed[0], index_in(down, placed[1]), index_in(across, placed[2])
    shape = len(down), len(across)
    counts = np.bincount(line * len(across) + column, minlength=shape[0] * shape[1]).reshape(shape)
    used_down, used_across = (down >= 0) | counts.any(axis=1), (across >= 0) | counts.any(axis=0)
    line_rows, column_rows = _rows_of(row, line, len(down))[used_down], _rows_of(row, column, len(across))[used_across]
    shown = counts[np.ix_(used_down, used_across)]
    return ConfusionMatrix(down[used_down], across[used_across], shown, labels, line_rows, column_rows, of_sets)


def _rows_of(row: Ints, side: Ints, size: int) -> Ints:
    """int64 (size,): the number of different rows of each line or column."""
    return np.bincount(unique(row * size + side) % size, minlength=size)


def index_in(codes: Ints, values: Ints) -> Ints:
    """int64: the index of each value among distinct codes."""
    order = np.argsort(codes)
    return order[np.searchsorted(codes[order], values)]


def _expression(evaluation: Evaluation, true: Sequence[int], predicted: Sequence[int]) -> str:
    """The filter for lines and columns of labels, and for rows without truth; an empty sequence stands for all."""
    text = evaluation.table.vocab.text
    left = ["truths=0" if code == NONE else f"truth:{quote(text(code))}" for code in true]
    # Where every row has at most one truth label, another label at rank 1 is always wrong.
    several = bool(evaluation.table.truth.lengths.max(initial=0) > 1)
    right = [
        f"top:{quote(text(code))}" + (f" & !truth:{quote(text(code))}" if several and true and code not in true else "")
        for code in predicted
    ]
    return " & ".join(f"({' | '.join(side)})" if len(side) > 1 else side[0] for side in (left, right) if side)


def _set_expression(evaluation: Evaluation, true: Sequence[int], predicted: Sequence[int]) -> str:
    """The filter for lines or columns of labels, or for one cell, of sets; an empty sequence stands for all."""
    text, field = evaluation.table.vocab.text, counting_field(evaluation.metric)
    left, right = ([quote(text(code)) for code in side] for side in (true, predicted))
    if not (left and right):
        return " | ".join([f"truth:{label}" for label in left] + [f"{field}:{label}" for label in right])
    if left == right:
        return f"truth:{left[0]} & {field}:{left[0]}"
    return pair_clause(evaluation, "missed", true[0], predicted[0])
