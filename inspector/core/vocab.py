"""The labels' text, each label once; everywhere else a label is an int32 code. Knows nothing of rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core import arrow
from inspector.core.arrays import Codes, Floats, Ranks
from inspector.core.arrow import flags, integers, numbers, texts


class Vocab:
    """Text of every label by code. It only grows: a code once given keeps its meaning.

    `base` holds the labels of the files as one Arrow string array; labels typed later are added behind it.
    """

    def __init__(self, base: pa.StringArray | None = None) -> None:
        self._base = texts([]) if base is None else base
        self._added: list[str] = []

    def __len__(self) -> int:
        return len(self._base) + len(self._added)

    def text(self, code: int) -> str:
        """The label's text, as it was written; empty for a code below 0, which stands for no label."""
        beyond = code - len(self._base)
        if code < 0:
            return ""
        return self._added[beyond] if beyond >= 0 else str(self._base[code])

    def texts(self, codes: Iterable[int]) -> list[str]:
        """The text of each code."""
        return [self.text(int(code)) for code in codes]

    def find(self, text: str) -> int:
        """The code of a label, or -1 when no file and no edit has it."""
        code = int(pc.index(self._base, arrow.text(text)).as_py())
        if code >= 0 or text not in self._added:
            return code
        return len(self._base) + self._added.index(text)

    def add(self, text: str) -> int:
        """The code of a label, given now if it had none."""
        code = self.find(text)
        if code >= 0:
            return code
        self._added.append(text)
        return len(self) - 1

    def add_all(self, labels: Sequence[str]) -> Codes:
        """int32: the code of each of many labels, all different; those that had none get one now."""
        at = pc.index_in(texts(labels), value_set=self.array())
        new = ~flags(pc.is_valid(at))
        codes = np.empty(len(labels), np.int32)
        codes[~new] = numbers(at.drop_null())
        codes[new] = len(self) + np.arange(new.sum())
        self._added += [label for label, is_new in zip(labels, new, strict=True) if is_new]
        return codes

    def array(self) -> pa.StringArray:
        """Every label's text as one Arrow array, in the order of the codes."""
        return pa.concat_arrays([self._base, texts(self._added)]) if self._added else self._base

    def strings(self, codes: Codes) -> pa.StringArray:
        """The text of each code as Arrow strings."""
        labels = pa.concat_arrays([self.array(), texts([""])])
        return labels.take(integers(np.where(codes < 0, len(self), codes)))

    def suggest(self, start: str, most: int) -> list[str]:
        """At most `most` labels that begin with a text, then others that contain it; upper and lower case are alike."""
        labels = self.array()
        begins = pc.starts_with(labels, start, ignore_case=True)
        inside = pc.and_not(pc.match_substring(labels, start, ignore_case=True), begins)
        first = labels.filter(begins).slice(0, most).to_pylist()
        return [*first, *labels.filter(inside).slice(0, most - len(first)).to_pylist()]

    def places(self, codes: Codes) -> Floats:
        """float64 (c,): the place of each code among all labels sorted as text; no label comes before all of them."""
        places: Floats = np.append(self.ranks(), np.int32(-1))[codes.clip(-1)].astype(np.float64)
        return places

    def place_of(self, text: str) -> float:
        """The place that a text, known or not, has among the labels: between two of them if it is none."""
        return float(pc.sum(pc.less(self.array(), arrow.text(text))).as_py() or 0) - 0.5

    def ranks(self) -> Ranks:
        """int32 (len,): the place of each code among the labels sorted as text."""
        ranks = np.empty(len(self), np.int32)
        ranks[numbers(pc.sort_indices(self.array()))] = np.arange(len(self), dtype=np.int32)
        return ranks
