"""What every metric is: a frozen value with a text form, and pure functions from batches to numbers."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from inspector.core.arrays import Bools, Floats, Ints
from inspector.core.errors import InputError
from inspector.core.metrics.choice import Choice
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.hits import Hits, find_hits
from inspector.core.ragged import Ragged

MOST_K = 1_000_000


@dataclass(frozen=True)
class Batch:
    """The rows to be scored: truth (n lists of distinct codes), predictions (n lists), submitted bool (n,)."""

    truth: Ragged
    predictions: Ragged
    submitted: Bools

    def __len__(self) -> int:
        return len(self.truth)

    @property
    def sizes(self) -> Ints:
        """int64 (n,): m, the number of truth labels of each row."""
        return self.truth.lengths

    @cached_property
    def hits(self) -> Hits:
        """Every first occurrence of a truth label in its row's predictions, at the rank as written."""
        return find_hits(self.truth, self.predictions)


@dataclass(frozen=True, kw_only=True)
class Metric(ABC):
    """A rule that gives every row a score and all rows together an overall.

    A family declares its `name`, `title`, `formula` and `source`, and one field a choice (see `choice.py`). A row score
    of NaN leaves the row out of the overall.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    formula: ClassVar[str]
    source: ClassVar[str]

    k: int | None = None

    def __post_init__(self) -> None:
        if self.k is not None and not 1 <= self.k <= MOST_K:
            raise InputError(
                f"a metric cannot be cut at {self.k}", expected=f"@K with K from 1 to {MOST_K:,}, like map@5"
            )
        for name, declared in self.choices().items():
            if getattr(self, name) not in declared.values:
                raise InputError(
                    f"{self.name} has no {name}={getattr(self, name)}", expected=" | ".join(declared.values)
                )

    def __str__(self) -> str:
        changed = [f"{name}={self.value(name)}" for name in self.choices() if not self.is_default(name)]
        return self.name + (f"({', '.join(changed)})" if changed else "") + (f"@{self.k}" if self.k else "")

    @classmethod
    def choices(cls) -> Mapping[str, Choice]:
        """Every choice of the family by name, in the order declared."""
        return {f.name: f.metadata["choice"] for f in dataclasses.fields(cls) if "choice" in f.metadata}

    def value(self, choice: str) -> str:
        """The value of a choice in force."""
        return str(getattr(self, choice))

    def is_default(self, choice: str) -> bool:
        """Whether a choice stands at Kaggle's rule."""
        return self.value(choice) == self.choices()[choice].default

    def replace(self, **changes: object) -> Metric:
        """The same metric with another `k` or other choices."""
        return dataclasses.replace(self, **changes)  # type: ignore[arg-type]

    @property
    def label(self) -> str:
        """The name for titles: `MAP@5`."""
        return self.title + (f"@{self.k}" if self.k else "")

    @abstractmethod
    def score(self, batch: Batch) -> Floats:
        """The score of each row, float64 (n,); NaN leaves the row out of the overall."""

    @abstractmethod
    def ceiling(self, batch: Batch) -> Floats:
        """The best score any prediction could have given each row, float64 (n,)."""

    @abstractmethod
    def explain(self, batch: Batch) -> Explanation:
        """The arithmetic of a batch of one row."""

    @abstractmethod
    def first_hits(self, batch: Batch) -> Ints:
        """The smallest rank k with rel(k) = 1, without a cut at K; 0 where there is none; int64 (n,)."""

    def overall(self, scores: Floats) -> float:
        """The mean over all rows that are not left out; NaN when none is scored."""
        counted = scores[~np.isnan(scores)]
        return float(counted.mean()) if len(counted) else float("nan")


def left_out(batch: Batch, empty: str, missing: str) -> Bools:
    """bool (n,): the rows that the choices `empty` and `missing` leave out of the overall.

    Raises InputError when `missing` is `error` and a row is absent from the submission.
    """
    absent = ~batch.submitted
    if missing == "error" and absent.any():
        raise InputError(
            f"{int(absent.sum()):,} rows of the truth are absent from the submission",
            expected="a row for each of them, because the metric says missing=error",
            hint="Choose missing=zero or missing=skip to score the pair all the same",
        )
    skipped = np.zeros(len(batch), bool)
    if empty == "skip":
        skipped |= batch.sizes == 0
    if missing == "skip":
        skipped |= absent
    return skipped
