"""A word of an expression, and the patterns of which expressions consist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SIGN = r"<=|>=|!=|==|[<>=:]"
# One letter of a word without quotes.
LETTER = r'[^\s&|!()"<>=:]'
# Words that mean & | ! wherever a value cannot stand; before a sign they name a field.
LINKS = ("and", "or", "not")


def _whole(words: str) -> str:
    return rf"(?<!{LETTER})(?i:{words})(?!{LETTER}|\s*(?:{SIGN}))"


LINK = _whole("|".join(LINKS))
AND, OR, NOT = rf"&&?|{_whole('and')}", rf"\|\|?|{_whole('or')}", rf"!|{_whole('not')}"
# A word that begins a condition, and one that is a value.
WORD, VALUE = rf"(?!{LINK}){LETTER}+", f"{LETTER}+"
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
