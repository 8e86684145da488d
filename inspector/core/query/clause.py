"""One clause of the filter: its text, its source, and whether it is on. All clauses that are on apply together."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.arrays.types import Bools, Ints
from inspector.core.data.order import Filter
from inspector.core.query.condition import is_outcome
from inspector.core.query.error import QueryError
from inspector.core.query.expression import Leaf, Query
from inspector.core.query.fields import OF_BOTH
from inspector.core.query.near.near_hint import joined, near_hint
from inspector.core.query.numbers import BASE
from inspector.core.query.word import OR

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation


@dataclass(frozen=True)
class Clause:
    """An expression, or a fixed set of rows with a name.

    source: the widget that owns it, "" when typed; rows: int64, distinct rows of the table, or None.
    """

    text: str
    source: str = ""
    on: bool = True
    rows: Ints | None = field(default=None, compare=False, repr=False)

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,): the rows that match, whether the clause is on or off. Raises QueryError."""
        if self.rows is None:
            return parse(self.text).mask(evaluation)
        mask = np.zeros(len(evaluation.table), bool)
        mask[self.rows] = True
        return mask


@lru_cache(maxsize=256)
def parse(text: str) -> Query:
    """Parse a query; blank text matches all rows. Raises QueryError with the position of the error."""
    # Imported late: loading the parser takes longer than most commands.
    from inspector.core.query.grammar import read

    return Query(read(text))


def narrowed(clauses: Iterable[Clause], clause: Clause) -> tuple[Clause, ...]:
    """Add a clause, replacing those of the same source; a blank clause only removes them."""
    kept = list(clauses)
    same = [i for i, old in enumerate(kept) if clause.source and old.source == clause.source]
    new = [clause] if clause.text.strip() else []
    at = same[0] if same else len(kept)
    return (*kept[:at], *new, *kept[at + len(same) :])


def filter_of(
    clauses: Sequence[Clause], evaluation: Evaluation, last: Filter | None = None, *, as_shown: bool = False
) -> Filter | None:
    """The rows that match all clauses that are on; None when none is on. Raises QueryError.

    last: the previous filter, whose masks are reused if there was no edit, no note, no other further metric
    and no other baseline since; as_shown: whether they are reused although there was, as the table keeps its rows: then
    there is no hint either, which the table has already.
    """
    active = [clause for clause in clauses if clause.on]
    if not active:
        return None
    basis = evaluation.overlay, evaluation.notes, evaluation.further, evaluation.baseline
    is_known = last is not None and (as_shown or all(map(operator.is_, last.basis, basis)))
    known = last.parts if last is not None and is_known else {}
    parts = {c.text: known[c.text] if c.text in known else c.mask(evaluation) for c in active if c.rows is None}
    masks = [*parts.values(), *(clause.mask(evaluation) for clause in active if clause.rows is not None)]
    mask = reduce(np.logical_and, masks)
    return Filter(mask, _name(active), parts, basis, "" if as_shown or mask.any() else _hint(active, evaluation))


def _hint(clauses: Iterable[Clause], evaluation: Evaluation) -> str:
    """What may be meant by clauses that leave no row; empty where nobody knows."""
    texts = [clause.text for clause in clauses if clause.rows is None]
    return joined(near_hint(parse(text), text, evaluation) for text in texts)


def fitting(clause: Clause, evaluation: Evaluation) -> Clause:
    """The clause, switched off if it does not fit another submission, which may lack an extra column."""
    try:
        clause.mask(evaluation)
    except QueryError:
        return replace(clause, on=False)
    return clause


def chooses_by_outcome(clauses: Iterable[Clause], evaluation: Evaluation) -> bool:
    """Whether rows are chosen by how they score or by what is predicted, which a comparison of scores then repeats.

    A fixed set of rows was most likely chosen so.
    """
    on = [clause for clause in clauses if clause.on]
    fields = frozenset[str]().union(*(parse(clause.text).fields for clause in on if clause.rows is None))
    return any(clause.rows is not None for clause in on) or any(is_outcome(evaluation, name) for name in fields)


def refuse_both_sides(query: Query) -> None:
    """Raise QueryError for an expression about two sides where rows are chosen by the baseline alone."""
    for leaf in filter(_is_of_both, query.leaves):
        what = f"{leaf.text} compares two submissions, but rows are chosen by the baseline alone"
        hint = "Choose them by its score, rank or pred, or by id, truth or an extra column"
        raise QueryError(what, hint=hint, position=leaf.position)


def _is_of_both(leaf: Leaf) -> bool:
    """Whether it says something of two sides: their difference, or a field of one beside that of the other."""
    names = {*leaf.fields}
    return not names.isdisjoint(OF_BOTH) or len({name.removeprefix(BASE) for name in names}) < len(names)


def _name(active: Sequence[Clause]) -> str:
    """The clauses joined into one expression."""
    if len(active) == 1:
        return active[0].text
    return " & ".join(f"({clause.text})" if re.search(OR, clause.text) else clause.text for clause in active)
