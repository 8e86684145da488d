"""Numbers as they are typed, and as the cells of a file."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, text
from inspector.core.arrays.text import plain_texts
from inspector.core.arrays.types import Floats, middle
from inspector.core.data.prediction import Prediction
from inspector.core.errors import InputError, shorten
from inspector.core.files.labels.cell import Grammar, words
from inspector.core.files.numbers.typed import is_grouped, typed_number
from inspector.core.files.schema.contents import NUMBER
from inspector.core.plural import count_of

_SAMPLE = 100
# What stands in a row for one of several numbers that there is not; its cell in the file is empty.
_NONE = "nan"


@dataclass(frozen=True)
class NumberGrammar(Grammar):
    """Typed numbers in the order of the components.

    names: of the components; decimal: the decimal point; examples: a number of each as the file writes it.
    """

    names: tuple[str, ...] = ()
    decimal: str = "."
    examples: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return "a number a row" if len(self.names) == 1 else f"{len(self.names)} numbers a row"

    def write(self, prediction: Prediction, typed: tuple[int, str] | None = None) -> str:
        """The numbers as text. typed: the index of one, and its text as it is typed so far."""
        values = written(np.array(prediction.confidence or (), np.float64), self.decimal).to_pylist()
        if len(self.names) > 1:
            values = [value or _NONE for value in values]
        if typed is not None:
            values[typed[0]] = typed[1]
        return self.separator.join(values)

    def span(self, prediction: Prediction, rank: int) -> tuple[int, int] | None:
        """Where a number begins and ends in the cell that is written; None for none."""
        texts = self.write(prediction).split(self.separator)
        if rank >= len(prediction):
            return None
        start = sum(len(text) + len(self.separator) for text in texts[:rank])
        return start, start + len(texts[rank])

    def read(self, text: str) -> Prediction:
        """Parse typed numbers, none or one for each component. Raises InputError."""
        parts = self._parts(text)
        if parts and len(parts) != len(self.names):
            are_numbers = all(re.match(NUMBER, part) for part in parts)
            found = count_of(len(parts), "number" if are_numbers else "value")
            expected = f"{count_of(len(self.names), 'number')}, for {', '.join(self.names)}"
            raise InputError(f"{shorten(text)} does not fit", found=found, expected=expected)
        names = self.names[: len(parts)]
        is_none = [len(parts) > 1 and part.lower() == _NONE for part in parts]
        numbers = (math.nan if is_none[at] else self.number(part, at) for at, part in enumerate(parts))
        return Prediction(names, tuple(numbers))

    def _parts(self, text: str) -> list[str]:
        """What each number is read from: separated as in a cell, or as in a list or a table that is pasted."""
        parts = words(text, self.separator)
        if len(self.names) < 2 or self._are_numbers(parts) or is_grouped(text, self.decimal):
            return parts
        others = [part.strip() for part in re.split("[;\t]" if self.decimal == "," else "[,;\t]", text.strip())]
        return others if self._are_numbers(others) else parts

    def _are_numbers(self, parts: Sequence[str]) -> bool:
        """Whether there is a number for each component."""
        plain = (part.replace(self.decimal, ".") for part in parts)
        return len(parts) == len(self.names) and all(re.match(NUMBER, part) for part in plain)

    def number(self, text: str, at: int) -> float:
        """Parse a typed number of a component. Raises InputError."""
        several = f" of {shorten(self.names[at])}" if len(self.names) > 1 else ""
        example = f"{self.examples[at]} for {self.names[at]}" if self.examples else ""
        return typed_number(text, self.decimal, what=f"the prediction{several}", example=example)

    def refuse(self, prediction: Prediction) -> None:
        """Raise InputError for numbers of other components, or one that is not finite; of several some may lack."""
        if prediction.labels and prediction.labels != self.names:
            found = ", ".join(map(shorten, prediction.labels))
            raise InputError("the numbers do not fit", found=found, expected=", ".join(self.names))
        for value in prediction.confidence or ():
            if not (np.isfinite(value) or (np.isnan(value) and len(self.names) > 1)):
                raise InputError(f"{value!r} is not a finite number", expected="a number such as 0.25 or 1e-3")


def examples(values: Floats, decimal: str = ".") -> tuple[str, ...]:
    """A number for each column of values, (n, c), of the usual size of its first ones; none where there are none."""
    first = values[:_SAMPLE]
    if not len(first) or np.isnan(first).all(axis=0).any():
        return ()
    usual = [float(f"{middle(column[~np.isnan(column)]):.3g}") for column in first.T]
    return tuple(text.removesuffix(".0") for text in map(str, written(np.array(usual), decimal).to_pylist()))


def written(values: Floats, decimal: str = ".") -> pa.StringArray:
    """Numbers as the cells of a file; no text for NaN."""
    texts = pc.if_else(booleans(np.isnan(values)), text(""), plain_texts(values))
    return texts if decimal == "." else pc.replace_substring(texts, ".", decimal)
