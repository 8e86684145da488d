"""The labels' texts, each once; everywhere else a label is an int32 code."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
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


@dataclass(frozen=True, eq=False)
class _Labels:
    """All labels at one moment: those of `base` by code, then those typed since.

    typed: the codes of `base` that no file has. A value that is replaced, so that other threads read either the one
    before or the one after.
    """

    base: pa.StringArray
    added: list[str] = field(default_factory=list)
    typed: frozenset[int] = frozenset()

    @cached_property
    def sorted_base(self) -> Codes:
        """int32 (len(base),): the codes of `base`, sorted by text."""
        order: Codes = numbers(pc.sort_indices(self.base)).astype(np.int32)
        return order

    def code_in_base(self, text: str) -> int:
        """The code of a label of `base`, -1 for any other text."""
        index = bisect_left(self.sorted_base, text, key=lambda code: str(self.base[int(code)]))
        if index == len(self.base) or str(self.base[int(self.sorted_base[index])]) != text:
            return -1
        return int(self.sorted_base[index])


class Vocab:
    """The text of every label by code. Labels are only ever added, so codes stay valid.

    The labels of the files are one Arrow string array, which grows with each further submission; labels typed since are
    appended.
    """

    def __init__(self, base: pa.StringArray | None = None) -> None:
        self._labels = _Labels(texts([]) if base is None else base)
        self._codes_added: dict[str, int] = {}
        self._ranks: Ranks = np.empty(0, np.int32)
        self._adding = Lock()

    def __len__(self) -> int:
        labels = self._labels
        return len(labels.base) + len(labels.added)

    def text(self, code: int) -> str:
        """The text of a label; empty for a code below 0, which means no label."""
        labels = self._labels
        beyond = code - len(labels.base)
        if code < 0:
            return ""
        return labels.added[beyond] if beyond >= 0 else str(labels.base[code])

    def texts(self, codes: Codes | Ints) -> list[str]:
        """The text of each code."""
        base = self._labels.base
        if len(codes) < _MIN_BATCH or codes.min() < 0 or codes.max() >= len(base):
            return [self.text(code) for code in codes.tolist()]
        found: list[str] = base.take(integers(codes.astype(np.int64))).to_pylist()
        return found

    def find(self, text: str) -> int:
        """The code of a label, -1 when neither a file nor an edit has it."""
        code = self._labels.code_in_base(text)
        return code if code >= 0 else self._codes_added.get(text, -1)

    def find_in_files(self, text: str) -> int:
        """The code of a label of the files, -1 for one that was typed or is unknown."""
        code = self.find(text)
        return -1 if self.is_unknown(code) else code

    @property
    def in_files(self) -> int:
        """The number of labels with codes below those that were typed since the last file was read."""
        return len(self._labels.base)

    def add(self, text: str) -> int:
        """The code of a label, adding it if it is new."""
        with self._adding:  # a worker thread may plan a bulk edit while the user types
            code = self.find(text)
            if code >= 0:
                return code
            self._labels.added.append(text)
            self._codes_added[text] = len(self) - 1
            return len(self) - 1

    def add_files(self, labels: pa.StringArray) -> Codes:
        """int32 (len(labels),): the code of each distinct label of a further file, adding new ones."""
        with self._adding:
            known = self._labels
            whole = self.array()
            found = pc.index_in(labels, value_set=whole)
            is_new = pc.is_null(found)
            codes: Codes = numbers(found.fill_null(pa.scalar(-1, pa.int32()))).copy()
            codes[codes < 0] = len(whole) + np.arange(int(pc.sum(is_new).as_py() or 0), dtype=np.int32)
            typed = {*known.typed, *range(len(known.base), len(whole))}.difference(
                codes.tolist() if known.added or known.typed else ()
            )
            self._labels = _Labels(pa.concat_arrays([whole, labels.filter(is_new)]), [], frozenset(typed))
            self._codes_added = {}
            return codes

    def add_all(self, labels: pa.StringArray) -> Codes:
        """int32 (len(labels),): the code of each label, adding new ones."""
        coded = labels.dictionary_encode()
        found = pc.index_in(coded.dictionary, value_set=self._labels.base)
        codes: Codes = numbers(found.fill_null(arrow.integers(np.array([-1]))[0].cast(pa.int32()))).copy()
        for i in np.flatnonzero(codes < 0).tolist():
            codes[i] = self.add(str(coded.dictionary[i]))
        return codes[numbers(coded.indices)] if len(codes) else np.empty(0, np.int32)

    def array(self) -> pa.StringArray:
        """The texts of all labels as one Arrow array, in code order."""
        labels = self._labels
        return pa.concat_arrays([labels.base, texts(labels.added)]) if labels.added else labels.base

    def strings(self, codes: Codes) -> pa.StringArray:
        """The text of each code as Arrow strings."""
        labels = pa.concat_arrays([self.array(), texts([""])])
        return labels.take(integers(np.where(codes < 0, len(labels) - 1, codes)))

    def is_unknown(self, code: int) -> bool:
        """Whether no file has the label: the user typed it."""
        return code >= len(self._labels.base) or code in self._labels.typed

    def suggest(self, start: str, most: int, among: Bools | None = None) -> list[str]:
        """At most `most` labels of the files: those that begin with a text, then those that contain it.

        Ignores case. among: bool (<= len,), the labels to choose from by code; None for all.
        """
        labels = self._labels.base
        if among is not None:
            labels = labels.slice(0, len(among)).filter(arrow.booleans(among[: len(labels)]))
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
            labels = self._labels
            order = numbers(pc.sort_indices(self.array())) if labels.added else labels.sorted_base
            ranks = np.empty(len(order), np.int32)
            ranks[order] = np.arange(len(order), dtype=np.int32)
            self._ranks = ranks
        return ranks  # the local: another thread may have stored ranks of fewer labels
