"""What may be meant by a condition that holds in no row: a text spelled otherwise or longer, or a span of time."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from inspector.core.arrays.cell_numbers import NUMBER, cell_numbers
from inspector.core.errors import shorten
from inspector.core.query import dates
from inspector.core.query.candidates import values
from inspector.core.query.condition import compare
from inspector.core.query.expression import Condition, Query, quote
from inspector.core.query.fields import LABELS, field, field_of, fits

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation

# So many values are proposed, of at most so many letters; so many words behind a value may belong to it.
_MOST, _LONGEST, _MOST_WORDS = 3, 80, 8
# Among more different texts none that is spelled alike is looked for, which would take too long.
_MOST_TEXTS = 3000


def near_hint(query: Query, text: str, evaluation: Evaluation) -> str:
    """Of each condition that holds in no row, what may be meant by it, as one remark; empty where there is none.

    Only of texts: values of extra columns and labels. text: the expression as it was typed.
    """
    conditions = (leaf for leaf in query.leaves if isinstance(leaf, Condition))
    return joined(_remark(_Near(evaluation, leaf, text)) for leaf in conditions)


def joined(remarks: Iterable[str]) -> str:
    """Remarks as one; what follows a question begins a sentence."""
    return re.sub(r"(?<=\?); n(?=o row has)", " N", "; ".join(filter(None, remarks)))


def _remark(near: _Near) -> str:
    if not near.is_text:
        return ""
    longer, is_found = near.longer, near.is_found
    if is_found and not longer:
        return ""
    guesses = [longer] if longer else near.guesses
    question = f"did you mean {' or '.join(guesses)}?" if guesses else ""
    none = "" if is_found else f"no row has {near.name} {quote(shorten(near.typed)[1:-1])}"
    return "; ".join(filter(None, (none, question)))


class _Near:
    """What is like the value of a condition of an expression."""

    def __init__(self, evaluation: Evaluation, leaf: Condition, text: str) -> None:
        self._evaluation, self._leaf = evaluation, leaf
        self._rest = text[leaf.value.position :]
        self.name, self.typed = leaf.field.text, leaf.value.text
        self._sign = "=" if leaf.sign == "!=" else leaf.sign

    @property
    def is_text(self) -> bool:
        """Whether a field that holds text is compared with a text, for being the same."""
        is_same = self._sign in ("=", ":") and self._leaf.value.kind != "regex"
        return is_same and (self._is_of_labels or self._cells is not None)

    @property
    def is_found(self) -> bool:
        """Whether any row has the value."""
        return self._holds(self._sign, self.typed)

    @property
    def longer(self) -> str:
        """The condition with the words behind its value, if these together are a value; empty if they are none."""
        words = self._rest.split(" ")[:_MOST_WORDS] if self._leaf.value.kind == "bare" else []
        for count in range(len(words), 1, -1):
            typed = " ".join(words[:count])
            if same := [value for value in self._values(typed) if _plain(value) == _plain(typed)]:
                return self._condition(same[0])
        return ""

    @property
    def guesses(self) -> list[str]:
        """Conditions that hold in some row and are like this one, the likeliest first."""
        cells = self._cells
        if cells is not None and dates.is_date(self.typed) and dates.with_date(cells) is not None:
            return self._span()
        if cells is not None and self._are_numbers(cells):
            return [f"{quote(self.name)}={self.typed}"] if self._holds("=", self.typed) else []
        return [self._condition(value) for value in self._found() if self._holds(":", value)][:_MOST]

    @property
    def _is_of_labels(self) -> bool:
        return field(self.name) in LABELS and fits(self._evaluation, field(self.name))

    @property
    def _column(self) -> str:
        return self.name if self.name in self._evaluation.table.extra else self.name.removeprefix("extra:")

    @property
    def _cells(self) -> pa.StringArray | None:
        """The cells of an extra column; None for another field."""
        is_ours = self.name != self._column or field_of(f"extra:{self._column}") == self.name
        return self._evaluation.table.extra.get(self._column) if is_ours else None

    def _are_numbers(self, cells: pa.StringArray) -> bool:
        """Whether a number is looked for among numbers."""
        decimal = self._evaluation.table.decimal_of(self._column)
        return bool(re.fullmatch(NUMBER, self.typed)) and not np.isnan(cell_numbers(cells, decimal)).all()

    def _span(self) -> list[str]:
        """The rows of a month, a day or an hour, where the cells say it to more digits."""
        name, value = quote(self.name), quote(self.typed)
        holds = self._holds(">=", self.typed) and self._holds("<=", self.typed)
        return [f"{name}>={value} & {name}<={value}"] if holds else []

    def _found(self) -> Iterator[str]:
        """Values that are the same but for capitals and blanks, else that begin so, else that are spelled alike."""
        begun = [value for value in self._values(self.typed.strip()) if value != self.typed]
        same = [value for value in begun if _plain(value) == _plain(self.typed)]
        found = same or begun or self._alike()
        return (value for value in found if value.isprintable() and len(value) <= _LONGEST)

    def _values(self, typed: str) -> list[str]:
        return values(self._evaluation, self.name, typed)

    def _alike(self) -> list[str]:
        table = self._evaluation.table
        texts = table.vocab.array() if self._is_of_labels else table.extra_texts(self._column).texts
        if len(texts) > _MOST_TEXTS:
            return []
        by_plain = {_plain(text): text for text in texts.to_pylist() if text != self.typed}
        return [by_plain[plain] for plain in difflib.get_close_matches(_plain(self.typed), by_plain, _MOST)]

    def _holds(self, sign: str, value: str) -> bool:
        word = replace(self._leaf.value, text=value, kind="quoted")
        return bool(compare(self._evaluation, self._leaf.field, sign, word).any())

    def _condition(self, value: str) -> str:
        return f"{quote(self.name)}:{quote(value)}"


def _plain(text: str) -> str:
    """A text without capitals, and with single blanks."""
    return " ".join(text.casefold().split())
