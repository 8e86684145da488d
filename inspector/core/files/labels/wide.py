"""The wide shape: one column per label with 0 or 1, or with the probability of the label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, dictionary, integers, texts
from inspector.core.arrays.column_ranks import MOST_COMPARED, closed_up, rank_columns
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.text import number_texts
from inspector.core.arrays.types import Bools, Codes, Floats, Ints
from inspector.core.data.kind import LABELS
from inspector.core.data.prediction import Prediction
from inspector.core.data.vocab import Vocab
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.patch import Patch, Texts
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.cell import refuse_repeated
from inspector.core.files.labels.reading import OddCells, Reading
from inspector.core.files.labels.shape import Edited, LabelRequest, Lists
from inspector.core.files.schema.contents import column_probabilities, is_probability

# Cells that a thread parses or sorts at a time.
_CELLS = 1 << 19
_DISTINCT = {"has_repeats": False}


class Wide:
    """The wide shape: a number per label; the labels are column names."""

    kind = LABELS

    def lists(self, request: LabelRequest) -> Lists:
        """Read the labels above 0, most probable first; of a truth, those of at least 0.5. Odd cells count as 0.

        Raises InputError for two columns of one label: a prediction has one probability for it.
        """
        names = request.layout.names_of(request.sheet)
        _refuse_repeated(names, request.sheet)
        order = _order(names, request.truth)
        codes = np.argsort(order).astype(np.int32)
        found = _ranked(request, codes, 0.5 if request.is_truth else np.nextafter(0.0, 1.0))
        labels = _encoded([names[i] for i in order.tolist()], found)
        if request.is_truth or found.lowest == 1:
            return Lists(found.offsets, labels, odd=found.odd, known=_DISTINCT)
        known = {**_DISTINCT, "lightest": 0.0, "heaviest": found.highest, "weight_sums": found.sums}
        return Lists(found.offsets, labels, found.weights, odd=found.odd, known=known)

    def changes(self, reading: Reading, edited: Edited) -> Patch:
        """The patch of the numbers of labels that were added, removed or got another confidence."""
        layout, held, added = reading.layout, edited.held, edited.added
        records = reading.entries.first[held.entries]
        lists = held.before, held.after, added.after
        before, after, new = (_columns(reading, part, edited.vocab) for part in lists)
        cells, appended = dict[int, Texts](), layout.id_cells(added.ids)
        for column in reading.layout.labels:
            old_values, new_values = next(before), next(after)
            differs = old_values != new_values
            texts = _written(reading, new_values[differs], held.after)
            cells[column] = Texts.sorted(records[differs], texts)
            appended[column] = _written(reading, next(new), added.after)
        known = {column: Texts.sorted(records, ids) for column, ids in layout.id_cells(held.ids).items()}
        return Patch(cells, known, appended=appended)

    def refuse(self, reading: Reading, prediction: Prediction) -> None:
        """Raise InputError for a label without a column, or an invalid probability."""
        names = reading.layout.names_of(reading.sheet)
        for label in prediction.labels:
            if label not in names:
                raise InputError(
                    f"the file has no column for the label {shorten(label)}", expected="a label of its header"
                )
        refuse_repeated(prediction.labels, "a label has one column and cannot be repeated", "each label once")
        for value in prediction.confidence or ():
            if not (value > 0 and is_probability(np.array(value))):
                raise InputError(f"{value!r} is not a valid probability", expected="more than 0, at most 1")

    def tie_ranks(self, reading: Reading, labels: Sequence[str]) -> list[int] | None:
        """The order of the header."""
        names = reading.layout.names_of(reading.sheet)
        rank = {name: number for number, name in reversed([*enumerate(names)])}
        return [rank[label] for label in labels]


def _refuse_repeated(names: Sequence[str], sheet: Sheet) -> None:
    for label, count in Counter(names).most_common(1):
        if count > 1:
            what, hint = f"{count} columns have the label {shorten(label)}", "Keep one of them, or give it another name"
            raise InputError(what, sheet.name, expected="a column for each label", hint=hint)


@dataclass(frozen=True, eq=False)
class _Ranked:
    """The codes of the label columns of each row, highest number first, these numbers, and the cells that hold none.

    sums: float64 (n,), of the numbers of each row; occur: bool (width,), which of the codes there are; lowest,
    highest: of the numbers, or 1 if that is beyond them.
    """

    offsets: Ints
    codes: Codes
    weights: Floats
    sums: Floats
    odd: OddCells
    occur: Bools
    lowest: float
    highest: float


class _Block(NamedTuple):
    """What was found in some rows: rows and columns of odd cells, and the ends of the numbers that are listed."""

    rows: Ints
    columns: Ints
    lowest: float
    highest: float


def _order(names: Sequence[str], truth: Lists | None) -> Ints:
    """int64: the columns as their labels are in the truth, then the others; so codes of both need not be unified."""
    known = texts([]) if truth is None else truth.names
    places = pc.index_in(texts(names), value_set=known).to_pylist()
    return np.argsort([len(known) if place is None else place for place in places], kind="stable")


def _ranked(request: LabelRequest, codes: Codes, least: float) -> _Ranked:
    """Read the columns of each row with at least this number, a block of rows at a time; codes: of the columns."""
    read, rows, width = _reader(request), len(request.records), len(request.layout.labels)
    columns, weights, lengths = np.empty(rows * width, np.int32), np.empty(rows * width), np.empty(rows, np.int64)
    sums, occur, step = np.empty(rows), np.zeros(width, bool), 1 + _CELLS // (1 + width)

    def rank(low: int) -> _Block:
        block = read(low, min(low + step, rows))
        odd, lowest, highest = _without_odd(block)
        if lowest >= least:  # then all are listed, as most probabilities are
            lengths[low : low + step], occur[:] = width, True
        else:
            held = block >= least
            lengths[low : low + step], occur[codes[held.any(axis=1)]] = held.sum(axis=0), True
            lowest = block.min(where=held, initial=1.0)
        starts = offsets_of(lengths[low : low + step])
        part = slice(low * width, low * width + starts[-1])
        rank_columns(block, codes, least, starts[:-1], columns[part], weights[part])
        # While the numbers are in the cache; each sum is the same wherever its row stands.
        sums[low : low + step] = Ragged(starts, columns[part], weights[part]).weight_sums
        return _Block(odd[0] + low, odd[1], lowest, highest)

    none = np.empty(0, np.int64)
    blocks = [_Block(none, none, 1.0, 1.0), *parallel_map(rank, range(0, rows, step))]
    offsets = offsets_of(lengths)
    odd = OddCells(np.concatenate([b.rows for b in blocks]), np.concatenate([b.columns for b in blocks]))
    closed = closed_up(columns, offsets, step), closed_up(weights, offsets, step)
    ends = min(b.lowest for b in blocks), max(b.highest for b in blocks)
    return _Ranked(offsets, *closed, sums, odd, occur, *ends)


def _without_odd(block: Floats) -> tuple[tuple[Ints, Ints], float, float]:
    """Set the cells without a probability to 0: their rows and columns, row by row, and the lowest and highest number.

    block: (c, n).
    """
    lowest, highest = block.min(initial=np.inf), block.max(initial=0.0)
    if is_probability(np.array([lowest, highest])).all():  # told in a tenth of the time
        return (np.empty(0, np.int64), np.empty(0, np.int64)), lowest, highest
    rows, columns = np.nonzero(~is_probability(block).T)
    block[columns, rows] = 0.0
    return (rows, columns), block.min(initial=np.inf), block.max(initial=0.0)


def _encoded(names: Sequence[str], found: _Ranked) -> pa.ChunkedArray:
    """The names of codes, dictionary-encoded; the dictionary has only those that occur."""
    occur, codes = found.occur, found.codes
    codes = codes if occur.all() else (np.cumsum(occur, dtype=np.int32) - 1)[codes]
    return pa.chunked_array([dictionary(codes, texts(names).filter(booleans(occur)))])


def _columns(reading: Reading, lists: Ragged, vocab: Vocab) -> Iterator[Floats]:
    """float64 (len(lists),) for each label column: its numbers for these lists."""
    order, owner = np.argsort(lists.codes, kind="stable"), lists.owners()
    codes = lists.codes[order]
    for name in reading.layout.names_of(reading.sheet):
        low, high = np.searchsorted(codes, vocab.find(name) + np.arange(2)).tolist()
        values, at = np.zeros(len(lists)), order[low:high]
        values[owner[at]] = 1.0 if lists.weights is None else lists.weights[at]
        yield values


def _written(reading: Reading, values: Floats, lists: Ragged) -> pa.StringArray:
    """Format numbers as in the file: probabilities if the lists have confidences."""
    no_yes = texts(reading.layout.no_yes)
    if lists.weights is None:
        return no_yes.take(integers(values.astype(np.int64)))
    written = pc.replace_substring(number_texts(values), ".", reading.layout.decimal)
    return pc.replace_with_mask(written, booleans(values == 0), no_yes[0])


def _reader(request: LabelRequest) -> Callable[[int, int], Floats]:
    """Reads some of the requested records: float64 (labels, r), column by column, NaN for cells without a number."""
    columns = [request.sheet.columns[index] for index in request.layout.labels]
    in_order = np.array_equal(request.records, np.arange(len(request.sheet)))
    if not in_order or len(columns) > MOST_COMPARED:
        matrix = _matrix(request)
        return lambda low, high: matrix[:, low:high]

    def read(low: int, high: int) -> Floats:
        block = np.empty((len(columns), high - low))
        for column, values in zip(columns, block, strict=True):
            column_probabilities(column.slice(low, high - low), request.layout.decimal, values)
        return block

    return read


def _matrix(request: LabelRequest) -> Floats:
    """float64 (labels, n): the numbers of the requested records, 0 for those that are not held."""
    matrix = np.zeros((len(request.layout.labels), len(request.records)))
    held = request.records >= 0
    records, into = request.records[held], slice(None) if held.all() else held

    def fill(indices: range) -> None:
        for index in indices:
            column = request.sheet.columns[request.layout.labels[index]]
            values = column_probabilities(column, request.layout.decimal)
            matrix[index, into] = values[records]

    columns, step = len(request.layout.labels), 1 + _CELLS // (1 + len(records))
    parallel_map(fill, [range(low, min(low + step, columns)) for low in range(0, columns, step)])
    return matrix
