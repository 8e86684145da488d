"""The pictures of the rows shown as a grid: only those in sight are read, in a worker thread, and few are kept."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from inspector.ui.images.grid_places import GridPlaces
from inspector.ui.images.picture import Picture, PictureCache
from inspector.ui.images.picture_search import find_thumbnails
from inspector.ui.images.picture_view import fitted
from inspector.ui.images.picture_viewer import open_viewer
from inspector.ui.images.shown_rows import ShownRows
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.theme import GAP, GRID, Theme
from inspector.ui.widgets.visibility import is_visible

_SIDE = 128
_INVITATION = "Choose the folder with the images of the queries: Analyse > Images of the queries"
_NO_ROWS = "No rows match the filter"


class PictureGrid(QAbstractScrollArea):
    """A click makes a row the current one; Enter and a double click show its picture at full size."""

    failed = Signal(Exception)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "pictureGrid", "Pictures of the rows shown")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._signals, self._inspection, self._theme = signals, signals.inspection, theme
        self._rows, self._cache = ShownRows(signals.inspection), PictureCache()
        # The pictures in sight, None for a row without one; not yet read: not in it.
        self._found: dict[int, Picture | None] = {}
        self._is_stale = True
        self._worker = Worker(self)
        self._worker.failed.connect(self.failed)
        signals.closing.connect(self._worker.close)
        for changed in (signals.loaded, signals.pictured):
            changed.connect(self._forget)
        signals.scored.connect(self.refresh)
        for moved in (signals.ordered, signals.current_changed):
            moved.connect(self._follow)
        theme.changed.connect(self.refresh)
        self.verticalScrollBar().valueChanged.connect(self._look)

    @property
    def places(self) -> GridPlaces:
        """Where the rows are."""
        text = 2 * self.fontMetrics().height() + GRID
        return GridPlaces(len(self._rows), self.viewport().width(), QSize(_SIDE + GAP, _SIDE + text + GAP))

    def refresh(self) -> None:
        """Lay out and read what is in sight, or as soon as it is."""
        was_stale, self._is_stale = self._is_stale, not is_visible(self)
        if not self._is_stale:
            self._lay_out()
            if was_stale:
                self._follow()
            self._look()
            self._describe()

    def words(self) -> str:
        """Why there is no picture to show; empty if there may be some."""
        if not len(self._rows):
            return _NO_ROWS if self._inspection.is_open else ""
        return "" if self._inspection.pictures else _INVITATION

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_stale:
            self.refresh()
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self.palette().base())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if words := self.words():
            painter.setPen(QColor(self._theme.colours.muted))
            inner = self.viewport().rect().adjusted(GAP, GAP, -GAP, -GAP)
            painter.drawText(inner, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)
            return
        current = self._rows.current
        for pos in self._in_sight:
            self._paint_row(painter, pos, pos == current)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrow keys go from row to row, Enter shows the picture at full size."""
        places = self.places
        page = places.columns * max(1, self.viewport().height() // places.cell.height())
        steps: dict[int, int] = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -places.columns,
            Qt.Key.Key_Down: places.columns,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Home: -len(self._rows),
            Qt.Key.Key_End: len(self._rows),
        }
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()
        elif event.key() in steps:
            self._rows.step(steps[event.key()])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and not self.words():
            open_viewer(self._signals, self).failed.connect(self.failed)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        pos = self._at(event.position().toPoint())
        if pos >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._rows.go_to(pos)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._at(event.position().toPoint()) >= 0 and not self.words():
            open_viewer(self._signals, self).failed.connect(self.failed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._worker.cancel()

    @property
    def _in_sight(self) -> range:
        return self.places.within(self.verticalScrollBar().value(), self.viewport().height())

    def _at(self, point: QPoint) -> int:
        return self.places.at(point + QPoint(0, self.verticalScrollBar().value()))

    def _lay_out(self) -> None:
        bar, places = self.verticalScrollBar(), self.places
        bar.setRange(0, 0 if self.words() else max(0, places.height - self.viewport().height()))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(places.cell.height() // 2)

    def _forget(self) -> None:
        """Drop the pictures of another pair, or of another source."""
        self._found.clear()
        self._worker.cancel()
        self._is_stale = True
        self.refresh()

    def _follow(self) -> None:
        """Keep the current row in sight."""
        self._is_stale = self._is_stale or not is_visible(self)
        if self._is_stale:
            return
        self._lay_out()
        self._look()
        self._describe()
        if (pos := self._rows.current) < 0:
            return
        bar, cell = self.verticalScrollBar(), self.places.rect(pos)
        bar.setValue(min(max(bar.value(), cell.bottom() - self.viewport().height()), cell.top()))
        self.viewport().update()

    def _describe(self) -> None:
        """Tell screen readers of the current row."""
        told, pos = self.words(), self._rows.current
        if not told and pos >= 0:
            row = self._rows.row(pos)
            told = ", ".join(filter(None, (self._rows.id(row), f"score {self._rows.score(row)}", self._words_of(row))))
        self.setAccessibleDescription(told)

    def _look(self) -> None:
        """Read the pictures in sight that are not there yet, and let go of those far out of sight."""
        self.viewport().update()
        if self.words() or not is_visible(self):
            self._worker.cancel()
            return
        rows = [self._rows.row(pos) for pos in self._in_sight]
        self._found = {row: self._found[row] for row in rows if row in self._found}
        missing = [(row, self._rows.name(row)) for row in rows if row not in self._found]
        if missing:
            side = round(_SIDE * self.devicePixelRatioF())
            self._worker.start(find_thumbnails(self._cache, self._rows.base, missing, QSize(side, side)), self._put)
        else:
            self._worker.cancel()

    def _put(self, found: dict[int, Picture | None]) -> None:
        self._found |= found
        self._look()
        self._describe()

    def _words_of(self, row: int) -> str:
        """What is said in place of a picture; empty for one that is there."""
        if row not in self._found:
            return "…"
        picture = self._found[row]
        return "no picture" if picture is None else picture.error

    def _paint_row(self, painter: QPainter, pos: int, is_current: bool) -> None:
        row, colours = self._rows.row(pos), self._theme.colours
        cell = self.places.rect(pos).translated(0, -self.verticalScrollBar().value())
        if is_current:
            painter.setPen(QPen(QColor(colours.now), 2))
            painter.setBrush(QColor(colours.now_soft))
            painter.drawRect(cell.adjusted(1, 1, -1, -1))
        inner = cell.adjusted(GRID, GRID, -GRID, -GRID)
        box, line = QRect(inner.topLeft(), QSize(inner.width(), _SIDE)), self.fontMetrics().height()
        picture = self._found.get(row)
        if picture is not None and picture.image is not None:
            painter.drawImage(fitted(picture.image, box, self.devicePixelRatioF()), picture.image)
        else:
            painter.setPen(QColor(colours.muted))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._words_of(row))
        texts = (self._rows.id(row), colours.text), (self._rows.score(row), colours.muted)
        for number, (text, ink) in enumerate(texts):
            painter.setPen(QColor(ink))
            short = self.fontMetrics().elidedText(text[:200], Qt.TextElideMode.ElideMiddle, inner.width())
            place = QRect(inner.left(), box.bottom() + 1 + number * line, inner.width(), line)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, short)
