"""Columns of a submission that are not read, although what is read suggests that they hold what was meant."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, numbers, texts
from inspector.core.arrays.types import Floats
from inspector.core.data.numbers import NEAR_SUM, values_of
from inspector.core.data.table import Table
from inspector.core.errors import quoted
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.numbers.cells import are_numbers
from inspector.core.files.numbers.evidence import closeness
from inspector.core.files.problem import Problem, of_columns
from inspector.core.files.schema.contents import column_probabilities, trimmed_numbers
from inspector.core.files.schema.layout import Layout
from inspector.core.files.schema.names import (
    id_hint,
    is_beside,
    is_class,
    is_index,
    is_likelihood,
    is_predicted,
    is_true,
    normalized,
    stems,
)
from inspector.core.plural import agreeing

_HEAD, _EXAMPLES, _MOSTLY = 1000, 3, 0.95
# So many further columns of a numbered name are a distribution, and not a few quantiles.
_MANY = 4
_VECTOR = r"^\s*[\[(]\s*[-+\d.][^A-Za-z]*[ ,;][^A-Za-z]*[\])]\s*$"


def problems(alignment: Alignment, table: Table) -> Iterable[Problem]:
    """Find such columns beside one column of labels or numbers."""
    sheet, layout = alignment.submission, alignment.layouts[1]
    if layout.shape == "wide" and len(table):
        yield from _other_answers(alignment)
    if layout.shape not in ("list", "numbers") or not len(table):
        return
    unread = [column for column in range(len(sheet.names)) if column not in layout.used]
    yield from _namesakes(sheet, layout, unread)
    if sheet is alignment.truth:
        yield from _further_truths(sheet, alignment.layouts[0], unread)
    if sheet is alignment.truth or len(layout.labels) != 1:
        return
    true = {*map(normalized, alignment.truth.names)}
    numbers = [column for column in unread if _is_candidate(sheet, column, true)]
    yield from _beside_constant(sheet, layout, numbers)
    yield from _vectors(sheet, layout, unread)
    if layout.shape == "numbers":
        yield from _further_probabilities(sheet, layout, numbers)
    if layout.shape == "numbers" and not numbers:  # else further targets are told
        yield from _guessed_truth(alignment, table)
    if layout.shape == "numbers" and normalized(layout.label_name(sheet)) not in true:
        yield from _distributed(sheet, layout, numbers)


def _other_answers(alignment: Alignment) -> Iterable[Problem]:
    """Find a class of each row beside the probabilities that is not the most probable one in some rows."""
    (true, layout), (truth, sheet) = alignment.layouts, alignment.sheets
    taken = {*layout.used, *(true.used if truth is sheet else ())}
    names = {i: normalized(name) for i, name in enumerate(sheet.names) if i not in taken}
    for column in (i for i, name in names.items() if is_predicted(name) or is_class(name)):
        if count := _less_probable(sheet, layout, column):
            named = quoted(sheet.names[column])
            message = f"{agreeing(count, 'row has', 'rows have')} another class in {named} than the most probable one"
            cause = "the classes were chosen by another threshold: name their column with --submission-column"
            found = "the score is that of the probabilities"
            yield _of_columns("other-answers", sheet, [column], message, found, cause)


def _less_probable(sheet: Sheet, layout: Layout, column: int) -> int:
    """How many rows have a class in a column that is less probable than another; 0 where it holds no classes."""
    cells = pc.utf8_trim_whitespace(combine_chunks(sheet.columns[column]))
    codes = numbers(pc.fill_null(pc.index_in(cells, value_set=texts(layout.names_of(sheet))), -1))
    if len(layout.labels) < 2 or (codes >= 0).mean() < _MOSTLY:
        return 0
    shares = np.array([column_probabilities(sheet.columns[i], layout.decimal) for i in layout.labels])
    return int(((codes >= 0) & (shares[codes, np.arange(len(codes))] < shares.max(axis=0))).sum())


def _is_candidate(sheet: Sheet, column: int, true: set[str]) -> bool:
    """Whether a column holds numbers of which some differ, and is no id, no fold and none of the truth's."""
    name, head = normalized(sheet.names[column]), sheet.columns[column].slice(0, _HEAD)
    if name in true or is_beside(name) or is_index(name) or id_hint(name) > 0 or not are_numbers(sheet, column):
        return False
    return len(head.unique()) > 1


