"""The records of a GAP on disk, and the sum of what they earn, a range of confidences after another."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import flags, numbers
from inspector.core.arrays.text_rank import text_ranks
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.batches.listing import Before, precisions

# The records that are sorted at once, 25 bytes each.
MOST = 1 << 23
_SAMPLED = 1 << 16
_KIND = np.dtype([("key", "<f8"), ("hit", "?")])


class KeyFile:
    """Records in ascending order of ids, in a folder that the caller removes.

    from_end: whether equal confidences are ordered by descending ids. With more equal confidences than `most`, those
    are sorted at once all the same.
    """

    def __init__(self, folder: Path, *, from_end: bool, most: int = MOST) -> None:
        self._folder, self._from_end, self._most = folder, from_end, most
        self._path = folder / "records"
        self._path.touch()

    def add(self, records: pa.RecordBatch) -> None:
        """Append the records of a block of rows, as `listed` returns them; blocks come in ascending order of ids."""
        held = np.empty(records.num_rows, _KIND)
        held["key"], held["hit"] = -numbers(records.column("confidence")), flags(records.column("hit"))
        with self._path.open("ab") as file:
            file.write(held[self._in_order(records)].tobytes())

    def earned(self) -> float:
        """The sum of P(i) over all hits of the list."""
        before, sums = Before(), list[float]()
        for keys, hits in self._ranges():
            ranked = np.argsort(keys, kind="stable")
            at = np.flatnonzero(hits[ranked])
            sums.append(float(precisions(at, before).sum()))
            before += Before(len(keys), len(at))
        return math.fsum(sums)

    def _in_order(self, records: pa.RecordBatch) -> Ints:
        """Rows by their ids, and the records of a row by their places; backwards where the file is read so."""
        places = numbers(records.column("place"))
        rows = text_ranks(records.column("id"))
        return np.lexsort((-places if self._from_end else places, rows))

    def _ranges(self) -> Iterator[tuple[Floats, Bools]]:
        """Keys and hits of one range of confidences after another, the highest confidences first."""
        whole = self._read(self._path)
        bounds = self._bounds(whole["key"])
        if not len(bounds):
            yield self._turned(whole)
            return
        paths = [self._folder / f"range-{number}" for number in range(len(bounds) + 1)]
        self._spread(whole, bounds, paths)
        for path in paths:
            yield self._turned(self._read(path))
            path.unlink()

    def _bounds(self, keys: Floats) -> Floats:
        """Ascending keys that end ranges of about half as many records as may be sorted at once; none for few."""
        count = math.ceil(len(keys) / self._most) * 2 if len(keys) > self._most else 1
        sample = np.sort(keys[:: max(1, len(keys) // _SAMPLED)])
        at = np.linspace(0, len(sample) - 1, count + 1)[1:-1].astype(np.int64)
        return np.unique(sample[at])

    def _spread(self, whole: np.ndarray[tuple[int], np.dtype[np.void]], bounds: Floats, paths: list[Path]) -> None:
        """Write the records of each range to a file of its own, in their order."""
        with ExitStack() as stack:
            files = [stack.enter_context(path.open("wb")) for path in paths]
            for low in range(0, len(whole), self._most):
                part = np.array(whole[low : low + self._most])
                owner = np.searchsorted(bounds, part["key"], side="left")
                for number, file in enumerate(files):
                    file.write(part[owner == number].tobytes())

    def _read(self, path: Path) -> np.ndarray[tuple[int], np.dtype[np.void]]:
        return np.memmap(path, _KIND, "r") if path.stat().st_size else np.empty(0, _KIND)

    def _turned(self, records: np.ndarray[tuple[int], np.dtype[np.void]]) -> tuple[Floats, Bools]:
        step = -1 if self._from_end else 1
        return np.array(records["key"][::step]), np.array(records["hit"][::step])
