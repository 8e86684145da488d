"""Which metric families there are, and how their text form is read."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import TypeVar

import numpy as np

from inspector.core.errors import InputError, shorten
from inspector.core.metrics.average_precision import AveragePrecision
from inspector.core.metrics.base import Metric
from inspector.core.ragged import Ragged

FAMILIES: Mapping[str, type[Metric]] = {family.name: family for family in [AveragePrecision]}

Known = TypeVar("Known")

_FORM = re.compile(r"\s*([a-z0-9]+)\s*(?:\(([^()]*)\))?\s*(?:@\s*(-?\d+))?\s*", re.IGNORECASE)


def parse(text: str) -> Metric:
    """The metric that a text form such as `map(divisor=m)@12` names. Raises InputError saying what is wrong with it."""
    form = _FORM.fullmatch(text)
    if form is None:
        raise InputError(
            f"{shorten(text)} is not a metric", expected="name(choice=value, ...)@K, like map(divisor=m)@12"
        )
    name, choices, k = form.groups()
    family = _known(name.lower(), FAMILIES, "metric")
    return family(k=None if k is None else int(k), **_values(family, choices or ""))


def guess(predictions: Ragged) -> Metric:
    """The metric a submission looks made for: MAP@K with K the most common number of labels in a row."""
    lengths = predictions.lengths[predictions.lengths > 0]
    return AveragePrecision(k=int(np.bincount(lengths).argmax()) if len(lengths) else None)


def _values(family: type[Metric], text: str) -> dict[str, str]:
    """The choices written between the brackets, by name."""
    values = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        _known(name, family.choices(), f"choice of {family.name}")
        values[name] = value
    return values


def _known(name: str, known: Mapping[str, Known], what: str) -> Known:
    if name in known:
        return known[name]
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"Did you mean {close[0]}?" if close else ""
    raise InputError(f"{shorten(name)} is not a {what}", expected=" | ".join(known), hint=hint)
