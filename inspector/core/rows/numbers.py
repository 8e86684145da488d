"""The columns of single numbers, as rows of numbers are exported and sorted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.numbers import errors_of
from inspector.core.errors import InputError
from inspector.core.evaluation.numbers import names, numbers
from inspector.core.rows.column import Column, number

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation

# The columns of lists, in the order in which `numbers` gives theirs.
SIDES = ("truth", "predictions")
# What there is of each of several numbers, and what it is called.
_TITLES = {"truth": "true {}", "predictions": "predicted {}", "error": "error of {}"}


def number_columns(evaluation: Evaluation, side: str) -> tuple[Column, ...]:
    """A column for each number of one of the SIDES: `truth` for one number a row, `truth:NAME` for several."""
    of = names(evaluation)
    return tuple(_column(side if len(of) == 1 else f"{side}:{name}", side, name) for name in of)


def each_number(evaluation: Evaluation) -> dict[str, str]:
    """What is said of each column `truth:NAME`, `predictions:NAME` and `error:NAME`; empty without several numbers."""
    of = [] if evaluation.table.kind.names_labels else names(evaluation)
    titles = {f"{what}:{name}": title.format(name) for what, title in _TITLES.items() for name in of}
    return titles if len(of) > 1 else {}


def number_column(name: str) -> Column | None:
    """The column `truth:NAME`, `predictions:NAME` or `error:NAME`; None for another name."""
    what, colon, of = name.partition(":")
    return _column(name, what, of) if colon and what in _TITLES else None


def _column(title: str, what: str, of: str) -> Column:
    def values(evaluation: Evaluation, rows: Ints) -> Floats:
        known = [] if evaluation.table.kind.names_labels else names(evaluation)
        if of not in known:
            raise InputError(f"there is no column {title!r}", expected=", ".join(f"{what}:{name}" for name in known))
        true, predicted = (side[:, known.index(of)] for side in numbers(evaluation, rows))
        return {"truth": true, "predictions": predicted, "error": errors_of(true, predicted)}[what]

    return number(title, title, _TITLES[what].format(of), values)
