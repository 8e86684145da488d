"""The columns that may hold the ids of both files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, flags
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.joined import columns_that_make, joining_sign
from inspector.core.files.matching.spelling import plain
from inspector.core.files.options import Options
from inspector.core.files.schema.contents import numbers_apart, numbers_rows
from inspector.core.files.schema.layout import Layout, find_columns, id_texts, usage_column
from inspector.core.files.schema.names import (
    id_hint,
    is_fold,
    is_index,
    is_likelihood,
    is_predicted,
    is_true,
    names_both,
    normalized,
)

Columns = tuple[int, ...]

# So many cells of a column, from so many places of it, tell what it holds.
_CELLS, _PLACES = 240, 6
_MOST_COLUMNS = 12
_ENDS = 500
_MOST_COMPARED = 200_000
_MOST_TOGETHER = 5
# An index is a last resort.
_INDEX = -0.6
# What speaks for ids of one file that are so called and all different: no other file tells which they are.
_NAMED_ALONE = 0.4
# Columns that name each row together are its ids rather than one that does not.
_TOGETHER = 1.0
_NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?")
_FRACTION = re.compile(r"[+-]?\d*[.,]\d*[1-9]\d*([eE][+-]?\d+)?")
_DECIMAL = re.compile(r"[+-]?\d*[.,]\d+([eE][+-]?\d+)?")


@dataclass(frozen=True)
class IdChoice:
    """The id columns of both files.

    prior: how likely they are by name and place, before any id is looked up; counts_rows: whether one of them is
    the number of the row, which can be the id of predicted numbers, but not of labels; sign: what joins the texts of
    several columns to the ids of the other file, where that has them in one column.
    """

    truth: Columns
    submission: Columns
    prior: float
    counts_rows: bool = False
    sign: str | None = None


def id_choices(truth: Sheet, submission: Sheet, options: Options) -> list[IdChoice]:
    """The possible id columns of both files, the likeliest first. Raises InputError for an unknown column."""
    if truth is submission:
        given = options.ids_of(True) or options.ids_of(False)
        columns = [find_columns(truth, given)] if given else [(i,) for i in _possible_columns(truth)]
        found = [IdChoice(c, c, 2 * _prior(truth, c) + _NAMED_ALONE * _name_each_row(truth, c)) for c in columns]
        found += [] if given else _of_columns_together(truth)
    else:
        true, predicted = _columns(truth, options, is_truth=True), _columns(submission, options, is_truth=False)
        priors = {t: _prior(truth, t) for t in true}, {s: _prior(submission, s) for s in predicted}
        found = [
            _choice(truth, submission, t, s, priors[0][t] + priors[1][s] + _same_names(truth, submission, t, s))
            for t, s in product(true, predicted)
        ]
        if not (truth.roles or submission.roles or options.ids_of(True) or options.ids_of(False)):
            found += _of_shared_columns(truth, submission)
            found += _of_joined_columns(truth, submission)
            found += _counting(truth, submission)
    return sorted(found, key=lambda choice: -choice.prior)


def may_match(truth: Sheet, submission: Sheet, choice: IdChoice) -> bool:
    """Whether the first cells of two columns look alike: a common text, or a common form."""
    if choice.sign is not None:
        return True
    for t, s in zip(choice.truth, choice.submission, strict=True):
        one, other = {*_some_cells(truth, t)}, {*_some_cells(submission, s)}
        if not one & other and not {*map(_form, one)} & {*map(_form, other)}:
            return False
    return True


def alike(truth: Sheet, submission: Sheet, choice: IdChoice) -> float:
    """The share of ids that mean the same in both files, as when an extension or a zero was lost.

    0 for columns of different names, and for large files.
    """
    sides = (truth, choice.truth), (submission, choice.submission)
    names = {normalized(sheet.names[columns[0]]) for sheet, columns in sides}
    if len(names) > 1 or choice.sign or len(choice.truth) > 1 or max(len(truth), len(submission)) > _MOST_COMPARED:
        return 0.0
    keys = [plain(combine_chunks(sheet.columns[columns[0]])).unique() for sheet, columns in sides]
    return float(flags(pc.is_in(keys[0], value_set=keys[1])).sum()) / min(map(len, keys))


def _columns(sheet: Sheet, options: Options, *, is_truth: bool) -> list[Columns]:
    given = options.ids_of(is_truth)
    if given:
        return [find_columns(sheet, given)]
    if sheet.roles is not None:
        return [(sheet.roles.id,)]
    return [(i,) for i in _possible_columns(sheet)]


def _possible_columns(sheet: Sheet) -> list[int]:
    """The columns that may hold ids: not an index unless nothing else is left, and not too many of a wide file."""
    count, usage = len(sheet.names), usage_column(sheet)
    columns = [i for i in ends(range(count)) if i != usage and not is_index_column(sheet, i)]
    columns = columns if len(columns) > 1 else list(range(count))  # ids need labels beside them
    columns = [i for i in columns if not _is_binary(sheet, i)] or columns
    distinct = {i: len({*_some_cells(sheet, i)}) for i in columns[1:]}
    ranked = sorted(distinct, key=lambda i: (_is_decimal(sheet, i), -distinct[i], -id_hint(normalized(sheet.names[i]))))
    return sorted([columns[0], *ranked[: _MOST_COLUMNS - 1]])


def ends(columns: Sequence[int]) -> list[int]:
    """The columns; of very many, the first and the last, as the others of a wide file are all alike."""
    return [*columns] if len(columns) <= 2 * _ENDS else [*columns[:_ENDS], *columns[-_ENDS:]]


def _is_binary(sheet: Sheet, column: int) -> bool:
    cells = {*map(str.strip, _some_cells(sheet, column))}
    return len(sheet) > len(cells) and cells <= {"0", "1", "True", "False", ""}


def _is_decimal(sheet: Sheet, column: int) -> bool:
    cells = _some_cells(sheet, column)
    return sum(_DECIMAL.fullmatch(cell) is not None for cell in cells) > len(cells) / 2


def are_fractions(sheet: Sheet, columns: Columns) -> bool:
    """Whether most cells of a column are numbers that are not whole, as no ids are."""
    cells = [*map(str.strip, _some_cells(sheet, columns[0]))]
    return len(columns) == 1 and 2 * sum(_FRACTION.fullmatch(cell) is not None for cell in cells) > len(cells)


def _some_cells(sheet: Sheet, column: int) -> list[str]:
    """Cells from all over a column: the first ones may all be of one id."""
    cells = sheet.columns[column]
    if len(cells) <= _CELLS:
        return list(cells.to_pylist())
    run = _CELLS // _PLACES
    starts = [place * (len(cells) - run) // (_PLACES - 1) for place in range(_PLACES)]
    return [cell for start in starts for cell in cells.slice(start, run).to_pylist()]


def is_index_column(sheet: Sheet, column: int) -> bool:
    """Whether a column only numbers the rows: by its name, and by its cells."""
    return is_index(normalized(sheet.names[column])) and numbers_rows(sheet, column)


def may_be_index(sheet: Sheet, column: int) -> bool:
    """Whether a column of some rows, in any order, may be the index of all: by its name, and by its cells."""
    return is_index(normalized(sheet.names[column])) and numbers_apart(sheet, column)


def _pair_prior(truth: Sheet, submission: Sheet, t: Columns, s: Columns) -> float:
    return _prior(truth, t) + _prior(submission, s) + _same_names(truth, submission, t, s)


def _same_names(truth: Sheet, submission: Sheet, t: Columns, s: Columns) -> float:
    """How much it says that both files call the columns alike."""
    return 0.4 * ([normalized(truth.names[i]) for i in t] == [normalized(submission.names[i]) for i in s])


def _prior(sheet: Sheet, columns: Columns) -> float:
    column = columns[0]
    is_leading = all(is_index_column(sheet, i) for i in range(column))
    return id_hint(normalized(sheet.names[column])) + 0.3 * is_leading - _is_decimal(sheet, column)


def _counting(truth: Sheet, submission: Sheet) -> list[IdChoice]:
    """An index as the ids of one file or of both, where no other column of the file can be the ids."""
    indices = _index_of(truth), _index_of(submission)
    if indices == (None, None):
        return []
    sides = zip(indices, (truth, submission), strict=True)
    columns = [_possible_columns(sheet) if index is None else [index] for index, sheet in sides]
    return [IdChoice((t,), (s,), _INDEX, counts_rows=True) for t, s in product(*columns)]


def _index_of(sheet: Sheet) -> int | None:
    """The first index column, if no other column looks like ids."""
    columns = ends(range(len(sheet.names)))
    index = next((i for i in columns if is_index_column(sheet, i)), None)
    if index is None or index in _possible_columns(sheet):
        return None
    return None if any(_look_like_ids(sheet, i) for i in columns if i != index) else index


def _name_each_row(sheet: Sheet, columns: Columns) -> bool:
    """Whether a column has the name of ids, and another one in each row."""
    return id_hint(normalized(sheet.names[columns[0]])) > 0 and _look_like_ids(sheet, columns[0])


def _look_like_ids(sheet: Sheet, column: int) -> bool:
    """Whether cells are all different, and are text or under the name of ids."""
    cells = _some_cells(sheet, column)
    if len({*cells}) < len(cells):
        return False
    return id_hint(normalized(sheet.names[column])) > 0 or not any(map(_NUMBER.fullmatch, map(str.strip, cells)))


def _of_shared_columns(truth: Sheet, submission: Sheet) -> list[IdChoice]:
    """Several columns that identify a row together: those that both files have, or some of them."""
    names = {normalized(submission.names[i]): i for i in reversed(ends(range(len(submission.names))))}
    known = ((i, normalized(truth.names[i])) for i in ends(range(len(truth.names))))
    shared = [(i, names[name]) for i, name in known if name in names and not is_index(name)]
    shared = [(t, s) for t, s in shared if not _is_binary(truth, t)][:_MOST_TOGETHER]
    sizes = range(2, min(len(shared), len(submission.names) - 1) + 1)
    choices = [tuple(zip(*some, strict=True)) for size in sizes for some in combinations(shared, size)]
    return [IdChoice(t, s, _shared_prior(truth, submission, t, s)) for t, s in choices]


def _choice(truth: Sheet, submission: Sheet, t: Columns, s: Columns, prior: float) -> IdChoice:
    sign = None
    if 1 in (len(t), len(s)) and len(t) != len(s):
        sides = [(truth.columns[i] for i in t), (submission.columns[i] for i in s)]
        (ids,), parts = sorted(([*columns] for columns in sides), key=len)
        sign = joining_sign(parts, ids)
    return IdChoice(t, s, prior, sign=sign)


def _of_columns_together(sheet: Sheet) -> list[IdChoice]:
    """The first few columns of one file that name a row only together, where none has the name of ids."""
    if not names_both(sheet):
        return []
    names = {i: normalized(sheet.names[i]) for i in ends(range(len(sheet.names)))}
    free = [i for i, name in names.items() if may_name_rows(name) and _may_be_of_ids(sheet, i)]
    if any(id_hint(names[i]) > 0 or _look_like_ids(sheet, i) for i in free):
        return []
    some = (these for size in (2, 3) for these in combinations(free[:_MOST_TOGETHER], size))
    found = next((these for these in some if _are_apart(sheet, these)), None)
    return [] if found is None else [IdChoice(found, found, _TOGETHER)]


def _may_be_of_ids(sheet: Sheet, column: int) -> bool:
    return not (_is_binary(sheet, column) or _is_decimal(sheet, column) or is_index_column(sheet, column))


def may_name_rows(name: str) -> bool:
    """Whether a normalized name is not that of what is true or predicted, or of the folds of a cross-validation."""
    return not (is_true(name) or is_predicted(name) or is_likelihood(name) or is_fold(name))


def _are_apart(sheet: Sheet, columns: Columns) -> bool:
    ids = id_texts(sheet, Layout(columns, (), id_sign="\x1f"))
    return bool(pc.count_distinct(ids).as_py() == len(sheet))


def _of_joined_columns(truth: Sheet, submission: Sheet) -> list[IdChoice]:
    """Columns of the truth that the submission writes as one."""
    columns = [i for i in ends(range(len(truth.names))) if i != usage_column(truth)]
    ids = [s for s in _possible_columns(submission) if not _is_predicted_number(submission, s)]
    making = columns_that_make([submission.columns[s] for s in ids], truth, columns)
    pairs = [(t, (s,)) for s, those in zip(ids, making, strict=True) for t in those]
    found = [_choice(truth, submission, t, s, _joined_prior(truth, submission, t, s)) for t, s in pairs]
    return [choice for choice in found if choice.sign]


def _is_predicted_number(sheet: Sheet, column: int) -> bool:
    """Whether a column holds decimals, which a dot could join, and has no name of ids."""
    return _is_decimal(sheet, column) and id_hint(normalized(sheet.names[column])) <= 0


def _joined_prior(truth: Sheet, submission: Sheet, t: Columns, s: Columns) -> float:
    """The same for any order of the columns, and a little less for each further one."""
    return min(_prior(truth, (i,)) for i in t) + _prior(submission, s) - 0.3 * (len(t) - 1)


def _shared_prior(truth: Sheet, submission: Sheet, t: Columns, s: Columns) -> float:
    """As likely as the unlikeliest of the columns, and a little less for each further one."""
    pairs = zip(t, s, strict=True)
    return min(_pair_prior(truth, submission, (a,), (b,)) for a, b in pairs) - 0.3 * (len(t) - 1)


def _form(text: str) -> str:
    """The form of a text: runs of digits and letters, and other signs."""
    return re.sub(r"[^\W_]+", "a", text.strip())
