"""What goes wrong in a metric of another package is a message and no crash."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from inspector.core.errors import InputError, shorten
from inspector.core.metrics.base import Metric

# They return float64, one for each row of the batch.
_OF_ROWS = ("score", "reordered", "ceiling")


def guarded(family: type[Metric]) -> type[Metric]:
    """The same family, whose own methods raise InputError for whatever they raise, and for odd scores."""
    own = {name: _guard(family, name, method) for name, method in _own_methods(family).items()}
    kept = {name: getattr(family, name) for name in ("__module__", "__qualname__", "__doc__")}
    fields = {"__annotations__": inspect.get_annotations(family)}  # its choices come first
    return type(family.__name__, (family,), {**kept, **fields, **own})


def _own_methods(family: type[Metric]) -> dict[str, Callable[..., Any]]:
    """The methods of Metric that the family, or another class below Metric, defines."""
    public = [name for name, _ in inspect.getmembers(Metric, inspect.isfunction) if not name.startswith("_")]
    found = {name: inspect.getattr_static(family, name) for name in public}
    return {name: method for name, method in found.items() if method is not vars(Metric)[name]}


def _guard(family: type[Metric], name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def call(self: Metric, *given: Any, **named: Any) -> Any:
        try:
            found = method(self, *given, **named)
            return _checked(found, len(given[0])) if name in _OF_ROWS else found
        except InputError:
            raise
        except Exception as error:
            what = f"the metric {family.name} of {shorten(family.__module__)} failed in {name}"
            found = shorten(f"{type(error).__name__}: {error}", 200)
            raise InputError(what, found=found, hint="Choose another metric, or update its package") from error

    return call


def _checked(found: Any, rows: int) -> Any:
    """Scores of rows. Raises TypeError for anything else."""
    if not isinstance(found, np.ndarray) or found.dtype != np.float64 or found.shape != (rows,):
        kind = f"{found.dtype} {found.shape}" if isinstance(found, np.ndarray) else type(found).__name__
        raise TypeError(f"{kind} instead of float64 ({rows},)")
    return found
