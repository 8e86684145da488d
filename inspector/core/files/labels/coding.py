"""Dictionary-encode labels piece by piece in parallel; the dictionaries are unified at the end."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import booleans, combine_chunks, integers, numbers, texts
from inspector.core.arrays.parallel import parallel_map, spans
from inspector.core.arrays.types import Bools, Codes, Ints, cumulative_count
from inspector.core.files.labels.cell import join, split_piece

_AT_ONCE = 1 << 17
_LABELS = 1 << 21
# Cells that show whether few differ: at most one in so many.
_HEAD, _FEW = 1000, 10
_CODED = pa.dictionary(pa.int32(), pa.string())


def dictionary_encode(labels: pa.StringArray) -> pa.ChunkedArray:
    """Dictionary-encode labels in parallel."""
    parts = [labels.slice(low, _LABELS) for low in range(0, len(labels), _LABELS)]
    return pa.chunked_array(parallel_map(lambda part: part.dictionary_encode(), parts), _CODED)


def encode_words(column: pa.ChunkedArray, records: Ints, separator: str) -> tuple[Ints, pa.ChunkedArray, Ints]:
    """Split and encode the cells at the given records: offsets int64 (c + 1,), words of c cells in file order, indices.

    indices: int64 (n,), the cell of each record, -1 for a negative record. Words stay in file order because
    reordering codes later is much cheaper than reordering text.
    """
    requested, indices = _mask(column, records), records
    if not requested.all():
        before = cumulative_count(requested)
        indices = np.where(records < 0, -1, before[records.clip(0)])

    def work(span: tuple[int, int]) -> tuple[Ints, pa.DictionaryArray]:
        # Split each chunk separately to avoid copying the text.
        cells, wanted = column.slice(*span), requested[span[0] : sum(span)]
        cells = cells if wanted.all() else cells.filter(booleans(wanted))
        if (coded := _single_words(cells, separator)) is not None:
            return np.arange(len(cells) + 1), _one(coded)
        done = [split_piece(chunk, separator) for chunk in cells.chunks]
        words = pa.chunked_array([words for _, words in done], pa.string())
        return join([offsets for offsets, _ in done]), _one(words.dictionary_encode())

    done = parallel_map(work, spans(len(column), _AT_ONCE))  # enough for all CPU cores, but few dictionaries
    return join([offsets for offsets, _ in done]), pa.chunked_array([words for _, words in done], _CODED), indices


def _single_words(cells: pa.ChunkedArray, separator: str) -> pa.ChunkedArray | None:
    """The encoded cells where each is one word and few differ, as classes do: only these few are split; else None."""
    head = combine_chunks(cells.slice(0, _HEAD))
    if not len(head) or len(head.unique()) * _FEW > len(head):
        return None
    coded = cells.dictionary_encode()
    different = coded.chunk(0).dictionary
    offsets, words = split_piece(different, separator)
    return coded if len(offsets) == len(words) + 1 and words.equals(different) else None


def first_cells(column: pa.ChunkedArray, records: Ints, most: int) -> pa.StringArray:
    """The first `most` cells at the given records, in file order."""
    at = np.flatnonzero(_mask(column, records))[:most]
    return combine_chunks(column.slice(0, int(at[-1]) + 1)).take(integers(at)) if len(at) else texts([])


def unify_dictionaries(*columns: pa.ChunkedArray) -> tuple[list[Codes], pa.StringArray]:
    """Unify the dictionaries of encoded columns: the codes of each column, and the text of each code."""
    chunks = [chunk for column in columns for chunk in column.chunks]
    if not chunks:
        return [np.empty(0, np.int32) for _ in columns], texts([])
    one = pa.chunked_array(chunks, _CODED).unify_dictionaries()
    starts = accumulate(map(len, columns), initial=0)
    codes = [_codes(one.slice(start, len(column))) for start, column in zip(starts, columns, strict=False)]
    return codes, one.chunk(0).dictionary


def _codes(column: pa.ChunkedArray) -> Codes:
    if column.num_chunks == 1:  # then numpy would only copy it
        codes: Codes = numbers(column.chunk(0).indices)
        return codes
    return np.concatenate([np.empty(0, np.int32), *(numbers(chunk.indices) for chunk in column.chunks)])


def _one(encoded: pa.ChunkedArray) -> pa.DictionaryArray:
    """Merge chunks with a common dictionary, so that fewer dictionaries have to be unified."""
    if not encoded.num_chunks:
        return texts([]).dictionary_encode()
    indices = pa.concat_arrays([chunk.indices for chunk in encoded.chunks])
    return pa.DictionaryArray.from_arrays(indices, encoded.chunk(0).dictionary, safe=False)


def _mask(column: pa.ChunkedArray, records: Ints) -> Bools:
    requested = np.zeros(len(column), bool)
    requested[records if records.min(initial=0) >= 0 else records[records >= 0]] = True
    return requested
