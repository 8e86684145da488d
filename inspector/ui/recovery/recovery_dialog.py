"""Dialog that lists unsaved edits row by row, before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

import numpy as np
import pyarrow as pa
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QDialogButtonBox, QTableView, QTabWidget, QVBoxLayout, QWidget

from inspector.core.arrays import arrow
from inspector.core.data.edits import Overlay
from inspector.core.data.prediction import Prediction
from inspector.core.data.table import Table
from inspector.core.edits.replay import Edits
from inspector.core.errors import InputError
from inspector.core.recovery.unsaved import UnsavedEdits
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.formatting import menu, start, tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import tabular_font, uniform_row_height

_TITLES = ("id", "before", "after")
# Laying out a list of thousands of labels in a cell would be slow.
_MAX_LABELS = 50

Index = QModelIndex | QPersistentModelIndex


class UnsavedEditsModel(QAbstractTableModel):
    """Columns id, before, after: of each edit, then of each text that was typed. Before is `…` until `set_table`."""

    def __init__(self, edits: Edits, typed: Mapping[str, str], parent: QWidget) -> None:
        super().__init__(parent)
        self._edits, self._typed = edits, [*typed.values()]
        self._ids = pa.concat_arrays([edits.ids, arrow.texts([*typed])])
        self._table: Table | None = None
        self._rows = np.empty(0, np.int64)

    def set_table(self, table: Table) -> None:
        """Fill the column before with the predictions of the files."""
        self.beginResetModel()
        self._table, self._rows = table, table.rows_of(self._ids)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(_TITLES)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        is_title = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return _TITLES[section] if is_title else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        number = index.row()
        text = (self._id, self._before, self._after)[index.column()](number)
        return tip(text) if role == Qt.ItemDataRole.ToolTipRole else text

    def _id(self, number: int) -> str:
        return str(self._ids[number])

    def _before(self, number: int) -> str:
        if self._table is None:
            return "…"
        row = int(self._rows[number])
        if row < 0:
            return "no longer in the truth"
        codes, weights = Overlay.empty().find(row, self._table)
        confidence = None if weights is None else tuple(weights.tolist())
        return _cell_text(Prediction(tuple(self._table.vocab.texts(codes)), confidence))

    def _after(self, number: int) -> str:
        if number < len(self._edits):
            return _cell_text(self._edits.prediction(number))
        return f"{self._typed[number - len(self._edits)]}  (typed, not applied)"


class RecoveryDialog(Dialog):
    """Read-only tables of unsaved edits, a page for each submission."""

    def __init__(self, offered: Sequence[UnsavedEdits], parent: QWidget) -> None:
        super().__init__(parent, "leftoverDialog", "Edits that were not saved")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(900, 420)
        self._pages = [_Page(unsaved, self) for unsaved in offered]
        buttons = self.button_box(QDialogButtonBox.StandardButton.Close)
        self.lay_out((self._tabs() if len(self._pages) > 1 else self._pages[0], 1), buttons, spacing=None)

    def show_before(self, tables: Mapping[UnsavedEdits, Table | InputError]) -> None:
        """Fill in the predictions of the files of some submissions, or show why they cannot be read."""
        for page in self._pages:
            if page.unsaved in tables:
                page.show_before(tables[page.unsaved])

    def _tabs(self) -> QTabWidget:
        tabs = QTabWidget(self)
        tabs.setDocumentMode(True)
        for page in self._pages:
            tabs.addTab(page, menu(start(page.unsaved.name)))
        return tabs


class _Page(QWidget):
    """The files of a submission, and a table of its unsaved edits."""

    def __init__(self, unsaved: UnsavedEdits, parent: QWidget) -> None:
        super().__init__(parent)
        self.unsaved = unsaved
        self._model = UnsavedEditsModel(unsaved.edits, unsaved.typed, self)
        what = str(unsaved.submission.path) if unsaved.generated is None else f"{unsaved.name}, which has no file"
        words = f"{what}\nagainst {unsaved.truth.path}"
        self._message = PlainLabel(self, words, name="leftoverFiles", quiet=True, wraps=True)
        arrange(QVBoxLayout(self), self._message, (self._view(), 1))

    def show_before(self, table: Table | InputError) -> None:
        """Fill in the predictions of the files, or show why they cannot be read."""
        if isinstance(table, InputError):
            self._message.setText(f"⚠ {table}")
        else:
            self._model.set_table(table)

    def _view(self) -> QTableView:
        view = named(QTableView(self), "leftoverTable", "Edits that were not saved")
        view.setModel(self._model)
        view.setFont(tabular_font(view.font()))
        uniform_row_height(view)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        header = view.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setStretchLastSection(True)
        for section, width in enumerate((180, 340)):
            header.resizeSection(section, width)
        return view


def _cell_text(prediction: Prediction) -> str:
    """The labels with their confidences, at most _MAX_LABELS of them."""
    if not len(prediction):
        return "(nothing)"
    texts = list(islice(prediction.labels, _MAX_LABELS))
    if prediction.confidence is not None:
        texts = [f"{label} {value!r}" for label, value in zip(texts, prediction.confidence, strict=False)]
    return "  ".join(texts) + ("  …" if len(prediction) > _MAX_LABELS else "")
