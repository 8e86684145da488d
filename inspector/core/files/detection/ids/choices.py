"""The columns that may hold the ids of both files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations, product

import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, flags
from inspector.core.files.detection.ids.columns import (
    Columns,
    ends,
    index_of,
    is_binary,
    is_decimal,
    possible_columns,
    prior_of,
    some_cells,
)
from inspector.core.files.detection.ids.one_file import ids_of_one_file
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.joined import columns_that_make, joining_sign
from inspector.core.files.matching.spelling import plain
from inspector.core.files.options import Options
from inspector.core.files.schema.layout import find_columns, usage_column
from inspector.core.files.schema.names import id_hint, is_index, normalized

_MOST_COMPARED = 200_000
_MOST_TOGETHER = 5
# An index is a last resort.
_INDEX = -0.6


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
        found = [IdChoice(columns, columns, prior) for columns, prior in ids_of_one_file(truth, options)]
    else:
        true, predicted = _columns(truth, options, is_truth=True), _columns(submission, options, is_truth=False)
        priors = {t: prior_of(truth, t) for t in true}, {s: prior_of(submission, s) for s in predicted}
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
        one, other = {*some_cells(truth, t)}, {*some_cells(submission, s)}
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
    return [(i,) for i in possible_columns(sheet)]


def _pair_prior(truth: Sheet, submission: Sheet, t: Columns, s: Columns) -> float:
    return prior_of(truth, t) + prior_of(submission, s) + _same_names(truth, submission, t, s)


def _same_names(truth: Sheet, submission: Sheet, t: Columns, s: Columns) -> float:
    """How much it says that both files call the columns alike."""
    return 0.4 * ([normalized(truth.names[i]) for i in t] == [normalized(submission.names[i]) for i in s])


def _counting(truth: Sheet, submission: Sheet) -> list[IdChoice]:
    """An index as the ids of one file or of both, where no other column of the file can be the ids."""
    indices = index_of(truth), index_of(submission)
    if indices == (None, None):
        return []
    sides = zip(indices, (truth, submission), strict=True)
    columns = [possible_columns(sheet) if index is None else [index] for index, sheet in sides]
    return [IdChoice((t,), (s,), _INDEX, counts_rows=True) for t, s in product(*columns)]


def _of_shared_columns(truth: Sheet, submission: Sheet) -> list[IdChoice]:
    """Several columns that identify a row together: those that both files have, or some of them."""
    names = {normalized(submission.names[i]): i for i in reversed(ends(range(len(submission.names))))}
    known = ((i, normalized(truth.names[i])) for i in ends(range(len(truth.names))))
    shared = [(i, names[name]) for i, name in known if name in names and not is_index(name)]
    shared = [(t, s) for t, s in shared if not is_binary(truth, t)][:_MOST_TOGETHER]
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


def _of_joined_columns(truth: Sheet, submission: Sheet) -> list[IdChoice]:
    """Columns of the truth that the submission writes as one."""
    columns = [i for i in ends(range(len(truth.names))) if i != usage_column(truth)]
    ids = [s for s in possible_columns(submission) if not _is_predicted_number(submission, s)]
    making = columns_that_make([submission.columns[s] for s in ids], truth, columns)
    pairs = [(t, (s,)) for s, those in zip(ids, making, strict=True) for t in those]
    found = [_choice(truth, submission, t, s, _joined_prior(truth, submission, t, s)) for t, s in pairs]
    return [choice for choice in found if choice.sign]


def _is_predicted_number(sheet: Sheet, column: int) -> bool:
    """Whether a column holds decimals, which a dot could join, and has no name of ids."""
    return is_decimal(sheet, column) and id_hint(normalized(sheet.names[column])) <= 0


def _joined_prior(truth: Sheet, submission: Sheet, t: Columns, s: Columns) -> float:
    """The same for any order of the columns, and a little less for each further one."""
    return min(prior_of(truth, (i,)) for i in t) + prior_of(submission, s) - 0.3 * (len(t) - 1)


def _shared_prior(truth: Sheet, submission: Sheet, t: Columns, s: Columns) -> float:
    """As likely as the unlikeliest of the columns, and a little less for each further one."""
    pairs = zip(t, s, strict=True)
    return min(_pair_prior(truth, submission, (a,), (b,)) for a, b in pairs) - 0.3 * (len(t) - 1)


def _form(text: str) -> str:
    """The form of a text: runs of digits and letters, and other signs."""
    return re.sub(r"[^\W_]+", "a", text.strip())
