"""Filtering and finding as long tasks, for tables with so many rows that a window must not wait."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.data.order import Filter
from inspector.core.document.state import State
from inspector.core.query.clause import Clause, filter_of, parse
from inspector.core.query.expression import quote
from inspector.core.task import Progress, Task


def filter_task(state: State, clauses: Sequence[Clause]) -> Task[Filter | None]:
    """What goes before `Inspection.show`: the rows that satisfy the clauses. Raises QueryError."""
    yield Progress(0.0, "Filtering")
    shown = filter_of(clauses, state)
    if shown is not None:
        yield Progress(0.7, "Filtering")
        shown.of(state.whole)
        state.distribution.foresee(shown)
    return shown


def find_task(state: State, text: str) -> Task[Ints]:
    """The places, int64, ascending, of the shown rows whose id or labels contain a text, whatever its case."""
    yield Progress(0.0, "Finding")
    order = state.order
    return np.flatnonzero(parse(quote(text)).mask(state)[order.rows])
