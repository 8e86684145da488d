"""An expression as a tree of values, and how masks of its parts combine. Knows nothing of text, columns or labels."""

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
    """A word alone: a name such as `edited`, or text to be found."""

    word: Word

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,)."""
        return condition.mention(evaluation, self.word)


@dataclass(frozen=True)
class Condition:
    """A field, a sign and a value. sign: one of `< <= > >= = != :`."""

    field: Word
    sign: str
    value: Word

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,)."""
        return condition.compare(evaluation, self.field, self.sign, self.value)


@dataclass(frozen=True)
class Negation:
    """The rows that a part leaves out."""

    part: Expression

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,)."""
        return ~self.part.mask(evaluation)


@dataclass(frozen=True)
class Both:
    """The rows that every part has."""

    parts: tuple[Expression, ...]

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,)."""
        return reduce(
            np.logical_and, (part.mask(evaluation) for part in self.parts), np.ones(len(evaluation.table), bool)
        )


@dataclass(frozen=True)
class Either:
    """The rows that any part has."""

    parts: tuple[Expression, ...]

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,)."""
        return reduce(
            np.logical_or, (part.mask(evaluation) for part in self.parts), np.zeros(len(evaluation.table), bool)
        )


Expression: TypeAlias = Mention | Condition | Negation | Both | Either


@dataclass(frozen=True)
class Query:
    """A parsed expression; one without any condition has every row."""

    root: Expression

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,): which rows satisfy it, edits included. Raises QueryError for what these files do not have."""
        return self.root.mask(evaluation)


def quote(text: str) -> str:
    """A text as it may stand in an expression, whatever it holds; in quotes where it would mean anything else."""
    if re.fullmatch(r'[^\s&|!()"<>=:/\\]+', text) and text.lower() not in FLAGS:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def containing(text: str) -> str:
    """The value that finds a text anywhere in a field, whatever its case."""
    return "/(?i)" + re.sub(r"([\\.+*?()|\[\]{}^$/])", r"\\\1", text) + "/"
