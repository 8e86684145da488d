"""Choosing a truth and a submission: two paths, a swap, a metric if the guess is not wanted."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDir, QTimer
from PySide6.QtWidgets import (
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFileSystemModel,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from inspector.ui.theme import GAP

_FILTER = "Tables (*.csv *.tsv *.txt);;All files (*)"


class OpenDialog(QDialog):
    """Returns two paths and the text of a metric, which may be empty for a guess."""

    def __init__(self, truth: Path | None, submission: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("openDialog")
        self.setWindowTitle("Open a pair")
        self._truth = self._path("truthPath", truth)
        self._submission = self._path("submissionPath", submission)
        self._metric = QLineEdit(self)
        self._metric.setObjectName("metricText")
        self._metric.setPlaceholderText("guessed from the files; or map@5, map(divisor=m)@12, …")
        swap = QPushButton("Swap", self)
        swap.setToolTip("The first file is the submission, the second the truth")
        swap.clicked.connect(self._swap)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.addButton(swap, QDialogButtonBox.ButtonRole.ActionRole)
        self._open = buttons.button(QDialogButtonBox.StandardButton.Open)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        grid = QGridLayout(self)
        grid.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        grid.setSpacing(GAP)
        grid.setColumnMinimumWidth(1, 520)
        self._line(grid, 0, "&Truth", self._truth, browse=True)
        self._line(grid, 1, "&Submission", self._submission, browse=True)
        self._line(grid, 2, "&Metric", self._metric, browse=False)
        grid.addWidget(buttons, 3, 0, 1, 3)
        self.setTabOrder(self._truth, self._submission)
        self.setTabOrder(self._submission, self._metric)
        self._check()

    @property
    def truth(self) -> Path:
        """The chosen truth."""
        return Path(self._truth.text().strip()).expanduser()

    @property
    def submission(self) -> Path:
        """The chosen submission."""
        return Path(self._submission.text().strip()).expanduser()

    @property
    def metric(self) -> str | None:
        """The text of the metric, None for a guess."""
        return self._metric.text().strip() or None

    def _path(self, name: str, path: Path | None) -> QLineEdit:
        edit = QLineEdit(str(path) if path else "", self)
        edit.setObjectName(name)
        files = QFileSystemModel(edit)
        files.setRootPath(QDir.rootPath())
        edit.setCompleter(QCompleter(files, edit))
        edit.textChanged.connect(self._check)
        edit.textChanged.connect(lambda text: QTimer.singleShot(0, edit, lambda: _close_offers(edit, text)))
        return edit

    def _line(self, grid: QGridLayout, line: int, title: str, edit: QLineEdit, *, browse: bool) -> None:
        label = QLabel(title, self)
        label.setBuddy(edit)
        edit.setAccessibleName(title.replace("&", ""))
        grid.addWidget(label, line, 0)
        grid.addWidget(edit, line, 1)
        if browse:
            button = QPushButton("Browse…", self)
            button.clicked.connect(lambda: self._browse(title.replace("&", ""), edit))
            grid.addWidget(button, line, 2)

    def _browse(self, title: str, edit: QLineEdit) -> None:
        start = edit.text() or self._truth.text() or self._submission.text()
        name, _ = QFileDialog.getOpenFileName(self, f"Choose the {title.lower()}", str(Path(start).parent), _FILTER)
        if name:
            edit.setText(name)

    def _swap(self) -> None:
        truth, submission = self._truth.text(), self._submission.text()
        self._truth.setText(submission)
        self._submission.setText(truth)

    def _check(self) -> None:
        if hasattr(self, "_open"):
            self._open.setEnabled(bool(self._truth.text().strip() and self._submission.text().strip()))


def _close_offers(edit: QLineEdit, text: str) -> None:
    """Once a path is complete there is nothing left to offer, and Enter belongs to the dialog."""
    if Path(text).is_file():
        edit.completer().popup().hide()
