"""Columns of no and yes, 0 and 1: what of them are classes, targets, or answers with their confidences."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from inspector.core.arrays.types import Floats

# A share of rows that may be mistakes.
_NEARLY_NONE = 0.1


def are_likely(values: Floats) -> bool:
    """Whether most numbers are from 0 to 1."""
    return bool(((values >= 0) & (values <= 1)).mean() > 0.5)


def are_one_hot(columns: Iterable[Floats]) -> bool:
    """Whether no row has a yes in more than one of the columns, each float64 (n,), and hardly any in none of them."""
    count = np.sum([values == 1 for values in columns], axis=0)
    return bool(count.max(initial=0) <= 1 and (count == 0).mean() <= _NEARLY_NONE)


def are_predictions(answers: Floats, truth: Floats) -> bool:
    """Whether yes and no, both float64 (n,), are right more often than by chance, and are not the truth itself."""
    known = np.isfinite(answers) & np.isfinite(truth)
    if not known.any():
        return False
    right, yes = (answers == truth)[known].mean(), (answers[known].mean(), truth[known].mean())
    chance = yes[0] * yes[1] + (1 - yes[0]) * (1 - yes[1])
    return bool(chance + 0.5 / np.sqrt(known.sum()) < right < 1)


def are_halved(values: Floats, answers: Floats) -> bool:
    """Whether nearly all numbers beside a yes are at least a half, and those beside a no less; all float64 (n,)."""
    return len(values) > 0 and bool(((values < 0.5) == (answers == 0)).mean() >= 1 - _NEARLY_NONE)


def are_of_answers(values: Floats, answers: Floats) -> bool:
    """Whether numbers tell how sure each answer is: also beside nearly all no, at least a half; all float64 (n,)."""
    of_no = values[answers == 0]
    return len(of_no) > 0 and bool((of_no >= 0.5).mean() >= 1 - _NEARLY_NONE) and not rise_with(values, answers)


def rise_with(values: Floats, answers: Floats) -> bool:
    """Whether numbers are high beside yes and low beside no, both float64 (n,), in nearly all rows."""
    of_yes, of_no = (values[(answers == answer) & np.isfinite(values)] for answer in (1, 0))
    both = len(of_yes) > 0 and len(of_no) > 0
    return both and bool(np.quantile(of_yes, _NEARLY_NONE) >= np.quantile(of_no, 1 - _NEARLY_NONE))
