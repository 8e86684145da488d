"""The digest of a truth: of its cells that count, whatever file they came from and however they are read."""

from __future__ import annotations

import hashlib

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import arrow
from inspector.core.files import Pair


def digest(pair: Pair) -> str:
    """32 hexadecimal digits; the same for equal ids with equal labels and grades, whatever is predicted.

    Of the cells as text, because how labels are parted may depend on the submission, too.
    """
    sheet, layout = pair.truth.sheet, pair.truth.layout
    found = hashlib.sha256()
    for columns in (layout.ids, layout.labels, [] if layout.confidence is None else [layout.confidence]):
        found.update(b"columns ")
        for column in columns:
            _add(found, arrow.combine_chunks(sheet.columns[column]))
    return found.hexdigest()[:32]


def _add(found: hashlib._Hash, cells: pa.StringArray) -> None:
    lengths = arrow.numbers(pc.binary_length(cells)).astype(np.int64)
    found.update(f"{len(lengths)} cells ".encode() + lengths.tobytes())
    found.update(arrow.content(cells).tobytes())
