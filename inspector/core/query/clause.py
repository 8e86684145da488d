"""One part of the filter in force: its text, who put it there, whether it is on. All that are on hold at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.arrays.types import Bools, Ints
from inspector.core.data.order import Filter
from inspector.core.query.expression import Query

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation


@dataclass(frozen=True)
class Clause:
    """An expression, or, where rows are given, just these rows under a name.

    source: the widget that owns it, "" when it was typed; rows: int64, distinct rows of the table, or None.
    """

    text: str
    source: str = ""
    on: bool = True
    rows: Ints | None = field(default=None, compare=False, repr=False)

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,): the rows that satisfy it, whether it is on or not. Raises QueryError."""
        if self.rows is None:
            return parse(self.text).mask(evaluation)
        mask = np.zeros(len(evaluation.table), bool)
        mask[self.rows] = True
        return mask


@lru_cache(maxsize=256)
def parse(text: str) -> Query:
    """The query that a text means; a blank one has every row. Raises QueryError with the position of what is wrong."""
    # The parser takes longer to load than most commands take to run.
    from inspector.core.query.grammar import read

    return Query(read(text))


def narrowed(clauses: Iterable[Clause], clause: Clause) -> tuple[Clause, ...]:
    """The clauses with one more; the one of the same source gives way to it, and a blank one only takes that away."""
    kept = list(clauses)
    same = [i for i, old in enumerate(kept) if clause.source and old.source == clause.source]
    new = [clause] if clause.text.strip() else []
    at = same[0] if same else len(kept)
    return (*kept[:at], *new, *kept[at + len(same) :])


def filter_of(clauses: Sequence[Clause], evaluation: Evaluation, last: Filter | None = None) -> Filter | None:
    """The rows that satisfy all clauses that are on, None when none is. Raises QueryError.

    last: the filter before, whose masks are used again where no edit came between.
    """
    active = [clause for clause in clauses if clause.on]
    if not active:
        return None
    edits = evaluation.overlay
    known = last.parts if last is not None and last.edits is edits else {}
    parts = {c.text: known[c.text] if c.text in known else c.mask(evaluation) for c in active if c.rows is None}
    masks = [*parts.values(), *(clause.mask(evaluation) for clause in active if clause.rows is not None)]
    return Filter(reduce(np.logical_and, masks), _name(active), parts, edits)


def _name(active: Sequence[Clause]) -> str:
    """What the clauses say together, as one would read it."""
    if len(active) == 1:
        return active[0].text
    return " & ".join(f"({clause.text})" if "|" in clause.text else clause.text for clause in active)
