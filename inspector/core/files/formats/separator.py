"""Separators between the labels in a cell, and the choice of one that no label contains."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.errors import InputError, shorten

SEPARATORS = {" ": "spaces", ",": "commas", ";": "semicolons", "|": "bars", "\t": "tabs"}


def separator_name(separator: str) -> str:
    """The name of a separator, such as `commas`."""
    return SEPARATORS.get(separator, repr(separator))


def free_separator(labels: Iterable[str]) -> str:
    """A separator that no label contains, so that joining is reversible. Raises InputError if there is none."""
    free = list(SEPARATORS)
    for label in labels:
        free = [separator for separator in free if separator not in label]
        if not free:
            raise _no_separator(label)
    return free[0]


class SeparatorSearch:
    """Looks for a separator that no label contains, in labels that come piece by piece."""

    def __init__(self) -> None:
        self.has_labels = False
        self._free = list(SEPARATORS)

    @property
    def found(self) -> str:
        """The first separator that occurs in no label yet."""
        return self._free[0]

    def look(self, labels: pa.StringArray) -> None:
        """Look at further labels. Raises InputError when no separator is left."""
        self.has_labels = True
        for separator in list(self._free):
            holds = pc.match_substring(labels, separator)
            if pc.any(holds).as_py():
                self._free.remove(separator)
                if not self._free:
                    raise _no_separator(str(labels.filter(holds)[0]))


def _no_separator(label: str) -> InputError:
    expected = f"one of {list(SEPARATORS)} that no label contains"
    return InputError("the labels contain every separator", found=shorten(label), expected=expected)


def free_sign(labels: Iterable[pa.StringArray], candidates: Iterable[str] = (*SEPARATORS, "/", "·", "\x1f")) -> str:
    """The first sign that occurs in none of the texts, to join them; the first of all if there is none."""
    texts, signs = list(labels), list(candidates)
    used = (any(pc.any(pc.match_substring(part, sign)).as_py() for part in texts) for sign in signs)
    return next((sign for sign, is_used in zip(signs, used, strict=True) if not is_used), signs[0])
