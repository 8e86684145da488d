"""The picture of the current row at its full size; the arrow keys go through the rows shown."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from inspector.ui.images.picture import Picture
from inspector.ui.images.picture_search import find_full
from inspector.ui.images.shown_rows import ShownRows
from inspector.ui.images.zoom_view import ZoomView
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.building.build import arrange
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.theme import GAP, GRID

_HINT = "Wheel zooms, drag moves, double click fits, ← → other rows, Esc closes"
_STEPS: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageUp: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_Space: 1,
}
# The part of the window that it covers; how long the picture of another row stays.
_PART, _PATIENCE_MS = 0.92, 150


class PictureViewer(QDialog):
    """Follows the current row until it is closed; pictures are read in a worker thread."""

    failed = Signal(Exception)

    def __init__(self, signals: DocumentSignals, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("pictureViewer")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._inspection, self._rows = signals.inspection, ShownRows(signals.inspection)
        self._worker = Worker(self)
        self._worker.failed.connect(self._fail)
        # A picture that is read at once replaces the one before without a flicker.
        self._patience = Debounce(_PATIENCE_MS, self, lambda: self.view.show_image(None, "Reading…"))
        self.view = ZoomView(self)
        self.view.installEventFilter(self)
        self._caption, hint = ElidedLabel("pictureCaption", self, figures=True), ElidedLabel("pictureHint", self)
        hint.show_text(_HINT)
        hint.setProperty("quiet", True)
        for label in (self._caption, hint):
            label.setContentsMargins(GAP, 0, GAP, 0)
        arrange(QVBoxLayout(self), (self.view, 1), self._caption, hint, spacing=GRID, margins=(0, 0, 0, GRID))
        self.view.zoomed.connect(self._say)
        for signal in (signals.current_changed, signals.loaded):
            signal.connect(self.refresh)
        signals.closing.connect(self._worker.close)
        self.resize(parent.window().size() * _PART)
        self.view.setFocus()

    def refresh(self) -> None:
        """Show the picture of the current row."""
        row = self._inspection.current if self._inspection.is_open else None
        if row is None:
            self.close()
            return
        base, id_ = self._rows.base, self._rows.id(row)
        self.setWindowTitle(f"Picture of {id_}")
        self.view.setAccessibleName(f"Picture of {id_}")

        def show(picture: Picture | None) -> None:
            self._patience.stop()
            if picture is None:
                self.view.show_image(None, f"There is no picture of {id_} in {base}")
            else:
                self.view.show_image(picture.image, picture.error)
            self._say()

        self._worker.start(find_full(base, self._rows.name(row)), show)
        self._patience.start()
        self._say()

    def _fail(self, error: Exception) -> None:
        self._patience.stop()
        self.view.show_image(None, "The picture could not be read")
        self.failed.emit(error)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrow keys and the space bar go to other rows."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in _STEPS:
            self._rows.step(_STEPS[event.key()])
            return True
        return super().eventFilter(watched, event)

    def done(self, result: int) -> None:
        self._worker.close()
        self._patience.stop()
        super().done(result)

    def _say(self) -> None:
        """Say the row, its score, its place, and the size of the picture."""
        row = self._inspection.current if self._inspection.is_open else None
        if row is None:
            return
        place = self._rows.current
        parts = [self._rows.id(row), f"score {self._rows.score(row)}"]
        parts.append(f"{place + 1:,} of {len(self._rows):,}" if place >= 0 else "filtered out")
        if (image := self.view.image) is not None:
            parts.append(f"{image.width():,} × {image.height():,} pixels at {self.view.scale:.0%}")
        self._caption.show_text(" · ".join(parts))


def open_viewer(signals: DocumentSignals, parent: QWidget) -> PictureViewer:
    """Show the picture of the current row at its full size."""
    viewer = PictureViewer(signals, parent)
    viewer.open()
    viewer.refresh()
    return viewer
