"""The digest of a truth: of its ids and labels, independent of the files that they were read from."""

from __future__ import annotations

import hashlib

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import arrow
from inspector.core.arrays.types import Floats, Ints, presence_mask
from inspector.core.data.table import Table


def digest(table: Table) -> str:
    """32 hexadecimal digits; the same for equal ids with equal truth labels and grades, whatever is predicted."""
    truth, vocab = table.truth, table.vocab
    # The codes depend on the submission, too; the place of a label among the truth's sorted labels does not.
    used = np.flatnonzero(presence_mask(truth.codes, len(vocab))[:-1])
    labels = vocab.array().take(arrow.integers(used))
    order = arrow.numbers(pc.sort_indices(labels)).astype(np.int64)
    place = np.full(len(vocab) + 1, -1, np.int64)
    place[used[order]] = np.arange(len(used))
    found = hashlib.sha256()
    for texts in (table.ids, labels.take(arrow.integers(order))):
        _add_texts(found, texts)
    for numbers in (truth.lengths, place[truth.codes], truth.weights):
        _add_numbers(found, numbers)
    return found.hexdigest()[:32]


def _add_texts(found: hashlib._Hash, texts: pa.StringArray) -> None:
    _add_numbers(found, arrow.numbers(pc.binary_length(texts)).astype(np.int64))
    found.update(arrow.content(texts).tobytes())


def _add_numbers(found: hashlib._Hash, values: Ints | Floats | None) -> None:
    found.update(b"none" if values is None else f"{len(values)} ".encode() + np.ascontiguousarray(values).tobytes())
