"""The histogram of the ranks of the first hits."""

from __future__ import annotations

import math

from PySide6.QtWidgets import QWidget

from inspector.core.evaluation.summary import Bars
from inspector.core.round_numbers import round_step
from inspector.core.rows.rank_words import rank_words
from inspector.ui.plots.histogram import Histogram, Ticks
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import GAP, Theme

# Bars between the middles of the last two texts.
_MOST_APART = 1.5
# Pixels between the last two texts, and between numbers, which have some room of their own beside them.
_BETWEEN, _OF_NUMBERS = 5, 1


class FirstHitHistogram(Histogram):
    """Rows by the rank of their first hit: 1..K, after K, none."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, theme, "firstHitHistogram", "rank of the first hit", "rank", parent)
        self.setAccessibleName("First-hit ranks")

    @property
    def axis(self) -> str:
        return rank_words(self._inspection.metric).axis

    def count(self) -> Bars:
        evaluation = self._inspection.evaluation
        return evaluation.histograms.first_hits(evaluation.metric.k)

    def ticks(self, bars: Bars) -> Ticks:
        """Return ticks at every rank, or at round ones where they would touch, and at `>K` and `none`."""
        k, wide = len(bars.counts) - 2, self.fontMetrics().horizontalAdvance
        bar = self.room / (k + 2)
        after, apart = f">{k}", ((wide(f">{k}") + wide("none")) / 2 + _BETWEEN) / bar
        # `>K` gives way to `none`, but not further than half a bar, and not to K if no row is there.
        is_named = apart <= (_MOST_APART if bars.counts[k] else 1.0)
        following, at = (after, k + 2 - max(1.0, apart)) if is_named else ("none", k + 2.0)
        end = at - ((wide(following) + wide(str(k))) / 2 + _OF_NUMBERS) / bar
        step = max(1, math.ceil(round_step((wide(str(k)) + GAP) / bar)))
        named = [(float(rank), str(rank)) for rank in [1, *range(step if step > 1 else 2, k + 1, step)] if rank <= end]
        return [*named, *([(at, after)] if following == after else []), (k + 2.0, "none")]
