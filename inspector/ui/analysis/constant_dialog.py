"""The dialog that scores a constant prediction: labels that the user types, or the commonest of the truth."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QHBoxLayout, QSpinBox, QWidget

from inspector.core.analysis.baseline import most_common_labels
from inspector.core.document.inspection import Inspection
from inspector.core.files.labels.cell import words
from inspector.core.metrics import Scores
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.buttons import push_button
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.formatting import full_precision
from inspector.ui.widgets.label_edit import LabelEdit
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP


class ConstantDialog(Dialog):
    """Emits the labels to score; `show_scores` shows the result."""

    asked = Signal(list)

    def __init__(self, inspection: Inspection, parent: QWidget) -> None:
        super().__init__(parent, "constantDialog", "Constant prediction", QSize(560, 0))
        self._inspection = inspection
        self._labels = named(LabelEdit(inspection, self), "constantLabels", "Labels of every row")
        self._labels.returnPressed.connect(self._ask)
        self._count = named(QSpinBox(self), "", "How many of the most frequent labels")
        self._count.setRange(1, 100)
        self._count.setValue(inspection.metric.k or 1)
        fill = push_button(self, "Use most frequent", clicked=self._fill)
        score = push_button(self, "Score", clicked=self._ask)
        closing = self.button_box(QDialogButtonBox.StandardButton.Close)
        for button in (fill, score, closing.button(QDialogButtonBox.StandardButton.Close)):
            button.setAutoDefault(False)  # Enter scores
        self._result = PlainLabel(self, name="constantScore", figures=True, selectable=True)
        self._submission_score = PlainLabel(self, name="ownScore", figures=True, selectable=True)
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GAP)
        form.addRow("every row predicts", self._labels)
        form.addRow("", arrange(QHBoxLayout(), self._count, fill, score, 1, spacing=GAP))
        form.addRow("the constant scores", self._result)
        form.addRow("your submission scores", self._submission_score)
        self.lay_out(form, closing, spacing=None)

    def show_first(self) -> None:
        """Fill in the commonest labels and request their score; call it after connecting `asked`."""
        self._fill()

    def show_scores(self, scores: Scores) -> None:
        """Show the score of the constant next to that of the submission."""
        known = full_precision(scores.overall) if scores.is_settled else "not known: a host's own metric is not asked"
        self._result.setText(f"{known}   ({scores.metric})")
        self._submission_score.setText(full_precision(self._inspection.overall))

    def _fill(self) -> None:
        separator = self._inspection.evaluation.pair.submission.grammar.separator
        self._labels.setText(separator.join(most_common_labels(self._inspection.evaluation, self._count.value())))
        self._ask()

    def _ask(self) -> None:
        self._result.setText("…")
        self.asked.emit(words(self._labels.text(), self._inspection.evaluation.pair.submission.grammar.separator))
