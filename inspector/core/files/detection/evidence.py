"""How well a candidate reading explains a part of both files."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import numbers
from inspector.core.arrays.types import Ints
from inspector.core.files.detection.part import Part
from inspector.core.files.detection.spelling import plain
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.dispatch import read_lists
from inspector.core.files.labels.shape import LabelRequest, Lists
from inspector.core.files.matching.entries import Entries, by_rank
from inspector.core.files.schema.layout import Layout

Labels = tuple[str, ...]

# With so many further labels, having them in common cannot be chance.
_TELLING = 2
_FEW_CELLS = 4
# With so many labels in common, other spellings need not be looked for.
_SOME = 0.1
# The hits of fewer rows may be chance.
_ENOUGH_ROWS = 20
_DRAWS = 4
# Hits further down are mostly chance.
_FIRST = 5
_LONGER = 1.1
_NEARLY_ALL = 0.95
# A lift of so many standard deviations above two is surely no chance.
_SURE = 4
# Without evidence, a sign separates labels.
_SPLIT = 0.15
_EITHER_WAY = ("known", "similar", "lift", "sure", "top")
_NO_TRUTH = Lists(np.zeros(1, np.int64), pa.chunked_array([], pa.dictionary(pa.int32(), pa.string())))


@dataclass(frozen=True)
class Evidence:
    """What speaks for a reading.

    known: share of predicted labels that the truth has; similar: the same, but for case, zeros and endings.
    lift: share of rows with a hit, above that of rows paired at random; sure: how far that is from chance, 0 to 1;
    top: the lift of first labels alone. graded: how much higher the relevance of first predictions is than that of
    others, in standard deviations. all_right: whether all that is predicted is right nearly everywhere, as when the
    "truth" is the list of what could be predicted; longer_truth: whether the truth has more labels than are predicted.
    """

    known: float = 0.0
    similar: float = 0.0
    lift: float = 0.0
    sure: float = 0.0
    all_right: bool = False
    graded: float = 0.0
    longer_truth: bool = False
    top: float = 0.0

    @property
    def is_any(self) -> bool:
        """Whether the truth has any predicted label."""
        return max(self.known, self.similar) > 0

    @property
    def weight(self) -> float:
        """The sum of what speaks for the reading."""
        return 3 * max(self.known, 0.6 * self.similar) + 2 * self.lift + 2 * self.sure + self.top


class Reader:
    """Reads a part of both files in different ways, each once."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self._known_lists: dict[tuple[int, Layout], dict[int, Labels]] = {}
        self._known_words: dict[Layout, frozenset[str]] = {}
        self._keys: dict[Layout, set[str]] = {}
        self._known_cells: dict[tuple[int, int], dict[int, str]] = {}

    def lists(self, which: int, layout: Layout) -> dict[int, Labels]:
        """The labels of each id code, in the order of the reading."""
        if (which, layout) not in self._known_lists:
            sheet, codes = self._part.sheets[which], self._part.codes[which]
            lists = dict(zip(*_read(sheet, layout, codes, is_truth=which == 0), strict=True))
            self._known_lists[which, layout] = lists
        return self._known_lists[which, layout]

    def vocabulary(self, layout: Layout) -> frozenset[str]:
        """The labels of the truth."""
        if layout not in self._known_words:
            self._known_words[layout] = self._words(layout)
        return self._known_words[layout]

    def _words(self, layout: Layout) -> frozenset[str]:
        if layout.shape == "groups":
            return frozenset(self._part.wide.columns[layout.id].to_pylist())
        sheet = self._part.wide
        _, lists = _read(sheet, layout, np.arange(len(sheet)), is_truth=True)
        return frozenset(label for labels in lists for label in labels)

    def evidence(self, truth: Layout, submission: Layout) -> Evidence:
        """What speaks for a reading. Raises InputError for cells that cannot be read so."""
        found = self._one_way(truth, submission)
        if self._part.sheets[0] is not self._part.sheets[1] or "wide" in (truth.shape, submission.shape):
            return found
        # What two columns of one file have in common does not tell which of them is the truth.
        other = self._one_way(submission, truth)
        same = {name: max(getattr(found, name), getattr(other, name)) for name in _EITHER_WAY}
        return replace(found, **same)

    def _one_way(self, truth: Layout, submission: Layout) -> Evidence:
        predicted, true = self.lists(1, submission), self.lists(0, truth)
        if truth.shape == "groups":  # each row names itself, which says nothing
            predicted, true = self._without_self(truth, predicted), self._without_self(truth, true)
        known, similar = self._known(truth, submission)
        rows = [code for code in predicted if code in true]
        pairs = [({*predicted[code]}, {*true[code]}) for code in rows]
        first = [({*predicted[code][:_FIRST]}, {*true[code]}) for code in rows]
        contained = sum(bool(given) and given <= right for given, right in pairs)
        all_right = max(contained, self._equal_cells(truth, submission)) > _NEARLY_ALL * max(1, len(pairs))
        graded = self._graded(truth, predicted) if truth.confidence is not None else 0.0
        lengths = [sum(len(lists[code]) for code in rows) for lists in (true, predicted)]
        top = _lift([({*predicted[code][:1]}, {*true[code]}) for code in rows])[0]
        lift = max(_lift(pairs), _lift(first))
        return Evidence(known, similar, *lift, all_right, graded, lengths[0] > _LONGER * lengths[1], top)

    def _known(self, truth: Layout, submission: Layout) -> tuple[float, float]:
        """The mean share of a row's labels that the truth has, and has in some spelling.

        Labels of which there are only one or two say little.
        """
        vocabulary, rows = self.vocabulary(truth), [{*given} for given in self.lists(1, submission).values() if given]
        if not rows:
            return 0.0, 0.0
        labels = set[str]().union(*rows)
        telling = min(1.0, (min(len(vocabulary), len(labels)) - 1) / _TELLING)
        known = sum(len(given & vocabulary) / len(given) for given in rows) / len(rows)
        if known >= _SOME:
            return telling * known, telling * known
        if truth not in self._keys:
            self._keys[truth] = {*plain(vocabulary)}
        keys = self._keys[truth]
        alike = {label for label, key in zip(labels, plain(labels), strict=True) if key in keys}
        similar = sum(len(given & alike) / len(given) for given in rows) / len(rows)
        return telling * known, telling * similar

    def _equal_cells(self, truth: Layout, submission: Layout) -> int:
        """How many rows have the same cell in both label columns, however it is split."""
        if self._part.sheets[0] is self._part.sheets[1] or (truth.shape, submission.shape) != ("list", "list"):
            return 0
        true, predicted = (self._cells(which, layout.labels[0]) for which, layout in enumerate((truth, submission)))
        return sum(bool(cell) and true.get(code) == cell for code, cell in predicted.items())

    def _cells(self, which: int, column: int) -> dict[int, str]:
        """The cell of each id code."""
        if (which, column) not in self._known_cells:
            cells = self._part.sheets[which].columns[column].to_pylist()
            codes = self._part.codes[which].tolist()
            self._known_cells[which, column] = dict(zip(codes, cells, strict=True))
        return self._known_cells[which, column]

    def ordered(self, truth: Layout, submission: Layout) -> float:
        """How much earlier than others right labels stand in the order of a reading, in standard deviations."""
        total = variance = 0.0
        true = self.lists(0, truth)
        for code, given in self.lists(1, submission).items():
            right = {*true.get(code, ())}
            places = [place for place, label in enumerate(given) if label in right]
            total += len(places) * (len(given) - 1) / 2 - sum(places)
            variance += len(places) * (len(given) - len(places)) * (len(given) + 1) / 12
        return total / math.sqrt(variance) if variance else 0.0

    def _without_self(self, layout: Layout, lists: dict[int, Labels]) -> dict[int, Labels]:
        ids = self._part.sheets[0].columns[layout.id].to_pylist()
        own = dict(zip(self._part.codes[0].tolist(), ids, strict=True))
        return {code: tuple(label for label in labels if label != own[code]) for code, labels in lists.items()}

    def _graded(self, layout: Layout, predicted: dict[int, Labels]) -> float:
        """How much higher the values of a column are for labels that are predicted first."""
        sheet, codes = self._part.sheets[0], self._part.codes[0].tolist()
        values = np.array([_number(cell) for cell in sheet.columns[layout.confidence or 0].to_pylist()])
        labels = [cell.strip() for cell in sheet.columns[layout.labels[0]].to_pylist()]
        first = {code: {*given[: max(1, len(given) // 2)]} for code, given in predicted.items()}
        chosen = np.array([label in first.get(code, ()) for code, label in zip(codes, labels, strict=True)], bool)
        spread = float(values.std())
        if not chosen.any() or chosen.all() or not spread:
            return 0.0
        return float(values[chosen].mean() - values[~chosen].mean()) / spread


def _read(sheet: Sheet, layout: Layout, codes: Ints, *, is_truth: bool) -> tuple[list[int], list[Labels]]:
    """The codes and the labels of all entries."""
    entries = Entries(codes)
    if layout.shape == "long":
        entries = by_rank(sheet, layout, Entries.grouped(codes))
    request = LabelRequest(sheet, layout, entries, np.arange(len(entries)), None if is_truth else _NO_TRUTH)
    lists = read_lists(request)
    labels = [label for chunk in lists.labels.chunks for label in _texts(chunk)]
    bounds = lists.offsets.tolist()
    found = [tuple(labels[low:high]) for low, high in pairwise(bounds)]
    if lists.indices is not None:
        found = [found[index] if index >= 0 else () for index in lists.indices.tolist()]
    return entries.codes.tolist(), found


def _texts(labels: pa.DictionaryArray) -> list[str]:
    """The labels, which is slow to ask of Arrow."""
    names = labels.dictionary.to_pylist()
    return [names[code] for code in numbers(labels.indices).tolist()]


def _lift(pairs: Sequence[tuple[set[str], set[str]]]) -> tuple[float, float]:
    """The share of rows with a hit above that of rows paired at random, and how far that is from chance."""
    rows = [given for given, _ in pairs if given]
    truths = [right for given, right in pairs if given]
    if not rows:
        return 0.0, 0.0
    hits = _hits(rows, truths)
    if not hits:
        return 0.0, 0.0
    chance = sum(_hits(rows, [truths[i] for i in order]) for order in _shuffled(len(truths))) / _DRAWS
    lift = max(0.0, hits - chance)
    spread = math.sqrt(max(chance * (1 - chance), 1 / len(rows)) / len(rows))
    return lift * min(1.0, len(rows) / _ENOUGH_ROWS), min(1.0, max(0.0, lift / spread - 2) / _SURE)


@cache
def _shuffled(count: int) -> list[list[int]]:
    """Some orders of so many rows."""
    draw = random.Random(0)  # noqa: S311  # to compare with, not to keep a secret
    return [draw.sample(range(count), count) for _ in range(_DRAWS)]


def _hits(rows: Sequence[set[str]], truths: Sequence[set[str]]) -> float:
    return sum(not given.isdisjoint(right) for given, right in zip(rows, truths, strict=True)) / len(rows)


def split_hint(cells: Iterable[str], sign: str) -> float:
    """How much speaks for splitting cells at a sign: from -0.3, one label of several words, to 0.3, several labels.

    Words of a list are codes, or stand alone in other cells; those of a phrase hardly ever do.
    """
    filled = [cell.strip() for cell in cells if cell.strip()]
    several = [cell for cell in filled if sign in cell]
    if not several or sign in ";|\t":
        return 0.3
    alone = {cell for cell in filled if sign not in cell}
    found = [word.strip() for cell in several for word in cell.split(sign) if word.strip()]
    share = sum(word in alone or bool(re.search(r"[\d_]", word)) for word in found) / max(1, len(found))
    if sign == "," and all("," in cell and ", " not in cell for cell in several):
        share = max(share, 0.5)
    return min(1.0, len(several) / _FEW_CELLS) * 0.3 * float(np.clip((share - 0.35) / 0.15, -1, 1)) + _SPLIT


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return 0.0
