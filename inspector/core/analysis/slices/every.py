"""The groups of every column at once, to find the worst ones without trying one column after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from inspector.core.analysis.slices.bias import Bias
from inspector.core.analysis.slices.grouping import groupings, usual_grouping
from inspector.core.analysis.slices.slices import Slices, uncorrected
from inspector.core.arrays import arrow
from inspector.core.arrays.types import Bools, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.statistics.testing.corrections import benjamini_hochberg
from inspector.core.task import Progress, Task

# Columns that are split into more groups are left out: as a rule they are names or ids.
MOST_GROUPS = 200
NO_TEXT = "(nothing)"
_FIGURES = ("rows", "mean", "baseline", "share", "excess", "cost", "perfect", "won", "p")


def every_slice(evaluation: Evaluation, among: Bools | None = None) -> Task[Slices]:
    """The groups of every way to group the rows, `column: group`; among: bool (n,), the rows to count, None for all.

    Left out are columns of more than `MOST_GROUPS` groups, those with one group, which has all rows, and the truth
    where rows of one truth have no overall of their own.
    """
    ways, found = groupings(evaluation)[usual_grouping(evaluation) :], dict[str, Slices]()
    for number, way in enumerate(ways):
        yield Progress(number / len(ways), f"Grouping by {way.title}")
        split = way.split(evaluation)
        if len(split.names) <= MOST_GROUPS:
            found[way.title] = uncorrected(evaluation, split, among)
    return _joined({title: one for title, one in found.items() if len(one) > 1} or found)


def _joined(found: dict[str, Slices]) -> Slices:
    """The lines of several slices, one after the other, as one; at least one."""
    each, ends = [*found.values()], np.cumsum([len(one) for one in found.values()])
    figures: dict[str, Any] = {name: np.concatenate([getattr(one, name) for one in each]) for name in _FIGURES}
    figures["p"] = benjamini_hochberg(figures["p"])
    names, bias = pa.concat_arrays([_named(title, one) for title, one in found.items()]), [one.bias for one in each]
    return replace(each[0], names=names, clause=_clause(each, ends), bias=_joined_bias(bias), **figures)


def _named(title: str, found: Slices) -> pa.StringArray:
    return arrow.texts([f"{title}: {name or NO_TEXT}" for name in found.names.to_pylist()])


def _clause(each: Sequence[Slices], ends: Ints) -> Callable[[int], str]:
    """The filter for the rows of a line; ends: int64 (g,), behind the last line of each."""

    def clause(line: int) -> str:
        at = int(np.searchsorted(ends, line, side="right"))
        return each[at].clause(line - int(ends[at]) + len(each[at]))

    return clause


def _joined_bias(each: Sequence[Bias | None]) -> Bias | None:
    known = [one for one in each if one is not None]
    if not known:
        return None
    names = tuple(name for one in known for name in one.names)
    return Bias(np.concatenate([one.mean for one in known]), np.concatenate([one.relative for one in known]), names)
