"""Which definition of a metric reproduces a figure that somebody reported: every applicable one, tried and ranked."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.errors import InputError, shorten
from inspector.core.metrics import FAMILIES, Batch, Metric, open_scores
from inspector.core.task import Progress, Task

_BETAS = (1.0, 2.0, 0.5)


@dataclass(frozen=True)
class ReportedScore:
    """A reported score: its value, and half a unit of its last digit, within which a definition reproduces it."""

    value: float
    tolerance: float

    @classmethod
    def parse(cls, text: str) -> ReportedScore:
        """`.4533` or `0.251` or `45.33%`. Raises InputError for what is no number."""
        form = re.fullmatch(r"\s*(\d*)[.,]?(\d*)\s*(%?)\s*", text)
        if form is None or not (form[1] or form[2]):
            raise InputError(f"{shorten(text)} is not a score", expected="a number such as 0.4533")
        unit = 0.01 if form[3] else 1.0
        value = float(f"{form[1] or 0}.{form[2] or 0}") * unit
        return cls(value, 0.5 * unit * 10.0 ** -len(form[2]) + 1e-12)


@dataclass(frozen=True)
class Definition:
    """A metric with what it gives for each submission, and how far that is from each figure.

    equals: further metrics that give the same numbers for these files, so that the figures cannot tell them apart.
    """

    metric: Metric
    overalls: tuple[float, ...]
    differences: tuple[float, ...]
    fits: bool
    equals: tuple[Metric, ...] = ()

    @property
    def worst(self) -> float:
        """The largest difference."""
        return max(map(abs, self.differences))


def rank_definitions(batches: Sequence[Batch], figures: Sequence[ReportedScore]) -> Task[list[Definition]]:
    """Every applicable definition, the best fit first: by its largest difference, then by how plain it is.

    batches: the submissions, each aligned with the truth; figures: what was reported for each.
    """
    asked = list(candidates(batches))
    found: dict[tuple[float, ...], list[Metric]] = {}
    for number, metric in enumerate(asked):
        yield Progress(number / len(asked), f"Trying {metric}")
        overalls = tuple(_overall(metric, batch) for batch in batches)
        if not np.isnan(overalls).any():
            found.setdefault(tuple(round(value, 12) for value in overalls), []).append(metric)
    definitions = [_compare(metrics, batches, figures) for metrics in found.values()]
    return sorted(definitions, key=lambda definition: (definition.worst, _intricacy(definition.metric)))


def candidates(batches: Sequence[Batch]) -> Iterator[Metric]:
    """All metrics that these submissions allow, with each choice that touches one of their rows."""
    confident = all(batch.predictions.weights is not None for batch in batches)
    for family in FAMILIES.values():
        if family.needs_confidence and not confident:
            continue
        names = [name for name in family.choices() if _matters(name, batches)]
        values = [[value for value in family.choices()[name].values if value != "error"] for name in names]
        betas = [{"beta": beta} for beta in _BETAS] if family.name == "f" else [{}]
        cuts = _cuts(batches) if family.takes_k else [None]
        for k, beta, chosen in itertools.product(cuts, betas, itertools.product(*values)):
            yield family(k=k, **beta, **dict(zip(names, chosen, strict=True)))


def _cuts(batches: Sequence[Batch]) -> list[int | None]:
    """The whole list, its usual length, every short cut, and the longer ones that contests use."""
    lengths = np.concatenate([batch.predictions.lengths for batch in batches])
    longest = int(lengths.max(initial=1))
    usual = int(np.bincount(lengths).argmax()) if len(lengths) else 1
    return [None, *sorted({k for k in (*range(1, 13), 20, 50, 100, usual) if 1 <= k <= longest})]


def _matters(choice: str, batches: Sequence[Batch]) -> bool:
    """Whether a choice touches any row of these submissions."""
    match choice:
        case "repeats":
            return any(bool(batch.predictions.repeats().any()) for batch in batches)
        case "empty" | "truthless":
            return any(bool((batch.sizes == 0).any()) for batch in batches)
        case "both_empty":
            return any(bool(((batch.sizes == 0) & (batch.predictions.lengths == 0)).any()) for batch in batches)
        case "missing":
            return any(not batch.submitted.all() for batch in batches)
        case "blank":
            return any(bool((batch.predictions.codes == -1).any()) for batch in batches)
    return True


def _overall(metric: Metric, batch: Batch) -> float:
    return open_scores(metric, batch).overall


def _compare(metrics: list[Metric], batches: Sequence[Batch], figures: Sequence[ReportedScore]) -> Definition:
    plainest, *others = sorted(metrics, key=_intricacy)
    overalls = tuple(_overall(plainest, batch) for batch in batches)
    differences = tuple(value - figure.value for value, figure in zip(overalls, figures, strict=True))
    fits = all(abs(gap) <= figure.tolerance for gap, figure in zip(differences, figures, strict=True))
    return Definition(plainest, overalls, differences, fits, tuple(others))


def _intricacy(metric: Metric) -> tuple[int, int, int]:
    """How much has to be said to name a metric: changed choices, its family's place, whether it is cut."""
    changed = sum(not metric.is_default(name) for name in metric.choices())
    changed += getattr(metric, "beta", 1.0) != 1.0
    return changed, list(FAMILIES).index(metric.name), metric.k is not None
