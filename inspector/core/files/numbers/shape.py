"""The shape of numbers: a column for each number to predict, the same ones in every row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import dictionary, texts
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.parallel import parallel_map, spans
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.kind import NUMBERS
from inspector.core.data.numbers import values_of
from inspector.core.data.prediction import Prediction
from inspector.core.files.formats.patch import Patch, Texts
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.reading import OddCells, Reading
from inspector.core.files.labels.shape import Edited, LabelRequest, Lists
from inspector.core.files.numbers.cells import NUMERALS, column_numbers, no_yes_of
from inspector.core.files.numbers.grammar import NumberGrammar, examples, written
from inspector.core.files.schema.layout import Layout

# Cells that a thread parses at a time.
_AT_ONCE = 1 << 18


class Numbers:
    """The shape of numbers; the components are named as in the truth."""

    kind = NUMBERS

    def lists(self, request: LabelRequest) -> Lists:
        """Read the numbers of the requested entries. Cells that hold no finite number are odd, and NaN."""
        layout, held = request.layout, request.records >= 0
        names, whole = layout.names_of(request.sheet), bool(held.all())
        values = _matrix(request.sheet, layout, request.records if whole else request.records[held])
        rows, columns = np.divmod(np.flatnonzero(~np.isfinite(values)), len(names))
        values[rows, columns] = np.nan
        shown = examples(values, layout.decimal)
        grammar = NumberGrammar(" ", names=names, decimal=layout.decimal, examples=shown)
        odd = OddCells(rows if whole else np.flatnonzero(held)[rows], columns)
        offsets, labels = _as_in(request.truth, held, names) or _of_names(held, names)
        return Lists(offsets, labels, values.ravel(), grammar, odd=odd)

    def changes(self, reading: Reading, edited: Edited) -> Patch:
        """The patch of the numbers that differ; all others keep their written form."""
        layout, held, added = reading.layout, edited.held, edited.added
        records, width = reading.entries.first[held.entries], len(layout.labels)
        before, after, new = (values_of(lists, width) for lists in (held.before, held.after, added.after))
        cells, appended = dict[int, Texts](), layout.id_cells(added.ids)
        for at, column in enumerate(layout.labels):
            differs = ~((before[:, at] == after[:, at]) | (np.isnan(before[:, at]) & np.isnan(after[:, at])))
            cells[column] = Texts.sorted(records[differs], written(after[differs, at], layout.decimal))
            appended[column] = written(new[:, at], layout.decimal)
        known = {column: Texts.sorted(records, ids) for column, ids in layout.id_cells(held.ids).items()}
        return Patch(cells, known, appended=appended)

    def refuse(self, reading: Reading, prediction: Prediction) -> None:
        """Raise InputError for numbers of other components, or one that is not finite."""
        reading.grammar.refuse(prediction)

    def tie_ranks(self, reading: Reading, labels: Sequence[str]) -> list[int] | None:
        """None: the components keep their order."""
        return None


def _as_in(truth: Lists | None, held: Bools, names: Sequence[str]) -> tuple[Ints, pa.ChunkedArray] | None:
    """The offsets and labels of the truth, which take no memory again, where these lists have the same; else None."""
    if truth is None or not held.all() or truth.names.to_pylist() != [*names]:
        return None
    # No list is longer than there are names, so with as many numbers in all, each has one for each name.
    same = len(truth.offsets) == len(held) + 1 and truth.offsets[-1] == len(held) * len(names)
    return (truth.offsets, truth.labels) if same else None


def _of_names(held: Bools, names: Sequence[str]) -> tuple[Ints, pa.ChunkedArray]:
    """The offsets and labels of lists that have each name once, or of those that are not held, nothing."""
    codes = np.tile(np.arange(len(names), dtype=np.int32), int(held.sum()))
    return offsets_of(held * len(names)), pa.chunked_array([dictionary(codes, texts(names))])


def _matrix(sheet: Sheet, layout: Layout, records: Ints) -> Floats:
    """float64 (len(records), c): the numbers of some records, NaN where a cell is not a number."""
    matrix = np.empty((len(records), len(layout.labels)))
    in_order = len(records) == len(sheet) and bool((records == np.arange(len(sheet))).all())
    cells = [sheet.columns[index] for index in layout.labels]
    words = [layout.no_yes if layout.no_yes == NUMERALS else no_yes_of(column) for column in cells]

    def fill(piece: tuple[int, tuple[int, int]]) -> None:
        at, (low, size) = piece
        if in_order:
            column_numbers(cells[at].slice(low, size), layout.decimal, words[at], matrix[low : low + size, at])
        else:
            matrix[:, at] = column_numbers(cells[at], layout.decimal, words[at])[records]

    pieces = spans(len(sheet), _AT_ONCE) if in_order else [(0, len(sheet))]
    parallel_map(fill, [*product(range(len(cells)), pieces)])
    return matrix
