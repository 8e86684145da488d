"""The dialog before a paste: which rows it changes, which labels are new, and what it does to the overall."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QWidget

from inspector.core.edits.paste import PastePreview
from inspector.ui.edit.pasted_rows import Target, hidden_words
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.formatting import fixed_decimals, signed
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, Theme


class PasteDialog(Dialog):
    """Shows what a paste would do, and lets the user paste or cancel. hidden: changed rows that the filter hides."""

    def __init__(
        self, preview: PastePreview, target: Target, hidden: int, decimals: int, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent, "pasteDialog", "Paste predictions", QSize(480, 0))
        pasted, change = preview.pasted, preview.after - preview.before
        before, after = (fixed_decimals(score, decimals) for score in (preview.before, preview.after))
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(2 * GAP)
        self._add("rows", "pasteRows", str(pasted))
        self._add("which", "pasteWhich", "; ".join(filter(None, [target.words(pasted), hidden_words(hidden)])))
        if pasted.labels:
            known = "none new: each is in the truth or the submission"
            self._add("labels", "pasteLabels", pasted.label_words or known)
        overall = self._add("overall", "pasteOverall", f"{before} → {after}   {signed(change, decimals)}")
        if change:
            overall.setStyleSheet(f"color: {theme.colours.worse if preview.gain < 0 else theme.colours.better}")
        mostly_new = 2 * len(pasted.new_labels) > pasted.labels
        self.lay_out(self._form, self._buttons(mostly_new=mostly_new), spacing=2 * GAP)

    def _add(self, title: str, name: str, text: str) -> PlainLabel:
        label = PlainLabel(self, text, name=name, figures=True, wraps=True)
        self._form.addRow(PlainLabel(self, title, quiet=True), label)
        return label

    def _buttons(self, *, mostly_new: bool) -> QDialogButtonBox:
        """Enter pastes, unless most labels are new: then the text was hardly meant for this table."""
        buttons = self.button_box()
        paste = buttons.addButton("Paste", QDialogButtonBox.ButtonRole.AcceptRole)
        cancel = buttons.addButton("Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        usual = cancel if mostly_new else paste
        usual.setDefault(True)
        usual.setFocus()
        return buttons
