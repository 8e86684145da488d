"""The labels of the current row with their arithmetic, and what editing them asks for."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from inspector.core.data.numbers import uneven
from inspector.core.data.prediction import Prediction
from inspector.core.document.inspection import Inspection
from inspector.core.edits.prediction_edit import example_with_confidences, moved, separated
from inspector.core.errors import InputError
from inspector.core.files.labels.cell import to_number, words
from inspector.core.files.labels.dispatch import validate_prediction
from inspector.core.metrics import Explanation
from inspector.ui.row.prediction_part import PredictionPart
from inspector.ui.row.step_model import LABEL
from inspector.ui.row.step_table import StepTable
from inspector.ui.widgets.label_edit import open_editors
from inspector.ui.widgets.theme import Theme


class LabelPart(PredictionPart):
    """Shows the labels as steps. tried: a prediction as dragged so far, and its arithmetic; left: also after a drag."""

    tried = Signal(Prediction, Explanation)

    def __init__(self, inspection: Inspection, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(inspection, parent)
        self._table = table = StepTable(inspection, theme, self)
        hint = "The other probabilities of the row are scaled, so that all add up to 1 still"
        self._put(table, "renormaliseClasses", hint, table.labels, table.confidences)
        self._table.dragged.connect(self._try_move)
        self._table.dropped.connect(self._drop)
        self._table.left.connect(self.left)
        self._table.deleted.connect(self._delete)
        self._table.missed_typed.connect(self._type_missed)
        self._table.steps.typed.connect(self._replace_label)
        self._table.steps.confidence_typed.connect(self._replace_confidence)
        self._table.labels.typed.connect(self._try_label)
        self._table.confidences.typed.connect(self._try_confidence)
        self._table.confidences.check = lambda text: self._with_confidence(self._table.edited.row(), text)

    def show_prediction(self, row: int, explained: Explanation, prediction: Prediction) -> None:
        super().show_prediction(row, explained, prediction)
        evaluation = self._inspection.evaluation
        if evaluation.table is not self._seen:
            self._seen = evaluation.table
            are_classes = evaluation.pair.submission.layout.shape == "wide"
            self._offer_sum(are_classes and uneven(evaluation.table.predictions) is not None)
        self._table.show_steps(explained, prediction.confidence, row)

    def try_again(self) -> bool:
        editors = open_editors(self._table)
        if editors:
            try_text = self._try_label if self._table.edited.column() == LABEL else self._try_confidence
            try_text(editors[0].text())
        return bool(editors)

    @property
    def hint(self) -> str:
        return f"labels, best first{self._example}"

    @property
    def words(self) -> str:
        return f"The prediction, best label first{self._example}"

    @property
    def _example(self) -> str:
        example = example_with_confidences(self._inspection.evaluation)
        return f", or with confidences: {example}" if example else ""

    @property
    def _name(self) -> str:
        return self._inspection.evaluation.table.id(self._row)

    def _explained(self, prediction: Prediction) -> Explanation:
        return self._inspection.evaluation.explain(self._row, prediction)

    def _moved(self, source: int, target: int) -> Prediction:
        return moved(self._inspection.evaluation, self._row, self._now, source, target)

    def _try_move(self, source: int, target: int) -> None:
        prediction = self._moved(source, target)
        self.tried.emit(prediction, self._explained(prediction))

    def _drop(self, source: int, target: int) -> None:
        name = f"move {self._now.labels[source]} to rank {target + 1} of {self._name}"
        self.asked.emit(self._row, self._moved(source, target), name)
        self._table.select_label(target)

    def _delete(self, indexes: list[int]) -> None:
        prediction = self._now
        if indexes:
            what = prediction.labels[indexes[0]] if len(indexes) == 1 else "labels"
            self.asked.emit(self._row, self._kept(prediction.without(indexes)), f"remove {what} from {self._name}")
            self._table.select_label(min(indexes[0], len(prediction) - len(indexes)))

    def _type_missed(self, label: str, event: QKeyEvent) -> None:
        """List a true class that has no probability, and begin to type its own."""
        prediction = self._now
        self._now = Prediction((*prediction.labels, label), (*(prediction.confidence or ()), 0.0))
        self._table.show_steps(self._explained(self._now), self._now.confidence, self._row)
        self._table.edit_number(len(prediction), event)

    def _replace_label(self, index: int, text: str) -> None:
        """Replace the label at an index; the index after the last adds one."""
        changed = self._with_label(index, text)
        if changed.labels != self._now.labels:
            self._enter(changed, index)

    def _replace_confidence(self, index: int, text: str) -> None:
        """Replace the confidence of the label at an index."""
        try:
            changed = self._with_confidence(index, text)
        except InputError as error:
            self.untaken.emit(self._row, self._whole(self._now, (index, text)), error)
            return
        if changed != self._now:
            self._enter(changed, index)

    def _enter(self, prediction: Prediction, index: int) -> None:
        """Ask for a prediction that was typed at an index. The editor goes with the old steps, the focus stays here."""
        label, focus = prediction.labels[index : index + 1], QApplication.focusWidget()
        was_here = focus is not None and self._table.isAncestorOf(focus)
        self.asked.emit(self._row, prediction, "")
        now = self._now.labels
        self._table.select_label(now.index(label[0]) if label and label[0] in now else index)
        if was_here:
            self._table.setFocus()

    def _with_label(self, index: int, text: str) -> Prediction:
        """The prediction with one or more labels in place of that at an index."""
        evaluation = self._inspection.evaluation
        labels = words(separated(evaluation, self._row, text), evaluation.pair.submission.grammar.separator)
        return self._kept(self._now.replaced(index, labels))

    def _with_confidence(self, index: int, text: str) -> Prediction:
        """The prediction with another confidence at an index, with the sum kept where that is asked. Raises InputError.

        A class without a probability is not listed.
        """
        prediction = self._all_with_confidence(index, text)
        if not self._keeps_sum.isHidden():
            prediction = prediction.without([at for at, value in enumerate(prediction.confidence or ()) if not value])
        validate_prediction(self._inspection.evaluation.pair.submission, prediction)
        return prediction

    def _all_with_confidence(self, index: int, text: str) -> Prediction:
        """The same, with the classes that are left without a probability. Raises InputError."""
        return self._kept(self._now.with_confidence(index, to_number(text)))

    def _try_label(self, text: str) -> None:
        changed = self._with_label(self._table.edited.row(), text)
        # Where a label would go, all lines stay as they are, with the cell.
        self._try(changed, self._now if len(changed) < len(self._now) else changed)
        try:
            validate_prediction(self._inspection.evaluation.pair.submission, changed)
        except InputError as error:
            self.mistyped.emit(error, self._whole(changed))

    def _try_confidence(self, text: str) -> None:
        index = self._table.edited.row()
        try:
            self._try(self._with_confidence(index, text), self._all_with_confidence(index, text))
        except InputError as error:
            self._list(self._now, self._explained(self._now))  # not what the first characters would score
            self.mistyped.emit(error, self._whole(self._now, (index, text)))

    def _try(self, changed: Prediction, listed: Prediction) -> None:
        """Preview what is typed in a cell, with lines that are listed meanwhile."""
        explained = self._explained(changed)
        self.typed.emit(changed, explained)
        self._list(listed, explained if listed == changed else self._explained(listed))

    def _list(self, prediction: Prediction, explained: Explanation) -> None:
        self._table.show_typed(explained, prediction.confidence)
