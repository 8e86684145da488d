"""The numbers of the current row with their arithmetic, and what editing them asks for."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QWidget

from inspector.core.data.numbers import are_probabilities
from inspector.core.data.prediction import Prediction
from inspector.core.document.inspection import Inspection
from inspector.core.errors import InputError
from inspector.core.evaluation.numbers import names
from inspector.core.evaluation.sides import baseline_of
from inspector.core.files.numbers.grammar import NumberGrammar
from inspector.core.metrics import Explanation
from inspector.ui.row.number_model import BASELINE, COLUMNS, NAME, PREDICTED, WORKING, NumberModel
from inspector.ui.row.prediction_part import PredictionPart
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.label_edit import LabelDelegate, begins_number, edit_with
from inspector.ui.widgets.tables.pinned import PinnedCells, PinnedHeader
from inspector.ui.widgets.theme import GAP, GRID, Theme, row_height, tabular_font, uniform_row_height

# Numbers that are seen at once where the panel scrolls.
_LINES = 6
_WIDE, _LOW = QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum


class NumberTable(PinnedCells):
    """The numbers as lines; those of the prediction can be edited in place. compares: whether there is a baseline."""

    compares = False

    def __init__(self, inspection: Inspection, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "numberTable", "Predicted numbers and their arithmetic")
        self.numbers = NumberModel(theme, self)
        self.delegate = LabelDelegate(inspection, "Number", self, one=True)
        self.setModel(self.numbers)
        self.setItemDelegateForColumn(PREDICTED, self.delegate)
        self.setFont(tabular_font(self.font()))
        uniform_row_height(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = PinnedHeader(Qt.Orientation.Horizontal, self)
        header.pinned_section = NAME
        self.setHorizontalHeader(header)
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)

    def fit(self) -> None:
        """Give each column the width of its texts; the arithmetic, then the gaps, give way where there is no room."""
        self.setColumnHidden(BASELINE, not self.compares)
        wide, lines = self.fontMetrics().horizontalAdvance, range(self.numbers.rowCount())
        texts = {
            at: max(map(wide, [self.numbers.title(at), *(self.numbers.text(line, at) for line in lines)]))
            for at in range(len(COLUMNS))
            if self.compares or at != BASELINE
        }
        room, gap = self.width() - self.verticalScrollBar().sizeHint().width(), 3 * GAP
        is_narrow = sum(texts.values()) + gap * len(texts) > room
        self.setColumnHidden(WORKING, is_narrow)
        if is_narrow and sum(texts.values()) - texts[WORKING] + gap * (len(texts) - 1) > room:
            gap = 2 * GAP + GRID
        for at, width in texts.items():
            self.setColumnWidth(at, width + gap)
        head, shown = self.horizontalHeader().sizeHint().height(), min(max(len(lines), 2), _LINES)
        self.setMinimumHeight(head + shown * row_height(self) + GRID)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # The Enter that closes an editor also arrives here, and must not open the next one.
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        is_editable = self.currentIndex().isValid() and self.state() != self.State.EditingState
        if is_enter and is_editable:
            self.edit(self.currentIndex().siblingAtColumn(PREDICTED))
        elif is_editable and begins_number(event):
            edit_with(self, self.currentIndex().siblingAtColumn(PREDICTED), event)
        elif not is_enter:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def sizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), self.minimumHeight())


class NumberPart(PredictionPart):
    """Shows several numbers as lines; a single one needs none. A cell that is open stays so whatever is shown."""

    words = (
        "The prediction. Up and Down change the number at the cursor by about 1 %, or by its last digit if that is "
        "more; with Shift ten times as much"
    )

    @property
    def hint(self) -> str:
        return "a number" if len(names(self._inspection.evaluation)) == 1 else "a number for each column"

    def __init__(self, inspection: Inspection, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(inspection, parent)
        self._table = NumberTable(inspection, theme, self)
        hint = "The other numbers of the row are scaled, so that all are probabilities still"
        self._put(self._table, "renormalise", hint, self._table.delegate)
        self._table.numbers.typed.connect(self._replace)
        self._table.delegate.typed.connect(self._try)
        self._table.delegate.check = lambda text: self._changed(self._table.currentIndex().row(), text)

    def show_prediction(self, row: int, explained: Explanation, prediction: Prediction) -> None:
        super().show_prediction(row, explained, prediction)
        table = self._inspection.evaluation.table
        if table is not self._seen:
            self._seen = table
            self._offer_sum(are_probabilities(table.predictions))
        self._table.compares = self._inspection.evaluation.baseline.other is not None
        is_listed = len(explained.steps) > 1 or self._table.compares
        self._table.setVisible(is_listed)
        self.setSizePolicy(_WIDE, _WIDE if is_listed else _LOW)
        self._table.numbers.name_baseline(self._inspection.evaluation.baseline.name)
        self._show_lines(explained, prediction)
        self._table.fit()

    def _show_lines(self, explained: Explanation, prediction: Prediction, typed: int = -1) -> None:
        evaluation = self._inspection.evaluation
        compared = baseline_of(evaluation).prediction(self._row).confidence if self._table.compares else ()
        decimal, is_loss = evaluation.pair.submission.layout.decimal, evaluation.metric.lower_is_better
        shown = explained, prediction.confidence or (), decimal, compared or ()
        self._table.numbers.show_numbers(*shown, is_loss=is_loss, typed=typed)

    def _changed(self, index: int, text: str) -> Prediction:
        """The prediction with another number at an index. Raises InputError."""
        grammar = self._inspection.evaluation.pair.submission.grammar
        assert isinstance(grammar, NumberGrammar)  # noqa: S101
        return self._kept(self._now.with_confidence(index, grammar.number(text, index)))

    def _try(self, text: str) -> None:
        index, evaluation = self._table.currentIndex().row(), self._inspection.evaluation
        try:
            changed = self._changed(index, text)
        except InputError as error:
            self._table.numbers.mistype(index)
            self.mistyped.emit(error, self._whole(self._now, (index, text)))
            return
        explained = evaluation.explain(self._row, changed)
        self._show_lines(explained, changed, index)
        self.typed.emit(changed, explained)

    def _replace(self, index: int, text: str) -> None:
        try:
            prediction = self._changed(index, text)
        except InputError as error:
            self.untaken.emit(self._row, self._whole(self._now, (index, text)), error)
            return
        if prediction != self._now:
            name = f"{prediction.labels[index]} of {self._inspection.evaluation.table.id(self._row)}"
            self.asked.emit(self._row, prediction, f"edit {name}")
