"""Slow plain Python implementations of every metric over lists of strings, independent of the product."""

from __future__ import annotations

from collections.abc import Mapping

from core.metrics.oracles.agreement import AGREEMENT
from core.metrics.oracles.class_losses import CLASS_LOSSES
from core.metrics.oracles.common import Expected, Labels, Oracle, Row, agree
from core.metrics.oracles.f_max import f_max
from core.metrics.oracles.gap import global_average_precision, tie_range
from core.metrics.oracles.label_curves import macro_auc, padded_cmap
from core.metrics.oracles.label_ranking import label_ranking
from core.metrics.oracles.ranking import RANKING
from core.metrics.oracles.reading import indices, read
from core.metrics.oracles.reorder import best_reordered
from core.metrics.oracles.sets import SETS

_OF_READ: Mapping[str, Oracle] = {
    **RANKING,
    **SETS,
    "gap": global_average_precision,
    "lrap": label_ranking,
    "fmax": f_max,
    "auc": macro_auc,
    "cmap": padded_cmap,
    **CLASS_LOSSES,
    **AGREEMENT,
}


def _reading(name: str) -> Oracle:
    return lambda rows, k, choices: _OF_READ[name](read(rows, choices, name), k, choices)


# One entry per family, by the name in its text form; a family without one fails the tests.
ORACLES: Mapping[str, Oracle] = {name: _reading(name) for name in _OF_READ}

__all__ = ["ORACLES", "Expected", "Labels", "Oracle", "Row", "agree", "best_reordered", "indices", "read", "tie_range"]
