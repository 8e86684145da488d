"""The labels of the current row with their arithmetic, and what editing them asks for."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from inspector.core.data.prediction import Prediction
from inspector.core.document.inspection import Inspection
from inspector.core.errors import InputError
from inspector.core.files.labels.cell import to_number, words
from inspector.core.metrics import Explanation
from inspector.ui.row.step_table import StepTable
from inspector.ui.widgets.theme import Theme


class LabelPart(QWidget):
    """Shows the labels as steps.

    asked: another prediction and the name of the edit; tried: one that is dragged; left: the drag was cancelled;
    refused: why a confidence cannot be taken; HINT, WORDS: what an empty line of the prediction says, and its tooltip.
    """

    HINT, WORDS = "labels, best first", "The prediction, best label first"

    asked = Signal(Prediction, str)
    tried = Signal(Prediction)
    left = Signal()
    refused = Signal(Exception)

    def __init__(self, inspection: Inspection, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inspection = inspection
        self._table = StepTable(inspection, theme, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._table)
        self._table.dragged.connect(lambda source, target: self.tried.emit(self._now.moved(source, target)))
        self._table.dropped.connect(self._drop)
        self._table.left.connect(self.left)
        self._table.deleted.connect(self._delete)
        self._table.steps.typed.connect(self._replace_label)
        self._table.steps.confidence_typed.connect(self._replace_confidence)

    def show_prediction(self, explained: Explanation, prediction: Prediction) -> None:
        """Show the steps of a prediction."""
        self._table.show_steps(explained, prediction.confidence, self._row)

    @property
    def _row(self) -> int:
        return self._inspection.current or 0

    @property
    def _now(self) -> Prediction:
        return self._inspection.evaluation.prediction(self._row)

    @property
    def _name(self) -> str:
        return self._inspection.evaluation.table.id(self._row)

    def _drop(self, source: int, target: int) -> None:
        prediction = self._now
        name = f"move {prediction.labels[source]} to rank {target + 1} of {self._name}"
        self.asked.emit(prediction.moved(source, target), name)
        self._table.select_label(target)

    def _delete(self, indexes: list[int]) -> None:
        prediction = self._now
        if indexes:
            what = prediction.labels[indexes[0]] if len(indexes) == 1 else "labels"
            self.asked.emit(prediction.without(indexes), f"remove {what} from {self._name}")
            self._table.select_label(min(indexes[0], len(prediction) - len(indexes)))

    def _replace_label(self, index: int, text: str) -> None:
        """Replace the label at an index; the index after the last adds one."""
        prediction, typed = self._now, words(text, self._inspection.evaluation.pair.submission.grammar.separator)
        if prediction.labels[index : index + 1] != tuple(typed):
            self.asked.emit(prediction.replaced(index, typed), "")
            self._table.select_label(index)

    def _replace_confidence(self, index: int, text: str) -> None:
        """Replace the confidence of the label at an index."""
        try:
            self.asked.emit(self._now.with_confidence(index, to_number(text)), "")
            self._table.select_label(index)
        except InputError as error:
            self.refused.emit(error)
