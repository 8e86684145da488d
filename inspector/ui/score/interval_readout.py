"""The 95 % interval beside the overall, and the overall of the rows shown with its own; follow filter and edits."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from inspector.core.arrays.types import Bools
from inspector.core.comparison.estimate import Estimate
from inspector.core.comparison.interval import Uncertainty
from inspector.core.comparison.judging import DrawOptions
from inspector.core.data.order import Filter
from inspector.core.document.change import Change
from inspector.core.errors import InputError
from inspector.core.task import Task, portion
from inspector.ui.score.interval_groups import known_group, list_groups
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.formatting import full_precision, one_line, start, tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import Theme, restyle

_MOST = 14
_BY_OUTCOME = "The filter chooses rows by their outcome: an interval of the rows shown would say nothing."
_WAITING, _NOT_YET = "95 % …", "The interval is being worked out."
# Milliseconds after which an interval that is out of date goes, and until the repaint of an edit is over.
_PATIENCE, _PAUSE = 100, 120


class IntervalReadout(QObject):
    """Two labels of the score bar. Nothing is drawn while they are hidden; of several edits the latest counts.

    whole: the interval of the overall; shown: the overall of the rows shown with its interval, empty without a filter
    and under one that chooses rows by their scores.
    is_on: whether the user wants them; group: the column whose groups are drawn whole, as far as the pair has it.
    changed: the labels have other texts; turned: the user chose something else.
    """

    changed = Signal()
    turned = Signal()
    failed = Signal(Exception)

    def __init__(self, signals: DocumentSignals, theme: Theme, bar: QWidget) -> None:
        super().__init__(bar)
        self._inspection, self._theme = signals.inspection, theme
        self.is_on, self.group = True, ""
        self.whole = self._label(bar, "overallInterval", "95 % interval of the overall")
        self.shown = self._label(bar, "shownInterval", "Score of the rows shown, with its 95 % interval")
        self._uncertainty: Uncertainty | None = None
        # The interval of the overall that is up to date, which a filter does not change.
        self._found: Estimate | None = None
        self._filter: Filter | None = None
        self._is_fresh = self._is_by_outcome = False
        self._worker = Worker(self)
        self._soon = Debounce(_PAUSE, self, self._draw)
        self._pale = Debounce(_PATIENCE, self, self._make_pale)
        self.whole.installEventFilter(self)
        self._listen(signals)
        self.refresh()

    @property
    def drawn_by(self) -> str:
        """The column whose groups are drawn whole; empty for rows, and for a pair without the column."""
        return known_group(self._inspection.evaluation.table, self.group) if self._inspection.is_open else ""

    def turn(self) -> None:
        """Show the interval, or hide it."""
        self.choose(not self.is_on, self.group)

    def choose(self, is_on: bool, group: str) -> None:
        """Show or hide the interval, and draw whole groups of a column; empty for rows."""
        self.is_on, self.group, self._found = is_on, group, None
        self.refresh()
        self.turned.emit()

    @property
    def kept(self) -> list[object]:
        """What the settings keep, for `restore`."""
        return [self.is_on, self.group]

    def restore(self, kept: object) -> None:
        """Take over what the settings kept; anything malformed is left."""
        match kept:
            case [bool(is_on), str(group)]:
                self.choose(is_on, group)

    def fill(self, menu: QMenu) -> None:
        """List what can be drawn, the choice in force ticked."""
        menu.clear()
        if self._inspection.is_open:
            list_groups(menu, self._inspection.evaluation.table, self.drawn_by, partial(self.choose, True))

    def refresh(self) -> None:
        """Draw again if the interval can be seen, else when it is."""
        self._stop()
        self._is_fresh = False
        if not (self.is_on and self._inspection.is_open):
            self._say("", "")
            return
        if not self.whole.text():
            self._say(_WAITING, "")
        self._pale.start()
        if self.whole.isVisible():
            self._soon.start()

    def copy(self) -> None:
        """Copy both ends of the interval to the clipboard, with all digits."""
        if self._found is not None and self._found.has_interval:
            QGuiApplication.clipboard().setText("\t".join(map(full_precision, self._found.ends)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and not self._is_fresh:
            self._soon.start()
        elif event.type() == QEvent.Type.Hide:
            self._stop()
        return super().eventFilter(watched, event)

    def _draw(self) -> None:
        state, options = self._inspection.state, DrawOptions(group=self.drawn_by)
        if self._uncertainty is None:
            self._uncertainty = Uncertainty(state.evaluation)
        self._is_by_outcome = self._inspection.is_by_outcome
        self._filter = state.filter
        mask = None if state.filter is None or self._is_by_outcome else state.filter.mask
        self._worker.start(_both(self._uncertainty, self._found, mask, options), lambda found: self._show(*found))

    def _show(self, whole: Estimate, shown: Estimate | None) -> None:
        self._pale.stop()
        self._is_fresh, self._found = True, whole
        self._colour()
        by = "" if whole.groups is None else f" by {start(one_line(whole.group), _MOST)}"
        text = f"95 % {whole.short}{by}" if whole.has_interval else "no interval"
        self._say(text, "" if shown is None else f"shown {shown.told}")
        of_shown = (
            _BY_OUTCOME if self._is_by_outcome else "" if shown is None else f"Only the rows shown: {shown.words}"
        )
        self._tell(self.whole, f"{whole.words} {of_shown}".rstrip())
        self._tell(self.shown, of_shown)

    def _fail(self, error: Exception) -> None:
        self._pale.stop()
        if not isinstance(error, InputError):
            self.failed.emit(error)
            return
        self._is_fresh = True
        self._say("no interval", "")
        self._tell(self.whole, str(error))

    def _say(self, whole: str, shown: str) -> None:
        if (whole, shown) != (self.whole.text(), self.shown.text()):
            self.whole.setText(whole)
            self.shown.setText(shown)
            self.changed.emit()

    def _tell(self, label: PlainLabel, words: str) -> None:
        label.setToolTip(tip(words))
        label.setAccessibleDescription(words)

    def _colour(self) -> None:
        for label in (self.whole, self.shown):
            restyle(label, f"color: {self._theme.colours.muted}")

    def _make_pale(self) -> None:
        """Say no longer what is of another overall; what is only of another filter becomes paler."""
        for label in (self.whole, self.shown):
            restyle(label, f"color: {self._theme.colours.faint}")
        if self._found is None:
            self._say(_WAITING, self.shown.text() and "shown …")
            self._tell(self.whole, _NOT_YET)
            self._tell(self.shown, _NOT_YET)

    def _stop(self) -> None:
        for waiting in (self._worker.cancel, self._soon.stop, self._pale.stop):
            waiting()

    def _label(self, bar: QWidget, name: str, accessible: str) -> PlainLabel:
        label = named(PlainLabel(bar, figures=True, quiet=True), name, accessible)
        label.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        label.customContextMenuRequested.connect(lambda at: self._open_menu(label.mapToGlobal(at)))
        return label

    def _open_menu(self, at: QPoint) -> None:
        menu = QMenu(self.whole)
        self.fill(menu)
        menu.addSeparator()
        menu.addAction("&Copy the interval", self.copy)
        menu.addAction("&Hide it", self.turn)
        menu.exec(at)
        menu.deleteLater()

    def _listen(self, signals: DocumentSignals) -> None:
        for signal in (signals.loaded, signals.metric_changed):
            signal.connect(self._forget)
        signals.answered.connect(self._forget_scores)
        signals.edited.connect(self._follow)
        signals.scored.connect(self.refresh)
        signals.ordered.connect(self._follow_filter)
        self._theme.changed.connect(self._colour)  # a lambda would outlive the window with the theme
        self._worker.failed.connect(self._fail)
        signals.closing.connect(self._stop)
        signals.closing.connect(self._worker.close)

    def _forget(self) -> None:
        """Take back what is said of another pair or metric."""
        self._forget_scores()
        self._say("", "")

    def _forget_scores(self) -> None:
        """Row scores came late, so that what was drawn of those before says nothing; its text stays until the next."""
        self._uncertainty = self._found = None

    def _follow_filter(self) -> None:
        """Draw the rows of another filter; sorting alone changes nothing."""
        if not self._is_fresh or self._inspection.state.filter is not self._filter:
            self.refresh()

    def _follow(self, change: Change) -> None:
        self._found = None
        if self._uncertainty is not None:
            self._uncertainty = self._uncertainty.follow(self._inspection.evaluation, change.rows)


def _both(
    uncertainty: Uncertainty, whole: Estimate | None, mask: Bools | None, options: DrawOptions
) -> Task[tuple[Estimate, Estimate | None]]:
    """The interval of the overall, unless it is known, and that of the rows shown where a filter hides any."""
    if whole is None:
        whole = yield from portion(uncertainty.task(None, options), 0.0, 0.5)
    if mask is None:
        return whole, None
    return whole, (yield from portion(uncertainty.task(np.flatnonzero(mask), options), 0.5, 1.0))
