"""Rows on their way to the clipboard; very many of them are written beside the UI thread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication

from inspector.core.arrays.types import Ints
from inspector.core.document.inspection import Inspection
from inspector.core.rows.copying import Copied, copy_task
from inspector.core.task import drain
from inspector.ui.tasks.worker import Worker

_AT_ONCE = 5000


class CopyController(QObject):
    """Copies the selected rows as they are when it is asked; what stood on the clipboard stays until that is done."""

    done = Signal(str)
    failed = Signal(Exception)

    def __init__(self, inspection: Inspection, selected: Callable[[], Ints], parent: QObject) -> None:
        super().__init__(parent)
        self.worker = Worker(self)
        self.worker.failed.connect(self.failed)
        self._inspection, self._selected = inspection, selected

    def copy(self, *, headers: bool = False) -> None:
        """Put the selected rows on the clipboard, tabs between the columns; headers: with their titles."""
        rows, state = self._selected(), self._inspection.state
        self.worker.cancel()
        if len(rows) > _AT_ONCE:
            self.worker.start(
                copy_task(state.snapshot(), rows, headers), lambda copied: self._put_many(copied, len(rows))
            )
        elif len(rows):
            copied = drain(copy_task(state, rows, headers))
            _put(copied)
            if copied.remark:
                self.done.emit(f"Copied: {copied.remark}")

    def _put_many(self, copied: Copied, count: int) -> None:
        _put(copied)
        self.done.emit(f"Copied: {count:,} rows" + (f" ({copied.remark})" if copied.remark else ""))


def _put(copied: Copied) -> None:
    content = QMimeData()
    # As bytes: as a string it would be made twice as large, and the window wait for that.
    content.setData("text/plain", QByteArray(copied.text))
    QGuiApplication.clipboard().setMimeData(content)
