"""What is known of one of two files before its layout is: its columns, and how likely each holds the labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, flags, numbers
from inspector.core.arrays.types import distinct
from inspector.core.files.detection.ids.columns import ends, may_be_index
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.cell import SIGNS
from inspector.core.files.options import Options
from inspector.core.files.schema import names
from inspector.core.files.schema.contents import (
    counts_within,
    has_single_labels,
    is_numeric,
    parse_relevance,
    trimmed_numbers,
)
from inspector.core.files.schema.layout import Layout, Repeats, find_columns, id_texts, usage_column
from inspector.core.files.schema.names import normalized

# In place of the name of a column: there is none.
NONE = "none"
_MOST_COLUMNS = 24
_CELLS = 1000
_MOST_GRADES, _HIGHEST_GRADE = 12, 1000
# If so many cells with separators are cells or parts of cells of the other file, they may well be single labels.
_SOME = 0.1
_FLOAT = r"^\s*[+-]?\d*\.\d+([eE][+-]?\d+)?\s*$"
# Cells that are hardly ever labels, and how much that counts.
_UNLIKELY = ((_FLOAT, 0.5), (r"^\s*\d{4}-\d\d-\d\d", 0.4), (r"^\s*[01]\s*$", 0.4))
_MOST = 0.9
# What may stand beside the labels of a cell.
_SIGN = re.compile(r"[\s,;|'\"\[\](){}]")
_SPLITS = tuple(re.compile(f"[{signs}\n]+") for signs in (r"\s,;|", r",;|\t", ",", ";", "|", r"\t"))
# A label with a confidence behind a sign.
_SCORED = re.compile(rf"^(.*\S)[{re.escape(''.join(SIGNS))}](?:[01]|-?\d*\.\d+(?:[eE][+-]?\d+)?)$")
_QUOTED, _AROUND = (re.compile(r"'([^'\n]*)'"), re.compile(r'"([^"\n]*)"')), " \t'\"[](){}"


@dataclass(frozen=True)
class LayoutChoice:
    """A possible layout; prior: how likely it is by names and by what its cells look like."""

    layout: Layout
    prior: float


@dataclass(frozen=True, eq=False)
class Side:
    """One of two files. other_ids: the id columns of the other one; left_out: columns that hold no labels."""

    sheet: Sheet
    ids: tuple[int, ...]
    repeats: Repeats
    options: Options
    is_truth: bool
    other: Sheet
    other_ids: tuple[int, ...]
    left_out: frozenset[int] = frozenset()
    _texts: dict[int, str] = field(default_factory=dict, init=False)
    _shares: dict[tuple[int, str], float] = field(default_factory=dict, init=False)

    @property
    def is_one_file(self) -> bool:
        """Whether one file holds both truth and predictions."""
        return self.other is self.sheet

    @property
    def has_names(self) -> bool:
        """Whether the file names its columns."""
        return self.sheet.syntax.names_columns

    @cached_property
    def words(self) -> Set[str]:
        """Texts that occur in the other file as names, cells or parts of cells."""
        names = {name.strip() for name in self.other.names if self.other.syntax.names_columns} - {""}
        return names | self.words_of_cells

    @cached_property
    def words_of_cells(self) -> Set[str]:
        """Texts that occur in the other file as cells or parts of cells."""
        return self.words_beside_ids | words_of(self.other, self.other_ids)

    @cached_property
    def words_beside_ids(self) -> Set[str]:
        """Texts that occur in the other file as cells or parts of cells, but for its ids."""
        columns = ends(range(len(self.other.columns)))
        return words_of(self.other, [column for column in columns if column not in self.other_ids])

    @property
    def shape(self) -> str | None:
        """The shape that the user has set."""
        return self.options.shape_of(self.is_truth)

    @cached_property
    def usage(self) -> int | None:
        """The column of the site's split."""
        return usage_column(self.sheet) if self.is_truth else None

    @cached_property
    def given(self) -> tuple[int, ...]:
        """The label columns that the user has set."""
        named = self.options.labels_of(self.is_truth)
        return () if named is None else find_columns(self.sheet, named)

    @cached_property
    def given_weight(self) -> int | None:
        """The column of confidences or relevance that the user has set."""
        named = self.options.weights_of(self.is_truth)
        return None if named in (None, NONE) else find_columns(self.sheet, str(named))[0]

    @cached_property
    def rest(self) -> list[int]:
        """The columns that may hold labels."""
        taken = {*self.ids, self.usage, self.given_weight, *self.left_out}
        columns = [i for i in range(len(self.sheet.names)) if i not in taken]
        columns = [i for i in columns if not names.is_fold(self.name(i))] or columns
        return [i for i in columns if not may_be_index(self.sheet, i)] or columns

    def is_of_other(self, column: int) -> bool:
        """Whether one file holds both, and a column is named as one of the other side."""
        named = names.is_predicted if self.is_truth else names.is_true
        return self.is_one_file and named(self.name(column))

    @cached_property
    def few(self) -> list[int]:
        """The columns that may have a role of their own, other than one of very many alike."""
        return ends(self.rest)

    @cached_property
    def candidates(self) -> list[int]:
        """The likeliest label columns, the likeliest first."""
        return sorted(self.few, key=lambda i: -self.hint(i))[:_MOST_COLUMNS]

    @cached_property
    def is_long(self) -> bool:
        """Whether ids repeat on purpose; ranks, scores or grades are as good evidence as many repeats."""
        return self.repeats.are_intended or (self.repeats.records > 0 and any(map(self._orders, self.few)))

    def _orders(self, column: int) -> bool:
        name = self.name(column)
        if self.is_truth and names.is_grade(name) and self._may_grade(column):
            return True
        named = names.is_rank(name) or (names.is_grade(name) if self.is_truth else names.is_weight(name))
        return named and is_numeric(self.sheet, column)

    @cached_property
    def ranking(self) -> list[int]:
        """The columns of numbers under the name of ranks, the shortest name first."""
        # No option tells two ranks apart; a longer name is rather that of an earlier stage.
        named = sorted((i for i in self.few if names.is_rank(self.name(i))), key=lambda i: len(self.name(i)))
        return [] if self.is_truth else [i for i in named if is_numeric(self.sheet, i)]

    @cached_property
    def counting(self) -> list[int]:
        """The columns of a submission whose cells count the rows of each id."""
        ids = id_texts(self.sheet, Layout(self.ids, ()))
        free = [] if self.is_truth else [i for i in self.few if i not in self.ordering and not self._has_classes(i)]
        return [i for i in free if counts_within(ids, self.sheet.columns[i])]

    def _has_classes(self, column: int) -> bool:
        """Whether a column is named as classes, and all of its cells are in the other file, as 0 to 2 may be."""
        cells = {*map(str.strip, self.cells(column).unique().to_pylist())}
        return names.is_class(self.name(column)) and cells <= self.words_beside_ids

    @cached_property
    def weighing(self) -> list[int]:
        """The columns of numbers under the name of confidences."""
        return [i for i in self.few if names.is_weight(self.name(i)) and is_numeric(self.sheet, i)]

    @cached_property
    def ordering(self) -> list[int]:
        """The columns that order rows by their names: confidences, ratings, predictions; not those of the truth."""
        found = [i for i in self.few if self._weighs(i) and is_numeric(self.sheet, i)]
        return [i for i in found if self.name(i) not in self._other_names] or found

    def _weighs(self, column: int) -> bool:
        name = self.name(column)
        return names.is_weight(name) or names.is_grade(name) or (names.is_predicted(name) and self.is_decimal(column))

    @cached_property
    def counted(self) -> list[int]:
        """The columns of numbers in a submission that may order its labels, although their names do not say so."""
        free = (i for i in self.few if i not in self.ordering and not names.is_rank(self.name(i)))
        return [i for i in free if is_numeric(self.sheet, i) and pc.count_distinct(self.cells(i)).as_py() > 1]

    @cached_property
    def graded(self) -> list[int]:
        """The columns that may hold relevance: numbers or words named so, or a few whole numbers, with 0 or several."""
        return [i for i in self.few if self._may_grade(i)]

    def _may_grade(self, column: int) -> bool:
        values = parse_relevance(self.cells(column))
        if names.is_grade(self.name(column)):
            return bool((np.abs(values) <= _HIGHEST_GRADE).mean() > _MOST)
        values = distinct(np.sort(values))
        if not len(values) or not (np.abs(values) <= _MOST_GRADES).all() or (values % 1 != 0).any():
            return False
        return bool(values[0] <= 0) or len(values) > 2

    def name(self, column: int) -> str:
        """The normalized name of a column."""
        return normalized(self.sheet.names[column])

    def cells(self, column: int) -> pa.StringArray:
        """The first cells of a column."""
        return combine_chunks(self.sheet.columns[column].slice(0, _CELLS))

    def text(self, column: int) -> str:
        """The first cells of a column without the blanks around them, one a line."""
        if column not in self._texts:
            self._texts[column] = "\n".join(map(str.strip, self.cells(column).to_pylist()))
        return self._texts[column]

    def hint(self, column: int) -> float:
        """How likely a column holds the labels, by its name and by what its cells look like."""
        hint = names.label_hint(self.name(column)) + 0.3 * (self.name(column) in self._other_names)
        hint += self.role_hint(self.name(column))
        return hint - sum(cost for pattern, cost in _UNLIKELY if self.share(column, pattern) > 0.5)

    def role_hint(self, name: str) -> float:
        """How likely a name is that of true or of predicted labels, where a file holds both."""
        if not (self.is_one_file or names.names_both(self.sheet)):
            return 0.0
        wanted, unwanted = (names.is_true, names.is_predicted)[:: 1 if self.is_truth else -1]
        return 0.6 * wanted(name) - 0.8 * unwanted(name)

    @cached_property
    def _other_names(self) -> set[str]:
        return set() if self.is_one_file else {*map(normalized, self.other.names)}

    def share(self, column: int, pattern: str) -> float:
        """The share of filled cells that match a pattern."""
        if (column, pattern) not in self._shares:
            cells = self.cells(column)
            filled = int((numbers(pc.binary_length(cells)) > 0).sum())
            self._shares[column, pattern] = int(flags(pc.match_substring_regex(cells, pattern)).sum()) / max(1, filled)
        return self._shares[column, pattern]

    def is_decimal(self, column: int) -> bool:
        """Whether most cells are numbers with decimals."""
        return self.share(column, _FLOAT) > 0.5

    def is_no_or_yes(self, column: int) -> bool:
        """Whether the first cells are nothing but 0 and 1."""
        return bool(np.isin(trimmed_numbers(self.cells(column)), (0, 1)).all())

    def is_constant(self, column: int) -> bool:
        """Whether the first cells are all the same."""
        return len(self.cells(column).unique()) < 2

    def known(self, column: int) -> float:
        """The share of distinct cells that occur in the other file."""
        cells = [cell.strip() for cell in self.cells(column).unique().to_pylist()]
        return sum(cell in self.words for cell in cells if cell) / max(1, len(cells))

    @cached_property
    def are_labels(self) -> bool:
        """Whether any id occurs in the other file beside its ids."""
        return any(cell.strip() in self.words_beside_ids for cell in self.cells(self.ids[0]).to_pylist())

    def has_single_labels(self, column: int) -> bool:
        """Whether cells hold one label: without separators, or as the other file has them."""
        return has_single_labels(self.sheet, column) or self.known(column) > _SOME


def words_of(sheet: Sheet, columns: Iterable[int]) -> set[str]:
    """The cells of some columns, and the parts of these cells."""
    found = set[str]()
    for index in columns:
        cells = combine_chunks(sheet.columns[index].slice(0, _CELLS)).unique()
        if _are_fractions(cells):
            continue
        whole = cells.to_pylist()
        found.update(map(str.strip, whole))
        lines = "\n".join(cell for cell in whole if _SIGN.search(cell))
        for sign in _SPLITS:
            found.update(part.strip(_AROUND) for part in {*sign.split(lines)})
        for quoted in _QUOTED:
            found.update(quoted.findall(lines))
    return found.union(label for text in found for label in _SCORED.findall(text)) - {""}


def _are_fractions(cells: pa.StringArray) -> bool:
    """Whether all cells are numbers, and not whole ones; such are no labels."""
    values = trimmed_numbers(cells)
    return bool((values != np.round(values)).mean() > _MOST and not np.isnan(values).any())
