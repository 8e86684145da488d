"""Between numpy and Arrow without a copy, and without pandas: pyarrow's own conversions import it, which takes longer
than scoring a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inspector.core.arrays.types import Bools, Ints
from inspector.core.errors import InputError, shorten

_MUCH = 1 << 28


def integers(values: Ints) -> pa.Int64Array:
    """numpy int64 as Arrow; the memory is shared."""
    values = np.ascontiguousarray(values, np.int64)
    return pa.Array.from_buffers(pa.int64(), len(values), [None, pa.py_buffer(values)])


def floats(values: Any) -> pa.DoubleArray:
    """numpy float64 as Arrow, NaN as null."""
    values = np.ascontiguousarray(values, np.float64)
    holes = np.isnan(values)
    valid = pa.py_buffer(np.packbits(~holes, bitorder="little")) if holes.any() else None
    return pa.Array.from_buffers(pa.float64(), len(values), [valid, pa.py_buffer(values)])


def booleans(values: Bools) -> pa.BooleanArray:
    """numpy bool as Arrow."""
    return pa.Array.from_buffers(pa.bool_(), len(values), [None, pa.py_buffer(np.packbits(values, bitorder="little"))])


def texts(values: Sequence[str]) -> pa.StringArray:
    """Strings as Arrow. Raises InputError for half of a surrogate pair: Python and JSON allow it, UTF-8 does not."""
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


def text(value: str) -> pa.StringScalar:
    """One string as an Arrow scalar."""
    return texts([value])[0]


def content(values: pa.StringArray) -> NDArray[np.uint8]:
    """The bytes of all texts, one after the other; the memory is shared."""
    _, offsets, data = values.buffers()
    if not len(values) or data is None:
        return np.empty(0, np.uint8)
    ends = np.frombuffer(offsets, np.int32, len(values) + 1, 4 * values.offset)
    return np.frombuffer(data, np.uint8)[ends[0] : ends[-1]]


def numbers(values: pa.Array) -> Any:
    """An Arrow array of numbers without nulls as numpy, of the same type."""
    return np.from_dlpack(values) if len(values) else np.empty(0, values.type.to_pandas_dtype())


def flags(values: pa.Array) -> Bools:
    """An Arrow array of booleans without nulls as numpy."""
    mask: Bools = numbers(pc.cast(values, pa.uint8())).astype(bool)
    return mask


def release_memory() -> None:
    """Give memory back that was kept for a next time, which may never come; little of it is not worth the time."""
    pool = pa.default_memory_pool()
    if (pool.max_memory() or _MUCH) >= _MUCH:
        pool.release_unused()


def combine_chunks(column: pa.ChunkedArray) -> pa.Array:
    """A chunked column in one piece."""
    if not column.num_chunks:  # Arrow would ask pandas what nothing looks like
        return texts([]).cast(column.type)
    piece = column.combine_chunks()
    return pa.concat_arrays(piece.chunks) if isinstance(piece, pa.ChunkedArray) else piece
