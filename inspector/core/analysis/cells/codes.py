"""The pseudo-labels of a confusion matrix, and which labels have a line of their own."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.types import Ints

# Pseudo-labels beside NONE: OTHER for a truth label without a line, or a wrong prediction without a column; RIGHT for
# a prediction that is right, but not the label of the line.
OTHER, RIGHT = -3, -4


def most_confused(confused: Ints, support: Ints, occurring: Ints, most: int) -> Ints:
    """int64: up to `most` of the labels that occur; confused, support: int64 (c,), how often each label is."""
    return occurring[np.lexsort((-support[occurring], -confused[occurring]))[:most]]
