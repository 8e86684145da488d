"""One wish for all selected rows: what, with which label or rank, and what it would do before anything is done."""

from __future__ import annotations

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from inspector.core.document.inspection import Inspection
from inspector.core.edits.bulk import KINDS, BulkEdit, BulkPreview
from inspector.ui.widgets.formatting import fixed_decimals, signed
from inspector.ui.widgets.label_edit import LabelEdit
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, Theme

_PAUSE = 150
_MOST_RANK = 10_000


class BulkDialog(QDialog):
    """Tells every wish that is complete, and shows the outlook that it is handed; Enter takes the wish.

    asked: a wish to be looked at, once typing has paused; wished: the wish that is to come true.
    """

    asked = Signal(BulkEdit)
    bulk_edit_asked = Signal(BulkEdit)

    def __init__(self, inspection: Inspection, theme: Theme, rows: int, kind: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("bulkDialog")
        self.setWindowTitle(f"Edit {rows:,} selected {'row' if rows == 1 else 'rows'}")
        self._inspection, self._theme = inspection, theme
        self._fields: dict[str, LabelEdit | QSpinBox] = {}
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self._ask)
        self._build()
        self._kind.setCurrentIndex([*KINDS].index(kind))
        self._show_fields()

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(480, 0))

    @property
    def bulk_edit(self) -> BulkEdit:
        """What is filled in."""
        fields = self._fields.items()
        texts = {name: field.text().strip() for name, field in fields if isinstance(field, LabelEdit)}
        ranks = {name: field.value() for name, field in fields if isinstance(field, QSpinBox)}
        return BulkEdit(self._kind.currentData(), texts["label"], texts["other"], ranks["rank"], ranks["other_rank"])

    def show_preview(self, seen: BulkPreview) -> None:
        """Say what the wish would do."""
        decimals = max(6, self._inspection.evaluation.scores.fine_decimals)
        before, after = (fixed_decimals(score, decimals) for score in (seen.before, seen.after))
        overall = f"{before} → {after}   {signed(seen.after - seen.before, decimals)}"
        colours = self._theme.colours
        moved = "" if seen.after == seen.before else colours.worse if seen.after < seen.before else colours.better
        self._say(f"changes {seen.changed:,} of {seen.rows:,} rows", overall, moved)
        self._take.setEnabled(seen.changed > 0)

    def say(self, error: Exception) -> None:
        """Say why the wish cannot be fulfilled."""
        self._say(f"⚠ {error}", "", "")
        self._take.setEnabled(False)

    def accept(self) -> None:
        """Enter: the wish is told; whoever fulfils it closes the dialog."""
        if self._missing():
            self._missing()[0].setFocus()
        else:
            self.bulk_edit_asked.emit(self.bulk_edit)

    def done(self, result: int) -> None:
        self._pause.stop()
        super().done(result)

    def _build(self) -> None:
        self._kind = QComboBox(self)
        self._kind.setObjectName("bulkKind")
        self._kind.setAccessibleName("What to do")
        for name, kind in KINDS.items():
            self._kind.addItem(kind.title, name)
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(2 * GAP)
        self._form.addRow("what", self._kind)
        self._add_fields()
        self._changes = PlainLabel(self, name="bulkChanges", figures=True, wraps=True)
        self._overall = PlainLabel(self, name="bulkOverall", figures=True, wraps=True)
        self._form.addRow("preview", self._changes)
        self._form.addRow("overall", self._overall)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        layout.setSpacing(2 * GAP)
        layout.addLayout(self._form)
        layout.addStretch(1)
        layout.addWidget(self._buttons())
        self._kind.currentIndexChanged.connect(self._show_fields)

    def _add_fields(self) -> None:
        for name, title, hint in (
            ("label", "label", "The label, as the files have it; it is completed from their labels"),
            ("other", "by", "The label that takes its place"),
        ):
            self._add(name, title, LabelEdit(self._inspection, self, one=True), hint)
        for name, title, hint in (
            ("rank", "rank", "A rank, from 1; the last one that is kept"),
            ("other_rank", "and rank", "The other rank"),
        ):
            self._add(name, title, QSpinBox(self), hint)

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(self)
        self._take = buttons.addButton("Do it", QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton("Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    def _add(self, name: str, title: str, field: LabelEdit | QSpinBox, hint: str) -> None:
        field.setObjectName(f"bulk_{name}")
        field.setAccessibleName(title)
        field.setToolTip(hint)
        if isinstance(field, QSpinBox):
            field.setRange(1, _MOST_RANK)
            field.setValue(2 if name == "other_rank" else 1)
            field.valueChanged.connect(self._changed)
        else:
            field.textChanged.connect(self._changed)
        self._fields[name] = field
        self._form.addRow(title, field)

    def _show_fields(self) -> None:
        """Only what the chosen kind takes; the first of it gets the cursor."""
        takes = KINDS[self._kind.currentData()].takes
        for name, field in self._fields.items():
            self._form.setRowVisible(field, name in takes)
        if "rank" in takes and "other_rank" not in takes and isinstance(rank := self._fields["rank"], QSpinBox):
            rank.setValue(self._inspection.metric.k or rank.value())
        (self._fields[takes[0]] if takes else self._take).setFocus()
        self._changed()

    def _missing(self) -> list[QLineEdit]:
        """The visible lines that nothing is typed in."""
        takes = KINDS[self._kind.currentData()].takes
        return [
            field
            for name, field in self._fields.items()
            if name in takes and isinstance(field, QLineEdit) and not field.text().strip()
        ]

    def _changed(self) -> None:
        self._take.setEnabled(not self._missing())
        self._say("type a label" if self._missing() else "…", "", "")
        self._pause.start()

    def _ask(self) -> None:
        if not self._missing():
            self.asked.emit(self.bulk_edit)

    def _say(self, changes: str, overall: str, colour: str) -> None:
        self._changes.setText(changes)
        self._overall.setText(overall)
        self._overall.setStyleSheet(f"color: {colour}" if colour else "")
