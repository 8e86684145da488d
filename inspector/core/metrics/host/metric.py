"""A host's Python file as a metric: a family of its own for each path and content."""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias, cast

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.kind import Kind
from inspector.core.data.numbers import values_of, worst_errors
from inspector.core.errors import InputError
from inspector.core.host.errors import HostError
from inspector.core.host.extras import Extra, Value
from inspector.core.host.script import Script
from inspector.core.metrics.base import Metric
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import choice, parameter
from inspector.core.metrics.explanation import Explanation, Step
from inspector.core.metrics.host.answers import Evidence
from inspector.core.metrics.strip import Frame, Strips

NAME = "file"
_MOST_KNOWN = 64
# The short text form: the file, with its choices in parentheses.
_SHORT = re.compile(r"(?P<path>.+\.py)\s*(?:\((?P<choices>.*)\))?", re.IGNORECASE | re.DOTALL)
Direction: TypeAlias = Literal["higher", "lower"]
_BETTER = {
    "higher": ("the higher score", ""),
    "lower": ("the lower score: it is a loss", "lower is better"),
}
_OTHER: Mapping[Direction, Direction] = {"higher": "lower", "lower": "higher"}
_UNTOLD = {"same": " (a perfect prediction scores the same)", "none": " (a perfect prediction could not be scored)"}


def _absolute(text: str) -> Path:
    """The path as `Script` has it: links stay, because the user agrees to a name."""
    return Path(os.path.abspath(text))  # noqa: PTH100


@dataclass(frozen=True, kw_only=True)
class HostMetric(Metric):
    """What a file says of itself, with values for its further arguments.

    The text form is `file(path=/folder/metric.py, beta=2)`. Metrics of another path or another content are unequal.
    Every score is NaN: `HostScores` have the numbers, once the file was asked.

    perfect: how a perfect prediction scored, which decides what is better where nobody chose it (`better` is "").
    """

    name: ClassVar[str] = NAME
    source: ClassVar[str] = "the host's own metric, a Python file"
    kind: ClassVar[Kind | None] = None
    takes_k: ClassVar[bool] = False
    usually_cut: ClassVar[bool] = False
    script: ClassVar[Script]

    path: Path = parameter("path", "the Python file", Path(), _absolute)  # noqa: RUF009, a field as of all families
    perfect: Evidence = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.path != self.script.path:
            raise InputError(f"{self.script.path} is not {self.path}", hint="Choose the other file as the metric")

    @property
    def arguments(self) -> dict[str, Value]:
        """The further arguments that differ from their defaults. Raises InputError if one has no value."""
        given = {extra.name: getattr(self, _field(extra)) for extra in self.script.extras if extra.can_be_set}
        needed = {extra.name for extra in self.script.extras if extra.required}
        return self.script.arguments(
            {name: value for name, value in given.items() if value is not None or name not in needed}
        )

    @property
    def missing(self) -> tuple[str, ...]:
        """The further parameters that need a value and have none."""
        needed = [extra for extra in self.script.extras if extra.required and extra.can_be_set]
        return tuple(extra.name for extra in needed if getattr(self, _field(extra)) is None and not extra.optional)

    @property
    def lower_is_better(self) -> bool:
        """Whether it is a loss, as the user said, or else as a perfect prediction tells, or else as its words do."""
        return self.value("better") == "lower"

    def value(self, choice: str) -> str:
        """The current value of a choice, also of the direction where nobody chose it."""
        found = super().value(choice)
        return self._found if choice == "better" and not found else found

    def is_default(self, choice: str) -> bool:
        """Whether nobody chose the value of a choice."""
        return not getattr(self, choice) if choice == "better" else super().is_default(choice)

    @property
    def is_undecided(self) -> bool:
        """Whether nobody chose the direction, and no perfect prediction was asked about it."""
        return self.is_default("better") and not self.perfect

    @property
    def asked(self) -> HostMetric:
        """The same without a direction, which changes no score."""
        nothing: dict[str, Any] = {"perfect": "", "better": ""}
        return dataclasses.replace(self, **nothing)

    @property
    def assumed(self) -> str:
        """Which direction holds that nobody chose, and why."""
        if not self.is_default("better"):
            return ""
        found, words = self._found, self.script.lower_is_better
        if self.perfect == found:
            other = _OTHER[found]
            is_against = words is not None and words != (found == "lower")
            but = f", though its words suggest {other}: better={other} overrules" if is_against else ""
            return f"better={found}, as a perfect prediction scores {found}{but}"
        why = "as nothing tells" if words is None else "guessed from its words"
        return f"better={found}, {why}{_UNTOLD.get(self.perfect, '')}: better={_OTHER[found]} overrules"

    @property
    def _found(self) -> Direction:
        """The direction where nobody chose it."""
        if self.perfect in ("higher", "lower"):
            return self.perfect
        return "lower" if self.script.lower_is_better else "higher"

    @property
    def whose(self) -> str:
        """The host's."""
        return "the host's"

    @property
    def label(self) -> str:
        """The name of the file."""
        return self.path.name

    @property
    def brief(self) -> str:
        """The name of the file, with what differs from its defaults in parentheses."""
        given = [*self._changed_parameters(), *self._changed_choices()]
        changed = ", ".join(part for part in given if not part.startswith("path="))
        return self.label + (f"({changed})" if changed else "")

    def with_argument(self, name: str, text: str) -> Metric:
        """A copy with another value; another path is another file's metric. Raises InputError."""
        return metric_of(Path(text.strip())) if name == "path" else super().with_argument(name, text)

    def replace(self, **changes: object) -> Metric:
        """A copy with other values, about whose direction no perfect prediction has told anything."""
        return super().replace(**{"perfect": "", **changes})

    def with_value(self, name: str, text: str) -> HostMetric:
        """A copy with another value of a further parameter of the file. Raises InputError."""
        extra = next(extra for extra in self.script.extras if extra.name == name)
        changes: dict[str, Any] = {_field(extra): extra.read(text)}
        return dataclasses.replace(self, perfect="", **changes)

    def score(self, batch: Batch) -> Floats:
        """NaN, because the file was not asked, float64 (n,)."""
        return np.full(len(batch), np.nan)

    def ceiling(self, batch: Batch) -> Floats:
        """NaN, because only the file could tell, float64 (n,)."""
        return np.full(len(batch), np.nan)

    def first_hits(self, batch: Batch) -> Ints:
        """The rank of each row's first hit, 0 for none, as for all numbers; int64 (n,)."""
        return super().first_hits(batch) if batch.kind.names_labels else np.zeros(len(batch), np.int64)

    def strips(self, batch: Batch, frame: Frame) -> Strips:
        """A cell for each prediction, or how far numbers are off."""
        if batch.kind.names_labels:
            return super().strips(batch, frame)
        truth = values_of(batch.truth)
        return frame.by_error(worst_errors(truth, values_of(batch.predictions, truth.shape[1])))

    def explain(self, batch: Batch) -> Explanation:
        """Which labels are right, without numbers, and what the file says of itself."""
        return Explanation(_steps(batch), np.nan, 0.0, "", np.nan, self.script.about)


