"""What a host's metric answered so far, by a fingerprint of the predictions that it was asked about."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.offsets import owners_of
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints

Prints: TypeAlias = NDArray[np.uint64]
RowKind: TypeAlias = Literal["separable", "influence"]
Number = TypeVar("Number", bound=np.generic)

_ROW, _PLACE = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)
# How a perfect prediction scores beside a submission: `same` as it, `none` where it got no score, "" if nobody asked.
Evidence: TypeAlias = Literal["higher", "lower", "same", "none", ""]


class Told(NamedTuple):
    """Answers about rows, (a,) each. keys: see `HostScores`; scores: float64, NaN where the file gave no number."""

    rows: Ints
    keys: Prints
    scores: Floats


class RowAnswers:
    """All answers about rows as scores of one kind, in the order in which they came.

    Any thread may add some, and how many there are says what is new: nobody has to look all rows up to know it.
    """

    def __init__(self, kind: RowKind) -> None:
        self.kind = kind
        # The arrays have room for more; both are replaced at once, so that who reads needs no lock.
        self._held = 0, Told(np.empty(0, np.int64), np.empty(0, np.uint64), np.empty(0))

    def __len__(self) -> int:
        return self._held[0]

    def since(self, number: int) -> Told:
        """The answers from a number on; 0 for all."""
        count, held = self._held
        return Told(held.rows[number:count], held.keys[number:count], held.scores[number:count])

    def add(self, new: Told) -> None:
        """Add answers; one thread at a time."""
        count, held = self._held
        end = count + len(new.rows)
        if end > len(held.rows):
            held = Told(_longer(held.rows, end), _longer(held.keys, end), _longer(held.scores, end))
        for part, added in zip(held, new, strict=True):
            part[count:end] = added
        self._held = end, held


def _longer(part: NDArray[Number], by: int) -> NDArray[Number]:
    return np.concatenate([part, np.empty(by, part.dtype)])


@dataclass
class Answers:
    """Shared by all scores of one submission under one metric; answers are added, never changed.

    overall: of all rows or some, by the sum of their prints; rows: of rows, None until it is known what they are;
    verified: on how many rows it was verified that they are separable; refused, why: how many rows got no number, and
    the words of one; failed: the states about which nothing could be answered; perfect: see `HostMetric`.
    """

    overall: dict[int, float] = field(default_factory=dict)
    rows: RowAnswers | None = None
    verified: int = 0
    refused: int = 0
    why: str = ""
    failed: set[int] = field(default_factory=set)
    perfect: Evidence = ""
    _adding: Lock = field(default_factory=Lock, repr=False, compare=False)

    @property
    def kind(self) -> RowKind | None:
        """What the row scores are, None until that is known."""
        return self.rows.kind if self.rows is not None else None

    def add(self, kind: RowKind, new: Told) -> None:
        """Add answers about rows. Once rows turned out not to add up, nobody finds the key of what comes late."""
        with self._adding:
            if self.rows is None or (kind, self.rows.kind) == ("influence", "separable"):
                self.rows = RowAnswers(kind)
            self.rows.add(new)


def prints_of(rows: Ints, lists: Ragged) -> Prints:
    """uint64 (r,): a fingerprint of each row with its prediction; equal ones are equal rows and lists, to 1 in 2^64."""
    owners = owners_of(lists.lengths)
    place = np.arange(len(owners)) - lists.offsets[owners]
    cells = _mixed(lists.codes.astype(np.int64).view(np.uint64) + _PLACE * (place + 1).astype(np.uint64))
    if lists.weights is not None:
        cells = _mixed(cells + lists.weights.view(np.uint64))
    sums = np.zeros(len(rows), np.uint64)
    np.add.at(sums, owners, cells)
    return _mixed(sums + _mixed(_ROW * (rows + 1).astype(np.uint64)) + lists.lengths.astype(np.uint64))


def sum_of(prints: Prints) -> int:
    """The fingerprint of several rows; modulo 2^64, so that undo restores it."""
    return int(np.add.reduce(prints))


def _mixed(values: Prints) -> Prints:
    """splitmix64: every bit of the result depends on every bit of a value."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))
