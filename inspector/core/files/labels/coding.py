"""Labels as codes, piece by piece while their text is at hand. Each piece has a dictionary of its own until the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import booleans, combine_chunks, integers, numbers, texts
from inspector.core.arrays.parallel import parallel_map, spans
from inspector.core.arrays.types import Bools, Codes, Ints
from inspector.core.files.labels.cell import join, split_piece

_AT_ONCE = 1 << 17
_LABELS = 1 << 21
_CODED = pa.dictionary(pa.int32(), pa.string())


def coded(labels: pa.StringArray) -> pa.ChunkedArray:
    """Labels in a row as codes of dictionaries."""
    parts = [labels.slice(low, _LABELS) for low in range(0, len(labels), _LABELS)]
    return pa.chunked_array(parallel_map(lambda part: part.dictionary_encode(), parts), _CODED)


def coded_words(column: pa.ChunkedArray, records: Ints, separator: str) -> tuple[Ints, pa.ChunkedArray, Ints]:
    """The words of the cells at some records: offsets int64 (c + 1,) and words of c cells in the order of the file.

    Third comes int64 (n,), which of these cells each of the records is; -1 for a negative record. Text stays where it
    is: whoever wants another order moves the codes, which are much smaller.
    """
    wanted, places = _mask(column, records), records
    if not wanted.all():
        places = np.append(np.cumsum(wanted) - 1, -1)[records.clip(-1)]

    def work(piece: pa.ChunkedArray) -> tuple[Ints, pa.DictionaryArray]:
        # Chunk by chunk, as they were read, without a copy of their text.
        done = [split_piece(cells, separator) for cells in piece.chunks]
        words = pa.chunked_array([words for _, words in done], pa.string())
        return join([offsets for offsets, _ in done]), _one(words.dictionary_encode())

    done = parallel_map(work, list(_pieces(column, wanted)))
    return join([offsets for offsets, _ in done]), pa.chunked_array([words for _, words in done], _CODED), places


def first_cells(column: pa.ChunkedArray, records: Ints, most: int) -> pa.StringArray:
    """The first cells at some records, in the order of the file."""
    at = np.flatnonzero(_mask(column, records))[:most]
    return combine_chunks(column.slice(0, int(at[-1]) + 1)).take(integers(at)) if len(at) else texts([])


def unified(*columns: pa.ChunkedArray) -> tuple[list[Codes], pa.StringArray]:
    """Coded labels in one dictionary: the codes of each column, and the text of each code in the order of the codes."""
    chunks = [chunk for column in columns for chunk in column.chunks]
    if not chunks:
        return [np.empty(0, np.int32) for _ in columns], texts([])
    one = pa.chunked_array(chunks, _CODED).unify_dictionaries()
    return [_codes(one.slice(start, len(column))) for start, column in _starts(columns)], one.chunk(0).dictionary


def _starts(columns: Sequence[pa.ChunkedArray]) -> Iterator[tuple[int, pa.ChunkedArray]]:
    start = 0
    for column in columns:
        yield start, column
        start += len(column)


def _codes(column: pa.ChunkedArray) -> Codes:
    return np.concatenate([np.empty(0, np.int32), *(numbers(chunk.indices) for chunk in column.chunks)])


def _one(coded: pa.ChunkedArray) -> pa.DictionaryArray:
    """Chunks that have one dictionary in common as one; every further chunk would be a further dictionary to unify."""
    if not coded.num_chunks:
        return texts([]).dictionary_encode()
    indices = pa.concat_arrays([chunk.indices for chunk in coded.chunks])
    return pa.DictionaryArray.from_arrays(indices, coded.chunk(0).dictionary, safe=False)


def _mask(column: pa.ChunkedArray, records: Ints) -> Bools:
    wanted = np.zeros(len(column), bool)
    wanted[records[records >= 0]] = True
    return wanted


def _pieces(column: pa.ChunkedArray, wanted: Bools) -> Iterator[pa.ChunkedArray]:
    """The wanted cells, some at a time: work for all processors, but few dictionaries."""
    everything = bool(wanted.all())
    for low, size in spans(len(column), _AT_ONCE):
        cells = column.slice(low, size)
        yield cells if everything else cells.filter(booleans(wanted[low : low + size]))
