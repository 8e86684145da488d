"""The colours and the text size in use."""

from __future__ import annotations

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from inspector import resource
from inspector.ui.widgets.theme.colours import DARK, LIGHT, Colours, palette
from inspector.ui.widgets.theme.style_sheet import style_sheet
from inspector.ui.widgets.theme.text import apply_text_style

_MIN_SCALE, _MAX_SCALE = 0.7, 2.5


class Theme(QObject):
    """The colours and the text size in use; the scheme follows the system or the choice of the user.

    changed: emitted after all widgets have the new colours and text size.
    """

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._choice = "system"
        # Not the application font, which an earlier window may have scaled.
        self._points = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
        self._scale = 1.0
        self._look: tuple[Colours, float] | None = None
        app.setStyle("Fusion")
        QDir.setSearchPaths("controls", [str(resource.path("icons/controls/down.svg").parent)])
        app.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    @property
    def colours(self) -> Colours:
        """The colours in use."""
        return self._colours

    @property
    def choice(self) -> str:
        """`system`, `light` or `dark`."""
        return self._choice

    def choose(self, choice: str) -> None:
        """Choose `system`, `light` or `dark`."""
        self._choice = choice
        self._apply()

    @property
    def scale(self) -> float:
        """Scale of the text size; 1 is the size of the system."""
        return self._scale

    def set_scale(self, scale: float) -> None:
        """Scale all text; 1 is the size of the system. The scale is limited to what is readable and fits."""
        self._scale = min(max(scale, _MIN_SCALE), _MAX_SCALE)
        self._apply()

    def _current_colours(self) -> Colours:
        system = "dark" if self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"
        return DARK if (system if self._choice == "system" else self._choice) == "dark" else LIGHT

    def _apply(self) -> None:
        look = self._current_colours(), self._points * self._scale
        if look == self._look:  # restyling every widget takes long
            return
        self._look = self._colours, points = look
        font = self._app.font()
        font.setPointSizeF(points)
        self._app.setFont(font)
        self._app.setPalette(palette(self.colours))
        self._app.setStyleSheet(style_sheet(self.colours, points))
        for widget in self._app.allWidgets():
            apply_text_style(widget)
        self.changed.emit()
