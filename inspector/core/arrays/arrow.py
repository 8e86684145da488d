"""Conversions between numpy and Arrow without a copy.

pyarrow's own conversions import pandas, which takes longer than scoring a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.types import Bools, Codes, Ints
from inspector.core.errors import InputError, shorten

# Releasing less than this is not worth the time.
_MIN_RELEASED = 1 << 27


def integers(values: Ints) -> pa.Int64Array:
    """Convert numpy int64 to Arrow, sharing memory."""
    values = np.ascontiguousarray(values, np.int64)
    return pa.Array.from_buffers(pa.int64(), len(values), [None, pa.py_buffer(values)])


def dictionary(codes: Codes | Ints, names: pa.StringArray) -> pa.DictionaryArray:
    """Texts encoded as the indices of their names; shares the memory of int32 codes."""
    codes = np.ascontiguousarray(codes, np.int32)
    indices = pa.Array.from_buffers(pa.int32(), len(codes), [None, pa.py_buffer(codes)])
    return pa.DictionaryArray.from_arrays(indices, names, safe=False)


def floats(values: Any) -> pa.DoubleArray:
    """Convert numpy float64 to Arrow, sharing memory; NaN becomes null."""
    values = np.ascontiguousarray(values, np.float64)
    is_nan = np.isnan(values)
    valid = pa.py_buffer(np.packbits(~is_nan, bitorder="little")) if is_nan.any() else None
    return pa.Array.from_buffers(pa.float64(), len(values), [valid, pa.py_buffer(values)])


def booleans(values: Bools) -> pa.BooleanArray:
    """Convert numpy bool to Arrow."""
    return pa.Array.from_buffers(pa.bool_(), len(values), [None, pa.py_buffer(np.packbits(values, bitorder="little"))])


def texts(values: Sequence[str]) -> pa.StringArray:
    """Convert strings to Arrow.

    Raises InputError for a lone surrogate, which Python and JSON allow and UTF-8 does not.
    """
    try:
        encoded = [value.encode() for value in values]
    except UnicodeEncodeError as error:
        around = str(error.object)[max(error.start - 20, 0) : error.start + 20]
        raise InputError("a text holds half a character", found=shorten(around), expected="text in UTF-8") from None
    offsets = np.zeros(len(encoded) + 1, np.int32)
    np.cumsum([len(value) for value in encoded], out=offsets[1:])
    return pa.Array.from_buffers(
        pa.string(), len(encoded), [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded))]
    )


def is_text(value: str) -> bool:
    """Whether a string can be encoded as UTF-8; Python strings may contain lone surrogates."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def text(value: str) -> pa.StringScalar:
    """Convert one string to an Arrow scalar."""
    return texts([value])[0]


def content(values: pa.StringArray) -> NDArray[np.uint8]:
    """The UTF-8 bytes of all texts, concatenated; shares memory."""
    _, offsets, data = values.buffers()
    if not len(values) or data is None:
        return np.empty(0, np.uint8)
    ends = np.frombuffer(offsets, np.int32, len(values) + 1, 4 * values.offset)
    return np.frombuffer(data, np.uint8)[ends[0] : ends[-1]]


def numbers(values: pa.Array) -> Any:
    """Convert an Arrow array of numbers without nulls to numpy, keeping the type."""
    return np.from_dlpack(values) if len(values) else np.empty(0, values.type.to_pandas_dtype())


def flags(values: pa.Array) -> Bools:
    """Convert an Arrow array of booleans without nulls to numpy."""
    mask: Bools = numbers(pc.cast(values, pa.uint8())).astype(bool)
    return mask


def release_memory() -> None:
    """Return memory that Arrow keeps for reuse to the system."""
    pool = pa.default_memory_pool()
    if (pool.max_memory() or _MIN_RELEASED) >= _MIN_RELEASED:
        pool.release_unused()


def combine_chunks(column: pa.ChunkedArray) -> pa.Array:
    """Concatenate the chunks of a column into one array."""
    if not column.num_chunks:  # Arrow would import pandas for an empty column
        return texts([]).cast(column.type)
    piece = column.combine_chunks()
    return pa.concat_arrays(piece.chunks) if isinstance(piece, pa.ChunkedArray) else piece


def take_ascending(column: pa.ChunkedArray, rows: Ints) -> pa.StringArray:
    """The texts of ascending rows, taken chunk by chunk, which is much faster than from all at once."""
    bounds = offsets_of(np.array([len(chunk) for chunk in column.chunks], np.int64))
    at = np.searchsorted(rows, bounds)
    pieces = zip(column.chunks, bounds, at[:-1], at[1:], strict=False)
    taken = [chunk.take(integers(rows[low:high] - start)) for chunk, start, low, high in pieces if high > low]
    return pa.concat_arrays([texts([]), *taken])
