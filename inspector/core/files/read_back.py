"""How a saved submission is read when it is opened again, as it was edited or only with further options.

How files are read is told from what they have in common. Where there are few rows, an edit can change that.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.edits import Overlay
from inspector.core.data.table import Table
from inspector.core.errors import InputError
from inspector.core.files.detection.question import options_of
from inspector.core.files.options import Options
from inspector.core.files.pair import Pair, read_pair
from inspector.core.task import drain

# Larger files have so many rows that a few edits change nothing, and reading them again takes time.
_MOST_BYTES = 1 << 22


def options_to_reopen(pair: Pair, edits: Overlay, path: Path) -> Options | None:
    """The options with which the submission that was saved to `path` is read as it is with its edits.

    Those of the pair where they do; otherwise with as many more as are needed; None where no options do. Large files
    are not tried.
    """
    given = replace(pair.options, fixes=pair.options.truth_fixes)
    # Also without edits: a further submission was read like the first one, which its own options need not say.
    if _size(pair, path) > _MOST_BYTES:
        return given
    read = _read(pair, path, given)
    if _is_same(pair.table, edits, read):
        return given
    further = _further(pair, given, read)
    return next((more for more in further if _is_same(pair.table, edits, _read(pair, path, more))), None)


def _further(pair: Pair, given: Options, read: Pair | None) -> Iterator[Options]:
    """The options of the pair with those that differ from how the file is read with them; with all."""
    every = _all_options(pair)
    if read is not None:
        found = _all_options(read)
        yield replace(given, **{name: value for name, value in every.items() if found[name] != value})
    yield replace(given, **every)


def _all_options(pair: Pair) -> dict[str, Any]:
    return options_of((pair.truth.layout, pair.submission.layout), (pair.truth.sheet, pair.submission.sheet))


def _read(pair: Pair, path: Path, options: Options) -> Pair | None:
    """The pair with the saved file; None if the files cannot be read so."""
    is_one_file = pair.truth.sheet.source is not None and pair.truth.sheet.source is pair.submission.sheet.source
    try:
        return drain(read_pair(path if is_one_file else pair.truth.sheet, None if is_one_file else path, options))
    except InputError:
        return None


def _is_same(table: Table, edits: Overlay, pair: Pair | None) -> bool:
    """Whether a pair was read with the same ids, truths and current predictions, as text."""
    if pair is None or not table.ids.equals(pair.table.ids):
        return False
    read = pair.table
    current, found = edits.over(table, np.arange(len(table))), read.predictions
    if not table.kind.names_labels:
        current, found = _known(current), _known(found)
    return all(
        _texts(table, lists).equals(_texts(read, others)) and _weigh_alike(lists, others)
        for lists, others in ((table.truth, read.truth), (current, found))
    )


def _known(numbers: Ragged) -> Ragged:
    """Numbers without those that are missing: a row without one is empty once edited, and NaN where a file has it."""
    return numbers if numbers.weights is None else numbers.keep(~np.isnan(numbers.weights))


def _texts(table: Table, lists: Ragged) -> pa.LargeListArray:
    return pa.LargeListArray.from_arrays(integers(lists.offsets), table.vocab.strings(lists.codes))


def _weigh_alike(lists: Ragged, others: Ragged) -> bool:
    if lists.weights is None or others.weights is None:
        return lists.weights is others.weights or not len(lists.codes)
    return np.array_equal(lists.weights, others.weights, equal_nan=True)


def _size(pair: Pair, path: Path) -> int:
    """The bytes of both files, unpacked as far as that is known."""
    sources = [pair.truth.sheet.source, pair.submission.sheet.source]
    return path.stat().st_size + sum(os.fstat(source.file).st_size for source in sources if source is not None)
