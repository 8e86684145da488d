"""One-line label that elides long text. `text()` stays complete, for selecting and copying."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.ui.widgets.formatting import one_line, start, tip
from inspector.ui.widgets.plain_label import PlainLabel

_FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
_BETWEEN = " · "
# Lines of a text that is wrapped, and as many letters as they can hold.
_MOST_LINES, _MOST_LETTERS = 4, 2000


def elided_by_parts(text: str, metrics: QFontMetrics, room: int) -> str:
    """A text for `room` pixels: of parts with a dot between them, whole ones are left out before one is cut."""
    parts = text.split(_BETWEEN)
    for count in range(len(parts) - 1, 0, -1):
        if metrics.horizontalAdvance(text) <= room:
            break
        text = f"{_BETWEEN.join(parts[:count])} …"
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)


class ElidedLabel(PlainLabel):
    """Takes any width; the tooltip shows the complete text. cut: where one that is too long is cut."""

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        *,
        figures: bool = False,
        selectable: bool = False,
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        style: str = "",
    ) -> None:
        super().__init__(parent, name=name, figures=figures, selectable=selectable, style=style)
        self._shorts, self._cut = tuple[str, ...](), cut
        # Left also for right-to-left text, so that labels below each other line up.
        self.setAlignment(_FLAGS)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str, *shorts: str) -> None:
        """Show a text, or where it does not fit the first of shorter ones that does, else the last of them."""
        self._shorts = tuple(filter(None, shorts))
        self.setText(text)
        self.setToolTip(tip(text))

    @property
    def visible_text(self) -> str:
        """The visible text at the current width."""
        line, room = one_line(self.text()), self.contentsRect().width()
        if self.fontMetrics().horizontalAdvance(line) <= room:
            return line  # `elidedText` would cut one that is a part of a pixel longer
        for line in self._shorts:
            if self.fontMetrics().horizontalAdvance(line) <= room:
                return line
        if self._cut != Qt.TextElideMode.ElideRight:
            return self.fontMetrics().elidedText(line, self._cut, room)
        return elided_by_parts(line, self.fontMetrics(), room)

    @property
    def _line(self) -> int:
        """The height of a line with the margins around it; underscores of some fonts reach below its descent."""
        margins, metrics = self.contentsMargins(), self.fontMetrics()
        below = max(0, metrics.boundingRect("_").bottom() + 1 - metrics.descent())
        return metrics.height() + 2 * below + margins.top() + margins.bottom()  # the text is in the middle

    def sizeHint(self) -> QSize:
        """One line, also for text with line breaks."""
        margins = self.contentsMargins()
        width = self.fontMetrics().horizontalAdvance(start(self.text())) + margins.left() + margins.right()
        return QSize(width, self._line)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._line)

    def paintEvent(self, event: QPaintEvent) -> None:
        # QLabel paints the selection only in the complete text.
        if self.hasSelectedText() or self.visible_text == self.text():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()), self.visible_text)


class WrappedLabel(ElidedLabel):
    """Takes as many lines as its words need, up to a few; of what is more, the last line is cut."""

    def show_text(self, text: str, *shorts: str) -> None:
        """Show a text on as many lines as it needs."""
        super().show_text(text, *shorts)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @property
    def visible_text(self) -> str:
        """The lines that are seen."""
        metrics, room = self.fontMetrics(), self.contentsRect().width()
        words, lines = one_line(self.text())[:_MOST_LETTERS].split(" "), [""]
        for at, word in enumerate(words):
            longer = f"{lines[-1]} {word}" if lines[-1] else word
            if len(lines) == _MOST_LINES and metrics.horizontalAdvance(longer) > room:
                rest = " ".join([lines[-1], *words[at:]]).strip()
                lines[-1] = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, room)
                break
            if lines[-1] and metrics.horizontalAdvance(longer) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        return "\n".join(metrics.elidedText(line, Qt.TextElideMode.ElideRight, room) for line in lines)

    def _fit(self) -> None:
        """Have room for the lines. Where all is seen, words wrap as Qt wraps them, so that they can be selected."""
        lines = self.visible_text.count("\n")
        self.setWordWrap(lines > 0)
        self.setFixedHeight(self._line + lines * self.fontMetrics().lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:
        seen = self.visible_text
        if self.hasSelectedText() or "…" not in seen:
            PlainLabel.paintEvent(self, event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()), seen)
