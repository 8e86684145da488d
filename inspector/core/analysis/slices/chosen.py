"""Slices by the titles of columns, and as a table: for the terminal and for Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from inspector.core.analysis.slices.every import every_slice
from inspector.core.analysis.slices.grouping import Grouping, crossed, groupings
from inspector.core.analysis.slices.slices import Slices, slices
from inspector.core.arrays.types import Bools
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import is_compared
from inspector.core.task import Task


def chosen_slices(evaluation: Evaluation, titles: Sequence[str], among: Bools | None = None) -> Task[Slices]:
    """The groups by one column or by two at once, by default those of every column, the highest excess first.

    among: bool (n,), the rows to count, None for all. Raises InputError for an unknown column, and for more than two.
    """
    if len(titles) > 2:
        raise InputError(f"rows are grouped by one column or by two, not by {len(titles)}")
    chosen = [_named(evaluation, title) for title in titles]
    if not chosen:
        return (yield from every_slice(evaluation, among))
    return slices(evaluation, chosen[0] if len(chosen) == 1 else crossed(*chosen), among)


def _named(evaluation: Evaluation, title: str) -> Grouping:
    known = {grouping.title: grouping for grouping in reversed(groupings(evaluation))}
    if title not in known:
        expected = ", ".join(map(shorten, reversed(known)))
        raise InputError(f"there is no column {shorten(title)} to group rows by", expected=expected)
    return known[title]


def fields_of(evaluation: Evaluation, found: Slices) -> dict[str, list[Any]]:
    """The figures by name, a value for each group, the highest excess first, or the worst mean where nobody knows what
    rows cost; filter: the expression for its rows.

    Without a baseline there is nothing of it, and of labels no bias; of several numbers a row, biased names the one
    whose bias is told.
    """
    worst = evaluation.metric.improvement(found.mean) if np.isnan(found.excess).all() else -found.excess
    order = np.argsort(worst, kind="stable").tolist()
    columns: dict[str, Any] = {"rows": found.rows, "score": found.mean}
    if is_compared(evaluation):
        columns["baseline_score"] = found.baseline
    if found.bias is not None:
        columns["bias"] = found.bias.mean
    if found.bias is not None and any(found.bias.names):
        columns["biased"] = np.array(found.bias.names)
    columns |= {"share_of_cost": found.share, "excess": found.excess, "cost": found.cost, "perfect": found.perfect}
    if is_compared(evaluation):
        columns |= {"part_of_delta": found.won, "p": found.p}
    figures = {name: values[order].tolist() for name, values in columns.items()}
    names, clauses = [found.name(line) for line in order], [found.clause(line) for line in order]
    return {"group": names, **figures, "filter": clauses}
