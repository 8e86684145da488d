"""Edits by id and label text: collecting them from the lines of a journal, and applying them to a pair."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import integers, texts
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import Bools, Codes, Ints, presence_mask
from inspector.core.data.edits import Edit
from inspector.core.data.prediction import Prediction
from inspector.core.data.table import Table
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names
from inspector.core.files.labels.dispatch import validate_prediction
from inspector.core.files.labels.reading import Reading

_MAX_ROWS = 10_000_000
# Of a label that the files no longer have: no other code.
GONE = -2


@dataclass(frozen=True, eq=False)
class Edits:
    """New predictions by id. ids: e distinct Arrow strings; lists: e lists of indices into `labels`, with weights;
    has_confidences: bool (e,), whether the weights of a list are confidences or just placeholders.

    file: what the files had then, as lists of the same form; None if that is not known of every list.
    """

    ids: pa.StringArray
    lists: Ragged
    labels: list[str]
    has_confidences: Bools
    file: Ragged | None = None

    def __len__(self) -> int:
        return len(self.ids)

    def prediction(self, number: int) -> Prediction:
        """One prediction as text."""
        weights = self.lists.weights_of(number)
        confidence = tuple(weights.tolist()) if weights is not None and self.has_confidences[number] else None
        return Prediction(tuple(self.labels[code] for code in self.lists[number]), confidence)


@dataclass(frozen=True, eq=False)
class Recovered:
    """Edits applied to a pair as one edit. unknown_ids: those that the truth no longer has; refused_ids: those of rows
    whose predictions the file cannot hold; newer_ids: those of rows that are edited otherwise already, and stay so;
    conflicts: int64, the edited rows that another program has changed, too.
    """

    edit: Edit
    unknown_ids: list[str]
    refused_ids: list[str]
    newer_ids: list[str] = field(default_factory=list)
    conflicts: Ints = field(default_factory=lambda: np.empty(0, np.int64))

    @property
    def refused(self) -> int:
        """The number of rows whose predictions the file cannot hold."""
        return len(self.refused_ids)

    @property
    def unknown(self) -> int:
        """The number of ids that the truth no longer has."""
        return len(self.unknown_ids)


@dataclass
class Lines:
    """The rows of a journal while reading: flat arrays, and in `at` the entry of each id's last list."""

    at: dict[str, int] = field(default_factory=dict)
    codes_of: dict[str, int] = field(default_factory=dict)
    offsets: array[int] = field(default_factory=lambda: array("q", [0]))
    codes: array[int] = field(default_factory=lambda: array("i"))
    weights: array[float] = field(default_factory=lambda: array("d"))
    has_confidences: array[int] = field(default_factory=lambda: array("b"))
    # The entry of what the file had, by id; older lines do not say it.
    file_at: dict[str, int] = field(default_factory=dict)

    def add(self, line: Any) -> None:
        """Add the line of a row. Raises ValueError, TypeError or OverflowError, and adds nothing, if it is invalid."""
        id_, labels, *rest = line
        if labels is None:
            self.at.pop(_text(id_), None)
            return
        if len(rest) not in (0, 1, 3):
            raise ValueError
        lists = [self._read(labels, *rest[:1]), *([self._read(*rest[1:])] if len(rest) == 3 else [])]
        if len(self.at) < _MAX_ROWS:
            for at, (codes, weights) in zip((self.at, self.file_at), lists, strict=False):
                at[_text(id_)] = len(self.has_confidences)
                self._append(codes, weights)

    def _read(self, labels: Any, weights: Any = None) -> tuple[list[int], list[float] | None]:
        """The codes and weights of a list. Raises ValueError, TypeError or OverflowError if it is invalid."""
        values = None if weights is None else [float("nan") if value is None else float(value) for value in weights]
        if not isinstance(labels, list) or (values is not None and len(values) != len(labels)):
            raise ValueError
        return self._coded(labels), values

    def _append(self, codes: list[int], weights: list[float] | None) -> None:
        self.codes.extend(codes)
        self.weights.extend(weights if weights is not None else [float("nan")] * len(codes))
        self.offsets.append(len(self.codes))
        self.has_confidences.append(weights is not None)

    def _coded(self, labels: list[Any]) -> list[int]:
        try:
            return [self.codes_of[label] for label in labels]
        except KeyError:
            return [self.codes_of.setdefault(_text(label), len(self.codes_of)) for label in labels]

    def edits(self) -> Edits:
        """The edits of all lines."""
        entries = np.fromiter(self.at.values(), np.int64, len(self.at))
        lists = Ragged(np.array(self.offsets), np.array(self.codes, np.int32), np.array(self.weights))
        has_confidences = np.array(self.has_confidences, bool)[entries]
        places = np.array([self.file_at.get(id_, -1) for id_ in self.at], np.int64)
        file = lists.take(places) if (places >= 0).all() else None
        return Edits(texts(list(self.at)), lists.take(entries), list(self.codes_of), has_confidences, file)


