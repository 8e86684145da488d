"""The journal: writes unsaved edits to disk while a pair is open, so that a crash loses almost nothing.

Format: JSON lines, first a header about the pair, then one line for each changed row; the last line of a row counts.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, floats, integers, text, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Ints, presence_mask
from inspector.core.data.edits import Overlay
from inspector.core.data.table import Table
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files import Options
from inspector.core.task import Progress, Task

FORMAT = {"format": "submission-inspector edits", "version": 1}
_SLICE = 1 << 14
# A journal is rewritten when it has _GROWTH times the necessary lines plus _SLACK.
_GROWTH, _SLACK = 4, 1000


@dataclass(frozen=True)
class Stamp:
    """A file with its size and modification time, to detect changes."""

    path: Path
    size: int
    modified: int

    @classmethod
    def of(cls, path: Path) -> Stamp:
        """The current stamp of a file. Raises OSError if it does not exist."""
        status = path.stat()
        return cls(path, status.st_size, status.st_mtime_ns)

    @property
    def is_stale(self) -> bool:
        """Whether the file changed or is gone."""
        try:
            return Stamp.of(self.path) != self
        except OSError:
            return True


class Journal:
    """The unsaved edits of an inspection on disk; there is no file while there are none.

    truth, submission: the files that the edits apply to; opened: the submission as opened, which differs after a save
    under a new name; options: how both are read. The file stays locked while the program runs, also if a full disk has
    torn it, so that no other window takes it for that of a crash.
    """

    def __init__(
        self, folder: Path, truth: Stamp, submission: Stamp, opened: Path, options: Options, table: Table, base: Overlay
    ) -> None:
        key = hashlib.sha256(os.fsencode(truth.path) + b"\0" + os.fsencode(submission.path)).hexdigest()[:16]
        # Process ids are reused, and a pair may be opened twice: the time makes the name unique.
        self.path = folder / f"{key}-{os.getpid()}-{time.time_ns():x}.jsonl"
        self._truth, self._submission, self._opened, self._options = truth, submission, opened, options
        self._table, self._base = table, base
        self._differs = np.zeros(len(table), bool)
        self._file: int | None = None
        self._lines = 0
        self._is_torn = False
        self._metric = ""

    @classmethod
    def of(
        cls, folder: Path, evaluation: Evaluation, saved_to: Path | None = None, options: Options | None = None
    ) -> Journal | None:
        """A journal of all edits, or of those after a save to `saved_to`, which is read with `options`.

        None for a pair of DataFrames, which cannot be opened again.
        """
        truth, opened = evaluation.pair.truth.sheet.source, evaluation.pair.submission.sheet.source
        if truth is None or opened is None:
            return None
        path, base = (opened.path, Overlay.empty()) if saved_to is None else (saved_to, evaluation.overlay)
        read = [Stamp(source.path.absolute(), *source.stamp[-2:]) for source in (truth, opened)]
        try:
            submission = read[1] if saved_to is None else Stamp.of(path.absolute())
        except OSError:  # deleted since the save
            return None
        options = options or evaluation.pair.options
        if saved_to is not None:  # a saved file includes its repairs
            options = replace(options, fixes=options.truth_fixes)
        return cls(folder, read[0], submission, read[1].path, options, evaluation.table, base)

    def write(self, overlay: Overlay, metric: str, rows: Ints) -> Task[None]:
        """Update the file with these rows, int64, distinct, and the metric.

        Raises InputError if it cannot be written; the next call, also without rows, then rewrites the whole file.
        """
        for part in _parts(rows):
            self._differs[part] = ~overlay.over(self._table, part).same(self._base.over(self._table, part))
            yield Progress(0.0, "Keeping the edits")
        count = int(np.count_nonzero(self._differs))
        if not count:
            self.drop()
            return
        try:
            if self._file is None or self._is_torn or self._lines + len(rows) > _GROWTH * count + _SLACK:
                yield from self._renew(overlay, metric)
            else:
                if metric != self._metric:
                    _put(self._file, self._head(metric))
                yield from self._append(self._file, overlay, rows)
        except OSError as error:
            self._is_torn = True
            hint = "Save often: unsaved edits would be lost if the program or the machine stopped"
            raise InputError(
                f"unsaved edits cannot be written: {error.strerror}", self.path.parent, hint=hint
            ) from None
        self._metric = metric

    def drop(self) -> None:
        """Remove the file: there are no unsaved edits."""
        if self._file is not None:
            self.path.unlink(missing_ok=True)
        self.close()
        self._lines, self._is_torn = 0, False

    def close(self) -> None:
        """Close the file, which releases the lock; it stays on disk."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def sync(self) -> Task[None]:
        """Sync the file and its folder to disk. Slow; in a thread, so that the window does not wait for the disk."""
        for path in (self.path, self.path.parent):
            yield Progress(0.5, "Keeping the edits")
            with contextlib.suppress(OSError):  # it may be gone; some file systems cannot sync folders
                file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
                try:
                    os.fsync(file)
                finally:
                    os.close(file)

    def _renew(self, overlay: Overlay, metric: str) -> Task[None]:
        """Write a new file with only the necessary lines, then replace the old one atomically."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self.path.with_name(f".{self.path.name}")
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _put(file, self._head(metric))
            self._lines = 0
            yield from self._append(file, overlay, np.flatnonzero(self._differs))
            draft.rename(self.path)
        except BaseException:
            os.close(file)
            draft.unlink(missing_ok=True)
            raise
        self.close()
        self._file, self._is_torn = file, False

    def _append(self, file: int, overlay: Overlay, rows: Ints) -> Task[None]:
        for part in _parts(rows):
            _put(file, row_lines(self._table, part, overlay.over(self._table, part), self._differs[part]))
            self._lines += len(part)
            yield Progress(0.5, "Keeping the edits")

    def _head(self, metric: str) -> bytes:
        files = {
            name: {"path": str(stamp.path), "size": str(stamp.size), "modified": str(stamp.modified)}
            for name, stamp in (("truth", self._truth), ("submission", self._submission))
        }
        other = {"opened": str(self._opened), "metric": metric, "options": self._options.as_dict}
        return json.dumps({**FORMAT, **files, **other}).encode() + b"\n"


def _parts(rows: Ints) -> Iterator[Ints]:
    """The rows in pieces, each fast to write."""
    return (rows[low : low + _SLICE] for low in range(0, len(rows), _SLICE))


def _put(file: int, data: bytes | memoryview) -> None:
    """Write all bytes unbuffered."""
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]


def row_lines(table: Table, rows: Ints, lists: Ragged, differs: Bools) -> memoryview:
    """A line for each row: its id, then its labels and confidences, or null if it equals the file.

    Built by Arrow: formatting a million rows in Python would block the window.
    """
    vocab, codes = table.vocab, lists.codes
    # Taking them all at once only pays off for many.
    labels = texts(vocab.texts(codes)) if len(codes) < _SLICE else vocab.strings(codes)
    joined = _joined(_escaped(labels), lists.offsets, '","')
    cells = pc.if_else(booleans(lists.lengths > 0), pc.binary_join_element_wise('["', joined, '"]', ""), text("[]"))
    if lists.weights is not None:
        cells = pc.binary_join_element_wise(cells, ",[", _joined(_numbers(lists), lists.offsets, ","), "]", "")
    cells = pc.if_else(booleans(differs), cells, text("null"))
    ids = _escaped(table.ids.take(integers(rows)))
    lines = pc.binary_join_element_wise('["', ids, '",', cells, "]\n", "")
    return memoryview(_joined(lines, np.array([0, len(lines)]), "")[0].as_buffer())


def _joined(words: pa.StringArray, offsets: Ints, between: str) -> pa.StringArray:
    return pc.binary_join(pa.LargeListArray.from_arrays(integers(offsets), words), between)


def _escaped(words: pa.StringArray) -> pa.StringArray:
    """Escape text for JSON strings; usually unchanged."""
    _, _, data = words.buffers()
    present = presence_mask(np.frombuffer(data, np.uint8) if data else np.empty(0, np.uint8), 256)
    for code in [ord("\\"), ord('"'), *range(32)]:
        if present[code]:
            sign = chr(code)
            words = pc.replace_substring(words, pattern=sign, replacement=json.dumps(sign)[1:-1])
    return words


def _numbers(lists: Ragged) -> pa.StringArray:
    """The confidences as JSON at full precision: NaN as null, infinity as 1e999, which parses as infinity."""
    values = lists.weights if lists.weights is not None else np.empty(0)
    words = pc.cast(floats(values), pa.string())
    for mask, word in ((np.isnan(values), "null"), (values == np.inf, "1e999"), (values == -np.inf, "-1e999")):
        if mask.any():
            words = pc.if_else(booleans(mask), text(word), words)
    return words
