"""The base class of metrics: a frozen value with a text form, and pure functions from batches to numbers."""

from __future__ import annotations

import dataclasses
import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import ClassVar, TypeVar

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.evidence import Evidence
from inspector.core.data.kind import LABELS, Kind
from inspector.core.data.numbers import Limits
from inspector.core.data.order import SortKey
from inspector.core.errors import InputError
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import Choice, Parameter, quoted
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.losses import Losses
from inspector.core.metrics.strip import Frame, Strips

MAX_K = 1_000_000
Change = TypeVar("Change", float, Floats)


@dataclass(frozen=True, kw_only=True)
class Metric(ABC):
    """Scores each row, and all rows together as the overall.

    A family declares its `name`, `title`, `formula` and `source`, which names first who set the defaults, the `kind`
    of predictions that it scores, None for any, whether it `takes_k` and is usually cut, whether without it each label
    counts as predicted at whatever rank, whether it `has_places` on one list of all predictions, whether its rows have
    an influence (`Scores.influence`), whether it `scores_class_probabilities`, and one field for each choice and
    parameter (see `choice.py`). A row score of NaN leaves the row out of the overall. The defaults here suit metrics
    whose overall is the mean of the row scores; `by_label/averages.py`, `numbers/base.py` and `families/gap.py`
    override them.

    What a row loses is what editing it could win: `best_order` and `best_labels` are those edits, `loss_names` what
    they mend, and `reordered` and `ceiling` their scores, which a family overrides only where it knows them without
    making the edits.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    formula: ClassVar[str]
    source: ClassVar[str]
    takes_k: ClassVar[bool] = True
    usually_cut: ClassVar[bool] = True
    counts_all_without_k: ClassVar[bool] = False
    needs_confidence: ClassVar[bool] = False
    has_places: ClassVar[bool] = False
    has_influence: ClassVar[bool] = False
    scores_class_probabilities: ClassVar[bool] = False
    kind: ClassVar[Kind | None] = LABELS
    loss_names: ClassVar[tuple[str, str]] = ("wrong order", "missing labels")
    # Of predicted numbers, None where any will do; whether the logarithms of 1 + number are compared.
    limits: ClassVar[Limits | None] = None
    by_logs: ClassVar[bool] = False

    k: int | None = None

    def __post_init__(self) -> None:
        if self.k is not None and not self.takes_k:
            raise InputError(f"{self.name} has no cut-off", expected=f"{self.name} without @{self.k}")
        if self.k is not None and not 1 <= self.k <= MAX_K:
            raise InputError(
                f"a metric cannot be cut at {self.k}", expected=f"@K with K from 1 to {MAX_K:,}, like map@5"
            )
        for name, declared in self.choices().items():
            if self.value(name) not in declared.values:
                raise InputError(f"{self.name} has no {name}={self.value(name)}", expected=" | ".join(declared.values))

    def __str__(self) -> str:
        return self._text(self.name, [*self._changed_parameters(), *self._changed_choices()])

    @property
    def brief(self) -> str:
        """The text form for places where it has to be short: without the folder of a file."""
        return str(self)

    @classmethod
    @cache
    def choices(cls) -> Mapping[str, Choice]:
        """The choices of the family by name, its own before inherited ones."""
        return MappingProxyType({f.name: f.metadata["choice"] for f in cls._own_first("choice")})

    @classmethod
    @cache
    def parameters(cls) -> Mapping[str, Parameter]:
        """The parameters of the family by their names in the text form."""
        declared = [(f.name, *f.metadata["parameter"]) for f in cls._own_first("parameter")]
        return MappingProxyType({name: Parameter(field, *rest) for field, name, *rest in declared})

    def value(self, choice: str) -> str:
        """The current value of a choice."""
        return str(getattr(self, choice))

    def briefly(self, choice: str) -> str:
        """What the current value of a choice does, in a few words; empty where that goes without saying."""
        return self.choices()[choice].briefly[self.value(choice)]

    def applies(self, choice: str) -> bool:
        """Whether the other choices and parameters leave a choice any effect."""
        return True

    def argument(self, parameter: str) -> str:
        """The current value of a parameter as text."""
        declared = self.parameters()[parameter]
        return declared.write(getattr(self, declared.field))

    def is_default(self, choice: str) -> bool:
        """Whether a choice has its default, the rule of the source."""
        return self.value(choice) == self.choices()[choice].default

    def with_argument(self, parameter: str, text: str) -> Metric:
        """A copy with another value of a parameter, from its text. Raises InputError."""
        declared = self.parameters()[parameter]
        return self.replace(**{declared.field: declared.read(text.strip())})

    @property
    def least_grade(self) -> int:
        """The grade from which a truth label counts; labels without a grade have 1."""
        return 1

    def offered(self, truth: Ragged) -> Mapping[str, Choice]:
        """The choices with the values that may matter for a truth."""
        return self.choices()

    def replace(self, **changes: object) -> Metric:
        """A copy with another `k`, other choices or parameters."""
        return dataclasses.replace(self, **changes)  # type: ignore[arg-type]

    @property
    def lower_is_better(self) -> bool:
        """Whether a loss is measured: of two scores the lower one is better."""
        return False

    def improvement(self, change: Change) -> Change:
        """How much better a score or overall is that changed so; float, or float64 of any shape."""
        return 0.0 - change if self.lower_is_better else change  # no -0

    @property
    def whose(self) -> str:
        """Whose rule the defaults are, for the user: the first that `source` names."""
        first, colon, _ = self.source.partition(":")
        return f"{first.removesuffix(' wiki')}'s" if colon else "default"

    @property
    def label(self) -> str:
        """The display name, such as `MAP@5`."""
        return self.title + (f"@{self.k}" if self.k else "")

    @property
    def strip_words(self) -> str:
        """What the hit strips show."""
        return "A cell for each rank, filled where the prediction at that rank is right"

    @property
    def worst_first(self) -> tuple[SortKey, ...]:
        """Sort keys for the worst rows first; with one list of all predictions, ties by the most confident."""
        keys = (SortKey("score", descending=self.lower_is_better), SortKey("cost", descending=True))
        return (*keys, SortKey("place")) if self.has_places else keys

    @abstractmethod
    def score(self, batch: Batch) -> Floats:
        """The score of each row, float64 (n,); NaN leaves the row out of the overall."""

    @abstractmethod
    def explain(self, batch: Batch) -> Explanation:
        """The arithmetic of a batch of one row."""

    def skipped(self, batch: Batch) -> Bools:
        """bool (n,): the rows left out of the overall. Raises InputError when missing=error refuses them."""
        asked = {name: self.value(name) for name in ("empty", "missing") if name in self.choices()}
        return left_out(batch, **asked)

    def read(self, batch: Batch) -> Batch:
        """The batch with only the predictions that the metric reads, in its order; K aside, which cuts later."""
        return batch

    def within_k(self, batch: Batch) -> Batch:
        """The batch with only the predictions that count, the first K; by default all of them."""
        return batch

    def found(self, batch: Batch) -> Ints:
        """How many truth labels of each row are among its predictions that count, int64 (n,)."""
        return self.within_k(batch).hits.within(self.k).counts()

    def best_order(self, batch: Batch) -> Batch:
        """The same rows, each with its own labels in the order that is best for the overall."""
        return batch.hits_first()

    def best_labels(self, batch: Batch) -> Batch:
        """The same rows, each with the prediction that is best for the overall; rows left out stay so."""
        return batch.perfect(adds_rows="missing" not in self.choices() or self.value("missing") != "skip")

    def reordered(self, batch: Batch) -> Floats:
        """The best score of each row's labels in any order, float64 (n,)."""
        return self.score(self.best_order(batch))

    def ceiling(self, batch: Batch) -> Floats:
        """The best score that any prediction could reach for each row, float64 (n,).

        NaN where the best prediction leaves the row out of the overall.
        """
        return self.score(self.best_labels(batch))

    def first_hits(self, batch: Batch) -> Ints:
        """The rank of each row's first hit, not cut at K, 0 for none; int64 (n,)."""
        return batch.hits.first()

    def strips(self, batch: Batch, frame: Frame) -> Strips:
        """The hit strip of each row, uint8 (n, c); by default a cell for each prediction that counts."""
        near = self.read(batch)
        return frame.by_rank(self.k, near.predictions.lengths, near.hits)

    def pool(self, batch: Batch) -> Ints | None:
        """Integers that add up over rows, for a pooled overall; None when the overall uses row scores."""
        return None

    def overall(self, scores: Floats, pool: Ints | None = None) -> float:
        """The mean over all scored rows; NaN when there are none."""
        count = len(scores) - int(np.isnan(scores).sum())
        return float(np.nansum(scores)) / count if count else float("nan")

    def evidence(self, batch: Batch) -> Evidence | None:
        """What a test of a pooled overall draws from; None where there is no test for it."""
        return None

    def about(self, pool: Ints | None) -> str:
        """What an overall is that is no mean of the row scores, for the user; empty for nothing."""
        return ""

    def pooled_losses(self, batch: Batch, pool: Ints) -> Losses:
        """What each row of the batch, if it alone were edited, could win of the overall of this pool."""
        raise NotImplementedError(f"{self.name} has a pool, and does not say what a row loses of it")

    @classmethod
    def _own_first(cls, kind: str) -> list[dataclasses.Field[object]]:
        """The fields that declare a choice or a parameter, those of the family itself first."""
        own = inspect.get_annotations(cls)
        return sorted((f for f in dataclasses.fields(cls) if kind in f.metadata), key=lambda f: f.name not in own)

    def _changed_choices(self) -> list[str]:
        return [f"{name}={self.value(name)}" for name in self.choices() if not self.is_default(name)]

    def _changed_parameters(self) -> list[str]:
        defaults = {f.name: f.default for f in dataclasses.fields(self)}
        return [
            f"{name}={quoted(self.argument(name))}"
            for name, declared in self.parameters().items()
            if getattr(self, declared.field) != defaults[declared.field]
        ]

    def _text(self, name: str, changed: list[str]) -> str:
        return name + (f"({', '.join(changed)})" if changed else "") + (f"@{self.k}" if self.k else "")


def left_out(batch: Batch, *, empty: str = "zero", missing: str = "zero") -> Bools:
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
    skipped: Bools = batch.sizes == 0 if empty == "skip" else np.zeros(len(batch), bool)
    if missing == "skip":
        skipped |= absent
    return skipped


def require_confidences(name: str, batch: Batch) -> None:
    """Raise InputError unless the predictions have confidences; name: of the metric."""
    if batch.predictions.weights is None:
        raise InputError(
            f"{name} needs a confidence for every prediction",
            found="labels without confidences",
            expected='cells like "8815 0.637822", or a confidence column',
            hint="Choose another metric, or check how the submission was read; "
            "beside probabilities in a column, the truth has 0 and 1, or no and yes",
        )


def ratio(total: Floats | Ints, divisor: Floats | Ints) -> Floats:
    """total / divisor, 0 where the divisor is 0; float64 of the shape of the total."""
    return np.divide(total, divisor, out=np.zeros(np.shape(total)), where=np.asarray(divisor) > 0)