def _namesakes(sheet: Sheet, layout: Layout, unread: list[int]) -> Iterable[Problem]:
    """Find columns with the name of one that is read, but with other cells."""
    for read in layout.labels if sheet.syntax.names_columns else ():
        name = normalized(sheet.names[read])
        same = [column for column in unread if name and normalized(sheet.names[column]) == name]
        if others := [column for column in same if not sheet.columns[column].equals(sheet.columns[read])]:
            message = f"{len(others) + 1} columns are named {quoted(sheet.names[read])}, and their cells differ"
            cause = "two tables were joined: give each column its own name"
            yield _of_columns("same-names", sheet, others, message, "only the first of them is read", cause)


def _further_truths(sheet: Sheet, true: Layout, unread: list[int]) -> Iterable[Problem]:
    """Find columns of one file that are true, too, by their names, and do not follow from the one that is read."""
    others = [i for i in unread if i not in true.used and _is_true(sheet, i, unread)]
    others = [i for i in others if not _follows(sheet, true.labels[0], i)]
    if len(true.labels) == 1 and others:
        message = f"{_listed(sheet, others)} to be predicted, too, and not read"
        cause = "the file answers several questions: choose one with --truth-column and --submission-column"
        found = f"only {quoted(true.label_name(sheet))} is scored"
        yield _of_columns("further-truths", sheet, others, message, found, cause, "truth")


def _is_true(sheet: Sheet, column: int, unread: list[int]) -> bool:
    """Whether a column is named as true, or a column as the prediction of it."""
    name, others = normalized(sheet.names[column]), (normalized(sheet.names[i]) for i in unread)
    of_it = (f"{name}_", f"{name} "), (f"_{name}", f" {name}")
    is_meant = any(is_predicted(one) and (one.startswith(of_it[0]) or one.endswith(of_it[1])) for one in others)
    return (is_true(name) or (bool(name) and is_meant)) and not (is_beside(name) or is_predicted(name))


def _follows(sheet: Sheet, read: int, other: int) -> bool:
    """Whether each cell of a column has the same one beside it in another column, as a label has its name."""
    cells = [sheet.columns[i].slice(0, _HEAD).to_pylist() for i in (read, other)]
    return len({*zip(*cells, strict=True)}) == len({*cells[0]})


def _beside_constant(sheet: Sheet, layout: Layout, numbers: list[int]) -> Iterable[Problem]:
    """Find numbers beside a column that is the same in every row, as in a sample of a submission."""
    cells = sheet.columns[layout.labels[0]]
    if not numbers or len(cells) < 2 or pc.count_distinct(cells).as_py() > 1:
        return
    read, value = quoted(layout.label_name(sheet)), quoted(str(cells[0]).strip())
    message = f"{read} is {value} in every row, and {_listed(sheet, numbers)} not read"
    cause = "the column of the sample submission was left as it is: choose the other with --submission-column"
    yield _of_columns("beside-constant", sheet, numbers, message, "the score is that of a constant", cause)


def _vectors(sheet: Sheet, layout: Layout, unread: list[int]) -> Iterable[Problem]:
    """Find cells such as [0.3, 0.7] in a column that is named as probabilities, beside answers."""
    for column in unread:
        head = combine_chunks(sheet.columns[column].slice(0, _HEAD))
        is_vector = pc.match_substring_regex(head, _VECTOR)
        if not is_likelihood(normalized(sheet.names[column])) or (pc.mean(is_vector).as_py() or 0.0) < _MOSTLY:
            continue
        message = f"{quoted(sheet.names[column])} holds lists of numbers such as {head[0]}, and is not read"
        cause = "the probabilities of all classes stand in one cell: write a column for each"
        found = f"only {quoted(layout.label_name(sheet))} is scored"
        yield _of_columns("unread-vectors", sheet, [column], message, found, cause)


