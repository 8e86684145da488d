"""Reads a part of two files as their layouts say, and tells what speaks for each pair of layouts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, compress, pairwise

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, flags, numbers, texts
from inspector.core.arrays.types import Ints, beyond_floats
from inspector.core.files.detection.evidence import COPIES, NO_LIFT, Evidence, lift, split_hint
from inspector.core.files.detection.numbers.choices import number_evidence
from inspector.core.files.detection.part import Part
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.dispatch import kind_of, read_lists
from inspector.core.files.labels.shape import LabelRequest, Lists
from inspector.core.files.matching.entries import Entries, by_rank
from inspector.core.files.matching.spelling import plain
from inspector.core.files.schema.contents import parse_relevance
from inspector.core.files.schema.layout import Layout

Labels = tuple[str, ...]

# With so many further labels, having them in common cannot be chance.
_TELLING = 2
# With so many labels in common, other spellings need not be looked for.
_SOME = 0.1
# Hits further down are mostly chance.
_FIRST = 5
_LONGER = 1.1
# A label stands for more rows than that if it is a class, but not if it is the id of another row.
_CLASSES = 5
# Labels that are named twice by mistake: joined files, and runs with documents twice.
_MISTAKES = 0.1
_NEARLY_ALL, _MOSTLY = 0.95, 0.5
_EITHER_WAY = ("known", "similar", "lift", "sure", "top")
_NO_TRUTH = Lists(np.zeros(1, np.int64), pa.chunked_array([], pa.dictionary(pa.int32(), pa.string())))


class Reader:
    """Reads a part of both files in different ways, each once."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self._lists: dict[tuple[int, Layout], dict[int, Labels]] = {}
        self._words: dict[Layout, pa.StringArray] = {}
        self._keys: dict[Layout, pa.StringArray] = {}
        self._predicted: dict[Layout, _Predicted] = {}
        self._cells: dict[tuple[int, int], list[str]] = {}
        self._hints: dict[tuple[tuple[tuple[int, int], ...], str], float] = {}

    def lists(self, which: int, layout: Layout) -> dict[int, Labels]:
        """The labels of each id code, in the order of the reading."""
        if (which, layout) not in self._lists:
            sheet, codes = self.part.sheets[which], self.part.codes[which]
            self._lists[which, layout] = dict(zip(*_read(sheet, layout, codes, is_truth=which == 0), strict=True))
        return self._lists[which, layout]

    def vocabulary(self, layout: Layout) -> pa.StringArray:
        """The distinct labels of the truth."""
        if layout not in self._words:
            self._words[layout] = self._words_of(layout)
        return self._words[layout]

    def _words_of(self, layout: Layout) -> pa.StringArray:
        sheet = self.part.wide
        if layout.shape == "groups":
            return combine_chunks(sheet.columns[layout.id]).unique()
        if sheet is self.part.sheets[0] and not self.part.repeats[0].records:
            return texts([*{*chain.from_iterable(self.lists(0, layout).values())}])
        _, lists = _lists_of(sheet, layout, np.arange(len(sheet)), is_truth=True)
        used = (chunk.dictionary.take(chunk.indices.unique()) for chunk in lists.labels.chunks)
        return pa.concat_arrays([texts([]), *used]).unique()

    def evidence(self, truth: Layout, submission: Layout) -> Evidence:
        """What speaks for a reading. Raises InputError for cells that cannot be read so."""
        if not kind_of(truth).names_labels:
            return number_evidence(self.part, (truth, submission))
        found = self._one_way(truth, submission)
        if self.part.sheets[0] is not self.part.sheets[1] or "wide" in (truth.shape, submission.shape):
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
        given, right = [{*predicted[code]} for code in rows], [{*true[code]} for code in rows]
        contained = sum(bool(labels) and labels <= known for labels, known in zip(given, right, strict=True))
        all_right = max(contained, self._equal_cells(truth, submission)) > _NEARLY_ALL * max(1, len(rows))
        graded = self._graded(truth, predicted) if truth.confidence is not None else 0.0
        lengths = [sum(len(lists[code]) for code in rows) for lists in (true, predicted)]
        best, top = lift(given, right), 0.0
        if best is not NO_LIFT:
            best = max(best, lift([{*predicted[code][:_FIRST]} for code in rows], right))
            first = lift([{*predicted[code][:1]} for code in rows], right)
            # Where each row lists all classes, only their order tells.
            best, top = max(best, first) if submission.shape == "wide" else best, first[0]
        longer = lengths[0] > _LONGER * lengths[1]
        copied = len(rows) >= COPIES and self._is_copy(truth, submission, list(zip(given, right, strict=True)))
        return Evidence(known, similar, *best, all_right, graded, longer, top, copied)

    def _known(self, truth: Layout, submission: Layout) -> tuple[float, float]:
        """The mean share of a row's labels that the truth has, and has in some spelling.

        Labels of which there are only one or two say little.
        """
        vocabulary, predicted = self.vocabulary(truth), self._labels(submission)
        if not predicted.rows:
            return 0.0, 0.0
        telling = min(1.0, (min(len(vocabulary), len(predicted.labels)) - 1) / _TELLING)
        known = predicted.share(predicted.names, vocabulary)
        if known >= _SOME:
            return telling * known, telling * known
        if truth not in self._keys:
            self._keys[truth] = plain(vocabulary)
        similar = predicted.share(predicted.keys, self._keys[truth])
        return telling * known, telling * similar

    def repeats_labels(self, submission: Layout) -> bool:
        """Whether far fewer labels are predicted than there are rows, as classes are, but not the ids of others."""
        predicted = self._labels(submission)
        return _CLASSES * len(predicted.labels) < len(predicted.rows)

    def names_itself(self, submission: Layout) -> bool:
        """Whether most rows predict their own id, as those of groups do."""
        ids = dict(zip(self.part.codes[1].tolist(), self.cells(1, submission.id), strict=True))
        given = self.lists(1, submission)
        return sum(ids.get(code) in labels for code, labels in given.items()) > _MOSTLY * len(given)

    def _labels(self, submission: Layout) -> _Predicted:
        if submission not in self._predicted:
            self._predicted[submission] = _Predicted(
                [{*given} for given in self.lists(1, submission).values() if given]
            )
        return self._predicted[submission]

    def _is_copy(self, truth: Layout, submission: Layout, rows: Sequence[tuple[set[str], set[str]]]) -> bool:
        """Whether the submission has the truth itself: the same cells, or the same labels of the truth's columns."""
        if truth.shape in ("list", "groups") and submission.shape == "list":
            sides = enumerate((truth, submission))
            cells = [
                dict(zip(self.part.codes[i].tolist(), self.cells(i, side.labels[0]), strict=True)) for i, side in sides
            ]
            return all(cells[1].get(code) == cell for code, cell in cells[0].items())
        columns = {*truth.names_of(self.part.sheets[0])} if truth.shape == "wide" else None
        return all((given if columns is None else given & columns) == right for given, right in rows)

    def _equal_cells(self, truth: Layout, submission: Layout) -> int:
        """How many rows have the same cell in both label columns, however it is split."""
        if self.part.sheets[0] is self.part.sheets[1] or (truth.shape, submission.shape) != ("list", "list"):
            return 0
        true, predicted = (
            dict(zip(self.part.codes[which].tolist(), self.cells(which, layout.labels[0]), strict=True))
            for which, layout in enumerate((truth, submission))
        )
        return sum(bool(cell) and true.get(code) == cell for code, cell in predicted.items())

    def repeated(self, layouts: tuple[Layout, Layout]) -> float:
        """The share of labels that their id has already, as of cells beside the labels; the sum of both long files.

        A few do by mistake, and those of few ids by chance.
        """
        lists = [[*self.lists(i, layout).values()] for i, layout in enumerate(layouts) if layout.shape == "long"]
        shares = (1 - sum(len({*one}) for one in some) / max(1, sum(map(len, some))) for some in lists)
        return sum(
            max(0.0, share - _MISTAKES) for share, some in zip(shares, lists, strict=True) if len(some) >= COPIES
        )

    def cells(self, which: int, column: int) -> list[str]:
        """The cells of a column."""
        if (which, column) not in self._cells:
            self._cells[which, column] = self.part.sheets[which].columns[column].to_pylist()
        return self._cells[which, column]

    def split_prior(self, layouts: tuple[Layout, Layout]) -> float:
        """What the look of cells says about how they are split; it decides only where labels in common do not."""
        split = [
            (which, layout.labels[0], layout.separator)
            for which, layout in enumerate(layouts)
            if layout.shape == "list" and layout.separator is not None
        ]
        columns = tuple((which, column) for which, column, _ in split)
        signs = [
            sign for which, column, sign in split if any(sign in cell.strip() for cell in self.cells(which, column))
        ]
        return sum(self._split_hint(columns, sign) for sign in signs)

    def _split_hint(self, columns: tuple[tuple[int, int], ...], sign: str) -> float:
        if (columns, sign) not in self._hints:
            cells = chain.from_iterable(self.cells(which, column) for which, column in columns)
            self._hints[columns, sign] = split_hint(cells, sign)
        return self._hints[columns, sign]

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
        ids = self.cells(0, layout.id)
        own = dict(zip(self.part.codes[0].tolist(), ids, strict=True))
        return {code: tuple(label for label in labels if label != own[code]) for code, labels in lists.items()}

    @beyond_floats
    def _graded(self, layout: Layout, predicted: dict[int, Labels]) -> float:
        """How much higher the values of a column are for labels that are predicted first."""
        codes = self.part.codes[0].tolist()
        column = combine_chunks(self.part.sheets[0].columns[layout.confidence or 0])
        values = np.nan_to_num(parse_relevance(column))
        labels = [cell.strip() for cell in self.cells(0, layout.labels[0])]
        first = {code: {*given[: max(1, len(given) // 2)]} for code, given in predicted.items()}
        chosen = np.array([label in first.get(code, ()) for code, label in zip(codes, labels, strict=True)], bool)
        spread = float(values.std())
        if not chosen.any() or chosen.all() or not spread:
            return 0.0
        return float(values[chosen].mean() - values[~chosen].mean()) / spread


class _Predicted:
    """The distinct labels of each row of a submission, without rows that predict nothing."""

    def __init__(self, rows: list[set[str]]) -> None:
        self.rows = rows
        self.labels = [*set[str]().union(*rows)]

    def share(self, written: pa.StringArray, known: pa.StringArray) -> float:
        """The mean share of a row's labels that are known, as they are written."""
        found = {*compress(self.labels, flags(pc.is_in(written, value_set=known)).tolist())}
        return sum(len(labels & found) / len(labels) for labels in self.rows) / len(self.rows)

    @cached_property
    def names(self) -> pa.StringArray:
        """The labels, in their order."""
        return texts(self.labels)

    @cached_property
    def keys(self) -> pa.StringArray:
        """The labels without what tools change in them, in their order."""
        return plain(self.names)


def _lists_of(sheet: Sheet, layout: Layout, codes: Ints, *, is_truth: bool) -> tuple[Entries, Lists]:
    """All entries of a sheet and their lists."""
    entries = Entries(codes)
    if layout.shape == "long":
        entries = by_rank(sheet, layout, Entries.grouped(codes))
    request = LabelRequest(sheet, layout, entries, np.arange(len(entries)), None if is_truth else _NO_TRUTH)
    return entries, read_lists(request)


def _read(sheet: Sheet, layout: Layout, codes: Ints, *, is_truth: bool) -> tuple[list[int], list[Labels]]:
    """The codes and the labels of all entries."""
    entries, lists = _lists_of(sheet, layout, codes, is_truth=is_truth)
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
