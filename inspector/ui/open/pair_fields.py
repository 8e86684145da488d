"""The fields of the open dialog: the paths of truth and submission, and the metric."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from inspector.ui.open.paths import choose_file, path_edit
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.building.buttons import push_button
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP


class PairFields(QWidget):
    """Three lines. files_changed: a path was typed or chosen; metric_changed: the metric was typed."""

    files_changed = Signal()
    metric_changed = Signal()

    def __init__(self, truth: Path | None, submission: Path | None, metric: str | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._truth = path_edit(self, "truthPath", truth)
        self._submission = path_edit(self, "submissionPath", submission)
        self._submission.setPlaceholderText("leave empty if one file holds both")
        self.metric_line = named(QLineEdit(metric or "", self), "metricText")
        self.metric_line.setPlaceholderText("guessed from the files; or map@5, map(divisor=m)@12, …")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(GAP)
        grid.setColumnMinimumWidth(1, 520)
        self._line(grid, 0, "&Truth", self._truth, browse=True)
        self._line(grid, 1, "&Submission", self._submission, browse=True)
        self._line(grid, 2, "&Metric", self.metric_line, browse=False)
        self.setTabOrder(self._truth, self._submission)
        self.setTabOrder(self._submission, self.metric_line)
        self._truth.selectAll()  # what is typed first replaces the file that is open
        for edit in (self._truth, self._submission):
            edit.textChanged.connect(self.files_changed)
        self.metric_line.textChanged.connect(self.metric_changed)

    @property
    def truth(self) -> Path | None:
        """The path of the truth, None before it is chosen."""
        return _path(self._truth)

    @property
    def submission(self) -> Path | None:
        """The path of the submission, None if the truth file holds both."""
        return _path(self._submission)

    @property
    def metric_text(self) -> str | None:
        """The text of the metric, None to guess it."""
        return self.metric_line.text().strip() or None

    @property
    def is_touched(self) -> bool:
        """Whether somebody typed into a line."""
        return any(edit.isModified() for edit in (self._truth, self._submission, self.metric_line))

    def swap(self) -> None:
        """Make the first file the submission, and the second the truth."""
        truth, submission = self._truth.text(), self._submission.text()
        self._truth.setText(submission)
        self._submission.setText(truth)

    def _line(self, grid: QGridLayout, line: int, title: str, edit: QLineEdit, *, browse: bool) -> None:
        label = PlainLabel(self, title)
        label.setBuddy(edit)
        edit.setAccessibleName(title.replace("&", ""))
        grid.addWidget(label, line, 0)
        grid.addWidget(edit, line, 1)
        if browse:
            button = push_button(self, "Browse…", clicked=lambda: self._browse(title.replace("&", ""), edit))
            button.setAutoDefault(False)
            grid.addWidget(button, line, 2)

    def _browse(self, title: str, edit: QLineEdit) -> None:
        start = edit.text() or self._truth.text() or self._submission.text()
        if name := choose_file(self, title, start):
            edit.setText(name)


def _path(edit: QLineEdit) -> Path | None:
    text = edit.text().strip()
    return Path(text).expanduser() if text else None
