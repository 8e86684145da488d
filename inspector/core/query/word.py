"""A word of an expression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Word:
    """A word of an expression, unquoted. position: of its start in the text, from 0."""

    text: str
    kind: Literal["bare", "quoted", "regex"]
    position: int
