"""Copies rows, and lines of panels, to the clipboard, in a worker thread if there are many."""

from __future__ import annotations

from collections.abc import Callable

import pyarrow as pa
from PySide6.QtCore import QByteArray, QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication

from inspector.core.arrays.types import Ints
from inspector.core.document.inspection import Inspection
from inspector.core.rows.copying import Copied, copy_lines_task, copy_task
from inspector.ui.tasks.runner import TaskRunner, is_small


class CopyController(QObject):
    """Copies the selected rows as of the call; the clipboard keeps its content until the copy is done."""

    done = Signal(str)
    failed = Signal(Exception)

    def __init__(self, inspection: Inspection, selected: Callable[[], Ints], parent: QObject) -> None:
        super().__init__(parent)
        self._runner = TaskRunner(self)
        self._runner.failed.connect(self.failed)
        self.worker = self._runner.worker
        self._inspection, self._selected = inspection, selected

    def copy(self, *, headers: bool = False) -> None:
        """Put the selected rows on the clipboard as tab-separated text; headers: with a title line."""
        rows, evaluation = self._selected(), self._inspection.evaluation
        if not len(rows):
            self.done.emit("No row is selected")
            return
        # A worker thread needs a snapshot, because edits may follow.
        source = evaluation if is_small("copy", len(rows)) else evaluation.snapshot()
        task = copy_task(source, rows, headers)
        self._runner.run("copy", len(rows), task, lambda copied: self._set_clipboard(copied, len(rows)))

    def copy_lines(self, table: pa.Table, headers: bool) -> None:
        """Put the lines of a panel on the clipboard; headers: with a title line."""
        task = copy_lines_task(table, headers)
        self._runner.run("copy", len(table), task, lambda copied: self._set_clipboard(copied, len(table)))

    def _set_clipboard(self, copied: Copied, count: int) -> None:
        content = QMimeData()
        # As bytes: a string would take twice the memory, and block the window while it is built.
        content.setData("text/plain", QByteArray(copied.text))
        QGuiApplication.clipboard().setMimeData(content)
        if not is_small("copy", count):
            self.done.emit(f"Copied: {count:,} rows" + (f" ({copied.remark})" if copied.remark else ""))
        elif copied.remark:
            self.done.emit(f"Copied: {copied.remark}")
