"""The base class of the panels with a matrix: a picture whose cells show their rows, and all forms of its figures."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, TypeVar

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from inspector.core.arrays.types import Bools, Ints
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause
from inspector.core.task import Task
from inspector.ui.plots.export import Exported, rows_csv, svg
from inspector.ui.plots.matrix.drawn import counts_table
from inspector.ui.tasks.recount import Recount
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.matrix.matrix import Matrix
from inspector.ui.widgets.matrix.matrix_picture import MatrixPicture
from inspector.ui.widgets.theme import GAP, GRID, Theme

# What is counted for the picture.
Found = TypeVar("Found")


class CountedMatrix(QWidget, Generic[Found]):
    """Counts among the rows that the other parts of the filter show. A subclass defines what, and the picture of it.

    copy_asked: (Arrow table, whether with headers); export_asked: (title, what gives an Arrow table).
    """

    failed = Signal(Exception)
    filter_asked = Signal(Clause)
    copy_asked = Signal(object, bool)
    export_asked = Signal(str, object)

    def __init__(
        self, signals: DocumentSignals, theme: Theme, name: str, title: str, empty: Matrix, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._inspection, self._title = signals.inspection, title
        self._found: Found | None = None
        self._asked: tuple[Clause, Ints, Ints] | None = None
        against = f"{title}: {empty.lines.title} against {empty.columns.title}"
        self.picture = named(MatrixPicture(theme, empty, self), f"{name}Picture", against)
        self.picture.installEventFilter(self)
        self.setFocusProxy(self.picture)
        self._add_menu()
        self._words = ElidedLabel(f"{name}Words", self)
        self._words.setProperty("quiet", True)
        self.recount = Recount(self, signals, self.count, self._fill)
        self.recount.failed.connect(self.failed)
        self.picture.cells_chosen.connect(self._choose)
        self.picture.dropped.connect(self.show_all)
        for signal in (signals.ordered, signals.loaded):
            signal.connect(self._mark)

    @abstractmethod
    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[Found]:
        """Count all rows, or those of a mask, bool (n,)."""

    @abstractmethod
    def drawn(self, found: Found) -> Matrix:
        """What was counted, as a picture."""

    @abstractmethod
    def words(self, found: Found) -> tuple[str, str]:
        """What stands below the picture, and what its tooltip says."""

    @abstractmethod
    def clause(self, found: Found, lines: Ints, columns: Ints) -> Clause:
        """The filter for cells, given by the numbers of their lines and columns."""

    @abstractmethod
    def sides(self, found: Found) -> tuple[Ints, Ints]:
        """int64 each: what the lines and the columns stand for, which stays the same when others come and go."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Copy the counts with the keys that copy rows elsewhere."""
        if isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Copy):
            if event.type() == QEvent.Type.KeyPress:
                self.copy_counts()
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def copy_counts(self) -> None:
        """Ask for a copy of the counts as tab-separated lines, with the names of both sides."""
        self.recount.count_now()
        self.copy_asked.emit(counts_table(self.picture.matrix), True)

    def export_counts(self) -> None:
        """Ask for the counts as a CSV file."""
        self.recount.count_now()
        self.export_asked.emit(self._title, lambda: counts_table(self.picture.matrix))

    def copy(self) -> None:
        """Copy a picture of all cells to the clipboard, with room for their counts."""
        self.recount.count_now()
        QGuiApplication.clipboard().setPixmap(self.picture.picture())

    def save(self) -> None:
        """Ask for a path, and write the picture there."""
        try:
            self.exported.save(self._inspection, self)
        except InputError as error:
            self.failed.emit(error)

    @property
    def exported(self) -> Exported:
        """The matrix in each form in which it can be written."""
        self.recount.count_now()
        rect, geometry = self.picture.whole
        return Exported(
            self.picture.picture,
            lambda: svg(rect, lambda painter: self.picture.paint(painter, rect, geometry)),
            self._figures,
        )

    def show_all(self) -> None:
        """Remove the filter of the cells."""
        clauses = self._inspection.state.clauses if self._inspection.is_open else ()
        if any(clause.source == self.objectName() for clause in clauses):
            self.filter_asked.emit(Clause("", self.objectName()))

    def show_found(self) -> None:
        """Show what was counted last."""
        if self._found is None:
            return
        said, meaning = self.words(self._found)
        matrix = self.drawn(self._found)
        self.picture.show_matrix(matrix, said)
        self._words.show_text(said)
        self._words.setVisible(matrix.counts.size > 0)
        self._words.setToolTip(tip(meaning))
        self.picture.setAccessibleDescription(f"{said}. {meaning}")
        self._mark()

    def _fill(self, evaluation: Evaluation, among: Bools | None, found: Found) -> None:
        self._found = found
        self.show_found()

    def _figures(self) -> bytes:
        table = counts_table(self.picture.matrix)
        return rows_csv(table.column_names, zip(*(column.to_pylist() for column in table.columns), strict=True))

    def _choose(self, lines: Ints, columns: Ints) -> None:
        """Show the rows of cells, or all again if the filter shows those of these cells already."""
        if self._found is None or not self.recount.is_fresh:
            return
        chosen = self.picture.chosen
        if chosen is not None and all(map(np.array_equal, chosen, (lines, columns))):
            self.show_all()
            return
        self.ask(self._found, lines, columns)

    def ask(self, found: Found, lines: Ints, columns: Ints) -> None:
        """Ask for the rows of cells, in place of those shown before."""
        clause, (down, across) = self.clause(found, lines, columns), self.sides(found)
        self._asked = clause, down[lines], across[columns]
        self.filter_asked.emit(clause)

    def _mark(self) -> None:
        """Mark the cells whose rows the filter shows, unless another part of the window changed that clause."""
        clauses = self._inspection.state.clauses if self._inspection.is_open else ()
        if self._found is None or self._asked is None:
            return
        asked, lines, columns = self._asked
        # By identity of the rows: clauses of selected rows compare equal whichever rows they hold.
        is_on = any(clause == asked and clause.rows is asked.rows for clause in clauses)
        places = tuple(map(_places, self.sides(self._found), (lines, columns)))
        self.picture.choose((places[0], places[1]) if is_on and all(map(len, places)) else None)

    def arrange(self, above: QLayout) -> None:
        """Lay out what stands above the picture, the picture, and the words below it."""
        above.setContentsMargins(GAP, 0, GAP, 0)
        self._words.setContentsMargins(GAP, 0, GAP, GRID)
        arrange(QVBoxLayout(self), above, (self.picture, 1), self._words, spacing=GRID, margins=(0, GRID, 0, 0))

    def _add_menu(self) -> None:
        """Fill the context menu of the picture."""
        self.picture.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for text, slot in (
            ("&Copy counts\tCtrl+C", self.copy_counts),
            ("&Export counts as CSV…", self.export_counts),
            ("Copy &picture", self.copy),
            ("&Save picture as…", self.save),
            ("Show the rows of &all cells", self.show_all),
        ):
            self.picture.addAction(text).triggered.connect(slot)


def _places(codes: Ints, wanted: Ints) -> Ints:
    """int64: where the wanted codes stand among some codes, ascending; none if one of them is missing."""
    places = {code: place for place, code in enumerate(codes.tolist())}
    found = [places[code] for code in wanted.tolist() if code in places]
    return np.array(sorted(found) if len(found) == len(wanted) else [], np.int64)
