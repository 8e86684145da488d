"""Metrics of labels for a yes or no, where the only label is yes."""

from __future__ import annotations

from inspector.core.files.pair import Pair
from inspector.core.metrics import NAMESAKES, Metric

_OF_NUMBERS = dict(NAMESAKES)


def meant_of_numbers(metric: Metric, pair: Pair) -> str:
    """The metric of numbers that is meant by one that needs the probability of no, which has no column; else empty."""
    return _OF_NUMBERS.get(metric.name, "") if pair.is_yes_or_no else ""


def of_yes_or_no(metric: Metric) -> Metric:
    """The counts of all rows, as the mean of rows has no rows of no; and for one class a row, no is one, too."""
    changes = {}
    if "average" in metric.choices() and metric.is_default("average"):
        changes["average"] = metric.choices()["average"].synonyms["micro"]
    if "own-class" in (metric.choices()["empty"].values if "empty" in metric.choices() else ()):
        changes["empty"] = "own-class"
    return metric.replace(**changes) if changes else metric


def assumed_of_yes_or_no(named: Metric, fit: Metric) -> str:
    """What `fitted` chose for files of a yes or no, and that an average over labels has the one label alone."""
    names = [*fit.parameters(), *fit.choices()]
    chosen = [f"{name}={_said(fit, name)}" for name in names if _said(fit, name) != _said(named, name)]
    because = [f"{', '.join(chosen)}, because a row is yes or no"] if chosen else []
    if "average" in fit.choices() and fit.value("average") in ("macro", "weighted"):
        because.append("it is the average of one label, as no has no column; a file of answers has both")
    return "; ".join(because)


def _said(metric: Metric, name: str) -> str:
    return metric.argument(name) if name in metric.parameters() else metric.value(name)
