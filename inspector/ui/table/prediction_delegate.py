"""Opens the prediction of a row in its cell: all of it, or one of several numbers alone, where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QRect
from PySide6.QtWidgets import QLineEdit, QStyleOptionViewItem, QWidget

from inspector.core.document.inspection import Inspection
from inspector.core.edits.prediction_edit import span_in_whole, true_class_in_whole, written_whole
from inspector.ui.table.painting.painted import Area
from inspector.ui.widgets.label_edit import LabelDelegate

Index = QModelIndex | QPersistentModelIndex


class OneNumber(NamedTuple):
    """One of several numbers of a row, counted from 0."""

    row: int
    at: int


class PredictionDelegate(LabelDelegate):
    """place_of: where a number stands in the viewport. What is typed for one is handed on as the whole prediction."""

    def __init__(self, inspection: Inspection, place_of: Callable[[int], Area], parent: QWidget) -> None:
        super().__init__(inspection, "Prediction of this row", parent)
        self._place_of = place_of
        self._alone: OneNumber | None = None

    def open_whole(self) -> None:
        """Let the next editor have the whole prediction, selected."""
        self._alone = self.selected = self.offered = None
        self._one = self._number = False

    def open_at(self, row: int, rank: int) -> None:
        """Let the next editor have the one of several numbers at a rank, or all labels with that one selected."""
        self.open_whole()
        self.selected = span_in_whole(self._inspection.evaluation, row, rank) if rank >= 0 else None
        kind = self._inspection.evaluation.table.kind
        if self.selected and not kind.names_labels and self._inspection.evaluation.table.predictions.longest > 1:
            self._alone, self.selected = OneNumber(row, rank), None
            self._one = self._number = True

    def open_true_class(self, row: int) -> None:
        """Let the next editor have the prediction with the probability of the true class selected, even if it is 0."""
        self.open_whole()
        if found := true_class_in_whole(self._inspection.evaluation, row):
            self.offered, self.selected = found

    def whole(self, typed: str) -> str:
        """The prediction with what is typed of it."""
        if self._alone is None:
            return typed
        evaluation, (row, at) = self._inspection.evaluation, self._alone
        return written_whole(evaluation, row, evaluation.prediction(row), (at, typed))

    def shown(self, index: Index) -> str:
        """The text that an editor opens with."""
        place = self._alone and span_in_whole(self._inspection.evaluation, *self._alone)
        return super().shown(index)[slice(*place) if place else slice(None)]

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            editor.setText(self.shown(index))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            model.setData(index, self.whole(editor.text()))

    def cell(self, option: QStyleOptionViewItem) -> QRect:
        """The place of the number, or the whole cell."""
        whole = super().cell(option)
        if self._alone is None:
            return whole
        place = self._place_of(self._alone.at)
        return QRect(place.left, whole.top(), place.width, whole.height())