def _further_probabilities(sheet: Sheet, layout: Layout, numbers: list[int]) -> Iterable[Problem]:
    """Find a second column of probabilities, which does not add up to 1 with the one that is read."""
    read = layout.labels[0]
    others = [column for column in numbers if is_likelihood(normalized(sheet.names[column]))]
    if not is_likelihood(normalized(sheet.names[read])) or not others:
        return
    values, *rest = (trimmed_numbers(combine_chunks(sheet.columns[i].slice(0, _HEAD))) for i in (read, *others))
    both = [column for column, of in zip(others, rest, strict=True) if _are_apart(values, of)]
    if both:
        message = f"{quoted(layout.label_name(sheet))} is read, and {_listed(sheet, both)} not"
        cause = "they are probabilities of two models, or before and after a calibration: name one of them"
        yield _of_columns("further-probabilities", sheet, both, message, "the others do not count", cause)


def _are_apart(one: Floats, other: Floats) -> bool:
    """Whether two columns, float64 (n,), are probabilities of the same class: none is 1 minus the other, or equal."""
    both = np.array([one, other])
    are_shares = bool(((both >= 0) & (both <= 1)).mean() > _MOSTLY and (both % 1 != 0).mean() > 1 - _MOSTLY)
    is_other = (np.abs(one + other - 1) <= NEAR_SUM).mean() > _MOSTLY
    return are_shares and not is_other and bool((one != other).mean() > 1 - _MOSTLY)


def _guessed_truth(alignment: Alignment, table: Table) -> Iterable[Problem]:
    """Find that a column of the truth was taken of several, although a prediction equals it, or is near by chance."""
    (true, given), (truth, sheet) = alignment.layouts, (alignment.truth, alignment.submission)
    name = normalized(true.label_name(truth))
    names = {normalized(sheet.names[column]) for column in given.labels}
    others = [i for i in range(len(truth.names)) if i not in true.used and _is_candidate(truth, i, names)]
    if name in names or len(true.labels) > 1 or not others:
        return
    known, predicted = (values_of(lists, 1)[:_HEAD, 0] for lists in (table.truth, table.predictions))
    is_same = np.array_equal(known, predicted)
    if is_same or not closeness(known, predicted).sure:
        read, how = quoted(true.label_name(truth)), "which the numbers equal" if is_same else "near only by chance"
        message = f"the truth is read from {read}, {how}, and {_listed(truth, others)} not"
        cause = "choose the column of the truth with --truth-column"
        yield _of_columns("guessed-truth", truth, others, message, "another column may be predicted", cause, "truth")


def _distributed(sheet: Sheet, layout: Layout, numbers: list[int]) -> Iterable[Problem]:
    """Find many columns with the name of the one that is read, and other numbers in it."""
    read = layout.labels[0]
    for numbered in stems(sheet.names).values() if sheet.syntax.names_columns else ():
        columns = {column for _, column in numbered}
        others = sorted(columns & {*numbers})
        if read not in columns or len(others) < _MANY:
            continue
        message = f"{quoted(layout.label_name(sheet))} is read, and {_listed(sheet, others)} not"
        cause = "they are a distribution, classes or time steps: a truth needs a column for each under the same name"
        yield _of_columns("unread-columns", sheet, others, message, "the others do not count", cause)


def _of_columns(
    kind: str,
    sheet: Sheet,
    columns: list[int],
    message: str,
    found: str,
    cause: str,
    where: Literal["truth", "submission"] = "submission",
) -> Problem:
    """A problem of columns that are not read; found: the consequence."""
    return of_columns(kind, sheet.name, [sheet.names[column] for column in columns], message, found, cause, where)


def _listed(sheet: Sheet, columns: list[int]) -> str:
    """`"pred" is`, or `"a", "b" and 3 more are`."""
    named = [quoted(sheet.names[column]) for column in columns[:_EXAMPLES]]
    named += [f"{len(columns) - _EXAMPLES} more"] if len(columns) > _EXAMPLES else []
    return f"{', '.join(named[:-1])} and {named[-1]} are" if len(named) > 1 else f"{named[0]} is"