def recover(evaluation: Evaluation, edits: Edits, *, keeps_newer: bool = True) -> Recovered:
    """Apply edits to a submission as one edit; keeps_newer: only to rows that are not edited yet.

    Adds new labels to its vocabulary.
    """
    rows, refused, fitting = applicable(evaluation, edits)
    chosen = np.flatnonzero((rows >= 0) & ~refused)
    chosen = chosen[np.argsort(rows[chosen])]
    lists, chosen_rows = fitting.take(chosen), rows[chosen]
    is_edited = np.isin(chosen_rows, evaluation.overlay.rows) & keeps_newer
    is_newer = is_edited & ~evaluation.predictions(chosen_rows).same(lists)
    applied = np.flatnonzero(~is_edited)
    name = f"recovered {len(applied):,} edit{'s' * (len(applied) != 1)}"
    edit = Edit(chosen_rows[applied], lists.take(applied), name)
    unknown, unfit = np.flatnonzero(rows < 0), np.flatnonzero(refused & (rows >= 0))
    unknown_ids, refused_ids, newer_ids = (
        edits.ids.take(integers(entries)).to_pylist() for entries in (unknown, unfit, chosen[is_newer])
    )
    changed = _changed(evaluation, edits, chosen[applied], edit)
    return Recovered(edit, unknown_ids, refused_ids, newer_ids, changed)


def _changed(evaluation: Evaluation, edits: Edits, chosen: Ints, edit: Edit) -> Ints:
    """int64: the rows that were `changed_in_file`, none where it is not known what the file had."""
    if edits.file is None:
        return np.empty(0, np.int64)
    return changed_in_file(evaluation.table, edit, in_codes_of(evaluation.table, edits.labels, edits.file.take(chosen)))


def changed_in_file(table: Table, edit: Edit, was: Ragged) -> Ints:
    """int64: the edited rows whose prediction in the file is neither what it was nor what it is edited to."""
    now = table.predictions.take(edit.rows)
    return edit.rows[~now.same(was) & ~now.same(edit.predictions)]


def in_codes_of(table: Table, labels: Sequence[str], lists: Ragged) -> Ragged:
    """Lists of indices into labels as lists of codes, without adding any; GONE stands for labels that it lacks."""
    used = np.flatnonzero(presence_mask(lists.codes, len(labels)))
    used = used[used < len(labels)]
    code_of = np.full(len(labels) + 1, BLANK, np.int32)
    found = np.array([table.vocab.find(labels[number]) for number in used.tolist()], np.int32)
    is_blank = np.array([not labels[number] for number in used.tolist()], bool)
    code_of[used] = np.where(is_blank, BLANK, np.where(found >= 0, found, GONE))
    return Ragged(lists.offsets, code_of[lists.codes], lists.weights)


def applicable(evaluation: Evaluation, edits: Edits) -> tuple[Ints, Bools, Ragged]:
    """Edits by row and code: rows, int64 (e,), -1 for unknown ids; bool (e,), those that the file cannot hold; e lists.

    The lists of both are empty. Adds new labels to the vocabulary.
    """
    table = evaluation.table
    rows, has_weights = table.rows_of(edits.ids), table.predictions.weights is not None
    refused = (edits.lists.lengths > 0) & (edits.has_confidences != has_weights)
    refused |= _has_unfit_label(evaluation, edits) if table.kind.names_labels else _has_other_numbers(evaluation, edits)
    lists = edits.lists.keep(np.repeat((rows >= 0) & ~refused, edits.lists.lengths))
    codes = _codes(evaluation, edits.labels, lists.codes)
    return rows, refused, Ragged(lists.offsets, codes, lists.weights if has_weights else None)


def _has_unfit_label(evaluation: Evaluation, edits: Edits) -> Bools:
    """bool (e,): the lists with a label that the file cannot hold."""
    has_weights = evaluation.table.predictions.weights is not None
    fits = np.array([_fits(evaluation.pair.submission, label, has_weights) for label in edits.labels], bool)
    refused = np.zeros(len(edits), bool)
    refused[edits.lists.owners()[~fits[edits.lists.codes]]] = True
    return refused


def _has_other_numbers(evaluation: Evaluation, edits: Edits) -> Bools:
    """bool (e,): the lists that are not of all numbers of a row, in their order, or none."""
    known = {name: at for at, name in enumerate(edits.labels)}
    wanted = np.array([known.get(name, -1) for name in names(evaluation)], np.int32)
    lists = edits.lists
    refused: Bools = (lists.lengths > 0) & (lists.lengths != len(wanted))
    full = np.flatnonzero(lists.lengths == len(wanted))
    given = lists.codes[lists.offsets[full][:, None] + np.arange(len(wanted))]
    refused[full[(given != wanted).any(axis=1)]] = True
    return refused


def _codes(evaluation: Evaluation, labels: Sequence[str], indices: Codes) -> Codes:
    """The codes of labels given by index; adds only used labels to the vocabulary."""
    used = np.flatnonzero(presence_mask(indices, len(labels)))
    codes = np.empty(len(labels), np.int32)
    codes[used] = evaluation.table.vocab.add_all(texts([labels[number] for number in used.tolist()]))
    return codes[indices]


def _fits(reading: Reading, label: str, has_weights: bool) -> bool:
    try:
        validate_prediction(reading, Prediction((label,), (0.5,) if has_weights else None))
    except InputError:
        return False
    return True


def _text(value: Any) -> str:
    """The value if it is text valid in UTF-8. Raises TypeError or ValueError otherwise."""
    if not isinstance(value, str):
        raise TypeError
    value.encode()
    return value
