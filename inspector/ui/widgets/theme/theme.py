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

    changed: emitted after all widgets have the new colours and text size; choice: `system`, `light` or `dark`; scale:
    of the text size, 1 is the size of the system.
    """

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self.choice = "system"
        # Not the application font, which an earlier window may have scaled.
        self._points = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
        self.scale: float = 1.0
        self._look: tuple[Colours, float] | None = None
        app.setStyle("Fusion")
        QDir.setSearchPaths("controls", [str(resource.path("icons/controls/down.svg").parent)])
        app.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    def choose(self, choice: str) -> None:
        """Choose `system`, `light` or `dark`."""
        self.choice = choice
        self._apply()

    def set_scale(self, scale: float) -> None:
        """Scale all text; 1 is the size of the system. The scale is limited to what is readable and fits."""
        self.scale = min(max(scale, _MIN_SCALE), _MAX_SCALE)
        self._apply()

    def _apply(self) -> None:
        is_system_dark = self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        is_dark = is_system_dark if self.choice == "system" else self.choice == "dark"
        look = DARK if is_dark else LIGHT, self._points * self.scale
        if look == self._look:  # restyling every widget takes long
            return
        self._look = self.colours, points = look
        font = self._app.font()
        font.setPointSizeF(points)
        self._app.setFont(font)
        self._app.setPalette(palette(self.colours))
        self._app.setStyleSheet(style_sheet(self.colours, points))
        for widget in self._app.allWidgets():
            apply_text_style(widget)
        self.changed.emit()
