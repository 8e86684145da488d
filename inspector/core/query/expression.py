"""The syntax tree of an expression, and how the masks of its parts combine."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from inspector.core.arrays.types import Bools
from inspector.core.query import condition
from inspector.core.query.fields import FLAGS
from inspector.core.query.word import Word

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation


@dataclass(frozen=True)
class Mention:
    """A single word: a flag such as `edited`, or text to find."""

    word: Word

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,)."""
        return condition.mention(evaluation, self.word)


@dataclass(frozen=True)
class Condition:
    """A field compared with a value. sign: one of `< <= > >= = != :`."""

    field: Word
    sign: str
    value: Word

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,)."""
        return condition.compare(evaluation, self.field, self.sign, self.value)


@dataclass(frozen=True)
class Negation:
    """The rows that do not match a part."""

    part: Expression

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,)."""
        return ~self.part.mask(evaluation)


@dataclass(frozen=True)
class Both:
    """The rows that match all parts."""

    parts: tuple[Expression, ...]

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,)."""
        return reduce(
            np.logical_and, (part.mask(evaluation) for part in self.parts), np.ones(len(evaluation.table), bool)
        )


@dataclass(frozen=True)
class Either:
    """The rows that match any part."""

    parts: tuple[Expression, ...]

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,)."""
        return reduce(
            np.logical_or, (part.mask(evaluation) for part in self.parts), np.zeros(len(evaluation.table), bool)
        )


Expression: TypeAlias = Mention | Condition | Negation | Both | Either


@dataclass(frozen=True)
class Query:
    """A parsed expression; without conditions it matches all rows."""

    root: Expression

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,): the rows that match, edits included. Raises QueryError for unknown fields."""
        return self.root.mask(evaluation)


def quote(text: str) -> str:
    """Text for use in an expression, quoted where necessary."""
    if re.fullmatch(r'[^\s&|!()"<>=:/\\]+', text) and text.lower() not in FLAGS:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def containing(text: str) -> str:
    """A value that matches a text anywhere in a field, ignoring case."""
    return "/(?i)" + re.sub(r"([\\.+*?()|\[\]{}^$/])", r"\\\1", text) + "/"
