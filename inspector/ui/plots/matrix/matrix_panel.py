"""The panel of the confusion matrix: a picture whose cells show their rows, what shades it, and what it leaves out."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from inspector.core.analysis.confusion_matrix import ConfusionMatrix, cells_clause, confusion_matrix
from inspector.core.arrays.types import Bools, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause
from inspector.core.task import Task
from inspector.ui.plots.matrix.counted_matrix import CountedMatrix
from inspector.ui.plots.matrix.drawn import PREDICTION, TRUTH, drawn, meaning, words
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.matrix.matrix import Matrix
from inspector.ui.widgets.theme import GAP, Theme

MOST = 60
TITLE = "Confusion matrix"
# By whether order means nothing.
_AGAINST = {False: "truth labels against first predictions", True: "truth labels against predicted labels"}


class MatrixPanel(CountedMatrix[ConfusionMatrix]):
    """Truth labels against first predictions, or for metrics of sets against those predicted in their place."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, theme, "confusionMatrix", TITLE, Matrix.empty(TRUTH, PREDICTION), parent)
        self.picture.setAccessibleName(f"{TITLE}: {_AGAINST[False]}")
        self.arrange(arrange(QHBoxLayout(), self._chooser()))

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[ConfusionMatrix]:
        return confusion_matrix(evaluation, MOST, among)

    def drawn(self, found: ConfusionMatrix) -> Matrix:
        self.picture.setAccessibleName(f"{TITLE}: {_AGAINST[found.of_sets]}")
        return drawn(found, self._inspection.evaluation.table.vocab)

    def words(self, found: ConfusionMatrix) -> tuple[str, str]:
        return words(found), meaning(found)

    def clause(self, found: ConfusionMatrix, lines: Ints, columns: Ints) -> Clause:
        return cells_clause(self._inspection.evaluation, found, lines, columns, self.objectName())

    def sides(self, found: ConfusionMatrix) -> tuple[Ints, Ints]:
        return found.lines, found.columns

    def _chooser(self) -> QComboBox:
        fit = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        about = "What the shade of a cell stands for, and the figure in it"
        chooser = QComboBox(self)
        chooser.setMinimumContentsLength(GAP)
        chooser.setSizeAdjustPolicy(fit)
        named(chooser, "confusionMatrixShades", "Shade cells by", about)
        for title, by_share, hint in (
            ("shade: number of rows", False, "Darker by the logarithm of the number of rows"),
            ("shade: share of the truth label", True, "Darker by the part of the rows with the truth label"),
        ):
            chooser.addItem(title, by_share)
            chooser.setItemData(chooser.count() - 1, hint, Qt.ItemDataRole.ToolTipRole)
        chooser.currentIndexChanged.connect(lambda: self.picture.shade_by_share(chooser.currentData()))
        return chooser
