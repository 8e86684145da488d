"""The base class of the plots: fixed view, theme colours, no work while hidden; copying and exporting."""

from __future__ import annotations

import html
from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from inspector.core.arrays.types import Ints
from inspector.core.data.table import Table
from inspector.core.errors import InputError
from inspector.ui.plots.axes import AxisName, axis_height
from inspector.ui.plots.export import Exported, svg
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.elided_label import elided_by_parts
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.theme import GAP, GRID, Theme
from inspector.ui.widgets.visibility import is_visible

_WRAPPED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap


class Title(pg.LabelItem):
    """A title that never makes its plot wider than the view of it, where pyqtgraph asks for the whole text."""

    def updateMin(self) -> None:
        super().updateMin()
        self.setMinimumWidth(0)


class Canvas(pg.PlotWidget):
    """Redraws after changes of scores, filter, selection or current row, but only while visible.

    It is copied, and saved as a picture, a drawing or figures. bottom: the name of the bottom axis; axes: others than
    those of pyqtgraph.
    """

    failed = Signal(Exception)
    focus_policy = Qt.FocusPolicy.TabFocus

    def __init__(
        self,
        signals: DocumentSignals,
        theme: Theme,
        name: str,
        bottom: str,
        axes: Sequence[pg.AxisItem],
        parent: QWidget | None,
    ) -> None:
        # pyqtgraph's menu is never shown, and takes a third of the time to make a plot.
        super().__init__(parent, axisItems={axis.orientation: axis for axis in axes}, enableMenu=False)
        self.setObjectName(name)
        self._inspection, self._theme = signals.inspection, theme
        self._is_stale = False
        self.message = self._whole_title = ""
        self._titled: tuple[str, str, QFont] | None = None
        self._use_title()
        self._selected: Ints = np.empty(0, np.int64)
        self._selected_in: Table | None = None
        self._fix_view(bottom)
        signals.scored.connect(self.forget)
        for signal in (signals.scored, signals.ordered, signals.current_changed):
            signal.connect(self.refresh)
        theme.changed.connect(self.colour)
        self.scene().sigMouseMoved.connect(self._show_tip)

    def refresh(self) -> None:
        """Redraw if a pair is open and the plot is visible, else on the next paint."""
        self._is_stale = self._inspection.is_open and not is_visible(self)
        if self._inspection.is_open and not self._is_stale:
            self.draw()
            # pyqtgraph would move its items as it paints them, and paint them again.
            self.scene().prepareForPaint()

    def refresh_later(self) -> None:
        """Redraw on the next paint, when all parts of the window know of a change that is under way."""
        self._is_stale = self._inspection.is_open
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_stale:
            self._is_stale = False
            self.draw()
        super().paintEvent(event)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint the message over as many lines as it needs; exports render it, too."""
        if self.message:
            painter.setFont(self.font())
            painter.setPen(self._theme.colours.muted)
            painter.drawText(self.sceneRect().adjusted(GAP, 0, -GAP, 0), _WRAPPED, self.message)

    def select(self, rows: Ints) -> None:
        """Mark the selected rows, int64; a single one is the current row, which has its own mark."""
        if not self._inspection.is_open:
            return
        before, self._selected = self._selected, rows if len(rows) > 1 else rows[:0]
        self._selected_in = self._inspection.evaluation.table
        if (len(before) or len(self._selected)) and self._selected is not before:
            self.refresh_later()  # the selection of a fresh pair comes before other parts know of the pair

    @property
    def selected(self) -> Ints:
        """int64: the rows selected, if more than one; none if they are those of a pair that is no longer open."""
        return self._selected if self._selected_in is self._inspection.evaluation.table else self._selected[:0]

    @abstractmethod
    def draw(self) -> None:
        """Draw the current state of the inspection."""

    def forget(self) -> None:
        """Drop results computed from the old scores."""

    def colour(self) -> None:
        """Apply the colours of the theme."""
        colours = self._theme.colours
        self.setBackground(colours.base)
        for side in ("bottom", "left"):
            axis = self.getAxis(side)
            axis.setPen(pg.mkPen(colours.line))
            axis.setTextPen(pg.mkPen(colours.muted))
            axis.setTickFont(self.font())
        self.getAxis("bottom").setHeight(axis_height(self.fontMetrics()))
        self._axis_name.fit(self.font(), colours.muted)
        if self._titled is not None:
            self.show_marked_up(self._titled[0])

    def thick_pen(self, colour: str, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
        """A pen for curves and marks, as thick on every screen: those of pyqtgraph are in pixels of the device."""
        return pg.mkPen(colour, width=2 * self.devicePixelRatioF(), style=style)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def words_at(self, at: QPointF) -> str:
        """What the plot says of a place, in axis units, while the mouse is there, a line each; empty for nothing."""
        return ""

    def _show_tip(self, scene_pos: QPointF) -> None:
        view = self.plotItem.getViewBox()
        is_drawn = self._inspection.is_open and not self.message and view.sceneBoundingRect().contains(scene_pos)
        words = self.words_at(view.mapSceneToView(scene_pos)) if is_drawn else ""
        if words:
            text = tip(words).replace("\n", "<br>")
            QToolTip.showText(self.mapToGlobal(self.mapFromScene(scene_pos)), text, self)
        else:
            QToolTip.hideText()

    def viewportEvent(self, event: QEvent) -> bool:
        """Keep showing what the plot says of a place while the mouse rests there; Qt would hide it."""
        return event.type() == QEvent.Type.ToolTip or super().viewportEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ignore the wheel; plots do not zoom."""
        event.ignore()

    def sizeHint(self) -> QSize:
        return self.minimumSize() * 2

    def show_message(self, text: str) -> None:
        """Show in the middle why there is nothing to draw, and hide the axes; an empty text shows them again."""
        self.show_title("")
        self.setAccessibleDescription(text)
        for side in ("bottom", "left"):
            self.showAxis(side, not text)
        if text != self.message:
            self.message = text
            self.viewport().update()

    def hide_message(self) -> None:
        """Show the plot again in place of a message."""
        if self.message:
            self.show_message("")

    def show_title(self, title: str) -> None:
        """Set a title, which is no markup, such as the name of a submission; its end is cut where there is no room."""
        self._whole_title = title
        room = int(self.plotItem.getViewBox().width())
        self.show_marked_up(html.escape(elided_by_parts(title, self.fontMetrics(), room)))

    def _fit_title(self) -> None:
        """Cut the title again where there is more or less room than before."""
        if self._whole_title:
            self.show_title(self._whole_title)

    def show_marked_up(self, title: str) -> None:
        """Set a title with markup of our own, as high as its text; an empty one takes no space."""
        titled = title, self._theme.colours.muted, self.font()
        if titled == self._titled:
            return  # pyqtgraph would lay out and paint the whole plot anew
        self._titled = titled
        self.setTitle(title or None, color=self._theme.colours.muted, size=f"{self.font().pointSizeF()}pt")
        height = self.fontMetrics().height() + GRID if title else 0
        self.plotItem.titleLabel.setMaximumHeight(height)
        self.plotItem.layout.setRowFixedHeight(0, height)

    def _use_title(self) -> None:
        """Put a title of our own in the place of pyqtgraph's."""
        item, before = self.plotItem, self.plotItem.titleLabel
        item.layout.removeItem(before)
        item.titleLabel = Title("", parent=item)
        item.layout.addItem(item.titleLabel, 0, 1)
        before.hide()
        item.setTitle(None)
        item.getViewBox().sigResized.connect(self._fit_title)

    def name_axis(self, bottom: str) -> None:
        """Name the bottom axis otherwise."""
        if self._axis_name.text() != bottom:
            self._axis_name.setText(bottom)
            self._axis_name.fit(self.font(), self._theme.colours.muted)

    def _reserve(self, longest: int) -> None:
        """Keep the left axis wide enough for its longest text, in pixels, and for the name of the bottom axis.

        pyqtgraph itself would adapt it one paint too late.
        """
        axis, width = self.getAxis("left"), max(longest + GAP, self._axis_name.width) + GRID
        if axis.fixedWidth != width:
            axis.setWidth(width)

    def _fix_view(self, bottom: str) -> None:
        """Disable panning and zooming."""
        self.setMouseEnabled(False, False)
        self.hideButtons()
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(self.focus_policy)
        self.setMinimumSize(160, 52)
        self.plotItem.getViewBox().setDefaultPadding(0.0)
        self.plotItem.setContentsMargins(GAP, GAP, 2 * GAP, GRID)
        self._axis_name = AxisName(bottom, self.getAxis("bottom"))
        for side in ("bottom", "left"):
            self.getAxis(side).enableAutoSIPrefix(False)
            self.getAxis(side).setStyle(tickLength=GRID, hideOverlappingLabels=False)

    @abstractmethod
    def figures(self) -> bytes:
        """The drawn numbers as CSV, empty if there are none."""

    def fill_menu(self, menu: QMenu) -> None:
        """Add entries above Copy and Save; none by default."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        self.fill_menu(menu)
        menu.addAction("Copy picture", self.copy)
        menu.addAction("Save as…", self.save)
        menu.exec(event.globalPos())
        menu.deleteLater()

    @property
    def exported(self) -> Exported:
        """The plot in each form in which it can be written."""
        return Exported(self.grab, lambda: svg(self.rect(), self.render), self.figures)

    def export(self, path: Path) -> None:
        """Write the plot as .svg, .csv or, for other suffixes, a picture. Raises InputError if that fails."""
        self.exported.write(path, self._inspection.inputs)

    def copy(self) -> None:
        """Copy a picture of the plot to the clipboard."""
        QGuiApplication.clipboard().setPixmap(self.grab())

    def save(self) -> None:
        """Ask for a path, and write the plot there."""
        try:
            self.exported.save(self._inspection, self)
        except InputError as error:
            self.failed.emit(error)
