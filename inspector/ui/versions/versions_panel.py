"""The versions panel: the versions of the open submission, and what can be done with them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, Qt, Signal, SignalInstance
from PySide6.QtGui import QHideEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)

from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric
from inspector.core.task import Progress, Task
from inspector.core.versions.version import Version
from inspector.ui.tasks.runner import TaskRunner
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.buttons import push_button
from inspector.ui.widgets.flow_layout import FlowLayout
from inspector.ui.widgets.formatting import fixed_decimals, one_line, tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.static_table import put
from inspector.ui.widgets.theme import GAP, GRID, tabular_font, uniform_row_height
from inspector.ui.widgets.visibility import is_visible

_TITLES = "version", "kept", "rows unlike the file", "overall", "made from"
_NAME, _NUMBERS = 0, (2, 3)
_EMPTY = (
    "The open submission has no versions. Keep it as it is now, to return to it or compare with it. "
    "Undo and new edits leave versions alone."
)
_DECIMALS, _LEAST_LETTERS = 6, 14
Scored = list[tuple[Version, Evaluation]]


class VersionsPanel(QWidget):
    """Lists the versions of the open submission; every gesture is only asked for, by the name of a version."""

    failed = Signal(Exception)
    keep_asked = Signal()
    return_asked, baseline_asked, rename_asked = Signal(str), Signal(str), Signal(str)
    remove_asked, patch_asked, file_asked = Signal(str), Signal(str), Signal(str)

    def __init__(self, signals: DocumentSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("versionsPanel")
        self._inspection = signals.inspection
        self._versions: tuple[Version, ...] = ()
        self._scored: dict[Version, tuple[Metric, float]] = {}
        self._runner = TaskRunner(self, signals.closing)
        self._runner.failed.connect(self.failed)
        self.table = self._make_table()
        self._empty = PlainLabel(self, _EMPTY, name="noVersions", quiet=True, wraps=True)
        self._tools = QWidget(self)
        self._buttons = self._make_buttons(FlowLayout(self._tools))
        self._lay_out()
        self.table.itemSelectionChanged.connect(self._follow)
        self.table.doubleClicked.connect(lambda: self._ask(self.return_asked))
        for signal in (signals.loaded, signals.submissions_changed, signals.metric_changed, signals.baseline_changed):
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """List the versions, and score those that are not scored yet under the metric, if they can be seen."""
        self._runner.cancel()
        inspection, chosen = self._inspection, self.chosen
        self._versions = inspection.versions if inspection.is_open else ()
        self._scored = {version: found for version, found in self._scored.items() if version in self._versions}
        self._show()
        if chosen in [version.name for version in self._versions]:
            self._choose(chosen)
        self._follow()
        if is_visible(self):
            self._score()

    def take_focus(self) -> None:
        """Put the cursor into the table, or on the button that keeps the first version."""
        (self.table if self._versions else self._buttons[0]).setFocus()

    @property
    def chosen(self) -> str:
        """The name of the version of the selected line, empty if none is."""
        lines = self.table.selectionModel().selectedRows()
        return self._versions[lines[0].row()].name if lines and lines[0].row() < len(self._versions) else ""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._runner.is_busy and self._unscored:
            self._score()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._runner.cancel()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {
            Qt.Key.Key_Return: self.return_asked,
            Qt.Key.Key_Enter: self.return_asked,
            Qt.Key.Key_Space: self.baseline_asked,
            Qt.Key.Key_F2: self.rename_asked,
            Qt.Key.Key_Delete: self.remove_asked,
        }
        asked = keys.get(Qt.Key(event.key())) if self.table.hasFocus() and self.chosen else None
        if asked is None:
            super().keyPressEvent(event)
        else:
            self._ask(asked)

    @property
    def _unscored(self) -> list[Version]:
        metric = self._inspection.metric if self._inspection.is_open else None
        return [one for one in self._versions if one not in self._scored or self._scored[one][0] != metric]

    def _score(self) -> None:
        """Score the versions under the metric."""
        if unscored := self._unscored:
            metric, rows = self._inspection.metric, len(self._inspection.evaluation.table) * len(unscored)
            self._runner.run("score", rows, _score_task(unscored, metric), lambda found: self._take(metric, found))

    def _take(self, metric: Metric, found: dict[Version, float]) -> None:
        self._scored.update({version: (metric, overall) for version, overall in found.items()})
        self._show()

    def _ask(self, asked: SignalInstance) -> None:
        if name := self.chosen:
            asked.emit(name)

    def _choose(self, name: str) -> None:
        line = [version.name for version in self._versions].index(name)
        flags = QItemSelectionModel.SelectionFlag
        self.table.selectionModel().setCurrentIndex(
            self.table.model().index(line, _NAME), flags.ClearAndSelect | flags.Rows
        )

    def _show(self) -> None:
        self.table.setRowCount(len(self._versions))
        for line, version in enumerate(self._versions):
            for section, text in enumerate(self._texts(version)):
                side = Qt.AlignmentFlag.AlignRight if section in _NUMBERS else Qt.AlignmentFlag.AlignLeft
                put(self.table, line, section, one_line(text), hint=text, side=side | Qt.AlignmentFlag.AlignVCenter)
        self.table.setVisible(bool(self._versions))
        self._empty.setVisible(not self._versions)

    def _texts(self, version: Version) -> Sequence[str]:
        metric, overall = self._scored.get(version, (None, math.nan))
        score = _score_text(version, metric, overall) if metric == self._inspection.metric else "…"
        name = f"{version.name}  ◂ compared with" if version.name == self._inspection.baseline else version.name
        when = version.when.strftime("%Y-%m-%d %H:%M")
        return name, when, f"{len(version.edits):,}", score, version.made_from or "the file"

    def _follow(self) -> None:
        """Enable what can be done with the selected version."""
        for button in self._buttons[1:]:
            button.setEnabled(bool(self.chosen))
        self._buttons[0].setEnabled(self._inspection.is_open)

    def _make_table(self) -> QTableWidget:
        table = named(QTableWidget(0, len(_TITLES), self), "versionsTable", "Versions")
        table.setHorizontalHeaderLabels(_TITLES)
        table.setFont(tabular_font(table.font()))
        uniform_row_height(table)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setMinimumSectionSize(_LEAST_LETTERS * table.fontMetrics().averageCharWidth())
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        return table

    def _make_buttons(self, line: FlowLayout) -> list[QPushButton]:
        """A button for each gesture; all but the first are about the selected version, and in its menu, too."""
        buttons = list[QPushButton]()
        for name, title, hint, asked in (
            ("keepVersion", "&Keep version…", "Keep the submission as it is edited now, under a name", self.keep_asked),
            (
                "returnToVersion",
                "Re&turn to",
                "Make the predictions those of this version; undo takes it back",
                self.return_asked,
            ),
            (
                "compareWithVersion",
                "Compare &with",
                "Every Δ is then the difference from this version",
                self.baseline_asked,
            ),
            ("renameVersion", "Re&name…", "Give it another name", self.rename_asked),
            ("deleteVersion", "&Delete…", "Delete this version; the submission stays as it is", self.remove_asked),
            (
                "exportPatch",
                "Export chan&ges…",
                "Write the changed rows only; they can be pasted back",
                self.patch_asked,
            ),
            ("exportVersion", "Export &file…", "Write the whole submission as it was kept", self.file_asked),
        ):
            run = self.keep_asked.emit if asked is self.keep_asked else lambda *_, asked=asked: self._ask(asked)
            buttons.append(push_button(self, title, name, tip(hint), run))
            line.addWidget(buttons[-1])
        return buttons

    def _lay_out(self) -> None:
        above = arrange(QVBoxLayout(), self._empty, self._tools, margins=(GAP, 0, GAP, 0))
        arrange(QVBoxLayout(self), above, (self.table, 1), 0, margins=(0, GRID, 0, 0), spacing=GRID)


def _score_text(version: Version, metric: Metric, overall: float) -> str:
    """The overall of a version, and what it was when the version was kept, if the files have changed since."""
    text, (kept_under, kept) = fixed_decimals(overall, _DECIMALS), version.scored or ("", math.nan)
    before = fixed_decimals(kept, _DECIMALS)
    is_known = kept_under == str(metric) and not math.isnan(kept)
    return f"{text} ({before} when kept)" if is_known and before != text else text


def _score_task(versions: Sequence[Version], metric: Metric) -> Task[dict[Version, float]]:
    """The overalls of versions under a metric; NaN where it does not fit."""
    found = dict[Version, float]()
    for number, version in enumerate(versions):
        yield Progress(number / len(versions), "Scoring the versions")
        try:
            found[version] = Evaluation.of(version.pair, metric, version.edits).scores.overall
        except InputError:
            found[version] = math.nan
    return found
