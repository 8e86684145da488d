"""The digest of the rows of a truth: of their ids, whatever file they came from."""

from __future__ import annotations

import hashlib

import numpy as np
import pyarrow.compute as pc

from inspector.core.arrays import arrow
from inspector.core.data.table import Table


def digest(table: Table) -> str:
    """32 hexadecimal digits; the same for the same ids in any order.

    Labels do not count, because a label that is corrected and labels that are read in another way would leave the notes
    behind. Truths with the same ids share notes.
    """
    ids = table.ids.take(arrow.integers(np.argsort(table.id_ranks, kind="stable")))
    found = hashlib.sha256()
    found.update(arrow.numbers(pc.binary_length(ids)).astype(np.int64).tobytes())
    found.update(arrow.content(ids).tobytes())
    return found.hexdigest()[:32]
