"""What the open submission is compared with: its file as loaded, another submission, or itself."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, Self, TypeVar

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.table import Table
from inspector.core.errors import InputError
from inspector.core.metrics import Metric, Scores

# The name of the baseline that is the open submission as its file was loaded.
FILE_NAME = "file"


class Scored(Protocol):
    """What a baseline needs of an evaluation, which has one itself."""

    @property
    def metric(self) -> Metric:
        """The metric of the scores."""

    @property
    def scores(self) -> Scores:
        """The scores with the edits."""

    @property
    def base(self) -> Scores:
        """The scores of the file as loaded."""

    @property
    def table(self) -> Table:
        """The table without the edits."""

    def predictions(self, rows: Ints) -> Ragged:
        """The current lists of `rows`."""

    def under(self, metric: Metric) -> Self:
        """The same under another metric. Raises InputError if it does not fit."""


Other = TypeVar("Other", bound=Scored)
Kept = TypeVar("Kept", bound=Scored, covariant=True)


class Loaded(Protocol[Kept]):
    """A submission that is loaded beside the open one; it keeps what it scored."""

    def under(self, metric: Metric) -> Kept:
        """Its evaluation under a metric. Raises InputError if the metric does not fit."""


@dataclass(frozen=True, eq=False)
class Baseline(Generic[Other]):
    """What scores are compared with, row by row of the same truth.

    name: of the baseline, FILE_NAME for the open submission as loaded; other: another submission under the same
    metric, None for the open submission itself; beside: all submissions that are loaded but not open.
    """

    name: str = FILE_NAME
    other: Other | None = None
    beside: tuple[Loaded[Other], ...] = ()

    @property
    def is_file(self) -> bool:
        """Whether the open submission is compared with its own file, so that only edits make a difference."""
        return self.name == FILE_NAME and self.other is None

    @property
    def is_itself(self) -> bool:
        """Whether the open submission is the baseline, so that nothing makes a difference."""
        return self.name != FILE_NAME and self.other is None

    def scores(self, of: Other) -> Scores:
        """The scores that those of the open submission are compared with."""
        return of.base if self.is_file else (self.other or of).scores

    def predictions(self, of: Other, rows: Ints) -> Ragged:
        """The lists of `rows` in the baseline, in the vocabulary of the open submission."""
        return of.table.predictions.take(rows) if self.is_file else (self.other or of).predictions(rows)

    def everyone(self, of: Other) -> Iterator[Other]:
        """The open submission and all those beside it, under its metric. Raises InputError if that does not fit one."""
        yield of
        yield from (one.under(of.metric) for one in self.beside)

    def within(self, beside: tuple[Loaded[Other], ...]) -> Baseline[Other]:
        """The same, with these submissions beside the open one."""
        same = len(beside) == len(self.beside) and all(map(operator.is_, beside, self.beside))
        return self if same else replace(self, beside=beside)

    def under(self, metric: Metric) -> Baseline[Other]:
        """The same under another metric. Raises InputError if the metric does not fit."""
        return self if self.other is None else replace(self, other=alike(self.other.under(metric), metric))


def alike(scored: Other, metric: Metric) -> Other:
    """What was scored to be compared under a metric.

    Raises InputError if it was scored under another one: probabilities of each label get a threshold that lists lack.
    """
    if scored.metric != metric:
        what = f"{metric} would be {scored.metric} for its probabilities, which is another metric"
        raise InputError(what, hint=f"Choose {scored.metric} for all")
    return scored


def by_edits(of: Scored, rows: Ints) -> Floats:
    """float64 (r,): how far the edits moved the score of each row, whatever the baseline is."""
    return of.scores.row[rows] - of.scores.comparable(of.base, rows)


FILE: Baseline[Any] = Baseline()


def as_loaded(name: str) -> str:
    """What a submission is called that is compared with its own file, in lists and sentences beside other names."""
    return f"{name} as loaded"
