"""The next lower and the next higher score, for labels that are added behind others or in front of them."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.types import Floats


def next_lower(scores: Floats) -> Floats:
    """float64: the shortest decimal that is the next lower number in single precision, else in double precision."""
    with np.errstate(over="ignore", under="ignore"):
        single = np.nextafter(scores.astype(np.float32), np.float32(-np.inf))
    lower = single.astype("U32").astype(np.float64)
    is_far = ~np.isfinite(lower) | ((scores > 0) & (lower <= 0)) | (lower >= scores)
    lower[is_far] = scores[is_far]
    has_lower = is_far & (scores > np.finfo(np.float64).min)
    lower[has_lower] = np.nextafter(scores[has_lower], -np.inf)
    return np.where((scores > 0) & (lower <= 0), scores, lower)


def next_higher(scores: Floats) -> Floats:
    """float64: the shortest decimal that is the next higher number in single precision, else in double precision."""
    return -next_lower(-scores)
