"""A widget that shows one picture, or a text in its place."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.ui.images.picture import Picture
from inspector.ui.widgets.formatting import one_line, tip
from inspector.ui.widgets.theme import GAP

# Opacity of the text: dimmed, but readable.
_TEXT_OPACITY = 0.75


class PictureView(QWidget):
    """Scales the picture down to fit, never up. opened: it was clicked, or Enter pressed, if it can be opened."""

    opened = Signal()

    def __init__(self, smallest: QSize, parent: QWidget | None = None, *, opens: bool = False) -> None:
        super().__init__(parent)
        self._opens = opens
        self.setAccessibleName("No picture")
        self.image: QImage | None = None
        self.words = ""
        self.setMinimumSize(smallest)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_picture(self, picture: Picture, name: str) -> None:
        """Show a picture or its error; name: its subject, for the tooltip and screen readers."""
        self.image, self.words = picture.image, picture.error
        self.setToolTip(tip(f"{name}: click for full size" if self._opens else name))
        self._offer(self._opens and picture.image is not None)
        self.setAccessibleName(f"Picture of {name}")
        self.setAccessibleDescription(picture.error)
        self.update()

    def show_text(self, words: str) -> None:
        """Show a text instead of a picture."""
        self.image, self.words = None, words
        self.setToolTip(tip(words))
        self._offer(False)
        self.setAccessibleName("No picture")
        self.setAccessibleDescription(words)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self._open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._opens:
            self._open()
        else:
            event.ignore()

    def _offer(self, opens: bool) -> None:
        """Take clicks and keys only where there is something to open."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if opens else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if opens else Qt.CursorShape.ArrowCursor)

    def _open(self) -> None:
        if self._opens and self.image is not None:
            self.opened.emit()

    def _paint_words(self, painter: QPainter) -> None:
        """In the middle; a line of words that have no room for all of their lines."""
        room, flags = self.rect().adjusted(GAP, 0, -GAP, 0), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        words, metrics = self.words, self.fontMetrics()
        if metrics.boundingRect(room, int(flags), words).height() > room.height():
            words = metrics.elidedText(one_line(words), Qt.TextElideMode.ElideRight, room.width())
        painter.setPen(self.palette().windowText().color())
        painter.setOpacity(_TEXT_OPACITY)
        painter.drawText(room, int(flags), words)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.image is None:
            self._paint_words(painter)
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(fitted(self.image, self.rect(), self.devicePixelRatioF()), self.image)


def fitted(image: QImage, box: QRect, ratio: float) -> QRectF:
    """Where an image is painted in a box: in its middle, never enlarged; ratio: of the pixels of the device."""
    size = image.size().toSizeF() / ratio
    if size.width() > box.width() or size.height() > box.height():
        size = size.scaled(box.size().toSizeF(), Qt.AspectRatioMode.KeepAspectRatio)
    target = QRectF(0, 0, size.width(), size.height())
    target.moveCenter(QRectF(box).center())
    return target
