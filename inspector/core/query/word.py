"""A word of an expression, and the patterns of which expressions consist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

AND, OR = r"&&?", r"\|\|?"
SIGN = r"<=|>=|!=|==|[<>=:]"
# One letter of a word without quotes.
LETTER = r'[^\s&|!()"<>=:]'
# What is between quotes, line ends included, and a whole string.
INNER = r'(?:\\(?s:.)|[^"\\])*'
STRING = f'"{INNER}"'
# The grammar's own patterns end at a /.
REGEX = r"\/(?:\\.|[^\/\\])*\/(?=[\s&|!()]|\Z)"


@dataclass(frozen=True)
class Word:
    """A word of an expression, unquoted. position: of its start in the text, from 0."""

    text: str
    kind: Literal["bare", "quoted", "regex"]
    position: int
