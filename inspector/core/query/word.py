"""The smallest piece of an expression. Knows nothing of what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Word:
    """A piece of an expression, unquoted. position: where it begins in the text, from 0."""

    text: str
    kind: Literal["bare", "quoted", "regex"]
    position: int
