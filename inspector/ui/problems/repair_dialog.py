"""Preview of a repair: the changes in the file, and the score before and after."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from inspector.core.document.load import RepairPreview
from inspector.core.files.problem import Fix
from inspector.core.files.repair_diff import CellChange
from inspector.core.plural import agreeing
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.formatting import SCORE_DECIMALS, score_text, signed, telling_decimals
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.static_table import fill, static_table

_COLUMNS = ("line", "column", "before", "after")
_NOTE = "The file on disk does not change until you save. Your edits are kept; Undo reverts the repair."
_TRUTH_NOTE = "Only the reading changes: a truth is never written. Your edits are kept; Undo reverts the repair."


class RepairDialog(Dialog):
    """Shows a repair and its preview. Accepted when the user applies it."""

    def __init__(self, fix: Fix, parent: QWidget | None = None) -> None:
        super().__init__(
            parent,
            "fixDialog",
            "Repair the reading of the truth" if fix.in_truth else "Repair the submission",
            QSize(640, 0),
        )
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fix = fix
        self.repair_preview: RepairPreview | None = None
        text = f"{fix.words[:1].upper()}{fix.words[1:]}: {fix.counted}"
        title = PlainLabel(self, text, name="fixWords", wraps=True)
        self._count = PlainLabel(self, "Computing the preview…", name="fixCount", wraps=True)
        self._overall = PlainLabel(self, name="fixOverall", figures=True, wraps=True)
        self._table = static_table(self, "fixPlaces", "The first changes in the file", _COLUMNS, wide=(2, 3))
        note = PlainLabel(self, _TRUTH_NOTE if fix.in_truth else _NOTE, name="fixNote", quiet=True, wraps=True)
        self.lay_out(title, self._count, self._table, self._overall, note, self._buttons())

    def show_preview(self, repair_preview: RepairPreview) -> None:
        """Show the changes and the score after the repair."""
        self.repair_preview, diff = repair_preview, repair_preview.diff
        more = diff.records - sum(cell.column != "header" for cell in diff.changes)
        file = "truth" if self._fix.in_truth else "file"
        self._count.setText(
            agreeing(diff.records, f"row of the {file} changes", f"rows of the {file} change")
            + ("; the first ones:" if more > 0 else ":")
            if diff.records
            else "No row changes, only the text around the rows:"
        )
        fill(self._table, [*map(_texts, diff.changes)])
        for column in (0, 1):
            self._table.resizeColumnToContents(column)
        self._overall.setText(_moved(repair_preview.before, repair_preview.after))
        self._apply.setEnabled(True)

    def show_error(self, error: Exception) -> None:
        """Show why the repair cannot be applied."""
        self._count.setText(f"⚠ {error}")

    def _buttons(self) -> QDialogButtonBox:
        buttons = self.button_box(QDialogButtonBox.StandardButton.Cancel)
        # Of the role Apply, it would stand behind Cancel, as in no other dialog.
        self._apply = named(buttons.addButton("&Apply", QDialogButtonBox.ButtonRole.AcceptRole), "applyFix")
        self._apply.setEnabled(False)
        self._apply.setDefault(True)
        return buttons


def _moved(before: float, after: float) -> str:
    """The score before and after, with as many decimals as tell them apart."""
    decimals = telling_decimals(before, after, SCORE_DECIMALS)
    was, now = score_text(before, decimals), score_text(after, decimals)
    if was == now:
        return f"Score unchanged: {now}"
    return f"Score: {was} → {now}   {signed(after - before, decimals)}".rstrip()


def _texts(cell: CellChange) -> tuple[str, ...]:
    line = f"{cell.line:,}" if cell.line else "–"
    return line, cell.column, cell.before or "(nothing)", cell.after or "(nothing)"
