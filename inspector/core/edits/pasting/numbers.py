"""Pasted cells as the numbers of rows."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names
from inspector.core.files.labels.cell import split
from inspector.core.files.schema.contents import trimmed_numbers


def pasted_numbers(evaluation: Evaluation, rows: Ints, cells: pa.StringArray) -> Ragged:
    """One list of numbers a row from cells with the numbers of a row each, in the order of the components.

    Raises InputError naming a row for a cell without exactly as many finite numbers as the file has columns of them.
    """
    known, grammar = names(evaluation), evaluation.pair.submission.grammar
    offsets, words = split(cells, grammar.separator)
    values = trimmed_numbers(pc.replace_substring(words, evaluation.pair.submission.layout.decimal, "."))
    odd = np.diff(offsets) != len(known)
    odd[np.searchsorted(offsets, np.flatnonzero(~np.isfinite(values)), side="right") - 1] = True
    if odd.any():
        at = int(np.argmax(odd))
        found = f"{shorten(str(cells[at]))} for {shorten(evaluation.table.id(int(rows[at])))}"
        expected = "a number such as 0.25 or 1e-3" if len(known) == 1 else f"{len(known)} numbers in each line"
        raise InputError("a pasted line does not fit", found=found, expected=expected)
    codes = np.array([evaluation.table.vocab.add(name) for name in known], np.int32)
    return Ragged(offsets_of(np.full(len(rows), len(known))), np.tile(codes, len(rows)), values)
