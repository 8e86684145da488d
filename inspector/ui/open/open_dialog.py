"""Choosing a truth and a submission: two paths, a metric, how they are to be read, and what that leads to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QDir, QTimer, Signal
from PySide6.QtWidgets import (
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFileSystemModel,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.core.files import Options, Preview
from inspector.ui.open.reading_choices import FOLD, refusal_words, refused
from inspector.ui.open.reading_form import ReadingForm
from inspector.ui.open.reading_preview import ReadingPreview
from inspector.ui.open.repair_list import RepairList
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.scroll_page import ScrollPage
from inspector.ui.widgets.theme import GAP

_KINDS = " ".join(f"*.{kind}" for kind in ("csv", "tsv", "txt", "jsonl", "parquet", "run", "qrels", "test"))
_PACKED = " ".join(f"*.{kind}" for kind in ("gz", "zip", "xz", "bz2", "zst"))
_FILTER = f"Tables, packed or not ({_KINDS} {_PACKED});;All files (*)"
_PAUSE = 300
_WIDTH = 860
# What the window system may put around a dialog.
_FRAME = 48


class OpenDialog(QDialog):
    """Returns paths, the text of a metric, which may be empty for a guess, and how to read the files.

    preview_asked: truth, submission or None, options; the answer goes to `show_preview` or to `show_error`.
    """

    preview_asked = Signal(object, object, Options)

    def __init__(
        self,
        truth: Path | None,
        submission: Path | None,
        options: Options | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("openDialog")
        self.setWindowTitle("Open a pair")
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.ask)
        self._truth = self._path("truthPath", truth)
        self._submission = self._path("submissionPath", submission)
        self._submission.setPlaceholderText("empty when the truth’s file holds the predictions, too")
        self._metric = QLineEdit(self)
        self._metric.setObjectName("metricText")
        self._metric.setPlaceholderText("guessed from the files; or map@5, map(divisor=m)@12, …")
        self._preview, self._form, self._fixes = ReadingPreview(self), ReadingForm(self), RepairList(self)
        self._form.choose(options or Options())
        self._fixes.choose(options.fixes if options else ())
        self._build()
        for edit in (self._truth, self._submission):
            edit.textChanged.connect(self._take_path)
        for part in (self._form, self._fixes):
            part.changed.connect(self.ask)
        self._unfold(options is not None and replace(options, fixes=()) != Options())
        self._check()

    @property
    def truth(self) -> Path:
        """The chosen truth."""
        return Path(self._truth.text().strip()).expanduser()

    @property
    def submission(self) -> Path | None:
        """The chosen submission, None when the truth's file holds both."""
        text = self._submission.text().strip()
        return Path(text).expanduser() if text else None

    @property
    def metric_text(self) -> str | None:
        """The text of the metric, None for a guess."""
        return self._metric.text().strip() or None

    @property
    def options(self) -> Options:
        """How to read the files, as far as the user says so."""
        return replace(self._form.options, fixes=self._fixes.fixes)

    def ask(self) -> None:
        """Ask what the files look like now, if they are chosen."""
        self._pause.stop()
        if self._truth.text().strip():
            self._preview.say("Reading…")
            self.preview_asked.emit(self.truth, self.submission, self.options)

    def show_preview(self, preview: Preview) -> None:
        """Show what was understood, and what is proposed; a pair that does not fit cannot be opened."""
        self._preview.show_preview(preview)
        self._form.show_preview(preview)
        self._fixes.offer(preview.problems)
        self._say(refusal_words(preview))

    def show_error(self, error: Exception) -> None:
        """Say in place what is wrong with the files, or with what was chosen for them."""
        self._preview.clear("Nothing to show yet")
        self._fixes.offer(())
        self._say(refused(error))

    def _build(self) -> None:
        self._error = PlainLabel(self, name="openError", selectable=True, wraps=True)
        self._error.hide()
        self._fold = QToolButton(self)
        self._fold.setObjectName("readingFold")
        self._fold.setToolTip("Shape, columns and signs: each is guessed, and each can be chosen")
        self._fold.setAutoRaise(True)
        self._fold.clicked.connect(lambda: self._unfold(self._form.isHidden()))
        grid = QGridLayout()
        grid.setSpacing(GAP)
        grid.setColumnMinimumWidth(1, 520)
        self._line(grid, 0, "&Truth", self._truth, browse=True)
        self._line(grid, 1, "&Submission", self._submission, browse=True)
        self._line(grid, 2, "&Metric", self._metric, browse=False)
        self._column = layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        layout.setSpacing(GAP)
        layout.addLayout(grid)
        layout.addWidget(self._scrolled(), 1)
        layout.addWidget(self._buttons())
        self.setTabOrder(self._truth, self._submission)
        self.setTabOrder(self._submission, self._metric)

    def _scrolled(self) -> ScrollPage:
        """What is below the paths; where the screen is low it scrolls, and the buttons stay in reach."""
        page = QWidget()
        self._inner = inner = QVBoxLayout(page)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(GAP)
        inner.addWidget(self._preview, 1)
        for part in (self._error, self._fixes, self._fold, self._form):
            inner.addWidget(part)
        self._page = ScrollPage(page, self)
        return self._page

    def _buttons(self) -> QDialogButtonBox:
        swap = QPushButton("Swap", self)
        swap.setToolTip("The first file is the submission, the second the truth")
        swap.setAutoDefault(False)
        swap.clicked.connect(self._swap)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.addButton(swap, QDialogButtonBox.ButtonRole.ActionRole)
        self._open = buttons.button(QDialogButtonBox.StandardButton.Open)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    def _path(self, name: str, path: Path | None) -> QLineEdit:
        edit = QLineEdit(str(path) if path else "", self)
        edit.setObjectName(name)
        files = QFileSystemModel(edit)
        files.setRootPath(QDir.rootPath())
        edit.setCompleter(QCompleter(files, edit))
        edit.textChanged.connect(lambda text: QTimer.singleShot(0, edit, lambda: _close_offers(edit, text)))
        return edit

    def _line(self, grid: QGridLayout, line: int, title: str, edit: QLineEdit, *, browse: bool) -> None:
        label = PlainLabel(self, title)
        label.setBuddy(edit)
        edit.setAccessibleName(title.replace("&", ""))
        grid.addWidget(label, line, 0)
        grid.addWidget(edit, line, 1)
        if browse:
            button = QPushButton("Browse…", self)
            button.setAutoDefault(False)
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

    def _take_path(self) -> None:
        """Other files: what was chosen for the ones before means nothing; they are read when the typing rests."""
        self._form.forget()
        self._fixes.choose(())
        self._say("")
        self._pause.start()

    def _unfold(self, unfolded: bool) -> None:
        self._form.setVisible(unfolded)
        self._fold.setText(f"{'▾' if unfolded else '▸'} {FOLD}")
        self._grow()

    def _say(self, words: str) -> None:
        self._error.setText(words)
        self._error.setVisible(bool(words))
        self._check()
        self._grow()

    def _grow(self) -> None:
        """Make room for what has come; nothing moves back when it goes."""
        inner, screen = self._inner, self.screen().availableSize()
        inner.activate()
        self._page.updateGeometry()
        self._column.activate()
        width = min(max(self.width(), _WIDTH), screen.width())
        other = self._column.sizeHint().height() - self._page.sizeHint().height()
        wanted = other + inner.totalHeightForWidth(width - 4 * GAP)
        self.resize(width, min(max(self.height(), wanted), screen.height() - _FRAME))

    def _check(self) -> None:
        self._open.setEnabled(bool(self._truth.text().strip()) and self._error.isHidden())


def _close_offers(edit: QLineEdit, text: str) -> None:
    """Once a path is complete there is nothing left to offer, and Enter belongs to the dialog."""
    if Path(text).is_file() and (offers := edit.completer().popup()):
        offers.hide()
