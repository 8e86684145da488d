"""Thumbnails of example rows for each label."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from inspector.ui.images.picture import Picture
from inspector.ui.images.picture_view import PictureView
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GRID

_SIDE = 56


class ExampleStrip(QScrollArea):
    """One line of pictures per label, below its name; hidden if there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        named(self, "exampleStrip", "Examples of the labels")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(_SIDE)
        self.thumbnail = QSize(_SIDE, _SIDE)
        self.setFixedWidth(3 * (_SIDE + GRID) + 5 * GRID)
        self.hide()

    def show_labels(self, labels: Sequence[tuple[str, Sequence[tuple[str, Picture]]]]) -> None:
        """Replace the labels; each has a title and (row id, picture) pairs."""
        content = QWidget()
        lines = [part for title, pictures in labels for part in (self._title(title), self._line(title, pictures))]
        arrange(QVBoxLayout(content), *lines, 0, spacing=GRID)
        self.setWidget(content)
        self.setVisible(bool(labels))

    def _title(self, title: str) -> PlainLabel:
        label = PlainLabel(quiet=True)
        room = self.width() - 4 * GRID
        label.setText(label.fontMetrics().elidedText(title[:200], Qt.TextElideMode.ElideMiddle, room))
        label.setToolTip(tip(title))
        return label

    def _line(self, title: str, pictures: Sequence[tuple[str, Picture]]) -> QHBoxLayout:
        views = [PictureView(self.thumbnail) for _ in pictures]
        for view, (id_, picture) in zip(views, pictures, strict=True):
            view.setFixedSize(self.thumbnail)
            view.show_picture(picture, f"{id_}, {title}")
        return arrange(QHBoxLayout(), *views, 0, spacing=GRID)
