"""The syntax tree of an expression, and how the masks of its parts combine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from inspector.core.arrays.types import Bools
from inspector.core.query import condition
from inspector.core.query.fields import FLAGS, NUMBERS, field
from inspector.core.query.numbers import names_one
from inspector.core.query.word import LINKS, Word

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation


@dataclass(frozen=True)
class Mention:
    """A single word: a flag such as `edited`, or text to find."""

    word: Word

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,)."""
        return condition.mention(evaluation, self.word)

    @property
    def fields(self) -> tuple[str, ...]:
        """The flag that it names; none for text to find."""
        flag = self.word.text.lower()
        return (flag,) if self.word.kind == "bare" and flag in FLAGS else ()

    @property
    def text(self) -> str:
        """It as it may be typed."""
        return self.word.text

    @property
    def position(self) -> int:
        """Where it starts in the text, from 0."""
        return self.word.position


@dataclass(frozen=True)
class Condition:
    """A field compared with a value. sign: one of `< <= > >= = != :`."""

    field: Word
    sign: str
    value: Word

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,)."""
        return condition.compare(evaluation, self.field, self.sign, self.value)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that it names, as `fields.field` has them: one, or two where numbers are compared with others."""
        name = field(self.field.text)
        takes_field = (name in NUMBERS or names_one(name)) and self.value.kind != "regex"
        return (name, field(self.value.text)) if takes_field else (name,)

    @property
    def text(self) -> str:
        """It as it may be typed."""
        return f"{self.field.text}{self.sign}{self.value.text}"

    @property
    def position(self) -> int:
        """Where it starts in the text, from 0."""
        return self.field.position


@dataclass(frozen=True)
class Negation:
    """The rows that do not match a part."""

    part: Expression

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,)."""
        return ~self.part.mask(evaluation)


@dataclass(frozen=True)
class Joined:
    """The rows that match all parts, or any of them. join: `logical_and` or `logical_or`."""

    join: np.ufunc
    parts: tuple[Expression, ...]

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,): without parts all rows match, or none."""
        start = np.full(len(evaluation.table), self.join.identity, bool)
        return reduce(self.join, (part.mask(evaluation) for part in self.parts), start)


Leaf: TypeAlias = Mention | Condition
Expression: TypeAlias = Leaf | Negation | Joined


@dataclass(frozen=True)
class Query:
    """A parsed expression; without conditions it matches all rows."""

    root: Expression

    def mask(self, evaluation: Evaluation) -> Bools:
        """bool (n,): the rows that match, edits included. Raises QueryError for unknown fields."""
        return self.root.mask(evaluation)

    @property
    def leaves(self) -> Iterator[Leaf]:
        """Its words and conditions, from left to right."""
        return _leaves(self.root)

    @property
    def fields(self) -> frozenset[str]:
        """The flags and fields that it names; what compares numbers with a number has that number among them."""
        return frozenset(chain.from_iterable(leaf.fields for leaf in self.leaves))


def _leaves(expression: Expression) -> Iterator[Leaf]:
    if isinstance(expression, Negation):
        yield from _leaves(expression.part)
    elif isinstance(expression, Joined):
        yield from chain.from_iterable(map(_leaves, expression.parts))
    else:
        yield expression


def quote(text: str) -> str:
    """Text for use in an expression, quoted where necessary."""
    if re.fullmatch(r'[^\s&|!()"<>=:/\\]+', text) and text.lower() not in (*FLAGS, *LINKS):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def containing(text: str) -> str:
    """A value that matches a text anywhere in a field, ignoring case."""
    return "/(?i)" + re.sub(r"([\\.+*?()|\[\]{}^$/])", r"\\\1", text) + "/"
