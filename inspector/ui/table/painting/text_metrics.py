"""Text widths and baselines without text shaping, which would dominate the time to paint a cell."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QPainter

from inspector.ui.widgets.formatting import start

_LETTERS = (*map(chr, range(32, 127)), *"✓✎…▲▼±−–")
_ELIDE = Qt.TextElideMode.ElideRight
# Pixels of kerning between neighbouring letters: room that a text needs beside its width.
SLACK = 2
# Letters of other alphabets can be narrower than the narrowest known letter by this factor.
_NARROWER = 4
# Pixels: wider than any view.
_WIDEST = 1 << 20


class TextMetrics:
    """Sums the widths of known letters; uses QFontMetrics for texts with other letters."""

    def __init__(self, font: QFont) -> None:
        self.font = font
        self._metrics, fine = QFontMetrics(font), QFontMetricsF(font)
        self._height, self._ascent = self._metrics.height(), self._metrics.ascent()
        self._widths = {letter: fine.horizontalAdvance(letter) for letter in _LETTERS}
        self._narrowest = max(1.0, min(self._widths.values())) / _NARROWER

    def width(self, text: str) -> int:
        """The width of a text in pixels; of a very long one, that of its start."""
        text = start(text)
        try:
            return round(sum(map(self._widths.__getitem__, text)))
        except KeyError:
            return self._metrics.horizontalAdvance(text)

    def cut(self, text: str, width: int) -> str:
        """Elide a text to a width in pixels; empty when not even the ellipsis fits."""
        if width < self._widths["…"]:
            return ""
        most = max(1, int(width / self._narrowest))
        # Do not measure the part of a long text that cannot fit.
        fitting = text if len(text) <= most else text[:most] + "…"
        try:
            ends = [0.0, *accumulate(map(self._widths.__getitem__, fitting))]
        except KeyError:
            return self._metrics.elidedText(fitting, _ELIDE, width)
        if ends[-1] + SLACK <= width:
            return fitting
        if ends[-1] - SLACK <= width:
            return self._metrics.elidedText(fitting, _ELIDE, width)
        return fitting[: bisect_right(ends, width - self._widths["…"]) - 1] + "…"

    def knows(self, text: str) -> bool:
        """Whether all letters are known, and so stay within the line height; stacked diacritics may not."""
        return text.isascii() or self._widths.keys() >= set(text)

    def baseline(self, top: int, height: int) -> int:
        """The baseline of text centred vertically, in pixels."""
        return top + (height - self._height) // 2 + self._ascent

    def draw(self, painter: QPainter, left: int, top: int, height: int, text: str) -> None:
        """Draw text from a file, clipped to its row: stacked diacritics would reach into the rows above and below."""
        if self.knows(text):
            painter.drawText(left, self.baseline(top, height), text)
            return
        painter.save()
        painter.setClipRect(QRect(0, top, _WIDEST, height), Qt.ClipOperation.IntersectClip)
        painter.drawText(left, self.baseline(top, height), text)
        painter.restore()
