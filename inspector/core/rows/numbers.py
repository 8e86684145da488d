"""The columns of single numbers, as rows of numbers are exported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.core.arrays.types import Floats, Ints
from inspector.core.errors import InputError
from inspector.core.evaluation.numbers import names, numbers
from inspector.core.rows.column import Column, number

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation

# The columns of lists, in the order in which `numbers` gives theirs.
SIDES = ("truth", "predictions")


def number_columns(evaluation: Evaluation, side: str) -> tuple[Column, ...]:
    """A column for each number of one of the SIDES: `truth` for one number a row, `truth:NAME` for several."""
    of = names(evaluation)
    return tuple(_column(side if len(of) == 1 else f"{side}:{name}", side, name) for name in of)


def number_column(name: str) -> Column | None:
    """The column `truth:NAME` or `predictions:NAME`; None for another name."""
    side, colon, of = name.partition(":")
    return _column(name, side, of) if colon and side in SIDES else None


def _column(title: str, side: str, of: str) -> Column:
    def values(evaluation: Evaluation, rows: Ints) -> Floats:
        known = [] if evaluation.table.kind.names_labels else names(evaluation)
        if of not in known:
            raise InputError(f"there is no column {title!r}", expected=", ".join(f"{side}:{name}" for name in known))
        found: Floats = numbers(evaluation, rows)[SIDES.index(side)][:, known.index(of)]
        return found

    return number(title, title, f"{of} of the {side}", values)
