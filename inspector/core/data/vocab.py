"""The labels' texts, each once; everywhere else a label is an int32 code."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property
from threading import Lock

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import arrow
from inspector.core.arrays.arrow import integers, numbers, texts
from inspector.core.arrays.types import Bools, Codes, Floats, Ints, Ranks

# From this many codes on, Arrow's take is faster than one lookup per code.
_MIN_BATCH = 24


class Vocab:
    """The text of every label by code. Labels are only ever added, so codes stay valid.

    `base` holds the labels of the files as one Arrow string array; labels typed later are appended.
    """

    def __init__(self, base: pa.StringArray | None = None) -> None:
        self._base = texts([]) if base is None else base
        self._added: list[str] = []
        self._codes_added: dict[str, int] = {}
        self._ranks: Ranks = np.empty(0, np.int32)
        self._adding = Lock()

    def __len__(self) -> int:
        return len(self._base) + len(self._added)

    def text(self, code: int) -> str:
        """The text of a label; empty for a code below 0, which means no label."""
        beyond = code - len(self._base)
        if code < 0:
            return ""
        return self._added[beyond] if beyond >= 0 else str(self._base[code])

    def texts(self, codes: Codes | Ints) -> list[str]:
        """The text of each code."""
        if len(codes) < _MIN_BATCH or codes.min() < 0 or codes.max() >= len(self._base):
            return [self.text(code) for code in codes.tolist()]
        found: list[str] = self._base.take(integers(codes.astype(np.int64))).to_pylist()
        return found

    def find(self, text: str) -> int:
        """The code of a label, -1 when neither a file nor an edit has it."""
        index = bisect_left(self._sorted_base, text, key=lambda code: str(self._base[int(code)]))
        if index < len(self._base) and str(self._base[int(self._sorted_base[index])]) == text:
            return int(self._sorted_base[index])
        return self._codes_added.get(text, -1)

    def find_in_files(self, text: str) -> int:
        """The code of a label of the files, -1 for one that was typed or is unknown."""
        code = self.find(text)
        return -1 if self.is_unknown(code) else code

    @property
    def in_files(self) -> int:
        """The number of labels in the files; their codes are 0 to one less."""
        return len(self._base)

    def add(self, text: str) -> int:
        """The code of a label, adding it if it is new."""
        with self._adding:  # a worker thread may plan a bulk edit while the user types
            code = self.find(text)
            if code >= 0:
                return code
            self._added.append(text)
            self._codes_added[text] = len(self) - 1
            return len(self) - 1

    def add_all(self, labels: pa.StringArray) -> Codes:
        """int32 (len(labels),): the code of each label, adding new ones."""
        coded = labels.dictionary_encode()
        found = pc.index_in(coded.dictionary, value_set=self._base)
        codes: Codes = numbers(found.fill_null(arrow.integers(np.array([-1]))[0].cast(pa.int32()))).copy()
        for i in np.flatnonzero(codes < 0).tolist():
            codes[i] = self.add(str(coded.dictionary[i]))
        return codes[numbers(coded.indices)] if len(codes) else np.empty(0, np.int32)

    def array(self) -> pa.StringArray:
        """The texts of all labels as one Arrow array, in code order."""
        return pa.concat_arrays([self._base, texts(self._added)]) if self._added else self._base

    def strings(self, codes: Codes) -> pa.StringArray:
        """The text of each code as Arrow strings."""
        labels = pa.concat_arrays([self.array(), texts([""])])
        return labels.take(integers(np.where(codes < 0, len(labels) - 1, codes)))

    def is_unknown(self, code: int) -> bool:
        """Whether neither file has the label: the user typed it."""
        return code >= len(self._base)

    def suggest(self, start: str, most: int, among: Bools | None = None) -> list[str]:
        """At most `most` labels of the files: those that begin with a text, then those that contain it.

        Ignores case. among: bool (in_files,), the labels to choose from; None for all.
        """
        labels = self._base if among is None else self._base.filter(arrow.booleans(among))
        begins = pc.starts_with(labels, start, ignore_case=True)
        first: list[str] = labels.filter(begins).slice(0, most).to_pylist()
        if len(first) == most:
            return first
        inside = pc.and_not(pc.match_substring(labels, start, ignore_case=True), begins)
        return [*first, *labels.filter(inside).slice(0, most - len(first)).to_pylist()]

    def label_ranks(self, codes: Codes) -> Floats:
        """float64 (c,): the rank of each code among all labels sorted as text; -1 for no label."""
        ranks: Floats = np.append(self.ranks(), np.int32(-1))[codes.clip(-1)].astype(np.float64)
        return ranks

    def ranks_with(self, new: Mapping[str, int], codes: Codes) -> Floats:
        """`label_ranks`, also of new labels, each with a code that is none of the vocabulary."""
        ranks = self.label_ranks(np.where(codes < len(self), codes, np.int32(-1)))
        # New labels between the same two labels keep the order of their texts.
        for number, text in enumerate(sorted(new)):
            ranks[codes == new[text]] = self.rank_of_text(text) + 1e-6 * number
        return ranks

    def rank_of_text(self, text: str) -> float:
        """The rank of a text that is not a label among the labels as text: between those of its neighbours."""
        return float(pc.sum(pc.less(self.array(), arrow.text(text))).as_py() or 0) - 0.5

    def ranks(self) -> Ranks:
        """int32 (len,): the rank of each code among the labels sorted as text; read-only."""
        ranks = self._ranks
        if len(ranks) != len(self) or not len(self):
            order = numbers(pc.sort_indices(self.array())) if self._added else self._sorted_base
            ranks = np.empty(len(order), np.int32)
            ranks[order] = np.arange(len(order), dtype=np.int32)
            self._ranks = ranks
        return ranks  # the local: another thread may have stored ranks of fewer labels

    @cached_property
    def _sorted_base(self) -> Codes:
        """int32 (len,): the codes of the files' labels, sorted by text."""
        order: Codes = numbers(pc.sort_indices(self._base)).astype(np.int32)
        return order
