"""The dialog of a bulk edit: the operation, its labels, ranks or numbers, the rows, and a preview of its effect."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from inspector.core.arrays.types import Ints
from inspector.core.document.inspection import Inspection
from inspector.core.edits import bulk
from inspector.core.edits.best.best_number import NEUTRAL
from inspector.core.edits.bulk import BulkEdit, BulkPreview
from inspector.core.errors import InputError
from inspector.core.plural import count_of
from inspector.ui.edit.bulk_fields import BulkFields
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.formatting import fixed_decimals, signed
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, Theme

_PAUSE_MS = 150


class BulkDialog(Dialog):
    """Requests a preview of each complete edit and shows it; Enter accepts the edit.

    asked: an edit to preview, after a pause in typing; bulk_edit_asked: the accepted edit; best_asked: one whose best
    number is to be found; all of the `rows` then. best_dropped: that number is not wanted any more, as something else
    was typed or chosen. While it is looked for, nothing can be applied.
    """

    asked = Signal(BulkEdit)
    bulk_edit_asked = Signal(BulkEdit)
    best_asked = Signal(BulkEdit)
    best_dropped = Signal()

    def __init__(
        self, inspection: Inspection, theme: Theme, rows: Mapping[str, Ints], kind: str, parent: QWidget
    ) -> None:
        """rows: those that may be edited, by what they are called, the likeliest first."""
        super().__init__(parent, "bulkDialog", f"Edit {next(iter(rows))}", QSize(480, 0))
        self._inspection, self._theme, self._rows = inspection, theme, [*rows.values()]
        self._operations = bulk.operations(inspection.evaluation)
        self._seeks_best, self._was_complete = False, False
        self._debounce = Debounce(_PAUSE_MS, self, self._ask)
        self._build(rows)
        self._kind.setCurrentIndex([*self._operations].index(kind))
        self._focus_field()

    @property
    def rows(self) -> Ints:
        """int64 (r,): the rows that are edited."""
        return self._rows[max(0, self._which.currentIndex())]

    def show_preview(self, preview: BulkPreview) -> None:
        """Show how many rows the edit changes, and the overall before and after."""
        decimals = max(6, self._inspection.evaluation.scores.fine_decimals)
        before, after = (fixed_decimals(score, decimals) for score in (preview.before, preview.after))
        overall = f"{before} → {after}   {signed(preview.after - preview.before, decimals)}"
        colours = self._theme.colours
        gain = self._inspection.metric.improvement(preview.after - preview.before)
        colour = "" if not gain else colours.worse if gain < 0 else colours.better
        self._show_texts(f"changes {preview.changed:,} of {count_of(preview.rows, 'row')}", overall, colour)
        self._apply_button.setEnabled(preview.changed > 0)

    def show_best(self, number: float | None) -> None:
        """Fill in the number that was found, which is previewed then; say so where there is none."""
        self._end_search()
        if number is None:
            self._show_texts("no other number scores better", "", "")
        else:
            self._fields.put_number(number)
            self._changed()  # also where the number was there already

    def show_progress(self, fraction: float, message: str) -> None:
        """Show how far something that takes several steps is."""
        if fraction:
            self._show_texts(f"{message}, {fraction:.0%}", "", "")

    def show_error(self, error: Exception) -> None:
        """Show why the edit cannot be made, or why no number was found, which says nothing of the one that is typed."""
        self._show_texts(f"⚠ {error}", "", "")
        if self._seeks_best:
            self._end_search()
        else:
            self._apply_button.setEnabled(False)

    def accept(self) -> None:
        """Emit the edit, or focus the first empty field; the controller closes the dialog."""
        if self._missing():
            self._missing()[0].setFocus()
        elif not self._seeks_best:
            self._emit(self.bulk_edit_asked)

    def done(self, result: int) -> None:
        self._debounce.stop()
        super().done(result)

    def _build(self, rows: Mapping[str, Ints]) -> None:
        self._kind = named(_Choice(self), "bulkKind", "What to do")
        self._which = named(QComboBox(self), "bulkRows", "Which rows are edited")
        self._which.addItems([*rows])
        for name, operation in self._operations.items():
            self._kind.addItem(operation.title, name)
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(2 * GAP)
        self._form.addRow("action", self._kind)
        taken = {field for operation in self._operations.values() for field in operation.takes}
        self._form.addRow("rows", self._which)
        self._form.setRowVisible(self._which, len(rows) > 1)
        self._fields = BulkFields(self._inspection, taken, self._form, lambda: self._changed(), self)
        self._changes = PlainLabel(self, name="bulkChanges", figures=True, wraps=True)
        self._overall = PlainLabel(self, name="bulkOverall", figures=True, wraps=True)
        self._form.addRow("preview", self._changes)
        self._form.addRow("overall", self._overall)
        self.lay_out(self._form, 1, self._buttons(), spacing=2 * GAP)
        self._fields.best.clicked.connect(self._find_best)
        self._kind.currentIndexChanged.connect(self._show_fields)
        self._kind.closed.connect(self._focus_field, Qt.ConnectionType.QueuedConnection)
        self._which.currentIndexChanged.connect(self._choose_rows)
        self._show_fields()

    def _buttons(self) -> QDialogButtonBox:
        buttons = self.button_box()
        self._apply_button = buttons.addButton("Apply", QDialogButtonBox.ButtonRole.AcceptRole)
        # Enter presses the button that finds a number only where that has the focus.
        self._apply_button.setDefault(True)
        buttons.addButton("Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        return buttons

    def _show_fields(self) -> None:
        """Show the fields of the chosen kind; the focus stays, as the arrow keys may go on to another one."""
        self._first = self._fields.show(self._takes) or self._apply_button
        self._fields.best.setVisible(self._kind.currentData() in NEUTRAL)
        self._changed()

    def _focus_field(self) -> None:
        self._first.setFocus()

    def _choose_rows(self) -> None:
        self.setWindowTitle(f"Edit {self._which.currentText()}")
        self._changed()

    @property
    def _takes(self) -> tuple[str, ...]:
        return self._operations[self._kind.currentData()].takes

    def _missing(self) -> list[QLineEdit]:
        """The visible fields that are empty."""
        return self._fields.missing(self._takes)

    def _changed(self) -> None:
        if self._seeks_best:
            self._seeks_best = False
            self.best_dropped.emit()
        self._apply_button.setEnabled(not self._missing())
        asks = "type a number" if "number" in self._takes else "type a label"
        self._show_texts(asks if self._missing() else "…", "", "")
        self._debounce.start()

    def _ask(self) -> None:
        if not self._missing():
            self._emit(self.asked)

    def _find_best(self) -> None:
        """Ask for the best number, whatever is typed; a key that changes the edit ends the search."""
        self._debounce.stop()
        if not self._seeks_best:
            self._seeks_best, self._was_complete = True, self._apply_button.isEnabled()
        self._apply_button.setEnabled(False)
        self._show_texts("looking for the best number…", "", "")
        fields = [field for field in self._takes if field != "number"]
        self.best_asked.emit(self._fields.bulk_edit(self._kind.currentData(), fields))

    def _end_search(self) -> None:
        """What was typed before can be applied as it could then."""
        self._seeks_best = False
        self._apply_button.setEnabled(self._was_complete)

    def _emit(self, signal: SignalInstance) -> None:
        """Emit the edit that is filled in, or show why there is none."""
        try:
            signal.emit(self._fields.bulk_edit(self._kind.currentData(), self._takes))
        except InputError as error:
            self.show_error(error)

    def _show_texts(self, changes: str, overall: str, colour: str) -> None:
        self._changes.setText(changes)
        self._overall.setText(overall)
        self._overall.setStyleSheet(f"color: {colour}" if colour else "")


class _Choice(QComboBox):
    """closed: its list was closed, whether or not something was chosen."""

    closed = Signal()

    def hidePopup(self) -> None:
        super().hidePopup()
        self.closed.emit()