def is_in_force(metric: Metric, now: Metric) -> bool:
    """Whether a metric is the one of now, whose direction a perfect prediction may have told."""
    return metric == now or (isinstance(now, HostMetric) and metric == now.replace(perfect=""))


def of_arguments(error: Exception, metric: HostMetric, before: Metric) -> Exception:
    """The error of a metric whose arguments were changed, in words about them; any other error as it is.

    before: the metric that gave a score of the same predictions.
    """
    is_about_them = isinstance(before, HostMetric) and before.script == metric.script and before != metric
    if not (isinstance(error, HostError) and error.failure == "refused" and is_about_them):
        return error
    why = error.what.partition(": ")[2]
    what = f"the metric gives no score as {metric.brief}: {why}"
    return dataclasses.replace(error, what=what, hint=f"{before.brief} is in force again")


def assumed_of(metric: Metric) -> str:
    """Which direction of a host's metric holds that nobody chose, and why; empty for other metrics."""
    return metric.assumed if isinstance(metric, HostMetric) else ""


def metric_of(path: Path | str) -> HostMetric:
    """The metric of a file, with its defaults; the file is read, not run. Raises InputError."""
    script = Script.read(path)
    return family_of(script)(path=script.path)


def file_and_choices(text: str) -> tuple[str, str] | None:
    """The path and what is in the parentheses of `folder/metric.py(beta=2)`; None for any other text."""
    found = _SHORT.fullmatch(text.strip())
    return (found["path"], found["choices"] or "") if found else None


def with_folder(text: str, now: Metric) -> str:
    """The text with the folder of the metric in force, if it names the same file without one, as `brief` does."""
    found = file_and_choices(text)
    if found is None or not isinstance(now, HostMetric) or found[0] != now.path.name:
        return text
    return f"{now.path}({found[1]})"


@lru_cache(_MOST_KNOWN)
def family_of(script: Script) -> type[HostMetric]:
    """The metrics of a file, one for each choice of its further arguments."""
    guess = "lower" if script.lower_is_better else "higher"
    named = choice("the better of two scores", **dict(sorted(_BETTER.items(), key=lambda one: one[0] != guess)))
    better = dataclasses.field(default="", metadata=named.metadata)  # nobody chose
    fields: list[tuple[str, Any, Any]] = [
        (_field(extra), Any, _parameter(extra)) for extra in script.extras if extra.can_be_set
    ]
    declared = {
        "script": script,
        "title": script.path.name,
        "formula": script.about or "The file says nothing of itself",
    }
    made = dataclasses.make_dataclass(
        "HostMetric",
        [*fields, ("better", str, better)],
        bases=(HostMetric,),
        namespace=declared,
        frozen=True,
        kw_only=True,
    )
    return cast("type[HostMetric]", made)


def _field(extra: Extra) -> str:
    """A name of a field that no attribute of a metric has."""
    return f"given_{extra.name}"


def _parameter(extra: Extra) -> Any:
    default = "no default" if extra.required else f"default: {extra.write(extra.default) or 'empty'}"
    return parameter(extra.name, f"{extra.expected} ({default})", extra.default, extra.read, extra.write)


def _steps(batch: Batch) -> tuple[Step, ...]:
    truth, predicted, nan = batch.truth[0].tolist(), batch.predictions[0].tolist(), float("nan")
    if not batch.kind.names_labels:
        true = values_of(batch.truth)[0].tolist()
        return tuple(
            Step(i + 1, code, "number", False, 0, 0, nan, nan, truth=true[i]) for i, code in enumerate(predicted)
        )
    named = [
        Step(i + 1, code, "hit" if code in truth else "miss", code in truth, int(code in truth), 0, nan, nan)
        for i, code in enumerate(predicted)
    ]
    missed = [Step(0, code, "missed", True, 0, 0, nan, nan) for code in truth if code not in predicted]
    return (*named, *missed)
