"""The confusion matrix: truth labels against first predictions, by number of rows, for the labels most confused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.analysis.confusion import NONE
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause, quote
from inspector.core.task import Progress, Task

# Pseudo-labels beside NONE: OTHER for a truth label without a line, or a wrong prediction without a column; RIGHT for
# a prediction that is right, but not the label of the line.
OTHER, RIGHT = -3, -4

# Expressions of more labels are longer than anyone reads.
_MOST_IN_WORDS = 12


@dataclass(frozen=True, eq=False)
class ConfusionMatrix:
    """How many rows have a truth label (lines) and a first prediction (columns), as a table.

    lines, columns: int64 (l,) and (c,): the same codes of labels in text order, then pseudo-labels that occur: OTHER
    and NONE (no truth) as lines; OTHER, RIGHT and NONE (no prediction) as columns. counts: int64 (l, c). labels: how
    many different labels occur, with or without a line.

    A row with several truth labels counts in the line of each. Where its first prediction is one of them, that line
    counts it on the diagonal and the others under RIGHT, so that all other cells are confusions, as `confusions` pairs
    them. The line of a label adds up to the rows with that truth label.
    """

    lines: Ints
    columns: Ints
    counts: Ints
    labels: int

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
    entries = _Entries.of(evaluation, evaluation.all_rows if among is None else np.flatnonzero(among))
    yield Progress(0.5, "Counting labels")
    occurring, chosen = entries.labels(most)
    _, lines, columns = entries.placed(chosen)
    in_text_order = chosen[np.argsort(evaluation.table.vocab.ranks()[chosen])]
    return _tabled(lines, columns, in_text_order, len(occurring))


def cells_clause(evaluation: Evaluation, matrix: ConfusionMatrix, lines: Ints, columns: Ints, source: str) -> Clause:
    """The filter for the rows of the cells where some lines and columns meet, given by number; blank for all cells.

    An expression where the filter language can say it shortly, else the rows themselves.
    """
    whole = len(lines) == len(matrix.lines), len(columns) == len(matrix.columns)
    if all(whole):
        return Clause("", source)
    true = [] if whole[0] else matrix.lines[lines].tolist()
    predicted = [] if whole[1] else matrix.columns[columns].tolist()
    sayable = min([*true, *predicted]) >= 0 or (not predicted and OTHER not in true)
    if sayable and len(true) + len(predicted) <= _MOST_IN_WORDS:
        return Clause(_expression(evaluation, true, predicted), source)
    rows = _Entries.of(evaluation, evaluation.all_rows).rows(
        matrix.chosen, matrix.lines[lines], matrix.columns[columns]
    )
    cells = len(lines) * len(columns)
    return Clause(f"{cells:,} {'cell' if cells == 1 else 'cells'} of the confusion matrix", source, rows=rows)


@dataclass(frozen=True, eq=False)
class _Entries:
    """One entry for each truth label of a row, and one for a row without truth.

    row, true, first: int64 (e,): the row, the truth label or NONE, and the first prediction: its label, RIGHT where it
    is another truth label of the row, or NONE.
    """

    row: Ints
    true: Ints
    first: Ints

    @classmethod
    def of(cls, evaluation: Evaluation, rows: Ints) -> _Entries:
        """The entries of some rows."""
        batch = evaluation.batch(rows)
        row, true = _with_bare(batch.truth)
        first = batch.predictions.first_codes()[0].astype(np.int64)[row]
        is_hit = (first == true) & (true >= 0)
        has_hit = np.bincount(row[is_hit], minlength=len(rows)) > 0
        return cls(rows[row], true, np.where(has_hit[row] & ~is_hit, RIGHT, first))

    def labels(self, most: int) -> tuple[Ints, Ints]:
        """The labels that occur, int64, and up to `most` of them: the most often confused, then the most frequent."""
        true, first = self.true[self.true >= 0], self.first[self.first >= 0]
        confused = (self.true >= 0) & (self.first >= 0) & (self.true != self.first)
        size = 1 + int(max(true.max(initial=-1), first.max(initial=-1)))
        support = np.bincount(true, minlength=size)
        wrong = np.bincount(self.true[confused], minlength=size) + np.bincount(self.first[confused], minlength=size)
        occurring = np.flatnonzero(support + np.bincount(first, minlength=size))
        order = np.lexsort((-support[occurring], -wrong[occurring]))
        return occurring, occurring[order[:most]]

    def placed(self, chosen: Ints) -> tuple[Ints, Ints, Ints]:
        """The row, the line and the column, int64 each, of what the cells count, when the chosen labels have a line."""
        lines = np.where(np.isin(self.true, chosen) | (self.true < 0), self.true, OTHER)
        unlisted = np.where(self.first == self.true, RIGHT, OTHER)
        columns = np.where(np.isin(self.first, chosen) | (self.first < 0), self.first, unlisted)
        # Several truth labels of a row may share the line OTHER.
        other = np.flatnonzero(lines == OTHER)
        _, first = np.unique((self.row * (columns.max(initial=0) - RIGHT + 1) + columns)[other], return_index=True)
        kept = np.append(np.flatnonzero(lines != OTHER), other[first])
        return self.row[kept], lines[kept], columns[kept]

    def rows(self, chosen: Ints, of_lines: Ints, of_columns: Ints) -> Ints:
        """int64: the rows of the cells where some lines and columns meet."""
        row, lines, columns = self.placed(chosen)
        return np.unique(row[np.isin(lines, of_lines) & np.isin(columns, of_columns)])


def _with_bare(truth: Ragged) -> tuple[Ints, Ints]:
    """int64 each: the list and the code of each truth label, and NONE for each list without one."""
    bare = np.flatnonzero(truth.lengths == 0)
    codes = np.append(truth.codes.astype(np.int64), np.full(len(bare), NONE))
    return np.concatenate([truth.owners(), bare]), codes


def _tabled(lines: Ints, columns: Ints, chosen: Ints, labels: int) -> ConfusionMatrix:
    """Count the entries, given by line and column, in the order of the chosen labels."""
    down, across = np.append(chosen, [OTHER, NONE]), np.append(chosen, [OTHER, RIGHT, NONE])
    key = _index_in(down, lines) * len(across) + _index_in(across, columns)
    counts = np.bincount(key, minlength=len(down) * len(across)).reshape(len(down), len(across))
    used_down, used_across = (down >= 0) | counts.any(axis=1), (across >= 0) | counts.any(axis=0)
    return ConfusionMatrix(down[used_down], across[used_across], counts[np.ix_(used_down, used_across)], labels)


def _index_in(codes: Ints, values: Ints) -> Ints:
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
