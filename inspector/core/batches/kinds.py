"""Which metrics can be worked out from parts of the rows, and how; the others refuse in words."""

from __future__ import annotations

from enum import Enum

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.evidence import RowSums
from inspector.core.data.tie_break import TieBreak
from inspector.core.errors import InputError
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.by_label.curve import LabelCurve
from inspector.core.metrics.families.gap import GlobalAveragePrecision
from inspector.core.metrics.families.geometric_map import GeometricMAP
from inspector.core.metrics.families.label_ranking import LabelRanking
from inspector.core.metrics.host.metric import HostMetric

_INSTEAD = "a metric whose overall is a mean over rows or made of sums over rows, or GAP: map@12, f1(average=micro)"


class Way(Enum):
    """How the overall comes about: the mean of row scores, their geometric mean, sums over rows, or one list."""

    MEAN = "mean"
    GEOMETRIC = "geometric"
    SUMS = "sums"
    LIST = "list"


def way_of(metric: Metric) -> Way:
    """How the overall of a metric comes about. Raises InputError if it needs all rows at once."""
    if reason := _needs_all_rows(metric):
        raise InputError(
            f"{metric} cannot be scored a part of the rows at a time: {reason}",
            expected=_INSTEAD,
            hint="Score the pair without --engine",
        )
    if isinstance(metric, GlobalAveragePrecision):
        return Way.LIST
    if isinstance(metric, GeometricMAP):
        return Way.GEOMETRIC
    return Way.MEAN if metric.pool(_none(metric)) is None else Way.SUMS


def _needs_all_rows(metric: Metric) -> str:
    """Why the metric needs all rows at once; empty if it does not."""
    if isinstance(metric, HostMetric):
        return "a host's metric is asked about whole files"
    if metric.kind is not None and not metric.kind.names_labels:
        return "parts of rows hold lists of labels, not numbers"
    if any(getattr(metric, name, "") for name in ("group", "weights")):
        return "it averages groups of rows"
    if isinstance(metric, LabelCurve):
        return "it draws a curve for each label over all rows"
    if isinstance(metric, LabelRanking) and metric.unlisted == "last":
        return "a label that is not predicted shares the last place among all labels of the files"
    if isinstance(metric, GlobalAveragePrecision):
        return "the order in which a file lists its rows is lost" if metric.ties == "file" else ""
    if metric.pool(_none(metric)) is not None and not isinstance(metric.evidence(_none(metric)), RowSums):
        return "it counts each label, or each threshold, over all rows"
    return ""


def _none(metric: Metric) -> Batch:
    """No rows, of which one can ask what a metric would add up."""
    lists = Ragged.empty()
    weighted = Ragged(lists.offsets, lists.codes, np.empty(0)) if metric.needs_confidence else lists
    return Batch(lists, weighted, np.zeros(0, bool), _ANY_LABEL)


_NOTHING = np.empty(0, np.int64)
# Asked for the code of a label that the metric names, it gives one.
_ANY_LABEL = TieBreak(lambda: _NOTHING, lambda: _NOTHING, lambda codes: codes.astype(np.float64), lambda label: 0)
