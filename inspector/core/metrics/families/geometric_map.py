"""GMAP, the geometric mean of average precision over rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.evidence import Evidence, RowScores
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import Parameter
from inspector.core.metrics.hits import Hits
from inspector.core.metrics.losses import Losses
from inspector.core.metrics.ranking import HitMetric
from inspector.core.metrics.scores import Scores

# trec_eval's MIN_GEO_MEAN.
_FLOOR = 0.00001


class GeometricMAP(HitMetric):
    """gmap: the geometric mean over rows of AP = (1/m) sum of P(k) rel(k), each at least 0.00001.

    A row score is its AP. A row that improves from .01 to .02 gains as much as one from .4 to .8. Source: trec_eval
    (gm_map); Robertson, On GMAP and other transformations, 2006.
    """

    name: ClassVar[str] = "gmap"
    title: ClassVar[str] = "GMAP"
    formula: ClassVar[str] = "AP = (1/m) · Σ P(k)·rel(k); geometric mean over rows, each at least 0.00001"
    source: ClassVar[str] = "trec_eval: gm_map"
    takes_k: ClassVar[bool] = False

    @classmethod
    @cache
    def parameters(cls) -> Mapping[str, Parameter]:
        """No groups of rows: their overalls would be averaged, and a geometric mean is over rows."""
        inherited = super().parameters()
        return MappingProxyType({name: inherited[name] for name in inherited if name not in ("group", "weights")})

    def terms(self, batch: Batch, hits: Hits) -> Floats:
        """P(k)."""
        return hits.nth / hits.rank

    def overall(self, scores: Floats, pool: Ints | None = None) -> float:
        """The geometric mean over all scored rows; NaN when there are none."""
        return float(np.exp(super().overall(logs(scores))))

    def about(self, pool: Ints | None) -> str:
        """Which mean the overall is."""
        return "The overall is the geometric mean of the rows' scores."


class GeometricScores(Scores):
    """Row scores whose overall is their geometric mean; it is computed anew after every edit."""

    is_mean = False

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Score `rows` again; before, after: their old and new lists."""
        super().rescore(rows, before, after)
        self.overall = self.metric.overall(self.row)

    def losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> Losses:
        """What each of `rows` alone could win, None for all rows."""
        at, best = slice(None) if rows is None else rows, self._best_orders(rows, batch)
        ordering = self._gains(at, self.row[at], best)
        return Losses(ordering, (1 + ordering / self.overall) * self._gains(at, best, self.ceiling[at]))

    def total_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """What `rows` could win together, None for all rows: in their best orders, then with their best labels."""
        return self._losses_in_turn(rows, self._best_orders(rows, batch))

    def evidence(self, rows: Ints, batch: Callable[[], Batch]) -> Evidence | None:
        """The row scores of `rows`."""
        scores = self.row[rows]
        return RowScores(lambda drawn: self.metric.overall(scores[drawn]))

    def _gains(self, at: Ints | slice, now: Floats, then: Floats) -> Floats:
        """What the overall gains if one row scores `then` instead of `now`; NaN where it is left out."""
        return self.overall * np.expm1((logs(then) - logs(now)) / max(1, self.counted))


def logs(scores: Floats) -> Floats:
    """The logarithms of row scores, each at least 0.00001."""
    return np.log(np.maximum(scores, _FLOOR))
