"""Finds the definition of a metric that reproduces a reported score: tries and ranks all applicable ones."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.errors import InputError, shorten
from inspector.core.metrics import FAMILIES, Batch, Metric, families_of, open_scores
from inspector.core.task import Progress, Task

# Commas between thousands, which a point behind tells from a decimal comma.
_THOUSANDS = r"\s*[-+−]?\d{1,3}(,\d{3})+\.\d*\s*"
_BETAS = (1.0, 2.0, 0.5)


@dataclass(frozen=True)
class ReportedScore:
    """A reported score, with half a unit of its last digit as tolerance."""

    value: float
    tolerance: float

    @classmethod
    def parse(cls, text: str) -> ReportedScore:
        """Parse `.4533`, `0.251`, `45.33%`, `-0.12` or `34,739.29`. Raises InputError."""
        plain = text.replace(",", "") if re.fullmatch(_THOUSANDS, text) else text
        form = re.fullmatch(r"\s*([-+−]?)(\d*)[.,]?(\d*)\s*(%?)\s*", plain)
        if form is None or not (form[2] or form[3]):
            raise InputError(f"{shorten(text)} is not a score", expected="a number such as 0.4533")
        unit = 0.01 if form[4] else 1.0
        value = float(f"{form[2] or 0}.{form[3] or 0}") * unit
        least = max(1e-12, 4 * math.ulp(value))
        return cls(-value if form[1] in ("-", "−") else value, 0.5 * unit * 10.0 ** -len(form[3]) + least)


@dataclass(frozen=True)
class Definition:
    """A metric with its overall for each submission, and the differences to the reported scores.

    equals: further metrics with the same overalls for these files.
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


def rank_definitions(batches: Sequence[Batch], reported: Sequence[ReportedScore]) -> Task[list[Definition]]:
    """Rank all applicable definitions by their largest difference, then by simplicity.

    batches: the submissions, each aligned with the truth; reported: the score of each.
    """
    metrics = list(candidates(batches))
    found: dict[tuple[float, ...], list[Metric]] = {}
    for number, metric in enumerate(metrics):
        yield Progress(number / len(metrics), f"Trying {metric}")
        overalls = tuple(_overall(metric, batch) for batch in batches)
        if not np.isnan(overalls).any():
            found.setdefault(tuple(round(value, 12) for value in overalls), []).append(metric)
    definitions = [_compare(equal, batches, reported) for equal in found.values()]
    return sorted(definitions, key=lambda definition: (definition.worst, _complexity(definition.metric)))


def candidates(batches: Sequence[Batch]) -> Iterator[Metric]:
    """All metrics applicable to these submissions, with every choice that affects their rows."""
    confident = all(batch.predictions.weights is not None for batch in batches)
    for family in families_of(batches[0].kind).values():
        if family.needs_confidence and not confident:
            continue
        choices = family().offered(batches[0].truth)
        names = [name for name in choices if _matters(name, family, batches)]
        values = [[value for value in choices[name].values if value != "error"] for name in names]
        betas = [{"beta": beta} for beta in _BETAS] if family.name == "f" else [{}]
        thresholds = [{}, {"threshold": 0.5}] if confident and "threshold" in family.parameters() else [{}]
        cuts = [None] if not family.takes_k else _list_cuts(batches) if family.needs_confidence else _cuts(batches)
        given = [{**one, **other} for one, other in itertools.product(betas, thresholds)]
        for k, parameters, chosen in itertools.product(cuts, given, itertools.product(*values)):
            metric = family(k=k, **parameters, **dict(zip(names, chosen, strict=True)))
            if _is_distinct(metric):
                yield metric


def _is_distinct(metric: Metric) -> bool:
    """Whether all changed choices have an effect; with K there are no parameters, of rarely cut metrics no choices."""
    changed = [name for name in metric.choices() if not metric.is_default(name)]
    if metric.k is not None and not metric.needs_confidence and _changed_parameters(metric):
        return False
    if metric.k is not None and not metric.usually_cut and not metric.needs_confidence:
        return not changed
    return all(metric.applies(name) for name in changed)


def _cuts(batches: Sequence[Batch]) -> list[int | None]:
    """Candidates for K: none, the usual length, 1 to 12, and larger values that contests use."""
    lengths = np.concatenate([batch.predictions.lengths for batch in batches])
    longest = int(lengths.max(initial=1))
    usual = int(np.bincount(lengths).argmax()) if len(lengths) else 1
    return [None, *sorted({k for k in (*range(1, 13), 20, 50, 100, usual) if 1 <= k <= longest})]


def _list_cuts(batches: Sequence[Batch]) -> list[int | None]:
    """Candidates for K on one list of all predictions: none, and that of YouTube-8M where it cuts."""
    return [None, *(k for k in (20,) if any((batch.predictions.lengths > k).any() for batch in batches))]


def _matters(choice: str, family: type[Metric], batches: Sequence[Batch]) -> bool:
    """Whether a choice affects any row of these submissions."""
    match choice:
        case "repeats":
            return any(bool(batch.predictions.repeats().any()) for batch in batches)
        case "empty" | "truthless":
            return any(bool((batch.sizes == 0).any()) for batch in batches)
        case "both_empty":
            return any(bool(((batch.sizes == 0) & (batch.predictions.lengths == 0)).any()) for batch in batches)
        case "missing":
            return any(not batch.submitted.all() for batch in batches)
        case "ties":
            return any(_has_ties(family, batch) for batch in batches)
        case "blank":
            return any(bool((batch.predictions.codes == -1).any()) for batch in batches)
    return True


def _has_ties(family: type[Metric], batch: Batch) -> bool:
    """Whether confidences are equal: of neighbours in a row, or anywhere on one list of all predictions."""
    weights = batch.predictions.weights
    if weights is None:
        return False
    return len(np.unique(weights)) < len(weights) if family.has_places else batch.in_tie_order("worst") is not batch


def _overall(metric: Metric, batch: Batch) -> float:
    """NaN also where the metric refuses the numbers, such as one of probabilities."""
    try:
        return open_scores(metric, batch).overall
    except InputError:
        return math.nan


def _compare(metrics: list[Metric], batches: Sequence[Batch], reported: Sequence[ReportedScore]) -> Definition:
    simplest, *others = sorted(metrics, key=_complexity)
    overalls = tuple(_overall(simplest, batch) for batch in batches)
    differences = tuple(value - score.value for value, score in zip(overalls, reported, strict=True))
    fits = all(abs(gap) <= score.tolerance for gap, score in zip(differences, reported, strict=True))
    return Definition(simplest, overalls, differences, fits, tuple(others))


def _complexity(metric: Metric) -> tuple[int, int, int]:
    """A sort key for simplicity: the number of changed choices, the family's position, whether K is set."""
    changed = sum(not metric.is_default(name) for name in metric.choices())
    changed += _changed_parameters(metric)
    return changed, list(FAMILIES).index(metric.name), metric.k is not None


def _changed_parameters(metric: Metric) -> int:
    return (getattr(metric, "beta", 1.0) != 1.0) + (getattr(metric, "threshold", None) is not None)
