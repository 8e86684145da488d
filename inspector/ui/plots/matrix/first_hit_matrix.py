"""The panel of the first-hit matrix: ranks in the baseline against those in the open submission, with switches."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from inspector.core.arrays.types import Bools, Ints
from inspector.core.comparison.matrix import BECAME, FirstHitMatrix, first_hit_matrix
from inspector.core.document.change import Change
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause
from inspector.core.rows.rank_words import rank_words
from inspector.core.task import Task
from inspector.ui.plots.differences.compared import NOTHING, is_compared, said
from inspector.ui.plots.matrix.counted_matrix import CountedMatrix
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.formatting import start, tip
from inspector.ui.widgets.matrix.matrix import BETTER, PLAIN, WORSE, Axis, Matrix
from inspector.ui.widgets.theme import GRID, Theme

_SIGNS = {"better": "▲", "same": "=", "worse": "▼"}
_HINTS = {
    "better": "Count rows whose first hit is at a better rank than in the baseline: the cells below the diagonal",
    "same": "Count rows whose first hit is where it is in the baseline: the cells on the diagonal",
    "worse": "Count rows whose first hit is at a worse rank than in the baseline: the cells above the diagonal",
}
_LONGEST_NAME = 24
_MEANING = (
    "A cell counts the rows with their first right label at the rank of its line in the baseline, and at the rank of "
    "its column in the open submission. Below the diagonal it moved up (better), above it moved down (worse), whatever "
    "became of the score. Click or drag to show the rows of cells; a name stands for its line or column."
)


class FirstHitMatrixPanel(CountedMatrix[FirstHitMatrix]):
    """Rows by the rank of the first hit on both sides; switches count only those where it is better, same or worse."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, theme, "firstHitMatrix", "First-hit matrix", Matrix.empty("baseline", "open"), parent)
        self.picture.setAccessibleName("First-hit matrix: ranks in the baseline against those in the open submission")
        self._theme = theme
        self.switches = {name: self._switch(name) for name in BECAME}
        self.arrange(arrange(QHBoxLayout(), *self.switches.values(), 0, spacing=GRID))
        self.recount.follow_edits(self._move)
        signals.submissions_changed.connect(self.show_found)  # a name may be another one
        theme.changed.connect(self._colour)
        self._colour()

    @property
    def became(self) -> list[str]:
        """Which rows are counted: those of the switches that are on."""
        return [name for name, switch in self.switches.items() if switch.isChecked()]

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[FirstHitMatrix]:
        return first_hit_matrix(evaluation, among)

    def drawn(self, found: FirstHitMatrix) -> Matrix:
        lines, columns = (start(name, _LONGEST_NAME) for name in self._names)
        if not self._is_compared:
            return Matrix.empty(lines, columns)
        size = found.k + 2
        names = (*map(str, range(1, found.k + 1)), f">{found.k}", "none")
        hints = {found.k: f"right, but behind {found.k}", found.k + 1: "no right label"}
        tones = np.full((size, size), PLAIN)
        tones[np.tril_indices(size, -1)], tones[np.triu_indices(size, 1)] = BETTER, WORSE
        return Matrix(
            Axis(lines, names, hints),
            Axis(columns, names, hints),
            found.counts(self.became),
            tones,
            np.eye(size, dtype=bool),
        )

    def words(self, found: FirstHitMatrix) -> tuple[str, str]:
        for name, count in found.totals().items():
            self.switches[name].setText(f"{_SIGNS[name]} {name} {count:,}")
        if not self._is_compared:
            return NOTHING, _MEANING
        lines, columns = self._names
        return f"{rank_words(self._inspection.metric).axis}: {lines} ↓, {columns} →", _MEANING

    def clause(self, found: FirstHitMatrix, lines: Ints, columns: Ints) -> Clause:
        return Clause(found.clause(lines.tolist(), columns.tolist(), self.became), self.objectName())

    def sides(self, found: FirstHitMatrix) -> tuple[Ints, Ints]:
        ranks = np.arange(found.k + 2)
        return ranks, ranks

    @property
    def _names(self) -> tuple[str, str]:
        """What the lines and the columns are about."""
        return said(self._inspection.evaluation), self._inspection.open_submission.name

    @property
    def _is_compared(self) -> bool:
        return is_compared(self._inspection.evaluation)

    def _move(self, change: Change) -> bool:
        """Count only the edited rows again where no others got other scores."""
        evaluation = self._inspection.evaluation
        if self._found is None or change.rows is None or not evaluation.scores.separable:
            return False
        self._found.move(evaluation, change.rows)
        self.show_found()
        return True

    def _switch(self, name: str) -> QToolButton:
        switch = named(QToolButton(self), f"{self.objectName()}-{name}", hint=tip(_HINTS[name]))
        switch.setText(f"{_SIGNS[name]} {name}")
        switch.setCheckable(True)
        switch.setChecked(True)
        switch.toggled.connect(self._switched)
        return switch

    def _switched(self) -> None:
        """Count other rows; the filter of chosen cells follows."""
        self.show_found()
        if self._found is not None and self.picture.chosen is not None and self.became:
            self.ask(self._found, *self.picture.chosen)

    def _colour(self) -> None:
        colours = self._theme.colours
        for name, shade in (("better", colours.better), ("worse", colours.worse)):
            self.switches[name].setStyleSheet(f"QToolButton:checked {{ color: {shade}; }}")
