"""The labels panel: right, wrong and missed counts of every label, and a search among them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow.compute as pc
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from inspector.core.analysis.labels import LabelTable, label_table
from inspector.core.arrays import arrow
from inspector.core.arrays.types import Bools
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause, quote
from inspector.core.task import Progress, Task
from inspector.ui.analysis.group_columns import AMONG, CHANCE, FINE, GAINS, counts, decimals, gains, words
from inspector.ui.analysis.group_model import ColumnHeader, GroupColumn
from inspector.ui.analysis.group_table import GroupTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange
from inspector.ui.widgets.input.search_edit import SearchEdit
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Theme

_HEADS = (
    ColumnHeader("label", f"A label that the truth or a prediction has {AMONG}; a click shows its rows", words=True),
    ColumnHeader("support", "Rows of the truth with the label"),
    ColumnHeader("right", "True positives: predicted, and in the truth"),
    ColumnHeader("wrong", "False positives: predicted, and not in the truth"),
    ColumnHeader("missed", "False negatives: in the truth, and not predicted"),
    ColumnHeader("precision", "right / (right + wrong)"),
    ColumnHeader("recall", "right / (right + missed)"),
    ColumnHeader("F", "F of the label, with the metric's beta"),
    ColumnHeader(
        "cost",
        "The costs of the rows with the label in their truth, added up; a row with several truth labels splits its "
        "cost among them in equal parts",
        sample=FINE,
    ),
    *GAINS,
    CHANCE,
)


class LabelLines(GroupTable[LabelTable]):
    """One line per label; a click shows its rows. Only the labels that contain the `searched` text are listed."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, "labelTable", "Labels", _HEADS, 1, parent)
        self.colour_gains(theme)
        self._codes = np.empty(0, np.int64)
        self._searched = ""

    @property
    def listed(self) -> tuple[int, int]:
        """How many labels are listed, and how many there are."""
        return self.model().rowCount(), len(self._codes)

    def search(self, text: str) -> None:
        """List only the labels that contain a text, ignoring case."""
        self._searched = text
        self._lines.keep(self.kept())
        self.filled.emit()

    def kept(self) -> Bools | None:
        if not self._searched or self._evaluation is None:
            return None
        vocab = self._evaluation.table.vocab
        fits: Bools = arrow.flags(pc.match_substring(vocab.array(), self._searched, ignore_case=True))[self._codes]
        return fits

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[LabelTable]:
        yield Progress(0.0, "Counting labels")
        return label_table(evaluation, among)

    def columns(self, evaluation: Evaluation, found: LabelTable) -> Sequence[GroupColumn]:
        codes, vocab = found.codes, evaluation.table.vocab
        self._codes = codes
        ranks = np.append(vocab.ranks(), -1)[codes]
        return (
            words(ranks, lambda line: vocab.text(int(codes[line]))),
            *map(counts, (found.support, found.tp, found.fp, found.fn)),
            *map(decimals, (found.precision, found.recall, found.f)),
            decimals(found.cost, evaluation.scores.fine_decimals),
            *gains(found.perfect, found.won, evaluation),
            self.chances(evaluation, found.p),
        )

    def clause(self, evaluation: Evaluation, line: int) -> str:
        label = quote(evaluation.table.vocab.text(int(self._codes[line])))
        return f"truth:{label} | pred:{label}"


class LabelsPanel(QWidget):
    """A line to search labels, and the labels."""

    failed = Signal(Exception)
    filter_asked = Signal(Clause)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("labelsPanel")
        self._table = LabelLines(signals, theme, self)
        self._table.failed.connect(self.failed)
        self._table.filter_asked.connect(self.filter_asked)
        self._search = SearchEdit("Search labels", self)
        self._search.setObjectName("labelSearch")
        self._search.textChanged.connect(self._table.search)
        self._search.left.connect(self._go_to_table)
        self._count = PlainLabel(self, name="labelCount", figures=True, quiet=True)
        self._table.filled.connect(self._show_count)
        above = arrange(QHBoxLayout(), (self._search, 1), self._count, margins=(GAP, 0, GAP, 0), spacing=GAP)
        arrange(QVBoxLayout(self), above, (self._table, 1), margins=(0, GRID, 0, 0), spacing=GRID)

    def _show_count(self) -> None:
        listed, every = self._table.listed
        self._count.setText(f"{listed:,} of {every:,}" if self._search.text() else f"{every:,}")

    def _go_to_table(self) -> None:
        self._table.setFocus()
        if self._table.model().rowCount() and not self._table.currentIndex().isValid():
            self._table.selectRow(0)
