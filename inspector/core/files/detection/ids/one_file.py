"""The ids of one file that holds both truth and predictions: columns of it, or else the numbers of its rows.

Both stand in the same row there, so that the number of a row is a safe id where no column can be one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import pyarrow.compute as pc

from inspector.core.files.detection.ids.columns import (
    Columns,
    are_fractions,
    ends,
    is_binary,
    is_decimal,
    is_index_column,
    look_like_ids,
    may_name_rows,
    name_each_row,
    named_ids,
    possible_columns,
    prior_of,
    some_cells,
)
from inspector.core.files.formats.row_numbers import name_of_numbers, with_row_numbers
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.options import Options
from inspector.core.files.schema.layout import Layout, find_columns, id_texts
from inspector.core.files.schema.names import (
    id_hint,
    is_beside,
    is_index,
    is_likelihood,
    is_predicted,
    names_both,
    normalized,
)

_MOST_TOGETHER, _FIRST = 5, 1000
# What speaks for ids that are so called and all different: no other file tells which they are.
_NAMED_ALONE = 0.4
# The share of cells that repeat others by no mistake.
_MANY = 0.2
# Columns that name each row together are its ids rather than one that does not.
_TOGETHER = 1.0
# Columns of probabilities from which on they are of classes.
_FEWEST_CLASSES = 2


def ids_of_one_file(sheet: Sheet, options: Options) -> list[tuple[Columns, float]]:
    """The possible id columns, each with how likely it is. Raises InputError for an unknown column."""
    given = options.ids_of(True) or options.ids_of(False)
    if sheet.is_numbered:
        return [((len(sheet.names) - 1,), 0.0)]
    if not given and (index := _index(sheet)) is not None and lacks_ids(sheet, options):
        return [((index,), 0.0)]
    likely = [] if given else _likely_columns(sheet) or _apart(sheet) or possible_columns(sheet)
    columns = [find_columns(sheet, given)] if given else [(i,) for i in likely]
    found = [(these, 2 * prior_of(sheet, these) + _NAMED_ALONE * name_each_row(sheet, these)) for these in columns]
    if given:
        return found
    named = named_ids(sheet)
    sure = [(these, prior) for these, prior in found if these in named]
    return sure or [*found, *_of_columns_together(sheet)]


def with_ids(sheet: Sheet, options: Options) -> Sheet:
    """The sheet, with the numbers of its rows as a last column if no column can be the ids, or if an option says so."""
    given = options.ids_of(True) or options.ids_of(False)
    if given:
        return with_row_numbers(sheet) if normalized(given) == name_of_numbers(sheet) else sheet
    return with_row_numbers(sheet) if lacks_ids(sheet, options) and _index(sheet) is None else sheet


def lacks_ids(sheet: Sheet, options: Options) -> bool:
    """Whether the file has what is true and what is predicted, and beside these nothing that can be the ids."""
    are_sides = _names_sides(sheet, options) or _has_models(sheet) or _has_classes(sheet) or _has_only_features(sheet)
    if sheet.roles is not None or not are_sides:
        return False
    sides = {i for name in (options.truth_column, options.submission_column) for i in _columns(sheet, name)}
    beside = [i for i in ends(range(len(sheet.names))) if i not in sides]
    return not any(_can_be_ids(sheet, i) for i in beside) and not _of_columns_together(sheet)


def _likely_columns(sheet: Sheet) -> list[int]:
    """The possible columns that are named as ids, or hold no fractions and nothing repeated all over the file."""
    columns = possible_columns(sheet)
    return [i for i in columns if _is_named(sheet, i) or not _is_feature(sheet, i)]


def _is_named(sheet: Sheet, column: int) -> bool:
    return id_hint(normalized(sheet.names[column])) > 0


def _apart(sheet: Sheet) -> list[int]:
    """The possible columns that are not repeated all over the file."""
    return [i for i in possible_columns(sheet) if not _is_scattered(some_cells(sheet, i))]


def _is_feature(sheet: Sheet, column: int) -> bool:
    return are_fractions(sheet, (column,)) or _is_scattered(some_cells(sheet, column))


def _is_scattered(cells: list[str]) -> bool:
    """Whether many cells are repeated, and hardly more of these stand together than in a random order."""
    counts = Counter(cells)
    repeated, together = len(cells) - len(counts), sum(one == other for one, other in pairwise(cells))
    by_chance = sum(count * (count - 1) for count in counts.values()) / max(1, len(cells))
    return repeated > _MANY * len(cells) and 2 * (together - by_chance) < repeated - by_chance


def _names_sides(sheet: Sheet, options: Options) -> bool:
    return names_both(sheet) or options.names_labels


def _has_models(sheet: Sheet) -> bool:
    """Whether there is nothing but fractions, some of them named as predictions."""
    models = sum(is_predicted(normalized(name)) for name in sheet.names)
    return models > 1 and all(are_fractions(sheet, (i,)) for i in ends(range(len(sheet.names))))


def _has_only_features(sheet: Sheet) -> bool:
    """Whether there are predictions, and beside them nothing that is likely to be ids."""
    return any(is_predicted(normalized(name)) for name in sheet.names) and not _likely_columns(sheet)


def _has_classes(sheet: Sheet) -> bool:
    """Whether there are several columns of fractions or probabilities beside one column that can be the true class."""
    names = {i: normalized(sheet.names[i]) for i in ends(range(len(sheet.names)))}
    classes = {i for i, name in names.items() if is_likelihood(name) or are_fractions(sheet, (i,))}
    others = (is_index, is_beside, is_predicted)
    left = {i for i, name in names.items() if not any(is_other(name) for is_other in others)} - classes
    return sheet.syntax.names_columns and len(classes) >= _FEWEST_CLASSES and len(left) == 1


def _columns(sheet: Sheet, names: str | None) -> Columns:
    return find_columns(sheet, names) if names else ()


def _can_be_ids(sheet: Sheet, column: int) -> bool:
    """Whether a column has the name of ids, or mostly different cells that are no fractions."""
    name = normalized(sheet.names[column])
    if not may_name_rows(name) or is_index_column(sheet, column) or is_binary(sheet, column):
        return False
    cells = some_cells(sheet, column)
    return id_hint(name) > 0 or (2 * len({*cells}) > len(cells) and not _is_feature(sheet, column))


def _index(sheet: Sheet) -> int | None:
    """The first column that only numbers the rows."""
    return next((i for i in ends(range(len(sheet.names))) if is_index_column(sheet, i)), None)


def _of_columns_together(sheet: Sheet) -> list[tuple[Columns, float]]:
    """The first few columns that name a row only together, where none has the name of ids."""
    if not names_both(sheet):
        return []
    names = {i: normalized(sheet.names[i]) for i in ends(range(len(sheet.names)))}
    free = [i for i, name in names.items() if may_name_rows(name) and _may_be_of_ids(sheet, i)]
    if any(id_hint(names[i]) > 0 or look_like_ids(sheet, i) for i in free):
        return []
    some = (these for size in (2, 3) for these in combinations(free[:_MOST_TOGETHER], size))
    found = next((these for these in some if _are_apart(sheet, these)), None)
    return [] if found is None else [(found, _TOGETHER)]


def _may_be_of_ids(sheet: Sheet, column: int) -> bool:
    return not (is_binary(sheet, column) or is_decimal(sheet, column) or is_index_column(sheet, column))


def _are_apart(sheet: Sheet, columns: Columns) -> bool:
    """Whether no two rows have the same cells in some columns; that two have is mostly seen in the first rows."""
    first = replace(sheet, columns=tuple(column.slice(0, _FIRST) for column in sheet.columns))
    layout = Layout(columns, (), id_sign="\x1f")
    return all(pc.count_distinct(id_texts(part, layout)).as_py() == len(part) for part in (first, sheet))
