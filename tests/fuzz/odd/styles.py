"""The ways to write a list of labels into a cell, and those that can hold the given labels."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from random import Random

Style = Callable[[Sequence[str]], str]


def _between(separator: str) -> Style:
    return separator.join


STYLES: dict[str, Style] = {
    "spaces": _between(" "),
    "commas": _between(","),
    "commas and spaces": _between(", "),
    "semicolons": _between(";"),
    "bars": _between("|"),
    "tabs": _between("\t"),
    "python list": lambda labels: repr(list(labels)),
    "json list": lambda labels: json.dumps(list(labels)),
    "bare list": lambda labels: f"[{', '.join(labels)}]",
}
_SIGNS = {
    "spaces": " ",
    "commas": ",",
    "commas and spaces": ",",
    "semicolons": ";",
    "bars": "|",
    "tabs": "\t",
    "bare list": ", ",
}
_WEIGHTS = {"spaces": 6, "python list": 2, "bars": 2, "commas": 2}


def style_for(rng: Random, labels: Iterable[str], delimiter: str) -> str:
    """A style whose sign is neither in a label nor between the columns."""
    written = "".join(labels)
    able = [name for name in STYLES if _SIGNS.get(name, "\0") != delimiter]
    able = [name for name in able if not any(sign in written for sign in _SIGNS.get(name, ""))]
    return rng.choices(able, [_WEIGHTS.get(name, 1) for name in able])[0]
