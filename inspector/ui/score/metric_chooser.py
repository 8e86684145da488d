"""The box in which a metric is chosen or typed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from inspector.core.data.kind import LABELS, NUMBERS, Kind
from inspector.ui.score.metric_texts import about, metric_texts
from inspector.ui.widgets.building.build import named

_TIPS = {
    LABELS: "The metric in its text form, such as map@5 or map(divisor=m)@12; Enter applies it",
    NUMBERS: "The metric in its text form, such as rmse or rmse(columns=together); Enter applies it",
}


class MetricChooser(QComboBox):
    """Offers the metrics of a kind of predictions, and takes any as a text.

    entered: when a metric was chosen or typed; given_up: with Escape, when what was typed is not wanted.
    """

    entered = Signal()
    given_up = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._offered: tuple[Kind, Sequence[str]] | None = None
        self._line = _Line(self)
        self.setLineEdit(self._line)
        self.setMinimumContentsLength(14)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        named(self, "metricChooser", "Metric")
        # Inline completion would turn map@2 into map@20.
        self.setCompleter(None)  # type: ignore[arg-type]  # the Qt stub omits None
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.offer(LABELS)
        self.activated.connect(self.entered)
        self._line.editingFinished.connect(self.entered)
        self._line.given_up.connect(self.given_up)

    def offer(self, kind: Kind, others: Sequence[str] = ()) -> None:
        """Offer the metrics of a kind of predictions, each with its title as its tooltip.

        others: those of another kind that the files can be opened again with.
        """
        if (kind, others) == self._offered:
            return
        self._offered = kind, others
        self.clear()
        for row, text in enumerate(metric_texts(kind, others)):
            self.addItem(text)
            self.setItemData(row, about(text), Qt.ItemDataRole.ToolTipRole)
        self.setToolTip(_TIPS[kind])

    def show_text(self, text: str) -> None:
        """Show a metric from its start, and have it chosen in the list, so that Enter there changes nothing."""
        if (at := self.findText(text)) != self.currentIndex():
            self.setCurrentIndex(at)
        if self.currentText() != text:
            self.setEditText(text)
        self._line.show_fresh()


class _Line(QLineEdit):
    """A click into a metric that is in force selects all, so that typing replaces it; one more sets the cursor."""

    given_up = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_fresh = True
        self.setAcceptDrops(False)  # the window handles dropped files

    def show_fresh(self) -> None:
        """Show the text from its start, as one that is in force."""
        self.setCursorPosition(0)
        self.setModified(False)
        self._is_fresh = True

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._is_fresh = True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._is_fresh and not self.isModified() and not self.hasSelectedText():
            self.selectAll()
        self._is_fresh = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        super().keyPressEvent(event)
