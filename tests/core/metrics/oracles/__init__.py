"""What every metric must give, in slow plain Python over lists of strings; nothing of the product is imported here."""

from __future__ import annotations

from collections.abc import Mapping

from core.metrics.oracles.common import Expected, Labels, Oracle, Row, agree
from core.metrics.oracles.gap import global_average_precision, tie_range
from core.metrics.oracles.ranking import RANKING
from core.metrics.oracles.reorder import best_reordered
from core.metrics.oracles.sets import SETS

# One entry a family, by the name in its text form; a family without one fails the laws.
ORACLES: Mapping[str, Oracle] = {**RANKING, **SETS, "gap": global_average_precision}

__all__ = ["ORACLES", "Expected", "Labels", "Oracle", "Row", "agree", "best_reordered", "tie_range"]
