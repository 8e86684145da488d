"""The table of the costliest wrong predictions: a double click or Enter goes to the row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QWidget

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.text_rank import text_ranks
from inspector.core.arrays.types import Bools
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.ladder.stairs import Stairs, stairs_task, wrong_codes
from inspector.core.task import Task
from inspector.ui.analysis.group_columns import FINE, counts, decimals, figures, words
from inspector.ui.analysis.group_model import ColumnHeader, GroupColumn
from inspector.ui.analysis.group_table import GroupTable
from inspector.ui.tasks.signals import DocumentSignals

# More lines than anybody reads; the column of the table of rows has all.
MOST = 1_000
# Ids are read whole more often than labels.
_ID_LETTERS, _LETTERS, _COST = 18, 10, 2
_HEADS = (
    ColumnHeader("id", "A row; a double click or Enter goes to it", words=True),
    ColumnHeader("rank", "Where the wrong prediction stands among all, the most confident first", sample="000,000"),
    ColumnHeader("cost", "What the overall would gain without it: all right ones below move up", sample=FINE),
    ColumnHeader("swap gains", "What the overall gains if it exchanges its confidence with its partner", sample=FINE),
    ColumnHeader("confidence", "The confidence of the wrong prediction", sample="0.00000000"),
    ColumnHeader("wrong", "The label of its most confident wrong prediction", words=True),
    ColumnHeader("truth", "The labels of the row in the truth file", words=True),
    ColumnHeader("partner", "The right prediction with which an exchange gains most: the least confident", words=True),
)


class CostliestTable(GroupTable[Stairs | None]):
    """The rows shown, those first whose most confident wrong prediction costs most."""

    acts_on_click = False

    def __init__(self, signals: DocumentSignals, parent: QWidget) -> None:
        self.found: Stairs | None = None
        super().__init__(signals, "costliestTable", "The costliest wrong predictions", _HEADS, _COST, parent)

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[Stairs | None]:
        return stairs_task(evaluation, among)

    def columns(self, evaluation: Evaluation, found: Stairs | None) -> Sequence[GroupColumn]:
        self.found = found
        if found is None:
            return ()
        rows, table = found.row[:MOST], evaluation.table
        codes, truth = wrong_codes(evaluation, rows), table.truth.take(rows)
        ids, ranks = table.ids.take(integers(rows)), np.append(table.vocab.ranks(), -1)
        text, separator = table.vocab.text, evaluation.pair.truth.grammar.separator
        places, partner = evaluation.scores.fine_decimals, table.id(found.partner) if found.partner >= 0 else ""
        gains = found.gain[:MOST]
        return (
            words(text_ranks(ids).astype(np.int64), lambda line: str(ids[line])),
            counts(found.place[:MOST]),
            decimals(found.cost[:MOST], places),
            decimals(gains, places),
            figures(found.confidence[:MOST], "{:.6g}".format),
            words(ranks[codes], lambda line: text(int(codes[line])) if codes[line] >= 0 else "(blank)"),
            words(ranks[truth.first_codes()], lambda line: separator.join(map(text, truth[line].tolist()))),
            words(np.isnan(gains).astype(np.int64), lambda line: "–" if np.isnan(gains[line]) else partner),
        )

    def _stretched(self) -> list[int]:
        return []

    def _fit_columns(self) -> None:
        super()._fit_columns()
        header = self.horizontalHeader()
        for section, head in enumerate(_HEADS):
            if head.words:
                header.resizeSection(
                    section, self.fontMetrics().horizontalAdvance("0" * (_LETTERS if section else _ID_LETTERS))
                )

    def _show_rows(self, index: QModelIndex) -> None:
        if index.isValid() and self.found is not None and self._is_of_open_pair:
            self._inspection.go_to(int(self.found.row[self._lines.line(index)]))
