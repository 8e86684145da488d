"""A picture that can be enlarged and moved: the wheel zooms at the pointer, a drag moves, a double click fits."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from inspector.ui.widgets.theme import GAP

_STEP, _LARGEST = 1.25, 40.0
_NOTCH = 120.0


class ZoomView(QWidget):
    """zoomed: the scale changed; scale: in screen pixels per pixel of the picture."""

    zoomed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("zoomView")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.image: QImage | None = None
        self.words = ""
        self.scale, self._middle = 1.0, QPointF()
        self._is_fitted = True
        self._dragged_from: QPointF | None = None

    def show_image(self, image: QImage | None, words: str) -> None:
        """Show a picture that fits, or words instead of one."""
        self.image, self.words = image, words
        self.setAccessibleDescription(words)
        self.fit()

    def fit(self) -> None:
        """Show the whole picture, no larger than it is."""
        self._is_fitted = True
        if self.image is not None:
            self._middle = QPointF(self.image.width() / 2, self.image.height() / 2)
            self._set_scale(self._fitting)
        self.update()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Enlarge or reduce; what is at a position of the widget stays there, by default its middle."""
        if self.image is None:
            return
        at = QPointF(self.rect().center()) if at is None else at
        fixed = self.in_picture(at)
        self._is_fitted = False
        self._set_scale(min(max(self.scale * factor, min(self._fitting, 1.0)), _LARGEST))
        self._move_to(fixed - (at - QRectF(self.rect()).center()) * self._ratio / self.scale)

    def in_picture(self, at: QPointF) -> QPointF:
        """The pixel of the picture at a position of the widget."""
        return self._middle + (at - QRectF(self.rect()).center()) * self._ratio / self.scale

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().base())
        if self.image is None:
            painter.setPen(self.palette().text().color())
            inner = self.rect().adjusted(GAP, GAP, -GAP, -GAP)
            painter.drawText(inner, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.words)
            return
        # Single pixels are to be seen as what they are, a reduced picture is to be smooth.
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self.scale < 2)
        size = QRectF(0, 0, self.image.width(), self.image.height()).size() * self.scale / self._ratio
        corner = QRectF(self.rect()).center() - self._middle * self.scale / self._ratio
        painter.drawImage(QRectF(corner, size), self.image)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(_STEP ** (event.angleDelta().y() / _NOTCH), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.image is not None:
            self._dragged_from = self.in_picture(event.position())
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged_from is not None:
            self._is_fitted = False
            self._move_to(self._middle + self._dragged_from - self.in_picture(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged_from = None
        self.unsetCursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Fit; of a picture that fits already, show single pixels."""
        if self._is_fitted and self.scale < 1:
            self.zoom(1 / self.scale, event.position())
        else:
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plus and minus zoom, 0 fits, 1 shows the picture pixel by pixel."""
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom(_STEP)
            case Qt.Key.Key_Minus:
                self.zoom(1 / _STEP)
            case Qt.Key.Key_0:
                self.fit()
            case Qt.Key.Key_1:
                self.zoom(1 / self.scale)
            case _:
                event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_fitted:
            self.fit()

    @property
    def _ratio(self) -> float:
        return self.devicePixelRatioF()

    @property
    def _fitting(self) -> float:
        """The scale at which the whole picture is seen; never above 1."""
        if self.image is None or self.image.isNull():
            return 1.0
        room = self.size() * self._ratio
        return min(1.0, room.width() / self.image.width(), room.height() / self.image.height())

    def _set_scale(self, scale: float) -> None:
        self.scale = max(scale, 1e-6)
        self.zoomed.emit(self.scale)

    def _move_to(self, middle: QPointF) -> None:
        """Put a pixel into the middle; the middle never leaves the picture."""
        if self.image is not None:
            x = min(max(middle.x(), 0.0), float(self.image.width()))
            self._middle = QPointF(x, min(max(middle.y(), 0.0), float(self.image.height())))
        self.update()
