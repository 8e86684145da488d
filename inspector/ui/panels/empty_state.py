"""What the window shows before a pair is open: where to drop files, the pairs of last time, the samples."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QCommandLinkButton, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from inspector.core.samples import SAMPLES
from inspector.ui.settings import RecentPair
from inspector.ui.text import menu, tip
from inspector.ui.theme import GAP, Theme, wear


class DropTarget(QFrame):
    """A field for one file: drop it here, or click to choose it."""

    clicked = Signal()

    def __init__(self, title: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("dropTarget")
        self.setAccessibleName(title)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._file = QLabel("drop a file here, or click", self)
        self._file.setTextFormat(Qt.TextFormat.PlainText)
        heading = QLabel(title, self)
        wear(heading, "heading")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * GAP, 3 * GAP, 3 * GAP, 3 * GAP)
        for label in (heading, self._file):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            layout.addWidget(label)
        theme.changed.connect(self._colour)
        self._colour()

    def show_file(self, path: Path | None) -> None:
        """Name the file that lies here already."""
        self._file.setText(path.name if path else "drop a file here, or click")

    def mouseReleaseEvent(self, event: object) -> None:
        self.clicked.emit()

    def keyPressEvent(self, event: object) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):  # type: ignore[attr-defined]
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def _colour(self) -> None:
        colours = self._theme.colours
        self.setStyleSheet(
            f"#dropTarget {{ border: 1px dashed {colours.faint}; border-radius: {GAP}px; background: {colours.base}; }}"
            f"#dropTarget:hover, #dropTarget:focus {{ border-color: {colours.now}; }}"
        )


class EmptyState(QWidget):
    """Asks for files, for a recent pair, or for a sample."""

    open_asked = Signal()
    recent_asked = Signal(RecentPair)
    sample_asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("emptyState")
        self._recent = QVBoxLayout()
        title = QLabel("See what every row of a submission costs you", self)
        wear(title, "title")
        self._truth = DropTarget("Truth", theme, self)
        self._submission = DropTarget("Submission", theme, self)
        targets = QHBoxLayout()
        targets.setSpacing(2 * GAP)
        for target in (self._truth, self._submission):
            target.clicked.connect(self.open_asked)
            targets.addWidget(target)
        column = QVBoxLayout()
        column.setSpacing(2 * GAP)
        column.addStretch(2)
        column.addWidget(title)
        column.addLayout(targets)
        hint = QLabel("Both files may be dropped at once, anywhere: which is which is told from what is in them.", self)
        hint.setProperty("quiet", True)
        hint.setWordWrap(True)
        column.addWidget(hint)
        column.addLayout(self._recent)
        column.addLayout(self._samples())
        column.addStretch(3)
        outer = QHBoxLayout(self)
        outer.addStretch(1)
        outer.addLayout(column, 3)
        outer.addStretch(1)

    def show_files(self, truth: Path | None, submission: Path | None) -> None:
        """Name what was dropped so far."""
        self._truth.show_file(truth)
        self._submission.show_file(submission)

    def show_recent(self, pairs: Sequence[RecentPair]) -> None:
        """List the pairs of last time, newest first."""
        while item := self._recent.takeAt(0):
            item.widget().deleteLater()
        if pairs:
            self._recent.addWidget(QLabel("Recent pairs", self))
        for pair in pairs[:4]:
            button = self._card(
                f"{pair.submission.name}  ·  {pair.metric}", f"{pair.truth.name}, in {pair.submission.parent}"
            )
            button.clicked.connect(lambda _=False, pair=pair: self.recent_asked.emit(pair))
            self._recent.addWidget(button)

    def _samples(self) -> QVBoxLayout:
        layout = QVBoxLayout()
        layout.addWidget(QLabel("Samples", self))
        for sample in SAMPLES.values():
            card = self._card(sample.title, sample.story)
            card.clicked.connect(lambda _=False, name=sample.name: self.sample_asked.emit(name))
            layout.addWidget(card)
        return layout

    def _card(self, title: str, story: str) -> QCommandLinkButton:
        card = QCommandLinkButton(menu(title), menu(story, 100), self)
        card.setIcon(QIcon())  # the style's own arrow keeps its ink in the dark
        card.setToolTip(tip(f"{title}\n{story}"))
        return card
