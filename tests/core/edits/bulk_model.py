"""Bulk edits applied to one row: a slow model of edits of many rows."""

from __future__ import annotations

import math
import sys

import hypothesis.strategies as st
import numpy as np
from core.strategies import any_label

from inspector.core.data.prediction import Prediction
from inspector.core.edits.bulk import BulkEdit
from inspector.core.edits.bulk_labels import KINDS

bulk_edits = st.builds(BulkEdit, st.sampled_from([*KINDS]), any_label, any_label, st.integers(1, 4), st.integers(1, 4))


def edited_row(bulk_edit: BulkEdit, now: Prediction, truth: list[str]) -> Prediction:
    """The prediction of one row after a bulk edit."""
    labels = list(now.labels)
    match bulk_edit.kind:
        case "put_first":
            return now.put_first(bulk_edit.label)
        case "append":
            return now if bulk_edit.label in labels else now.with_labels([*filter(None, labels), bulk_edit.label])
        case "remove":
            return now.without([place for place, label in enumerate(labels) if label == bulk_edit.label])
        case "replace":
            return now.with_labels([bulk_edit.other if label == bulk_edit.label else label for label in labels])
        case "exchange":
            other = {bulk_edit.label: bulk_edit.other, bulk_edit.other: bulk_edit.label}
            return now.with_labels([other.get(label, label) for label in labels])
        case "truncate":
            return now.without(range(bulk_edit.rank, len(labels)))
        case "swap":
            if max(bulk_edit.rank, bulk_edit.other_rank) <= len(labels):
                left, right = bulk_edit.rank - 1, bulk_edit.other_rank - 1
                labels[left], labels[right] = labels[right], labels[left]
            return now.with_labels(labels)
        case "truth_first":
            return now.put_first(next((w for w in truth if w not in labels), truth[0])) if truth else now
        case "hits_first":
            first = [place for place, label in enumerate(labels) if label in truth and label not in labels[:place]]
            return now.with_labels([labels[at] for at in sorted(range(len(labels)), key=lambda at: at not in first)])
        case "unrepeat":
            return now.without([place for place, label in enumerate(labels) if label and label in labels[:place]])
        case "clear":
            return now.with_labels([])
    raise AssertionError(bulk_edit.kind)


def one_lower(score: float) -> float:
    """The shortest decimal of the next lower number in single precision; where there is none, of double precision.

    A number above 0 stays above it, as one that is not positive may mean something else.
    """
    with np.errstate(over="ignore", under="ignore"):
        lower = float(str(np.nextafter(np.float32(score), np.float32(-math.inf))))
    if math.isfinite(lower) and lower < score and (lower > 0 or score <= 0):
        return lower
    if not score > -sys.float_info.max:
        return score
    lower = math.nextafter(score, -math.inf)
    return score if lower <= 0 < score else lower


def same(left: Prediction, right: Prediction) -> bool:
    """Whether two predictions are equal, with NaN equal to NaN."""
    if left.labels != right.labels or (left.confidence is None) != (right.confidence is None):
        return False
    return all(
        a == b or (a != a and b != b) for a, b in zip(left.confidence or (), right.confidence or (), strict=True)
    )
