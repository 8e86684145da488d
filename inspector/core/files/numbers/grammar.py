"""Numbers as they are typed, and as the cells of a file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.text import plain_texts
from inspector.core.arrays.types import Floats
from inspector.core.data.prediction import Prediction
from inspector.core.errors import InputError, shorten
from inspector.core.files.labels.cell import Grammar, to_number, words


@dataclass(frozen=True)
class NumberGrammar(Grammar):
    """Typed numbers in the order of the components. names: of the components; decimal: the decimal point."""

    names: tuple[str, ...] = ()
    decimal: str = "."

    def __str__(self) -> str:
        return "a number a row" if len(self.names) == 1 else f"{len(self.names)} numbers a row"

    def write(self, prediction: Prediction) -> str:
        """The numbers as text."""
        values = np.array(prediction.confidence or (), np.float64)
        return self.separator.join(written(values, self.decimal).to_pylist())

    def read(self, text: str) -> Prediction:
        """Parse typed numbers, none or one for each component. Raises InputError."""
        parts = words(text, self.separator)
        if parts and len(parts) != len(self.names):
            found, expected = f"{len(parts)} numbers", f"{len(self.names)} of them, for {', '.join(self.names)}"
            raise InputError(f"{shorten(text)} does not fit", found=found, expected=expected)
        names = self.names[: len(parts)]
        return Prediction(names, tuple(to_number(part.replace(self.decimal, ".")) for part in parts))

    def refuse(self, prediction: Prediction) -> None:
        """Raise InputError for numbers of other components, or one that is not finite."""
        if prediction.labels and prediction.labels != self.names:
            found = ", ".join(map(shorten, prediction.labels))
            raise InputError("the numbers do not fit", found=found, expected=", ".join(self.names))
        for value in prediction.confidence or ():
            if not np.isfinite(value):
                raise InputError(f"{value!r} is not a finite number", expected="a number such as 0.25 or 1e-3")


def written(values: Floats, decimal: str = ".") -> pa.StringArray:
    """Numbers as the cells of a file; no text for NaN."""
    texts = pc.if_else(pa.array(np.isnan(values)), "", plain_texts(values))
    return texts if decimal == "." else pc.replace_substring(texts, ".", decimal)
