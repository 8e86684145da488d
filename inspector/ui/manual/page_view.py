"""Shows a task of the manual; its pictures are as wide as the page."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QImage, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from inspector import manual
from inspector.manual import Task
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.theme import GAP

_ENDING = ".md"
# After the last change of the size, in milliseconds.
_PAUSE = 60


class PageView(QTextBrowser):
    """A page of Markdown. linked: emitted with the name of another task that was clicked."""

    linked = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "manualPage", "Task of the manual")
        self.setOpenLinks(False)
        self.document().setDocumentMargin(2 * GAP)
        self.anchorClicked.connect(self._follow)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # the width stays, whatever is shown
        self._later = Debounce(_PAUSE, self, self._show_again)
        self._shown: Task | None = None

    def show_task(self, task: Task, typed: str = "") -> None:
        """Show a task, at the first place of a text that was searched for."""
        self._shown = task
        self.document().clear()
        self.setMarkdown(task.text)
        if typed:
            self.find(typed)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, name)
        image = QImage(str(manual.folder() / QUrl(name).path()))
        return self._as_wide_as_the_page(image)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Later: a document must not be changed while it is laid out.
        if event.size().width() != event.oldSize().width():
            self._later.start()

    def _show_again(self) -> None:
        """Show the task with pictures of another width, at the same place."""
        if self._shown is not None:
            place = self.verticalScrollBar().value()
            self.show_task(self._shown)
            self.verticalScrollBar().setValue(place)

    def _as_wide_as_the_page(self, image: QImage) -> QImage:
        ratio, page = self.devicePixelRatioF(), self.viewport().width() - 6 * GAP
        room = int(page * ratio)
        if not image.isNull() and 0 < room < image.width():
            image = image.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)
        image.setDevicePixelRatio(max(1.0, image.width() / max(1, page)))
        return image

    def _follow(self, link: QUrl) -> None:
        if link.path().endswith(_ENDING):
            self.linked.emit(link.path().removesuffix(_ENDING))
