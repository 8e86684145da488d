"""Writing: the edited submission, the row scores, a picture; and the question before edits would be lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEventLoop, QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from inspector.core.document.inspection import Inspection
from inspector.core.errors import InputError
from inspector.core.files import Pair
from inspector.core.files.io.container import Packing
from inspector.core.rows.export import export_task
from inspector.core.task import Task
from inspector.ui.tasks.worker import Worker

Result = TypeVar("Result")

STILL_WRITING = InputError("a file is still being written", hint="Wait for its end, or cancel it")
STILL_EDITING = InputError("an edit is still being made", hint="Wait for its end, or cancel it")

_TABLES = "Comma-separated (*.csv);;Parquet (*.parquet)"


class SaveController(QObject):
    """Asks for a name, writes beside the UI thread, and says what became of it; one file at a time.

    is_editing: whether an edit is under way that the pair does not have yet.
    """

    failed = Signal(Exception)
    done = Signal(str)

    def __init__(self, inspection: Inspection, is_editing: Callable[[], bool], window: QWidget) -> None:
        super().__init__(window)
        self.worker = Worker(self)
        self.worker.failed.connect(self.failed)
        self._inspection, self._is_editing, self._window = inspection, is_editing, window

    def save_as(self) -> bool:
        """Write the submission with its edits; false when the user thought better of it or it failed."""
        source = self._inspection.evaluation.pair.submission.sheet.source
        start = edited_path(source.path) if source else Path("submission.csv")
        path = self._ask("Save the submission", start, "")
        if path is None:
            return False
        # The dialog has asked already whether a file may be replaced.
        saved = self._run(self._inspection.save_task(path, overwrite=True))
        if saved is None:
            return False
        self._inspection.note_saved(saved)
        self.done.emit(f"Written: {path}")
        return True

    def export_rows(self) -> bool:
        """Write the score of every row, in the order shown."""
        path = self._ask("Export the row scores", Path("rows.csv"), _TABLES)
        if path is None:
            return False
        state = self._inspection.state
        remark = self._run(export_task(state.evaluation.snapshot(), state.order.rows, path))
        if remark is None:
            return False
        self.done.emit(f"Written: {path}" + (f" ({remark})" if remark else ""))
        return True

    def export_picture(self) -> bool:
        """Write a picture of the window."""
        picture = self._window.grab()
        path = self._ask("Export a picture", Path("inspection.png"), "Picture (*.png *.jpg)")
        if path is None:
            return False
        if not picture.save(str(path)):
            expected = "a name that ends in .png or .jpg"
            self.failed.emit(InputError("the picture cannot be written", path, expected=expected))
            return False
        self.done.emit(f"Written: {path}")
        return True

    def may_lose_edits(self) -> bool:
        """Whether to go on although the pair will be closed: at once when nothing is unsaved, else the user says."""
        if self._is_writing():
            return False
        if self._is_editing():
            self.failed.emit(STILL_EDITING)
            return False
        if not self._inspection.is_open or self._inspection.is_saved:
            return True
        buttons = QMessageBox.StandardButton
        question = QMessageBox(self._window)
        question.setIcon(QMessageBox.Icon.Warning)
        question.setWindowTitle("Unsaved edits")
        question.setText("The submission has edits that are not saved.")
        question.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        question.setDefaultButton(buttons.Save)
        answer = question.exec()
        question.deleteLater()
        # While the file was written further edits may have been made.
        return answer == buttons.Discard or (answer == buttons.Save and self.save_as() and self.may_lose_edits())

    def cancel(self) -> None:
        """Give up what is being written; what stood there before stays."""
        self.worker.cancel()

    def _ask(self, title: str, start: Path, kinds: str) -> Path | None:
        """The name that the user gives, None when there is none, or when another file is still being written."""
        if self._is_writing():
            return None
        pair = self._pair
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(start), kinds)
        if name and self._pair is not pair:
            # The file may hold the other pair, and somebody may have agreed to its being replaced.
            hint = "What is open now is another pair, or another reading of it; save it under a name of its own"
            self.failed.emit(InputError("nothing was written", name, hint=hint))
            return None
        return Path(name) if name else None

    @property
    def _pair(self) -> Pair | None:
        return self._inspection.evaluation.pair if self._inspection.is_open else None

    def _is_writing(self) -> bool:
        """Whether a file is being written; the user is told so then."""
        if self.worker.is_busy:
            self.failed.emit(STILL_WRITING)
        return self.worker.is_busy

    def _run(self, task: Task[Result]) -> Result | None:
        """Run a task beside the window, which lives on, and wait for its end; None when it failed or was given up."""
        results, loop = list[Result](), QEventLoop()
        self.worker.stopped.connect(loop.quit)
        self.worker.start(task, results.append)
        loop.exec()
        return results[0] if results else None


def edited_path(path: Path) -> Path:
    """`sub_0.9-edited.csv.gz` for `sub_0.9.csv.gz`."""
    packed = path.suffix if Packing.named(path) else ""
    plain = path.with_name(path.name.removesuffix(packed))
    return path.with_name(f"{plain.stem}-edited{plain.suffix}{packed}")
