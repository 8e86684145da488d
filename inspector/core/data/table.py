"""Truth and submission aligned row by row. Immutable: edits are kept in an Overlay."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import arrow
from inspector.core.arrays.cell_numbers import cell_numbers
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.text_rank import text_ranks
from inspector.core.arrays.types import Bools, Floats, Ints, Ranks
from inspector.core.data.groups import NoColumnError, RowGroups
from inspector.core.data.kind import LABELS, Kind
from inspector.core.data.numbers import are_answers, are_off, ends_of, far_off, grades_of, uneven, values_of
from inspector.core.data.prediction import Prediction
from inspector.core.data.sorted_texts import SortedTexts
from inspector.core.data.tie_break import TieBreak
from inspector.core.data.usage import Usage
from inspector.core.data.vocab import Vocab
from inspector.core.errors import shorten

# The part of an id before or behind its last - or _, and what to remove of the id to get it.
ID_PARTS = {"id-start": r"(?s)[-_][^-_]*$", "id-end": r"(?s)^.*[-_]"}


@dataclass(frozen=True, eq=False)
class Table:
    """n rows, one for each id of the truth, in the order of the truth file.

    ids: Arrow strings (n,); truth, predictions: ragged codes (n); submitted: bool (n,), false where the submission
    has no row with that id; vocab: the text of the codes; entry_of_row: int64 (n,), the submission's entry of each row,
    -1 for none; extra: extra columns of the files, Arrow strings (n,), with_commas: those of files with decimal commas;
    usage: the site's split, or None;
    judged: ragged codes (n), the truth labels and those that were judged not relevant, or None without such;
    in_truth_file: the number of labels in the file of the truth, whose codes come first; None where all are; kind: what
    the lists are; holds_empty: whether the submission can have rows without labels, which a TREC run cannot;
    is_numbered: whether the ids are only the numbers of the rows of a file.
    """

    ids: pa.StringArray
    truth: Ragged
    predictions: Ragged
    submitted: Bools
    vocab: Vocab = field(default_factory=Vocab)
    entry_of_row: Ints = field(default_factory=lambda: np.empty(0, np.int64))
    extra: Mapping[str, pa.StringArray] = field(default_factory=dict)
    usage: Usage | None = None
    judged: Ragged | None = None
    in_truth_file: int | None = None
    kind: Kind = LABELS
    holds_empty: bool = True
    with_commas: frozenset[str] = frozenset()
    is_numbered: bool = False

    @classmethod
    def empty(cls) -> Table:
        """A table without rows, for an inspection that has not loaded a pair."""
        return cls(arrow.texts([]), Ragged.empty(), Ragged.empty(), np.zeros(0, bool))

    def __len__(self) -> int:
        return len(self.ids)

    def id(self, row: int) -> str:
        """The id of a row, as in the file."""
        return str(self.ids[row])

    def prediction(self, row: int) -> Prediction:
        """The prediction of a row in the file."""
        weights = self.predictions.weights_of(row)
        labels = tuple(self.vocab.texts(self.predictions[row]))
        return Prediction(labels, None if weights is None else tuple(weights.tolist()))

    @cached_property
    def label_overlap(self) -> tuple[int, int]:
        """How many of the distinct predicted labels the truth has, and how many there are."""
        predicted = self.predictions.presence(len(self.vocab))
        return int((self.in_truth & predicted).sum()), int(predicted.sum())

    @cached_property
    def far_off(self) -> float:
        """An error that only 1 row in 100 of the file exceeds, where predictions are numbers."""
        return far_off(self.truth, self.predictions)

    @cached_property
    def far_off_by_logs(self) -> float:
        """The same of the logarithms of 1 + number."""
        return far_off(self.truth, self.predictions, by_logs=True)

    @cached_property
    def adds_up(self) -> bool:
        """Whether the predictions of most rows of the file are probabilities that add up to 1."""
        return uneven(self.predictions) is not None

    @cached_property
    def true_ends(self) -> tuple[Floats, Floats]:
        """float64 (c,) each: the lowest and the highest true number of each component."""
        return ends_of(values_of(self.truth))

    @cached_property
    def off_grades(self) -> Bools:
        """bool (n,): the rows of the file with a number that is rounded to one below or above all true ones."""
        return are_off(grades_of(self.predictions, max(1, self.truth.longest)), self.true_ends)

    @cached_property
    def is_yes_or_no(self) -> bool:
        """Whether the truth of each row is the number 0 or 1, and predictions of the file are between them."""
        if self.kind.names_labels or self.truth.longest > 1 or not len(self):
            return False
        true, given = (values_of(side) for side in (self.truth, self.predictions))
        if not are_answers(true) or self.predicts_only_answers:
            return False
        return bool(np.nanmin(given, initial=0) >= 0 and np.nanmax(given, initial=1) <= 1)

    @cached_property
    def predicts_only_answers(self) -> bool:
        """Whether the file predicts numbers, all of them 0 or 1."""
        given = values_of(self.predictions)
        known = given[~np.isnan(given)]
        return len(known) > 0 and are_answers(known)

    @cached_property
    def true_zeros(self) -> Ints:
        """int64: the rows with a true number that is 0."""
        return np.flatnonzero((values_of(self.truth) == 0).any(axis=1))

    @property
    def in_truth(self) -> Bools:
        """bool (v,): which labels of the vocabulary the truth has, those that were judged not relevant included."""
        every = self.truth if self.judged is None else self.judged
        return every.presence(len(self.vocab))

    @property
    def in_files(self) -> Bools:
        """bool (v,): which labels the two files have; others were typed, or are of another submission."""
        if self.in_truth_file is None:
            return np.ones(self.vocab.in_files, bool)
        mask = self.predictions.presence(len(self.vocab))
        mask[: self.in_truth_file] = True
        return mask

    @cached_property
    def _in_files(self) -> Bools:
        return self.in_files

    def submitted_with(self, rows: Ints, lengths: Ints) -> Bools:
        """bool (r,): which of some rows the submission has if it predicts so many labels in each.

        A label adds a row that it lacks, and the last one that goes takes the row along where none can be empty.
        """
        return (lengths > 0) | (self.submitted[rows] & self.holds_empty)

    def with_submission(
        self,
        predictions: Ragged,
        entry_of_row: Ints,
        extra: Mapping[str, pa.StringArray],
        with_commas: frozenset[str],
        *,
        holds_empty: bool,
    ) -> Table:
        """The same truth with another submission; what was computed of the ids stays known."""
        twin = replace(
            self,
            predictions=predictions,
            submitted=entry_of_row >= 0,
            entry_of_row=entry_of_row,
            extra=extra,
            with_commas=with_commas,
            holds_empty=holds_empty,
        )
        if "id_ranks" in self.__dict__:
            twin.__dict__["id_ranks"] = self.id_ranks
        return twin

    @cached_property
    def row_print(self) -> bytes:
        """A digest of the truths in their order, which tells rows apart that only have numbers; empty for ids."""
        if not self.is_numbered:
            return b""
        labels, weights = self.vocab.strings(self.truth.codes), self.truth.weights
        lengths = arrow.numbers(pc.binary_length(labels)).astype(np.int64)
        found = hashlib.sha256(self.truth.offsets.tobytes() + lengths.tobytes() + arrow.content(labels).tobytes())
        found.update(b"" if weights is None else weights.tobytes())
        return found.digest()

    @property
    def ties(self) -> TieBreak:
        """What metrics ask about ids and labels as text; computed when it is first asked."""
        # Not kept here: the two would hold each other, and a closed pair stay in memory until garbage is collected.
        return TieBreak(
            lambda: self._id_places,
            lambda: self._file_places,
            self.vocab.label_ranks,
            self.vocab.find_in_files,
            lambda: self._in_files,
        )

    @cached_property
    def id_ranks(self) -> Ranks:
        """int32 (n,): the rank of each row's id among all ids as text."""
        return text_ranks(self.ids)

    @cached_property
    def _extra_ranks(self) -> dict[str, Ranks]:
        return {}

    def extra_ranks(self, name: str) -> Ranks:
        """int32 (n,): the dense rank of each row's text in an extra column."""
        if name not in self._extra_ranks:
            self._extra_ranks[name] = text_ranks(self.extra[name])
        return self._extra_ranks[name]

    @cached_property
    def _extra_texts(self) -> dict[str, SortedTexts]:
        return {}

    def extra_texts(self, name: str) -> SortedTexts:
        """The different texts of an extra column; sorted once, because they are asked for with every key."""
        if name not in self._extra_texts:
            self._extra_texts[name] = SortedTexts.of(self.extra[name])
        return self._extra_texts[name]

    def decimal_of(self, name: str) -> str:
        """The decimal sign of numbers in an extra column: that of its file."""
        return "," if name in self.with_commas else "."

    def groups(self, name: str) -> RowGroups:
        """The groups of an extra column of the files, or of a part of the ids, a key of ID_PARTS.

        Raises NoColumnError for an unknown name.
        """
        if name in self.extra:
            texts, ranks = self.extra[name], self.extra_ranks(name)
        elif name in ID_PARTS:
            texts = pc.replace_substring_regex(self.ids, ID_PARTS[name], "")
            ranks = text_ranks(texts)
        else:
            known = [*map(shorten, self.extra), *ID_PARTS]
            error = NoColumnError(f"no column {shorten(name)} to group by", expected=" | ".join(known))
            error.columns = tuple(self.extra)
            raise error
        rows = np.zeros(int(ranks.max(initial=-1)) + 1, np.int64)
        rows[ranks[::-1]] = np.arange(len(ranks))[::-1]  # of a group, the first row counts
        decimal = self.decimal_of(name)
        return RowGroups(
            ranks.astype(np.int64),
            len(rows),
            lambda group: str(texts[int(rows[group])]),
            lambda: cell_numbers(texts.take(arrow.integers(rows)), decimal),
            lambda group: self.id(int(rows[group])),
        )

    @cached_property
    def _id_places(self) -> Ints:
        return self.id_ranks.astype(np.int64)

    @cached_property
    def _file_places(self) -> Ints:
        """Row indices in the submission; missing rows come last, in truth order, as saving would append them."""
        return np.where(
            self.entry_of_row < 0, self.entry_of_row.max(initial=0) + 1 + np.arange(len(self)), self.entry_of_row
        )

    def row_of(self, id_: str | int) -> int:
        """The row with this id, which may be a whole number. Raises KeyError when the truth does not have it."""
        row = int(pc.index(self.ids, arrow.text(str(id_))).as_py())
        if row < 0:
            raise KeyError(id_)
        return row

    def ids_beginning(self, text: str) -> Bools:
        """bool (n,): the rows whose id begins with a text, ignoring case."""
        return arrow.flags(pc.starts_with(self.ids, text, ignore_case=True))

    def rows_of(self, ids: pa.StringArray) -> Ints:
        """int64 (len(ids),): the row with each id, -1 for none."""
        # Index the few requested ids, not the many of the table.
        coded = ids.dictionary_encode()
        at = pc.index_in(self.ids, value_set=coded.dictionary)
        found = np.flatnonzero(arrow.flags(pc.is_valid(at)))
        rows = np.full(len(coded.dictionary), -1, np.int64)
        rows[arrow.numbers(at.take(arrow.integers(found)))] = found
        result: Ints = rows[arrow.numbers(coded.indices)]
        return result
