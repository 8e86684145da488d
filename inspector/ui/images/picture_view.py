"""A place for one picture, or for the words that stand in for it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.ui.images.picture import Picture
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.theme import GAP

# Words in a picture's place are no picture, but they have to be read.
_QUIET = 0.75


class PictureView(QWidget):
    """Shows a picture as large as it fits, and never larger than it is."""

    def __init__(self, smallest: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image: QImage | None = None
        self.words = ""
        self.setMinimumSize(smallest)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_picture(self, picture: Picture, name: str) -> None:
        """Show a picture, or why there is none; name: what it is of, for the tooltip and for who cannot see it."""
        self.image, self.words = picture.image, picture.fault
        self.setToolTip(tip(name))
        self.setAccessibleName(f"Picture of {name}")
        self.setAccessibleDescription(picture.fault)
        self.update()

    def say(self, words: str) -> None:
        """Show words in the picture's place."""
        self.image, self.words = None, words
        self.setToolTip("")
        self.setAccessibleName("No picture")
        self.setAccessibleDescription(words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.image is None:
            painter.setPen(self.palette().windowText().color())
            painter.setOpacity(_QUIET)
            inside = self.rect().adjusted(GAP, GAP, -GAP, -GAP)
            painter.drawText(inside, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.words)
            return
        ratio = self.devicePixelRatioF()
        room, own = self.size().toSizeF(), self.image.size().toSizeF() / ratio
        shown = (
            own
            if own.width() <= room.width() and own.height() <= room.height()
            else own.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        )
        place = QRectF(0, 0, shown.width(), shown.height())
        place.moveCenter(QRectF(self.rect()).center())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, self.image)
