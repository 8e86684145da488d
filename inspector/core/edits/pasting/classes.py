"""Pasted cells as the numbers of labels, where the file has a column for each label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import flags, integers, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.edits.bulk_probabilities import listed, matrix_of
from inspector.core.edits.pasting.tsv import Lines
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.labels.cell import split
from inspector.core.files.schema.contents import column_probabilities, is_probability, parse_probabilities

_SAMPLE = 1000
# By the place of a label among the columns of the file, the cells of all lines.
Cells = Mapping[int, pa.StringArray]


def class_titles(evaluation: Evaluation) -> dict[str, int]:
    """The places of the labels by what a header may call them; empty unless each has a column."""
    reading = evaluation.pair.submission
    if reading.layout.shape != "wide":
        return {}
    columns = (reading.sheet.names[column].strip() for column in reading.layout.labels)
    return {name: at for names in (columns, reading.layout.names_of(reading.sheet)) for at, name in enumerate(names)}


def are_class_numbers(evaluation: Evaluation, lines: Lines, id_column: int | None) -> bool:
    """Whether lines hold numbers for labels that have a column each; those that are labels themselves do not count."""
    if not (titles := class_titles(evaluation)):
        return False
    words = _words(evaluation, lines.part(0, _SAMPLE), id_column)[1]
    are_labels = flags(pc.is_in(words, value_set=texts([*titles])))
    are_numbers = np.isfinite(_parsed(evaluation, words))
    return bool(2 * are_numbers.sum() > len(words) and not are_labels.all())


def class_cells(
    evaluation: Evaluation, body: Lines, header: Sequence[str] | None, id_column: int | None
) -> Cells | None:
    """The cells of lines that hold numbers of labels: as the header names them, else in the order of the file."""
    titles = class_titles(evaluation)
    named = {titles[name]: at for at, name in enumerate(header or ()) if name in titles and at != id_column}
    if named:
        cells = {place: body.column(at) for place, at in named.items()}
        return cells if any(np.isfinite(_parsed(evaluation, column)).any() for column in cells.values()) else None
    if header is not None or not are_class_numbers(evaluation, body, id_column):
        return None
    offsets, words = _words(evaluation, body, id_column)
    width = len(evaluation.pair.submission.layout.labels)
    if len(odd := np.flatnonzero(np.diff(offsets) != width)):
        line = " ".join(words.slice(offsets[odd[0]], np.diff(offsets)[odd[0]]).to_pylist())
        raise InputError("a pasted line does not fit", found=shorten(line), expected=f"{width} numbers in each line")
    return {place: words.take(integers(offsets[:-1] + place)) for place in range(width)}


def pasted_classes(evaluation: Evaluation, rows: Ints, cells: Cells) -> Ragged:
    """The lists of rows with the numbers of a line each, as the file is read; labels without cells keep theirs.

    Raises InputError naming a row for a cell without a probability, or without 0 or 1 where the file has only these.
    """
    reading, before = evaluation.pair.submission, evaluation.predictions(rows)
    numbers = {at: _numbers(evaluation, rows, cells[at], only_0_and_1=before.weights is None) for at in cells}
    codes = np.array([evaluation.table.vocab.add(name) for name in reading.layout.names_of(reading.sheet)], np.int32)
    weights = np.ones(len(before.codes)) if before.weights is None else before.weights
    matrix = matrix_of(Ragged(before.offsets, before.codes, weights), codes)
    for place, values in numbers.items():
        matrix[:, place] = values
    lists = listed(matrix, codes)
    return lists if before.weights is not None else Ragged(lists.offsets, lists.codes)


def _numbers(evaluation: Evaluation, rows: Ints, cells: pa.StringArray, *, only_0_and_1: bool) -> Floats:
    values = _parsed(evaluation, cells)
    fits: Bools = np.isin(values, (0, 1)) if only_0_and_1 else is_probability(values)
    if not fits.all():
        at = int(np.argmin(fits))
        found = f"{shorten(str(cells[at]))} for {shorten(evaluation.table.id(int(rows[at])))}"
        expected = "0 or 1" if only_0_and_1 else "a number from 0 to 1"
        raise InputError("a pasted cell does not fit", found=found, expected=expected)
    return values.clip(0.0, 1.0)


def _parsed(evaluation: Evaluation, cells: pa.StringArray) -> Floats:
    """Cells as numbers, NaN for none: with the decimal sign of the file or with a point, as the program shows them.

    None can be mistaken, because 1.234 is no probability, whether or not its point stands between thousands.
    """
    values = column_probabilities(pa.chunked_array([cells]), evaluation.pair.submission.layout.decimal)
    return np.where(np.isnan(values), parse_probabilities(cells), values)


def _words(evaluation: Evaluation, lines: Lines, id_column: int | None) -> tuple[Ints, pa.StringArray]:
    """The words of lines without their ids: offsets int64 (n + 1,), and all of them."""
    separator = evaluation.pair.submission.grammar.separator
    return split(lines.joined(separator, id_column), separator)
