"""Writing: the edited submission, the row scores, a picture; and the question before edits would be lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from inspector.core import export
from inspector.core.errors import InputError
from inspector.core.inspection import Inspection

_TABLES = "Comma-separated (*.csv);;Parquet (*.parquet)"


class Saver(QObject):
    """Asks for a name, writes, and says what became of it."""

    failed = Signal(Exception)
    done = Signal(str)

    def __init__(self, inspection: Inspection, window: QWidget) -> None:
        super().__init__(window)
        self._inspection, self._window = inspection, window

    def save_as(self) -> bool:
        """Write the submission with its edits; false when the user thought better of it or it failed."""
        source = self._inspection.state.pair.submission.sheet.source
        start = _edited(source.path) if source else Path("submission.csv")
        # The dialog has asked already whether a file may be replaced.
        return self._write("Save the submission", start, "", lambda path: self._inspection.save(path, overwrite=True))

    def export_rows(self) -> bool:
        """Write the score of every row, in the order shown."""
        state = self._inspection.state

        def write(path: Path) -> str:
            table = export.rows_table(state, state.order.rows)
            export.write_rows(table, path)
            return export.formula_warning(table)

        return self._write("Export the row scores", Path("rows.csv"), _TABLES, write)

    def export_picture(self) -> bool:
        """Write a picture of the window."""
        picture = self._window.grab()

        def write(path: Path) -> None:
            if not picture.save(str(path)):
                raise InputError("the picture cannot be written", path, expected="a name that ends in .png or .jpg")

        return self._write("Export a picture", Path("inspection.png"), "Picture (*.png *.jpg)", write)

    def may_lose_edits(self) -> bool:
        """Whether to go on although the pair will be closed: at once when nothing is unsaved, else the user says."""
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
        return answer == buttons.Discard or (answer == buttons.Save and self.save_as())

    def _write(self, title: str, start: Path, kinds: str, write: Callable[[Path], str | None]) -> bool:
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(start), kinds)
        if not name:
            return False
        try:
            remark = write(Path(name))
        except InputError as error:
            self.failed.emit(error)
            return False
        self.done.emit(f"Written: {name}" + (f" ({remark})" if remark else ""))
        return True


def _edited(path: Path) -> Path:
    """`sub-edited.csv.gz` for `sub.csv.gz`."""
    stem, *endings = path.name.split(".")
    return path.with_name(".".join([f"{stem}-edited", *endings])) if stem else path.with_name(f"{path.name}-edited")
