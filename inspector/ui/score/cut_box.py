"""The box for K: a number of labels, or all."""

from __future__ import annotations

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QSpinBox, QWidget

_PREFIX, _ALL = "K = ", "all"
_MOST = 100_000


class CutBox(QSpinBox):
    """Shows 0, the whole list, as `all`, which may be typed as well."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(0, _MOST)
        self.setPrefix(_PREFIX)
        self.setSpecialValueText(f"{_PREFIX}{_ALL}")
        self.setKeyboardTracking(False)

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:
        typed = _typed(text)
        if typed and _ALL.startswith(typed):
            states = QValidator.State
            return (states.Acceptable if typed == _ALL else states.Intermediate), text, pos
        return super().validate(text, pos)

    def valueFromText(self, text: str) -> int:
        return 0 if _typed(text) == _ALL else super().valueFromText(text)


def _typed(text: str) -> str:
    return text.removeprefix(_PREFIX).strip().lower()
