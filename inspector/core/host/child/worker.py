"""What the process can be asked: to load the script, to take files and edits, and to call the metric."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, ClassVar

from inspector.core.host.child.metric import Failed, Frames, Metric
from inspector.core.host.child.tables import Cells, File, Ints, Tables, UnreadableError

_NAN = float("nan")


class Worker:
    """Answers requests; each is a dict whose `do` names one of the methods below."""

    _metric: Metric
    _tables: Tables

    def __init__(self, is_waited_for: Callable[[], bool]) -> None:
        """is_waited_for: whether there is a further request, so that nobody wants the answer to this one any more."""
        self._is_waited_for = is_waited_for

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The result under `ok`, or why there is none, as fields of HostError."""
        does = self._known[request.pop("do")]
        try:
            return {"ok": does(self, **request)}
        except Failed as failed:
            return asdict(failed)
        except UnreadableError as error:
            return asdict(Failed("failed", str(error)))
        except MemoryError:
            return asdict(Failed("too-much"))

    def load(self, script: bytes, path: str, folders: list[str]) -> None:
        """Run the top level of the script. folders: where it may import from."""
        sys.path += [folder for folder in folders if folder not in sys.path]
        self._metric = Metric(script.decode("utf-8-sig"), path)

    def files(
        self,
        solution: bytes,
        owner: Ints,
        submission: bytes,
        submission_owner: Ints,
        kept: list[list[int] | None],
        ids: list[int],
    ) -> None:
        """Take both files. owner: see `File`; kept: the columns that are handed over; ids: the columns of ids."""
        files = File(solution, owner, kept[0]), File(submission, submission_owner, kept[1])
        self._tables = Tables.of_files(*files, *ids)

    def submission(self, submission: bytes, submission_owner: Ints, kept: list[int] | None, id_column: int) -> None:
        """Take another content of the submission's file."""
        content = File(submission, submission_owner, kept)
        content.rename(id_column, self._tables.id_name)
        self._tables.submission = content

    def patch(self, restored: list[int], cells: list[Cells]) -> None:
        """Take edits of some records of the submission."""
        self._tables.submission.patch(restored, cells)

    def score(self, arguments: dict[str, Any], rows: Ints | None = None, predicted: Ints | None = None) -> float:
        """One call, with all rows or some. predicted: see `Tables.of`."""
        return self._call(self._tables.of(rows, predicted), arguments)

    def score_aside(
        self,
        arguments: dict[str, Any],
        submission: bytes,
        submission_owner: Ints,
        kept: list[int] | None,
        id_column: int,
    ) -> float:
        """One call with another content of the submission's file, which is not kept."""
        content, tables = File(submission, submission_owner, kept), self._tables
        content.rename(id_column, tables.id_name)
        return self._call(Tables(tables.solution, content, tables.id_name).of(None), arguments)

    def rows(
        self, arguments: dict[str, Any], rows: Ints, within: float, is_without: bool, predicted: Ints | None = None
    ) -> dict[str, Any]:
        """A call for each row, alone or without it, for as many as there is time for, at least one.

        It ends early when something else is asked. values: of the rows that were reached, NaN where there is no number;
        refused: the count of those, why: of the first.
        """
        end, values, failures = time.perf_counter() + within, list[float](), list[Failed]()
        frames = self._frames_of_each(rows, is_without, predicted)
        while len(values) < len(rows) and (not values or (time.perf_counter() < end and not self._is_waited_for())):
            try:
                values.append(self._call(frames(len(values)), arguments))
            except Failed as failed:
                values.append(_NAN)
                failures.append(failed)
        return {"values": values, "refused": len(failures), "why": asdict(failures[0]) if failures else None}

    def settle(self) -> None:
        """Nothing: whatever was asked before has ended."""

    def _frames_of_each(self, rows: Ints, is_without: bool, predicted: Ints | None) -> Callable[[int], Frames]:
        if is_without:
            return lambda at: self._tables.without(int(rows[at]))
        if predicted is None:
            return lambda at: self._tables.of_one(int(rows[at]))
        return lambda at: self._tables.of(rows[at : at + 1], predicted[at : at + 1])

    def _call(self, frames: Frames, arguments: dict[str, Any]) -> float:
        return self._metric.score(frames, self._tables.id_name, arguments)

    _known: ClassVar[Mapping[str, Callable[..., Any]]] = {
        method.__name__: method for method in (load, files, submission, patch, score, score_aside, rows, settle)
    }
