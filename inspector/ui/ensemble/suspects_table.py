"""The table of suspect truths: a double click or Enter goes to the row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QWidget

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.text_rank import text_ranks
from inspector.core.arrays.types import Bools, Ints
from inspector.core.comparison.leaderboard import scored_task
from inspector.core.ensemble.overview import Overview, overview_task
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause
from inspector.core.task import Task
from inspector.ui.analysis.group_columns import FINE, decimals, words
from inspector.ui.analysis.group_model import ColumnHeader, GroupColumn
from inspector.ui.analysis.group_table import GroupTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme

_HEADS = (
    ColumnHeader("id", "A suspect row; a double click or Enter goes to it", words=True),
    ColumnHeader("truth", "The labels of the row in the truth file", words=True),
    ColumnHeader(
        "rival", "The label that most submissions have in front instead, weighed by their overalls", words=True
    ),
    ColumnHeader("votes", "How many submissions have the rival in front", sample="00 of 00"),
    ColumnHeader(
        "suspicion",
        "How suspect the truth is, from 0 to 1: the share of the submissions whose first label is wrong, "
        "times the share that is for the rival; each submission counts as much as its overall",
        sample="0.0000",
    ),
    ColumnHeader("if rival", "The overall of the open submission if the truth of this row were the rival", sample=FINE),
    ColumnHeader("if left out", "The overall of the open submission without this row", sample=FINE),
)
_SCORE, _LETTERS = 4, 14
_LISTS = {True: "submissions agree on another label", False: "submissions are wrong and disagree"}
_ALONE = (
    "Votes need several submissions. Add another one: rows in which submissions agree with each other, and not with "
    "the truth, are listed here."
)
# Of each submission, the lists of all rows are looked through.
_WORK = 2


class SuspectsTable(GroupTable[Overview]):
    """One of two lists: rows whose submissions agree on one rival, and rows on which they disagree."""

    acts_on_click = False

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget) -> None:
        self._found: Overview | None = None
        self.likely = True
        super().__init__(signals, "suspectsTable", "Suspect truths", _HEADS, _SCORE, parent)
        self.colour_gains(theme)
        signals.submissions_changed.connect(self.refresh)

    @property
    def found(self) -> Overview | None:
        """What was counted in the open files; None before, and where it was counted in files that are closed."""
        if self._evaluation is None or not self._inspection.is_open:
            return None
        is_of_open = self._evaluation.pair.truth is self._inspection.evaluation.pair.truth
        return self._found if is_of_open else None

    @property
    def rows(self) -> Ints:
        """int64: the rows of the list that is shown."""
        kept = self.kept()
        return np.empty(0, np.int64) if self.found is None or kept is None else self.found.suspects.rows[kept]

    def show_list(self, *, likely: bool) -> None:
        """Show the rows whose submissions agree on one other label, or those whose submissions disagree."""
        self.likely = likely
        if self.found is not None:
            self._lines.keep(self.kept())
        self.filled.emit()
        if self.found is not None and self.is_in_force:
            self.filter_rows(on=True)

    def filter_rows(self, *, on: bool) -> None:
        """Ask for a filter of the rows of the list, or for none."""
        if on:
            self.filter_asked.emit(Clause(_LISTS[self.likely], self.objectName(), rows=self.rows))
        else:
            self._narrow("")

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[Overview]:
        scored = yield from scored_task(self._inspection.evaluations(evaluation), evaluation.metric)
        # A blend has no vote of its own beside those that it was made of.
        voting = {name: one for name, one in scored.fitting.items() if not one.pair.is_generated}
        return (yield from overview_task(evaluation, voting or scored.fitting, among))

    def work_size(self, evaluation: Evaluation) -> int:
        return _WORK * len(evaluation.table) * len(self._inspection.submissions)

    def columns(self, evaluation: Evaluation, found: Overview) -> Sequence[GroupColumn]:
        self._found, suspects, decimal_places = found, found.suspects, evaluation.scores.fine_decimals
        ids, truth = evaluation.table.ids.take(integers(suspects.rows)), evaluation.table.truth.take(suspects.rows)
        text = evaluation.table.vocab.text
        separator = evaluation.pair.truth.grammar.separator
        ranks = np.append(evaluation.table.vocab.ranks(), -1)
        return (
            words(text_ranks(ids).astype(np.int64), lambda line: str(ids[line])),
            words(ranks[truth.first_codes()], lambda line: separator.join(map(text, truth[line].tolist()))),
            words(ranks[suspects.rival], lambda line: text(int(suspects.rival[line]))),
            GroupColumn(
                suspects.votes,
                lambda line: f"{suspects.votes[line]} of {suspects.of}",
                lambda line: f"{suspects.votes[line]} of {suspects.of} submissions",
            ),
            decimals(suspects.score),
            decimals(found.if_rival, decimal_places),
            decimals(found.if_left_out, decimal_places),
        )

    def kept(self) -> Bools | None:
        if self.found is None:
            return None
        several = self.found.suspects.of > 1
        kept: Bools = (self.found.suspects.likely == self.likely) & several
        return kept

    @property
    def empty_words(self) -> str:
        if self.found is None or self.found.suspects.of < 2:
            return _ALONE
        other = self.found.suspects.ambiguous if self.likely else self.found.suspects.mislabelled
        more = f" There are {len(other):,} in which {_LISTS[not self.likely]}." if len(other) else ""
        return f"There is no row in which {_LISTS[self.likely]}.{more}"

    def _stretched(self) -> list[int]:
        return []

    def _fit_columns(self) -> None:
        super()._fit_columns()
        header = self.horizontalHeader()
        for section in range(3):
            header.resizeSection(section, self.fontMetrics().horizontalAdvance("0" * _LETTERS))

    def _show_rows(self, index: QModelIndex) -> None:
        if index.isValid() and self.found is not None and self._is_of_open_pair:
            self._inspection.go_to(int(self.found.suspects.rows[self._lines.line(index)]))
