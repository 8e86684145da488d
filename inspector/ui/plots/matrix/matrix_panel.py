"""The panel of the confusion matrix: a picture whose cells show their rows, what shades it, and what it leaves out."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QPaintEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from inspector.core.analysis.confusion_matrix import ConfusionMatrix, cells_clause, confusion_matrix
from inspector.core.arrays.types import Bools, Ints
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause
from inspector.core.task import Task
from inspector.ui.plots.export import Exported, rows_csv, svg
from inspector.ui.plots.matrix.drawn import MEANING, PREDICTION, TRUTH, counts_table, drawn, words
from inspector.ui.tasks.recount import Recount
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.matrix.matrix import Matrix
from inspector.ui.widgets.matrix.matrix_picture import MatrixPicture
from inspector.ui.widgets.theme import GAP, GRID, Theme

MOST = 60
TITLE = "Confusion matrix"


class MatrixPanel(QWidget):
    """Truth labels against first predictions, among the rows that the other parts of the filter show.

    copy_asked: (Arrow table, whether with headers); export_asked: (title, Arrow table).
    """

    failed = Signal(Exception)
    filter_asked = Signal(Clause)
    copy_asked = Signal(object, bool)
    export_asked = Signal(str, object)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("confusionMatrix")
        self._inspection = signals.inspection
        self._found: ConfusionMatrix | None = None
        self._asked: tuple[Clause, Ints, Ints] | None = None
        self.picture = MatrixPicture(theme, Matrix.empty(TRUTH, PREDICTION), self)
        self.picture.setObjectName("confusionMatrixPicture")
        self.picture.setAccessibleName(f"{TITLE}: truth labels against first predictions")
        self.picture.installEventFilter(self)
        self.setFocusProxy(self.picture)
        self._add_menu()
        self._shades = self._chooser()
        self._words = ElidedLabel("confusionMatrixWords", self)
        self._words.setProperty("quiet", True)
        self._arrange()
        self.recount = Recount(self, signals, self._count, self._fill)
        self.recount.failed.connect(self.failed)
        self.picture.cells_chosen.connect(self._choose)
        self.picture.dropped.connect(self.show_all)
        for signal in (signals.ordered, signals.loaded):
            signal.connect(self._mark)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.recount.shown()

    def paintEvent(self, event: QPaintEvent) -> None:
        self.recount.painted()
        super().paintEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.recount.hidden()

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
        self.export_asked.emit(TITLE, counts_table(self.picture.matrix))

    def copy(self) -> None:
        """Copy a picture of all cells to the clipboard, with room for their counts."""
        self.recount.count_now()
        QGuiApplication.clipboard().setPixmap(self.picture.picture())

    def save(self) -> None:
        """Ask for a path, and write the picture there."""
        try:
            self.exported.save(self._inspection.inputs, self)
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
        if self._is_in_force:
            self.filter_asked.emit(Clause("", self.objectName()))

    @property
    def _is_in_force(self) -> bool:
        clauses = self._inspection.state.clauses if self._inspection.is_open else ()
        return any(clause.source == self.objectName() for clause in clauses)

    def _count(self, evaluation: Evaluation, among: Bools | None) -> Task[ConfusionMatrix]:
        return confusion_matrix(evaluation, MOST, among)

    def _fill(self, evaluation: Evaluation, among: Bools | None, found: ConfusionMatrix) -> None:
        self._found = found
        self.picture.show_matrix(drawn(found, evaluation.table.vocab))
        self._words.show_text(words(found))
        self._words.setToolTip(tip(MEANING))
        self.picture.setAccessibleDescription(f"{words(found)}. {MEANING}")
        self._mark()

    def _figures(self) -> bytes:
        table = counts_table(self.picture.matrix)
        return rows_csv(table.column_names, zip(*(column.to_pylist() for column in table.columns), strict=True))

    def _choose(self, lines: Ints, columns: Ints) -> None:
        """Show the rows of cells, or all again if the filter shows those of these cells already."""
        if self._found is None or not self.recount.is_fresh:
            return
        codes, chosen = (self._found.lines[lines], self._found.columns[columns]), self.picture.chosen
        if chosen is not None and all(map(_same, chosen, (lines, columns))):
            self.show_all()
            return
        evaluation = self._inspection.evaluation
        clause = cells_clause(evaluation, self._found, lines, columns, self.objectName())
        self._asked = clause, *codes
        self.filter_asked.emit(clause)

    def _mark(self) -> None:
        """Mark the cells whose rows the filter shows, unless another part of the window changed that clause."""
        clauses = self._inspection.state.clauses if self._inspection.is_open else ()
        if self._found is None or self._asked is None:
            return
        asked, lines, columns = self._asked
        # By identity of the rows: clauses of selected rows compare equal whichever rows they hold.
        is_on = any(clause == asked and clause.rows is asked.rows for clause in clauses)
        places = _places(self._found.lines, lines), _places(self._found.columns, columns)
        self.picture.choose(places if is_on and all(map(len, places)) else None)

    def _chooser(self) -> QComboBox:
        chooser = QComboBox(self)
        chooser.setObjectName("confusionMatrixShades")
        chooser.setAccessibleName("Shade cells by")
        chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        chooser.setMinimumContentsLength(GAP)
        for title, by_share, hint in (
            ("shade: number of rows", False, "Darker by the logarithm of the number of rows"),
            ("shade: share of the truth label", True, "Darker by the part of the rows with the truth label"),
        ):
            chooser.addItem(title, by_share)
            chooser.setItemData(chooser.count() - 1, hint, Qt.ItemDataRole.ToolTipRole)
        chooser.setToolTip("What the shade of a cell stands for, and the figure in it")
        chooser.currentIndexChanged.connect(lambda: self.picture.shade_by_share(chooser.currentData()))
        return chooser

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
            action = QAction(text, self.picture)
            action.triggered.connect(slot)
            self.picture.addAction(action)

    def _arrange(self) -> None:
        layout, chooser = QVBoxLayout(self), QHBoxLayout()
        layout.setContentsMargins(0, GRID, 0, 0)
        layout.setSpacing(GRID)
        chooser.setContentsMargins(GAP, 0, GAP, 0)
        chooser.addWidget(self._shades)
        self._words.setContentsMargins(GAP, 0, GAP, GRID)
        layout.addLayout(chooser)
        layout.addWidget(self.picture, 1)
        layout.addWidget(self._words)


def _same(one: Ints, other: Ints) -> bool:
    return bool(np.array_equal(one, other))


def _places(codes: Ints, wanted: Ints) -> Ints:
    """int64: where the wanted codes stand among some codes, ascending; none if one of them is missing."""
    places = {code: place for place, code in enumerate(codes.tolist())}
    found = [places[code] for code in wanted.tolist() if code in places]
    return np.array(sorted(found) if len(found) == len(wanted) else [], np.int64)
