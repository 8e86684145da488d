"""Which label is predicted where which other is true. A click shows the rows of a pair."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from inspector.core.analysis.confusion import NONE, UNLISTED, Against, By, Pairs, confusions, pair_clause
from inspector.core.arrays.types import Bools, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause
from inspector.core.task import Task
from inspector.ui.analysis.group_model import Groups, Head
from inspector.ui.analysis.group_table import AMONG, FINE, GroupTable, counts, decimals, words
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID

MOST = 500
_HEADS = (
    Head("true", "A truth label; (none): rows without truth", words=True),
    Head("predicted", "The wrong label; (none): nothing is predicted; (not in list): other labels are", words=True),
    Head("rows", f"How many rows have this pair {AMONG}"),
    Head("cost", "Points of the overall that those rows lose together", sample=FINE),
)
# What a column is sorted by, where that is a choice of pairs.
_SORTS: dict[int, By] = {2: "rows", 3: "cost"}
_WAYS: tuple[tuple[str, Against, str], ...] = (
    ("first prediction, where it is wrong", "top", "Each truth label of a row against the row's first prediction"),
    (
        "wrong predictions before the first hit",
        "before",
        "Each truth label of a row against every wrong label that stands before the row's first hit",
    ),
    (
        "no label: (none) and (not in list)",
        "nothing",
        "Truth labels that their rows do not predict, and first predictions of rows without truth",
    ),
)


class ConfusionTable(GroupTable[Pairs]):
    """The pairs with the highest cost, or, once sorted by them, with the most rows."""

    def __init__(self, signals: DocumentSignals, parent: QWidget | None = None) -> None:
        self.against: Against = "top"
        self.by: By = "cost"
        self.found: Pairs | None = None
        super().__init__(signals, "confusionTable", "Confusions", _HEADS, 3, parent)
        self.horizontalHeader().sortIndicatorChanged.connect(self._sorted)

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[Pairs]:
        return confusions(evaluation, self.against, self.by, MOST, among)

    def columns(self, evaluation: Evaluation, found: Pairs) -> Sequence[Groups]:
        self.found = found
        vocab, ranks = evaluation.table.vocab, np.append(evaluation.table.vocab.ranks(), [-2, -1])

        def named(codes: Ints) -> Groups:
            # Codes below 0 count from the end, where what is no label has its places, in front of all labels.
            return words(ranks[codes], lambda line: _CLASSES.get(int(codes[line])) or vocab.text(int(codes[line])))

        return (
            named(found.true),
            named(found.predicted),
            counts(found.rows),
            decimals(found.cost, evaluation.scores.fine_decimals),
        )

    def clause(self, evaluation: Evaluation, line: int) -> str:
        if self.found is None:
            return ""
        return pair_clause(evaluation, self.against, int(self.found.true[line]), int(self.found.predicted[line]))

    def _sorted(self, section: int) -> None:
        """Sorting by the other figure asks for other pairs, unless all there are stand here already."""
        by = _SORTS.get(section)
        if by is not None and by != self.by:
            self.by = by
            if self.found is None or len(self.found) >= MOST:
                self.refresh()
            else:
                self.filled.emit()


_CLASSES = {NONE: "(none)", UNLISTED: "(not in list)"}


class ConfusionsPanel(QWidget):
    """What counts as a confusion, the pairs, and how many of them are shown."""

    failed = Signal(Exception)
    filter_asked = Signal(Clause)

    def __init__(self, signals: DocumentSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("confusionsPanel")
        self._table = ConfusionTable(signals, self)
        self._table.failed.connect(self.failed)
        self._table.filter_asked.connect(self.filter_asked)
        self._against = self._chooser()
        self._words = PlainLabel(self, name="confusionWords", quiet=True)
        self._words.setContentsMargins(GAP, 0, GAP, GRID)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, GRID, 0, 0)
        layout.setSpacing(GRID)
        chooser = QHBoxLayout()
        chooser.setContentsMargins(GAP, 0, GAP, 0)
        chooser.addWidget(self._against)
        layout.addLayout(chooser)
        layout.addWidget(self._table, 1)
        layout.addWidget(self._words)
        self._table.filled.connect(self._say)
        self._against.currentIndexChanged.connect(self._choose)

    def _chooser(self) -> QComboBox:
        chooser = QComboBox(self)
        chooser.setObjectName("confusionAgainst")
        chooser.setAccessibleName("Pair truth labels with")
        chooser.setToolTip("Which wrong predictions the truth labels are paired with")
        chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        chooser.setMinimumContentsLength(GAP)
        for place, (title, against, hint) in enumerate(_WAYS):
            chooser.addItem(title, against)
            chooser.setItemData(place, hint, Qt.ItemDataRole.ToolTipRole)
        return chooser

    def _choose(self) -> None:
        self._table.against = self._against.currentData()
        self._table.refresh()

    def _say(self) -> None:
        found = 0 if self._table.found is None else len(self._table.found)
        most = "with the most rows" if self._table.by == "rows" else "with the highest cost"
        every = f"all {found:,} pairs" if found > 1 else "the only pair" if found else "no such pair"
        self._words.setText(f"the {found:,} pairs {most}" if found >= MOST else every)
