"""Plots whose bars of counts can be scaled to the rows shown instead of to all rows."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtWidgets import QMenu

from inspector.ui.plots.brush import BrushCanvas

RESCALED, LOGARITHMIC = "scaled to the rows shown", "logarithmic"


class CountPlot(BrushCanvas):
    """Grey bars of all rows behind those of the rows shown. Scaled to these, grey bars may reach beyond the plot."""

    _is_rescaled = False

    @property
    def is_rescaled(self) -> bool:
        """Whether the plot is to be scaled to the rows shown."""
        return self._is_rescaled

    def set_rescaled(self, rescaled: bool) -> None:
        """Scale the bars to the rows shown, or to all rows."""
        self._is_rescaled = rescaled
        self.refresh()

    @property
    @abstractmethod
    def is_scaled_down(self) -> bool:
        """Whether the plot is scaled to the rows shown now: some are hidden and some are not."""

    def fill_menu(self, menu: QMenu) -> None:
        rescaled = menu.addAction("Scale to the rows shown")
        rescaled.setCheckable(True)
        rescaled.setChecked(self._is_rescaled)
        rescaled.toggled.connect(self.set_rescaled)
