"""The failures panel: common kinds of failure with their row counts. A click shows the rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.failures import GroupFigures, group_figures
from inspector.core.arrays.types import Bools
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.task import Task
from inspector.ui.analysis.group_columns import AMONG, GAINS, counts, gains, names, percents
from inspector.ui.analysis.group_model import AS_FOUND, ColumnHeader, GroupColumn
from inspector.ui.analysis.group_table import GroupTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme

_HEADS = (
    ColumnHeader("rows that fail", "What the rows of a group have in common; a click shows them", words=True),
    ColumnHeader("rows", f"How many rows the group has now, edits included, {AMONG}"),
    ColumnHeader("of rows", f"Share of the rows {AMONG}"),
    *GAINS,
)


class FailuresPanel(GroupTable[GroupFigures]):
    """One line per failure group, in a fixed order until sorted."""

    holds_names = False

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, "groupsPanel", "Failures", _HEADS, AS_FOUND, parent)
        self._found: GroupFigures | None = None
        self.colour_gains(theme)

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[GroupFigures]:
        return group_figures(evaluation, among)

    def columns(self, evaluation: Evaluation, found: GroupFigures) -> Sequence[GroupColumn]:
        self._found, groups, rows = found, found.groups, np.array(found.rows, np.int64)
        total = max(1, len(evaluation.table) if self.among is None else int(self.among.sum()))
        titles = names([group.name for group in groups], lambda line: groups[line].tip)
        return titles, counts(rows), percents(rows / total), *gains(found.perfect, found.won, evaluation)

    def clause(self, evaluation: Evaluation, line: int) -> str:
        return self._found.groups[line].clause if self._found is not None else ""
