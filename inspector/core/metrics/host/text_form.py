"""The short text form of a host's metric: its file, with its choices in parentheses."""

from __future__ import annotations

import re

from inspector.core.metrics.base import Metric
from inspector.core.metrics.host.metric import HostMetric

_SHORT = re.compile(r"(?P<path>.+\.py)\s*(?:\((?P<choices>.*)\))?", re.IGNORECASE | re.DOTALL)


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
