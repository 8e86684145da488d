"""The part of the row panel with the prediction as the lines of a table, of labels or of numbers."""

from __future__ import annotations

import math
from abc import abstractmethod

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractItemDelegate, QCheckBox, QTableView, QVBoxLayout, QWidget

from inspector.core.data.prediction import Prediction
from inspector.core.data.table import Table
from inspector.core.document.inspection import Inspection
from inspector.core.edits.prediction_edit import typed_prediction, with_sum_1, written_whole
from inspector.core.metrics import Explanation
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.label_edit import LabelDelegate, close_editors
from inspector.ui.widgets.theme import GRID

_KEEP_SUM = "Keep the sum at 1"
_ROUNDING = 1e-9


class PredictionPart(QWidget):
    """A table whose cells can be edited, and the box that keeps the sum of probabilities at 1.

    asked: the row, another prediction of it and the name of the edit; typed: a prediction as typed so far, and its
    arithmetic; mistyped: why what is typed so far cannot be taken, and the row with it as text; refused: why, once it
    is entered; untaken: the row, its text and why, as the cell is left; left: the typing was cancelled.
    """

    asked = Signal(int, Prediction, str)
    typed = Signal(Prediction, Explanation)
    left = Signal()
    mistyped, refused = Signal(Exception, str), Signal(Exception)
    untaken = Signal(int, str, Exception)

    def __init__(self, inspection: Inspection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inspection = inspection
        self._seen: Table | None = None
        self._row, self._now, self._how_kept = 0, Prediction(()), ""

    @property
    @abstractmethod
    def hint(self) -> str:
        """What an empty line of the prediction says."""

    @property
    @abstractmethod
    def words(self) -> str:
        """What the line of the prediction is for."""

    def show_prediction(self, row: int, explained: Explanation, prediction: Prediction) -> None:
        """Show a prediction of a row with its arithmetic."""
        self._row, self._now = row, prediction
        self._keeps_sum.setText(": ".join(filter(None, (_KEEP_SUM, self._how_kept))))
        self._how_kept = ""

    def read(self, row: int, text: str) -> Prediction:
        """A prediction as it is typed for a row; what is shown next says so where its numbers were scaled."""
        evaluation = self._inspection.evaluation
        read = typed_prediction(evaluation, row, text, keeps_sum=self.keeps_sum)
        if self.keeps_sum:
            self._how_kept = _how_kept(typed_prediction(evaluation, row, text), read)
        return read

    def try_again(self) -> bool:
        """Preview anew what is being typed in a cell, as after an edit of another row; false if nothing is."""
        return False

    @property
    def keeps_sum(self) -> bool:
        """Whether edits keep the sum of the probabilities at 1."""
        return not self._keeps_sum.isHidden() and self._keeps_sum.isChecked()

    def close_editors(self) -> None:
        """Apply what is being typed in a cell."""
        close_editors(self._lines)

    def _put(self, lines: QTableView, name: str, hint: str, *delegates: LabelDelegate) -> None:
        """Lay out the table, whose cells these delegates edit, above the box of this name."""
        self._lines, self._keeps_sum = lines, named(QCheckBox(_KEEP_SUM, self), name, hint=hint)
        arrange(QVBoxLayout(self), (lines, 1), self._keeps_sum, spacing=GRID)
        for delegate in delegates:
            delegate.refused.connect(self.refused)
            delegate.closeEditor.connect(self._end)

    def _offer_sum(self, offers: bool) -> None:
        """Show the box, ticked, where the predictions are probabilities."""
        self._keeps_sum.setVisible(offers)
        self._keeps_sum.setChecked(offers)

    def _kept(self, prediction: Prediction) -> Prediction:
        return with_sum_1(prediction, self._now) if self.keeps_sum else prediction

    def _whole(self, prediction: Prediction, typed: tuple[int, str] | None = None) -> str:
        """The text of the row with a prediction, or with what is typed for one of its lines."""
        return written_whole(self._inspection.evaluation, self._row, prediction, typed)

    def _end(self, _: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        if hint == QAbstractItemDelegate.EndEditHint.RevertModelCache:
            self.left.emit()


def _how_kept(typed: Prediction, read: Prediction) -> str:
    """How typed numbers came to a sum of 1; empty where they have it."""
    total = math.fsum(typed.confidence or (1.0,))
    if abs(total - 1) <= _ROUNDING:
        return ""
    return f"the others share {1 - total:.6g}" if len(read) > len(typed) else f"scaled from {total:.6g}"
