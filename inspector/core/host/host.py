"""A host's metric in a process that stays warm: it is loaded once and called many times, with other predictions."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from inspector.core.arrays.cancel import Cancelled, cancel_check
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.edits import Overlay
from inspector.core.host.child.wire import Blobs
from inspector.core.host.consent import Agreement
from inspector.core.host.errors import HostError, error_of, error_of_end
from inspector.core.host.extras import Value
from inspector.core.host.frames import Frames, is_cells_only
from inspector.core.host.limits import Limits
from inspector.core.host.process import EndedError, Process, folders

_TICK = 0.02
_NOTHING: Mapping[str, Value] = {}


@dataclass(frozen=True, kw_only=True)
class HostScore:
    """overall: of one call with all rows; parts: of a call for the rows of each split, `public` and `private`, empty
    without a split.
    """

    overall: float
    parts: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Each:
    """values: float64, of the rows that were reached, NaN for no number; refused: how many, and why the first one."""

    values: Floats
    refused: int
    why: str


@dataclass(frozen=True, eq=False)
class _Sent:
    """What the process holds. is_whole: whether new records are in the content, so that it takes no cells."""

    frames: Frames
    overlay: Overlay
    is_whole: bool = False


class Host:
    """Runs one script. Nothing is started before the first call; each method blocks, so call it in a worker thread.

    Calls of several threads wait for one another. A call that is cancelled (`arrays/cancel`) raises Cancelled at once,
    and what the metric is busy with comes to its end, or to its limit, before the next call; `close` ends it at once.
    A process that ended, was too slow or took too much memory is a HostError, and the next call starts another one.
    """

    def __init__(self, agreement: Agreement, limits: Limits | None = None) -> None:
        """limits: None for the user's. Raises InputError for limits that are none, TypeError without an agreement."""
        if not isinstance(agreement, Agreement):
            raise TypeError("a metric runs with an agreement only")
        self._agreement, self._limits = agreement, limits or Limits.of_user()
        self._lock, self._closed = threading.Lock(), False
        self._process: Process | None = None
        self._sent: _Sent | None = None

    def score(self, frames: Frames, overlay: Overlay, arguments: Mapping[str, Value] = _NOTHING) -> HostScore:
        """Call `score` with the submission as it would be saved with these edits.

        arguments: from `Script.arguments`. Only what differs from the last call is sent. Raises HostError, and
        InputError for a pair that the host would not score, such as one without a prediction for each id.
        """
        usage, values = frames.pair.table.usage, dict[str, float]()
        with self._alone():
            self._bring(frames, overlay)
            for name, rows in {"": None, **({} if usage is None else usage.parts)}.items():
                if rows is None or len(rows):
                    found = self._call({"do": "score", "arguments": dict(arguments)}, {"rows": rows})
                    values[name] = number_of(found, self._agreement.script.path)
        return HostScore(overall=values.pop(""), parts=values)

    def score_among(
        self,
        frames: Frames,
        overlay: Overlay,
        rows: Ints,
        arguments: Mapping[str, Value] = _NOTHING,
        predicted: Ints | None = None,
    ) -> float:
        """One call with only some rows of the table, int64 (r,), ascending. Raises as `score`.

        predicted: int64 (r,), the rows whose predictions they get instead of their own, where each row is one record.
        """
        with self._alone():
            self._bring(frames, overlay)
            request = {"do": "score", "arguments": dict(arguments)}
            found = self._call(request, {"rows": rows, "predicted": predicted})
        return number_of(found, self._agreement.script.path)

    def score_aside(
        self, frames: Frames, overlay: Overlay, other: Overlay, arguments: Mapping[str, Value] = _NOTHING
    ) -> float:
        """One call with other edits of the submission, which are not kept beside those it has. Raises as `score`."""
        content = frames.submission(frames.patch(other))
        blobs: Blobs = {"submission": content.data, "submission_owner": content.owner}
        request = {"do": "score_aside", "kept": frames.kept[1], "id_column": frames.ids[1]}
        with self._alone():
            self._bring(frames, overlay)
            found = self._call({**request, "arguments": dict(arguments)}, blobs)
        return number_of(found, self._agreement.script.path)

    def score_each(
        self,
        frames: Frames,
        overlay: Overlay,
        rows: Ints,
        arguments: Mapping[str, Value] = _NOTHING,
        *,
        is_without: bool = False,
        predicted: Ints | None = None,
        within: float = 0.05,
    ) -> Each:
        """A call for each of the rows alone, or for all rows but it, for as many as there are seconds for. As above.

        At least one row is reached; its own failure is NaN and no error.
        """
        with self._alone():
            self._bring(frames, overlay)
            request = {"do": "rows", "arguments": dict(arguments), "is_without": is_without, "within": within}
            found = self._call(request, {"rows": rows, "predicted": predicted}, within)
        path, told = self._agreement.script.path, found if isinstance(found, dict) else {}
        why = told.get("why")
        words = error_of(path, why, self._limits).what if isinstance(why, dict) else ""
        values = numbers_of(told.get("values"), len(rows), path)
        return Each(values, int(number_of(told.get("refused", 0), path)), words)

    def close(self) -> None:
        """End the process and all that it has started, at once. Calls that wait, and later ones, raise Cancelled."""
        self._closed, process = True, self._process
        if process is not None:
            process.kill()
        with self._lock:
            self._end()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Wait for other threads. Raises Cancelled, also once it is closed."""
        check = cancel_check()
        while not self._lock.acquire(timeout=_TICK):
            check()
        try:
            if self._closed:
                raise Cancelled
            yield
        finally:
            self._lock.release()

    def _loaded(self) -> None:
        """Let there be a process with the script in it, busy with nothing."""
        if self._process is not None:
            try:
                self._process.settle()
            except EndedError:  # by a call that nobody wanted
                self._end()
        if self._process is None:
            script, self._process = self._agreement.script, Process(self._agreement, self._limits)
            try:
                request = {"do": "load", "path": str(script.path), "folders": folders()}
                self._ask(request, {"script": script.text.encode()}, self._limits.start)
            except BaseException:
                self._end()
                raise

    def _bring(self, frames: Frames, overlay: Overlay) -> None:
        """Let the process hold these files with these edits."""
        frames.refuse_missing(overlay)
        self._loaded()
        if self._sent is None or self._sent.frames.pair is not frames.pair:
            self._send_files(frames)
        self._send_edits(frames, overlay)

    def _send_files(self, frames: Frames) -> None:
        self._sent, solution, submission = None, frames.solution, frames.submission()
        blobs: Blobs = {
            "solution": solution.data,
            "owner": solution.owner,
            "submission": submission.data,
            "submission_owner": submission.owner,
        }
        self._ask({"do": "files", "kept": frames.kept, "ids": frames.ids}, blobs, self._limits.start)
        self._sent = _Sent(frames, Overlay.empty())

    def _send_edits(self, frames: Frames, overlay: Overlay) -> None:
        """Send the cells of the rows that changed, or the file where records come or go."""
        sent = self._sent
        if sent is None or sent.overlay is overlay or not len(rows := frames.changed(sent.overlay, overlay)):
            return
        self._sent = None  # until all has arrived
        changes = frames.patch(overlay, rows)
        if sent.is_whole or not is_cells_only(changes):
            changes, rows = frames.patch(overlay), overlay.rows
            is_whole = not is_cells_only(changes)
            content = frames.submission(changes if is_whole else None)
            request = {"do": "submission", "kept": frames.kept[1], "id_column": frames.ids[1]}
            blobs: Blobs = {"submission": content.data, "submission_owner": content.owner}
            self._ask(request, blobs, self._limits.start)
            if is_whole:
                self._sent = _Sent(frames, overlay, is_whole)
                return
        cells = [(column, new.records.tolist(), new.array.to_pylist()) for column, new in changes.cells.items()]
        self._ask({"do": "patch", "restored": frames.records(rows).tolist(), "cells": cells}, {}, self._limits.start)
        self._sent = _Sent(frames, overlay)

    def _call(self, request: Mapping[str, Any], blobs: Blobs, more: float = 0.0) -> Any:
        return self._ask(request, blobs, self._limits.seconds + more)

    def _ask(self, request: Mapping[str, Any], blobs: Blobs, seconds: float) -> Any:
        """What is answered. Raises HostError, and Cancelled."""
        process, path = self._process, self._agreement.script.path
        if process is None or self._closed:
            raise Cancelled
        try:
            answer = process.ask(request, blobs, seconds)
        except EndedError as ended:
            self._end()
            if self._closed:
                raise Cancelled from None
            raise error_of_end(path, ended.status, self._limits, process.printed) from None
        if "ok" not in answer:
            if answer.get("failure") == "too-much":
                self._end()
            raise error_of(path, answer, self._limits, process.printed)
        return answer["ok"]

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
        self._process = self._sent = None


# Anybody may have written the answers: what is not as it should be is an error.
def number_of(value: Any, path: Path) -> float:
    """A finite number. Raises HostError."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _odd(path)
    try:
        number = float(value)
    except OverflowError:
        raise _odd(path) from None
    if not math.isfinite(number):
        raise _odd(path)
    return number


def numbers_of(value: Any, most: int, path: Path) -> Floats:
    """float64 (1 to most,): numbers, NaN for some. Raises HostError."""
    is_some = isinstance(value, list) and 1 <= len(value) <= most
    if not is_some or not all(isinstance(one, int | float) and not isinstance(one, bool) for one in value):
        raise _odd(path)
    try:
        return np.array(value, np.float64)
    except OverflowError:
        raise _odd(path) from None


def _odd(path: Path) -> HostError:
    what = "the metric's process gave an answer that is no number"
    return HostError(what, path, expected="a finite number", failure="no-number")
