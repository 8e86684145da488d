"""The dialog that scores a constant prediction: labels that the user types, or the commonest of the truth."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from inspector.core.analysis.baseline import most_common_labels
from inspector.core.document.inspection import Inspection
from inspector.core.files.labels.cell import words
from inspector.core.metrics import Scores
from inspector.ui.widgets.formatting import full_precision
from inspector.ui.widgets.label_edit import LabelEdit
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP


class ConstantDialog(QDialog):
    """Emits the labels to score; `show_scores` shows the result."""

    asked = Signal(list)

    def __init__(self, inspection: Inspection, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("constantDialog")
        self.setWindowTitle("Constant prediction")
        self._inspection = inspection
        self._labels = LabelEdit(inspection, self)
        self._labels.setObjectName("constantLabels")
        self._labels.setAccessibleName("Labels of every row")
        self._labels.returnPressed.connect(self._ask)
        self._count = QSpinBox(self)
        self._count.setRange(1, 100)
        self._count.setValue(inspection.metric.k or 1)
        self._count.setAccessibleName("How many of the most frequent labels")
        buttons = QHBoxLayout()
        buttons.setSpacing(GAP)
        for widget in (self._count, self._button("Use most frequent", self._fill), self._button("Score", self._ask)):
            buttons.addWidget(widget)
        buttons.addStretch(1)
        self._result = PlainLabel(self, name="constantScore", figures=True, selectable=True)
        self._submission_score = PlainLabel(self, name="ownScore", figures=True, selectable=True)
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GAP)
        form.addRow("every row predicts", self._labels)
        form.addRow("", buttons)
        form.addRow("the constant scores", self._result)
        form.addRow("your submission scores", self._submission_score)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        layout.addLayout(form)
        closing = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        closing.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)  # Enter scores
        closing.rejected.connect(self.reject)
        layout.addWidget(closing)

    def show_first(self) -> None:
        """Fill in the commonest labels and request their score; call it after connecting `asked`."""
        self._fill()

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(560, 0))

    def show_scores(self, scores: Scores) -> None:
        """Show the score of the constant next to that of the submission."""
        known = full_precision(scores.overall) if scores.is_settled else "not known: a host's own metric is not asked"
        self._result.setText(f"{known}   ({scores.metric})")
        self._submission_score.setText(full_precision(self._inspection.overall))

    def _button(self, title: str, action: Callable[[], None]) -> QPushButton:
        button = QPushButton(title, self)
        button.setAutoDefault(False)
        button.clicked.connect(action)
        return button

    def _fill(self) -> None:
        separator = self._inspection.evaluation.pair.submission.grammar.separator
        self._labels.setText(separator.join(most_common_labels(self._inspection.evaluation, self._count.value())))
        self._ask()

    def _ask(self) -> None:
        self._result.setText("…")
        self.asked.emit(words(self._labels.text(), self._inspection.evaluation.pair.submission.grammar.separator))
