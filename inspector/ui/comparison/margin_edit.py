"""The margin within which two submissions are taken for equal."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QWidget

from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GRID

_DECIMALS, _STEP = 4, 0.0005
_HINT = (
    "Differences of the overall up to this one do not matter to you: where the rows show that it is no larger, "
    "two submissions are called equal"
)


class MarginEdit(QWidget):
    """A number with its title; 0 stands for no margin. changed: it is another one."""

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._number = named(QDoubleSpinBox(self), "marginEdit", "Differences that do not matter", _HINT)
        self._number.setRange(0.0, 1.0)
        self._number.setDecimals(_DECIMALS)
        self._number.setSingleStep(_STEP)
        self._number.setPrefix("±")
        self._number.setSpecialValueText("no margin")
        self._number.setKeyboardTracking(False)
        self._number.lineEdit().setAcceptDrops(False)  # the panel takes dropped files
        self._number.lineEdit().setTextMargins(GRID, 0, 0, 0)  # the style sheet leaves no padding to a spin box
        title = PlainLabel(self, "Count as equal within")
        title.setBuddy(self._number)
        arrange(QHBoxLayout(self), title, self._number, spacing=GRID)
        self._number.valueChanged.connect(lambda _: self.changed.emit())

    @property
    def margin(self) -> float | None:
        """The margin in points of the overall, None for none."""
        return round(self._number.value(), _DECIMALS) or None

    def show_margin(self, margin: float | None) -> None:
        """Show a margin, without telling of it."""
        with QSignalBlocker(self._number):
            self._number.setValue(margin or 0.0)
