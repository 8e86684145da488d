"""A repair before it is made: what changes in the file, what it sets right, and what it does to the score."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from inspector.core.document.repair import RepairPreview
from inspector.core.files import Fix, Place
from inspector.ui.widgets.formatting import full, signed, tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.static_table import static_table
from inspector.ui.widgets.theme import GAP

_COLUMNS = ("line", "column", "before", "after")
_NOTE = "The file on disk stays as it is until you save. Your edits are kept; Undo takes the repair back."


class RepairDialog(QDialog):
    """Shows what is handed in; accepted when the repair shall be made."""

    def __init__(self, fix: Fix, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fixDialog")
        self.setWindowTitle("Repair the submission")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fix = fix
        self.repair_preview: RepairPreview | None = None
        words = f"{fix.words[:1].upper()}{fix.words[1:]}: {fix.counted}"
        title = PlainLabel(self, words, name="fixWords", wraps=True)
        self._count = PlainLabel(self, "Trying it out…", name="fixCount", wraps=True)
        self._overall = PlainLabel(self, name="fixOverall", figures=True, wraps=True)
        self._places = static_table(self, "fixPlaces", "The first places that change", _COLUMNS, wide=(2, 3))
        note = PlainLabel(self, _NOTE, name="fixNote", quiet=True, wraps=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        layout.setSpacing(GAP)
        for part in (title, self._count, self._places, self._overall, note, self._buttons()):
            layout.addWidget(part)

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(640, 0))

    def show_preview(self, repair_preview: RepairPreview) -> None:
        """Show what the repair would do."""
        self.repair_preview, seen = repair_preview, repair_preview.diff
        more = seen.records - sum(place.column != "header" for place in seen.places)
        self._count.setText(
            f"{seen.records:,} row{'' if seen.records == 1 else 's'} of the file change"
            f"{'s' if seen.records == 1 else ''}" + ("; the first ones:" if more > 0 else ":")
            if seen.records
            else "No row changes, only what is around them:"
        )
        self._places.setRowCount(len(seen.places))
        for line, place in enumerate(seen.places):
            for column, text in enumerate(_cells(place)):
                item = QTableWidgetItem(text)
                item.setToolTip(tip(text))
                self._places.setItem(line, column, item)
        for column in (0, 1):
            self._places.resizeColumnToContents(column)
        moved = signed(repair_preview.after - repair_preview.before)
        self._overall.setText(
            f"Score: {full(repair_preview.before)} → {full(repair_preview.after)}   {moved or '(unchanged)'}"
        )
        self._apply.setEnabled(True)

    def show_error(self, error: Exception) -> None:
        """Say why the repair cannot be made."""
        self._count.setText(f"⚠ {error}")

    def _buttons(self) -> QDialogButtonBox:
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Apply | kinds.Cancel, self)
        self._apply = buttons.button(kinds.Apply)
        self._apply.setObjectName("applyFix")
        self._apply.setEnabled(False)
        self._apply.setDefault(True)
        self._apply.clicked.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons


def _cells(place: Place) -> tuple[str, ...]:
    line = f"{place.line:,}" if place.line else "–"
    return line, place.column, place.before or "(nothing)", place.after or "(nothing)"
