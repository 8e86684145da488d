"""The page without an open pair: drop targets, recent pairs and samples."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QIcon, QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from inspector import resource
from inspector.core.samples import SAMPLES
from inspector.ui.settings import RecentPair
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.card import Card
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.scroll_page import ScrollPage
from inspector.ui.widgets.theme import GAP, GRID, Theme

_DROP = "drop a file here, or click"
_HINT = "Drop both files anywhere; the program works out which is which."
_MOST_RECENT = 4

# The text form of a host's metric; nothing that reads it is imported before the first paint.
_FILE = re.compile(r'file\((?P<before>.*?)path=(?P<path>"(?:[^"]|"")*"|[^,()"]+)(?P<after>.*)\)')


class DropTarget(QFrame):
    """A target for one file: drop it here, or click to choose it."""

    clicked = Signal()

    def __init__(self, title: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        named(self, "dropTarget", title)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._file = ElidedLabel("dropped", self)
        self._file.setText(_DROP)
        heading = PlainLabel(self, title, style="heading")
        for label in (heading, self._file):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        arrange(QVBoxLayout(self), heading, self._file, margins=(3 * GAP,) * 4)
        self._is_lit = False
        theme.changed.connect(self._colour)
        self._colour()

    def light(self, lit: bool) -> None:
        """Light up while a file is dragged over the window."""
        self._is_lit = lit
        self._colour()

    def show_file(self, path: Path | None) -> None:
        """Show the name of the file that was dropped here."""
        self._file.show_text(path.name if path else _DROP)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def _colour(self) -> None:
        colours = self._theme.colours
        line, fill = (colours.now, colours.now_soft) if self._is_lit else (colours.line, colours.base)
        self.setStyleSheet(
            f"#dropTarget {{ border: 2px solid {line}; border-radius: {GAP}px; background: {fill}; }}"
            f"#dropTarget:hover, #dropTarget:focus {{ border-color: {colours.now}; }}"
        )


class StartPage(ScrollPage):
    """Lets the user choose files, a recent pair or a sample."""

    open_asked = Signal()
    sample_asked = Signal(str)
    recent_asked = Signal(RecentPair)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        page = QWidget()
        super().__init__(page, parent)
        self.setObjectName("emptyState")
        self._theme = theme
        self._truth = DropTarget("Truth", theme, page)
        self._submission = DropTarget("Submission", theme, page)
        for target in (self._truth, self._submission):
            target.clicked.connect(self.open_asked)
        targets = arrange(QHBoxLayout(), self._truth, self._submission, spacing=2 * GAP)
        hint = PlainLabel(page, _HINT, quiet=True, wraps=True)
        hint.setContentsMargins(0, 0, 0, GAP)
        column = arrange(QVBoxLayout(), 2, _heading(page), targets, hint, self._below(page), 3, spacing=2 * GAP)
        arrange(QHBoxLayout(page), 1, (column, 10), 1, margins=(2 * GAP,) * 4)
        self._give_way()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._give_way()

    def _give_way(self) -> None:
        """Have no minimum size, which would count for the window's minimum size, until shown."""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)

    def light(self, lit: bool) -> None:
        """Light up where files can be dropped, while some are dragged over the window."""
        for target in (self._truth, self._submission):
            target.light(lit)

    def show_files(self, truth: Path | None, submission: Path | None) -> None:
        """Show the files that were dropped so far."""
        self._truth.show_file(truth)
        self._submission.show_file(submission)

    def show_recent(self, pairs: Sequence[RecentPair]) -> None:
        """List the recent pairs, newest first."""
        while item := self._recent.takeAt(1):
            if card := item.widget():
                card.deleteLater()
        self._recent_list.setVisible(bool(pairs))
        for pair in pairs[:_MOST_RECENT]:
            beside = pair.truth.parent == pair.submission.parent
            truth = pair.truth.name if beside else pair.truth
            story, middle = f"in {pair.submission.parent} · against {truth}", Qt.TextElideMode.ElideMiddle
            card = Card(pair.title, story, self._theme, self._page, badge=_brief(pair.metric), cut=middle)
            card.clicked.connect(lambda _=False, pair=pair: self.recent_asked.emit(pair))
            self._recent.addWidget(card)

    def _below(self, page: QWidget) -> QHBoxLayout:
        """The recent pairs, and the samples next to them."""
        self._recent_list, sample_list = QWidget(page), QWidget(page)
        self._recent, samples = self._list("Recent pairs", self._recent_list), self._list("Samples", sample_list)
        for sample in SAMPLES.values():
            name, _, metric = sample.title.rpartition(" ")
            card = Card(name, sample.story, self._theme, page, badge=metric, bars=sample.profile)
            card.clicked.connect(lambda _=False, name=sample.name: self.sample_asked.emit(name))
            samples.addWidget(card)
        below = arrange(QHBoxLayout(), (self._recent_list, 1), (sample_list, 1), spacing=2 * GAP)
        for cards in (self._recent_list, sample_list):
            below.setAlignment(cards, Qt.AlignmentFlag.AlignTop)
        return below

    def _list(self, title: str, place: QWidget) -> QVBoxLayout:
        heading = PlainLabel(place, title, quiet=True)
        heading.setContentsMargins(GAP, 0, 0, GRID)
        return arrange(QVBoxLayout(place), heading, spacing=GRID)


def _heading(page: QWidget) -> QHBoxLayout:
    """The icon, and what the program is for."""
    picture = PlainLabel(page)
    title = PlainLabel(page, "See what every row of a submission costs you", style="title")
    edge = 2 * title.fontMetrics().height()
    icon = QIcon(str(resource.path("icons/submission-inspector.svg")))
    picture.setPixmap(icon.pixmap(QSize(edge, edge), page.devicePixelRatioF()))
    return arrange(QHBoxLayout(), picture, (title, 1), spacing=2 * GAP)


def _brief(metric: str) -> str:
    """A metric without the folder of its file, as `Metric.brief` has it."""
    found = _FILE.fullmatch(metric)
    if found is None:
        return metric
    name = Path(found["path"].strip('"').replace('""', '"')).name
    others = ", ".join(filter(None, (found[side].strip(", ") for side in ("before", "after"))))
    return name + (f"({others})" if others else "")
