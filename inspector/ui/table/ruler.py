"""Where a text stands and how wide it is, without having it shaped: shaping takes longer than all else in a cell."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF

_KNOWN = (*map(chr, range(32, 127)), *"✓✎…▲▼±−–")
_ELIDE = Qt.TextElideMode.ElideRight
# What neighbouring letters may move each other apart.
_SLACK = 2
# Letters of other alphabets can be this much narrower than the narrowest that is known.
_NARROWER = 4


class Ruler:
    """Adds up the widths of single letters; asks the font about a text with any that it does not know."""

    def __init__(self, font: QFont) -> None:
        self.font = font
        self._metrics, fine = QFontMetrics(font), QFontMetricsF(font)
        self._height, self._ascent = self._metrics.height(), self._metrics.ascent()
        self._wide = {letter: fine.horizontalAdvance(letter) for letter in _KNOWN}
        self._narrowest = max(1.0, min(self._wide.values())) / _NARROWER

    def width(self, text: str) -> int:
        """The pixels that a text takes."""
        try:
            return round(sum(map(self._wide.__getitem__, text)))
        except KeyError:
            return self._metrics.horizontalAdvance(text)

    def cut(self, text: str, width: int) -> str:
        """The text as far as it fits, with three dots where it does not; nothing where not even they fit."""
        if width < self._wide["…"]:
            return ""
        most = max(1, int(width / self._narrowest))
        # Of a long list nobody measures what lies far behind the edge.
        start = text if len(text) <= most else text[:most] + "…"
        try:
            ends = [0.0, *accumulate(map(self._wide.__getitem__, start))]
        except KeyError:
            return self._metrics.elidedText(start, _ELIDE, width)
        if ends[-1] + _SLACK <= width:
            return start
        if ends[-1] - _SLACK <= width:
            return self._metrics.elidedText(start, _ELIDE, width)
        return start[: bisect_right(ends, width - self._wide["…"]) - 1] + "…"

    def knows(self, text: str) -> bool:
        """Whether all letters are known: they stay within their line, which others, with marks upon marks, may not."""
        return text.isascii() or self._wide.keys() >= set(text)

    def baseline(self, top: int, height: int) -> int:
        """Where letters stand that lie in the middle of a height."""
        return top + (height - self._height) // 2 + self._ascent
