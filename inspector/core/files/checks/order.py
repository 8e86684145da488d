"""Check the order of the predicted labels: ranks, scores and places in the file that contradict each other, and
columns that are not read or should not be.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from inspector.core.arrays.arrow import booleans, combine_chunks
from inspector.core.arrays.offsets import owners_of
from inspector.core.arrays.types import Floats, Ints, distinct
from inspector.core.data.table import Table
from inspector.core.errors import quoted
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.numbers.cells import are_numbers
from inspector.core.files.problem import Problem
from inspector.core.files.schema.contents import trimmed_numbers
from inspector.core.files.schema.names import is_grade, is_true, is_weight, normalized, stems

_EXAMPLES = 3
# So many rows tell what a column holds; so many labels are in both files by no chance.
_HEAD, _FEWEST = 1000, 5
# Relevance has few words.
_MOST_WORDS = 12
# What users do with an item; not all of it may count.
_EVENTS = {"view", "impression", "click", "clicks", "cart", "carts", "addtocart", "add_to_cart", "remove_from_cart"}
_EVENTS |= {"fav", "like", "skip", "pv", "purchase", "buy", "order", "orders", "transaction"}
# A share of cells without a number, of texts that are labels, of rows in another order, and of records that stand apart
# from the others of their id.
_MOSTLY = 0.5
_RANKED_ANEW = "the labels were ranked anew without new scores, or the lowest score is the best"


def problems(alignment: Alignment, table: Table, reading: Reading) -> Iterable[Problem]:
    """Find the rows of a submission whose order is in doubt, and columns that are missing or too many."""
    yield from _unread_judgments(alignment)
    match reading.layout.shape:
        case "long":
            yield from _contradicting_ranks(table, reading, alignment.submission)
            yield from _scattered(table, reading, alignment.submission)
        case "wide":
            yield from _unknown_columns(alignment, table)
            yield from _missing_classes(alignment, table)
            yield from _missing_columns(alignment)
        case "numbers":
            yield from _missing_columns(alignment)
        case "slots":
            yield from _unordered_slots(table, reading, alignment.submission)
        case "list":
            yield from _unordered_lists(table, reading)
            yield from _further_columns(alignment, table, reading)


def _contradicting_ranks(table: Table, reading: Reading, sheet: Sheet) -> Iterable[Problem]:
    """Find the rows in which a label has a better rank than one of a higher score, where each label has a row."""
    layout = reading.layout
    if layout.rank is None or layout.confidence is None:
        return
    offsets, records = reading.entries.all_records(table.entry_of_row)
    rank, score = (trimmed_numbers(sheet.texts_at(column, records)) for column in (layout.rank, layout.confidence))
    owner = owners_of(np.diff(offsets))
    odd = _contradictions(owner, rank, score)
    if not len(odd):
        return
    columns = layout.rank, layout.confidence
    yield _order_problem(table, sheet, distinct(owner[odd]), int(records[odd].min()), columns, reading.order)


def _unordered_slots(table: Table, reading: Reading, sheet: Sheet) -> Iterable[Problem]:
    """Find the rows in which a column for a rank has a higher score beside it than the rank before."""
    labels = reading.layout.labels
    named = (sorted(found) for stem, found in stems(sheet.names).items() if is_weight(stem.strip()))
    beside = [[column for _, column in found] for found in named if len(found) == len(labels)]
    records = reading.entries.first[table.entry_of_row[table.submitted]]
    for group in beside:
        steps = np.diff([trimmed_numbers(sheet.texts_at(column, records)) for column in group], axis=0)
        rises, falls = (steps > 0).any(axis=0), (steps < 0).any(axis=0)
        if np.isnan(steps).mean() < _MOSTLY and falls.any() and rises.any():
            rows, order = np.flatnonzero(table.submitted)[rises], "in the order of their columns"
            yield _order_problem(table, sheet, rows, int(records[rises].min()), (labels[0], group[0]), order)


def _unordered_lists(table: Table, reading: Reading) -> Iterable[Problem]:
    """Find the rows whose list has a label with a higher confidence than one in front of it."""
    lists = table.predictions
    if lists.weights is None:
        return
    owner = lists.owners()
    rises = (lists.weights[1:] > lists.weights[:-1]) & (owner[1:] == owner[:-1])
    rows = distinct(owner[1:][rises])
    if not len(rows):
        return
    first = int(reading.entries.first[table.entry_of_row[rows[0]]])
    what = f"{_ids(len(rows))} in another order in the list than by confidence"
    order = "they are ranked as in the list; gap takes the confidences"
    yield _problem(table, reading.sheet, rows, first, what, order, reading.label_name)


def _scattered(table: Table, reading: Reading, sheet: Sheet) -> Iterable[Problem]:
    """Find out whether only the order of the file ranks labels, although the rows of an id do not stand together."""
    layout = reading.layout
    if sheet.roles is not None or layout.rank is not None or layout.confidence is not None:
        return
    offsets, records = reading.entries.all_records(table.entry_of_row)
    inside = np.diff(owners_of(np.diff(offsets))) == 0
    apart = np.diff(records)[inside] != 1
    if not len(apart) or apart.mean() < _MOSTLY:
        return
    rows = np.flatnonzero(np.diff(offsets) > 1)
    what = f"the rows of {len(rows):,} ids do not stand together, and no column orders their labels"
    order = "they are ranked in the order of the file"
    problem = _problem(table, sheet, rows, int(records[0]), what, order, reading.label_name)
    yield replace(problem, kind="scattered-rows", cause="the file was shuffled, or ranks or scores were left out")


def _further_columns(alignment: Alignment, table: Table, reading: Reading) -> Iterable[Problem]:
    """Find columns with labels of the truth, such as those of further ranks, beside a column of one label a row."""
    (true, layout), sheet = alignment.layouts, alignment.submission
    if reading.most_labels > 1 or sheet is alignment.truth:
        return
    taken = {normalized(alignment.truth.names[column]) for column in (*true.ids, *true.labels)}
    unread = sorted({*range(len(sheet.names))} - layout.used)
    names = [sheet.names[column] for column in unread if _holds_labels(table, sheet, column)]
    names = [name for name in names if normalized(name) not in taken and not is_true(normalized(name))]
    if not names:
        return
    what = f"{' and '.join(map(quoted, names[:_EXAMPLES]))} {'has' if len(names) == 1 else 'have'} labels of the truth"
    yield Problem(
        "further-columns",
        "submission",
        len(names),
        tuple(names[:_EXAMPLES]),
        1,
        f"{what}, too, and {'is' if len(names) == 1 else 'are'} not read",
        f"only the labels of {quoted(reading.label_name)} are scored",
        rejects=False,
        file=sheet.name,
        column=names[0],
        cause="they are the next ranks, or what another model predicts; all columns of ranks can be named",
    )


def _holds_labels(table: Table, sheet: Sheet, column: int) -> bool:
    """Whether most texts of a column are labels of the truth, and no numbers, which are alike by chance."""
    texts = combine_chunks(sheet.columns[column].slice(0, _HEAD)).unique()
    texts = texts.filter(booleans(np.isnan(trimmed_numbers(texts))))
    codes = [table.vocab.find(text) for text in texts.to_pylist() if text]
    known = [code >= 0 and bool(table.in_truth[code]) for code in codes]
    return len(known) >= _FEWEST and sum(known) > _MOSTLY * len(known)


def _unknown_columns(alignment: Alignment, table: Table) -> Iterable[Problem]:
    """Find a few columns of a wide submission that no label of the truth names, as figures of the row are not."""
    (true, layout), sheet = alignment.layouts, alignment.submission
    if true.shape != "list":
        return
    known = {name: table.vocab.find(name) for name in layout.names_of(sheet)}
    unknown = [name for name, code in known.items() if code < 0 or not table.in_truth[code]]
    if not 0 < len(unknown) <= min(_EXAMPLES, len(layout.labels) // 2):
        return
    names = ", ".join(map(quoted, unknown))
    yield Problem(
        "unknown-columns",
        "submission",
        len(unknown),
        tuple(unknown),
        1,
        f"{len(unknown)} of {len(layout.labels)} columns are named like no label of the truth: {names}",
        "their numbers are ranked like those of the others",
        rejects=False,
        file=sheet.name,
        column=unknown[0],
        cause="they are figures of the row, or labels that the truth happens not to have",
    )


def _missing_columns(alignment: Alignment) -> Iterable[Problem]:
    """Find columns of the truth that the submission lacks, where they stand among more that it has."""
    (true, given), (truth, submission) = alignment.layouts, (alignment.truth, alignment.submission)
    columns = [i for i in range(len(truth.names)) if i not in true.used and truth.names[i] not in submission.names]
    columns = [i for i in columns if are_numbers(truth, i)]
    block = sorted((*true.labels, *columns))
    if submission is truth or true.shape != given.shape or not 0 < len(columns) < len(true.labels):
        return
    if block[-1] - block[0] >= len(block):
        return
    names = [truth.names[i] for i in columns]
    yield Problem(
        "missing-columns",
        "submission",
        len(names),
        tuple(names[:_EXAMPLES]),
        1,
        f"the submission has no column {' and none '.join(map(quoted, names[:_EXAMPLES]))}, which the truth has",
        f"the score is that of the other {len(given.labels)}",
        rejects=False,
        file=submission.name,
        column=names[0],
        cause="a column is missing or has another name, or it is a feature that only the truth has",
    )


def _missing_classes(alignment: Alignment, table: Table) -> Iterable[Problem]:
    """Find the labels of a truth for which a wide submission has no column."""
    names, sheet = alignment.layouts[1].names_of(alignment.submission), alignment.submission
    known = np.array([table.vocab.find(name) for name in names])
    missing = np.setdiff1d(np.flatnonzero(table.in_truth), known)
    rows = np.unique(table.truth.owners()[np.isin(table.truth.codes, missing)])
    if not len(missing) or not np.isin(known, np.flatnonzero(table.in_truth)).any():
        return
    labels = table.vocab.texts(missing[:_EXAMPLES])
    some = " and ".join(map(quoted, labels))
    yield Problem(
        "missing-classes",
        "submission",
        len(missing),
        tuple(labels),
        1,
        f"{len(missing)} of the labels of the truth {'has' if len(missing) == 1 else 'have'} no column, such as {some}",
        f"{len(rows):,} rows with such a label cannot be right",
        rejects=False,
        file=sheet.name,
        cause="a column has another name, the classes are counted from another number, or a model does not know them",
        rows=rows,
    )


def _unread_judgments(alignment: Alignment) -> Iterable[Problem]:
    """Find a column of a truth with a row for each label that seems to judge them in words that are not known."""
    layout, sheet = alignment.layouts[0], alignment.truth
    if layout.shape != "long" or layout.confidence is not None:
        return
    for column in sorted({*range(len(sheet.names))} - layout.used):
        words = [*filter(None, sheet.columns[column].slice(0, _HEAD).unique().to_pylist())]
        name = normalized(sheet.names[column])
        is_event = {*map(str.lower, words)} <= _EVENTS
        if (is_grade(name) or is_true(name) or is_event) and 1 < len(words) <= _MOST_WORDS:
            yield Problem(
                "unread-judgments",
                "truth",
                len(sheet),
                tuple(words[:_EXAMPLES]),
                None,
                f"{quoted(sheet.names[column])} may say which labels are relevant, and is not read",
                "every row counts as a true label",
                rejects=False,
                file=sheet.name,
                column=sheet.names[column],
                cause="relevance is read as a number, or as words such as yes and no",
            )


def _ids(count: int) -> str:
    return "1 id is" if count == 1 else f"{count:,} ids are"


def _order_problem(
    table: Table, sheet: Sheet, rows: Ints, record: int, columns: tuple[int, int], order: str
) -> Problem:
    """That rows have another order by one of two columns than by the other."""
    names = [sheet.names[column] for column in columns]
    what = f"{_ids(len(rows))} in another order by {quoted(names[0])} than by {quoted(names[1])}"
    return _problem(table, sheet, rows, record, what, f"they are scored {order}", names[0])


def _problem(table: Table, sheet: Sheet, rows: Ints, record: int, what: str, consequence: str, column: str) -> Problem:
    return Problem(
        "rank-against-score",
        "submission",
        len(rows),
        tuple(table.id(int(row)) for row in rows[:_EXAMPLES]),
        sheet.line(record),
        what,
        consequence,
        rejects=False,
        file=sheet.name,
        column=column,
        cause=_RANKED_ANEW,
        rows=rows,
    )


def _contradictions(owner: Ints, rank: Floats, score: Floats) -> Ints:
    """int64: the records with a better rank than one of the same owner with a higher score."""
    known = np.flatnonzero(~np.isnan(rank) & ~np.isnan(score))
    # Records of equal score come in the order of their ranks, so that they are no contradiction.
    order = known[np.lexsort((rank[known], -score[known], owner[known]))]
    is_better = (owner[order][1:] == owner[order][:-1]) & (rank[order][1:] < rank[order][:-1])
    found: Ints = order[1:][is_better]
    return found
