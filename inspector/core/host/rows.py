"""What each row contributes under a host's metric: its own score where that is possible, else its influence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.edits import Overlay
from inspector.core.host.errors import HostError
from inspector.core.host.extras import Value
from inspector.core.host.frames import Frames
from inspector.core.host.host import Each, Host
from inspector.core.task import Progress, Task

# `separable`: the overall is the mean of the scores of single rows; `influence`: n·s(all) − (n − 1)·s(without the row).
RowKind: TypeAlias = Literal["separable", "influence"]

SAMPLE, _FEW = 200, 20
# Rows that are asked for at a time; how many are reached is a matter of time.
_BATCH = 1 << 14
_CLOSE, _TINY = 1e-9, 1e-12
_SEED = 0
_WHAT = {"separable": "Scoring rows", "influence": "Scoring without each row"}


@dataclass(eq=False)
class RowScores:
    """Row scores that are filled in while `score_rows` runs.

    kind: how they are worked out, None until that is known; row: float64 (n,), NaN where not known, or where the metric
    gave no number; known: bool (n,), which rows are worked out; verified: on how many rows `separable` was verified;
    refused: how many rows gave no number, with the words of the first in `why`.
    """

    row: Floats
    known: Bools
    kind: RowKind | None = None
    verified: int = 0
    refused: int = 0
    why: str = ""

    def begin_again(self, kind: RowKind) -> None:
        """Forget all, and work them out so."""
        self.kind, self.verified, self.refused, self.why = kind, 0, 0, ""
        self.row[:], self.known[:] = np.nan, False

    def take(self, rows: Ints, each: Each) -> None:
        """Note the scores of rows."""
        self.row[rows], self.known[rows] = each.values, True
        self.refused += each.refused
        self.why = self.why or each.why


@dataclass(frozen=True, eq=False)
class _Work:
    """What is scored, and how."""

    host: Host
    frames: Frames
    overlay: Overlay
    arguments: Mapping[str, Value] = field(default_factory=dict)

    def each(self, rows: Ints, *, is_without: bool = False, predicted: Ints | None = None) -> Each:
        """A call for each row, as far as a moment goes."""
        return self.host.score_each(
            self.frames, self.overlay, rows, self.arguments, is_without=is_without, predicted=predicted
        )


def score_rows(
    host: Host,
    frames: Frames,
    overlay: Overlay,
    into: RowScores,
    first: Ints,
    arguments: Mapping[str, Value] | None = None,
    overall: float | None = None,
) -> Task[RowScores]:
    """Work out the row scores that `into` does not know yet; first: int64, the rows to begin with, such as those seen.

    At every yield `into` holds what is known by then; the task may be dropped at any of them. `into.kind` is found on
    a sample of 200 rows unless it is given. Where the rows turn out not to add up to the overall, the task begins again
    with `influence`. overall: if it is known already. Raises HostError and InputError.
    """
    work = _Work(host, frames, overlay, arguments or {})
    whole = host.score(frames, overlay, work.arguments).overall if overall is None else overall
    if into.kind is None:
        into.begin_again((yield from _kind(work, len(into.row))))
        into.verified = min(SAMPLE, len(into.row)) if into.kind == "separable" else 0
    yield from _fill(work, into, first, whole)
    if into.kind == "separable" and not _are_close(into.row.mean(), whole):
        into.begin_again("influence")
        yield from _fill(work, into, first, whole)
    if into.kind == "separable":
        into.verified = len(into.row)
    return into


def kind_of_rows(
    host: Host, frames: Frames, overlay: Overlay, arguments: Mapping[str, Value] | None = None
) -> Task[RowKind]:
    """Find out what row scores are, on a sample of 200 rows, without any of them. Raises HostError and InputError."""
    return (yield from _kind(_Work(host, frames, overlay, arguments or {}), len(frames.pair.table)))


def _fill(work: _Work, into: RowScores, first: Ints, whole: float) -> Task[None]:
    """Score the rows that are not known, batch by batch; no batch with one of the first has any other."""
    kind = into.kind or "influence"
    waiting, ahead = _in_order(first, into.known), len(np.unique(first[~into.known[first]]))
    while len(waiting):
        yield Progress(1 - len(waiting) / len(into.row), _WHAT[kind])
        batch = waiting[: min(ahead, _BATCH) or _BATCH]
        each = work.each(batch, is_without=kind == "influence") if len(into.row) > 1 else _only(whole)
        if kind == "influence" and len(into.row) > 1:
            each = _influence(each, whole, len(into.row))
        reached, waiting = np.split(waiting, [len(each.values)])
        ahead = max(0, ahead - len(reached))
        into.take(reached, each)


def _only(whole: float) -> Each:
    """The single row there is: the overall is its score, and without it there is nothing to score."""
    return Each(np.array([whole]), 0, "")


def _influence(without: Each, whole: float, rows: int) -> Each:
    """n·s(all) − (n − 1)·s(without the row), rearranged so that close numbers lose no digits."""
    return Each(whole + (rows - 1) * (whole - without.values), without.refused, without.why)


def _in_order(first: Ints, known: Bools) -> Ints:
    """The rows that are not known, the first ones first."""
    order = np.concatenate([first, np.arange(len(known))])
    _, at = np.unique(order, return_index=True)
    rows: Ints = order[np.sort(at)]
    return rows[~known[rows]]


def _kind(work: _Work, rows: int) -> Task[RowKind]:
    """Whether scores of single rows have the score of all as their mean, tried on a sample.

    It is tried with the predictions as they are and with each one given to another row: where all are right, a root of
    a mean looks like a mean. What passes by chance all the same is noticed when the rows do not add up to the overall.
    """
    order = np.random.default_rng(_SEED).permutation(rows)
    for size in (_FEW, SAMPLE):  # most that are not separable show it at once
        sample = np.sort(order[:size])
        for predicted in (None, np.roll(sample, 1)) if work.frames.has_one_record_a_row else (None,):
            single = yield from _singles(work, sample, predicted)
            if np.isnan(single).any() or not _are_close(single.mean(), _score_of(work, sample, predicted)):
                return "influence"
    return "separable"


def _singles(work: _Work, sample: Ints, predicted: Ints | None) -> Task[Floats]:
    """The scores of single rows; cut after the first that is NaN."""
    found = np.empty(0)
    while (at := len(found)) < len(sample) and not np.isnan(found).any():
        yield Progress(0.0, "Trying single rows")
        each = work.each(sample[at:], predicted=None if predicted is None else predicted[at:])
        found = np.append(found, each.values)
    return found


def _score_of(work: _Work, sample: Ints, predicted: Ints | None) -> float:
    """The score of the sample; NaN where the metric refuses it."""
    try:
        return work.host.score_among(work.frames, work.overlay, sample, work.arguments, predicted)
    except HostError as error:
        if error.failure not in ("refused", "failed", "no-number"):
            raise
        return float("nan")


def _are_close(one: float, other: float) -> bool:
    return bool(np.isclose(one, other, rtol=_CLOSE, atol=_TINY))
