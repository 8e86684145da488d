"""Find signs and line breaks that stand between labels, and are read as labels or as a part of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import flags
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.data.table import Table
from inspector.core.errors import quoted
from inspector.core.files.labels.reading import Reading
from inspector.core.files.problem import Problem
from inspector.core.plural import count_of

Which = Literal["truth", "submission"]

_SIGNS = r"^[!-/:-@\[-`{-~→•·–—]{1,3}$"
_SEVERAL, _NEARLY_ALL, _MOSTLY, _FEWEST, _MANY = 3, 0.9, 0.5, 3, 2_000


def problems(table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Find them in the lists of both files. readings: of truth and submission."""
    labels = table.vocab.array()
    sides: tuple[tuple[Which, Reading, Ragged], ...] = (
        ("truth", readings[0], table.truth),
        ("submission", readings[1], table.predictions),
    )
    for which, reading, lists in sides:
        if reading.layout.shape == "list" and len(lists.codes):
            yield from _signs(which, reading, lists, labels)
            yield from _lines(which, reading, lists, labels)


def _signs(which: Which, reading: Reading, lists: Ragged, labels: pa.StringArray) -> Iterable[Problem]:
    """Find a sign that is a label of nearly all rows with several labels, as where ` / ` separates them."""
    are_signs = flags(pc.match_substring_regex(labels, _SIGNS))
    several = lists.lengths >= _SEVERAL
    for code in np.flatnonzero(are_signs & lists.presence(len(labels))) if are_signs.any() else ():
        has = np.bincount(lists.owners()[lists.codes == code], minlength=len(lists)) > 0
        if several.sum() >= _FEWEST and (has & several).sum() >= _NEARLY_ALL * several.sum():
            sign = quoted(str(labels[int(code)]))
            what = f"{sign} is read as a label in {count_of(int(has.sum()), 'row')} of the {which}"
            cause = f"{sign} with blanks around it separates the labels: name that as the separator"
            yield _problem("sign-as-label", which, reading, np.flatnonzero(has), what, cause)


def _lines(which: Which, reading: Reading, lists: Ragged, labels: pa.StringArray) -> Iterable[Problem]:
    """Find labels of several lines of which most are labels themselves."""
    are_joined = flags(pc.match_substring(labels, "\n"))
    if are_joined.sum() < _FEWEST:  # as nearly always
        return
    held = np.flatnonzero(are_joined & lists.presence(len(labels)))
    if len(held) < _FEWEST:
        return
    known = {*labels.filter(pa.array(~are_joined)).to_pylist()}
    lines = [line.strip() for code in held[:_MANY] for line in str(labels[int(code)]).split("\n") if line.strip()]
    if sum(line in known for line in lines) > _MOSTLY * len(lines):
        rows = np.flatnonzero(np.bincount(lists.owners()[are_joined[lists.codes]], minlength=len(lists)))
        what = f"{count_of(len(rows), 'row')} of the {which} have line breaks between labels, read as one label"
        yield _problem("lines-as-label", which, reading, rows, what, "write another sign between the labels")


def _problem(kind: str, which: Which, reading: Reading, rows: Ints, what: str, cause: str) -> Problem:
    effect = "such a label is never predicted" if which == "truth" else "such a label takes a rank and is never right"
    return Problem(
        kind, which, len(rows), what, effect, file=reading.sheet.name, column=reading.label_name, cause=cause, rows=rows
    )
