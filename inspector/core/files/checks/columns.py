"""Check which columns are read: those that are missing, that should not be read, or that are unread and may matter."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from inspector.core.arrays.arrow import booleans, combine_chunks
from inspector.core.data.table import Table
from inspector.core.errors import quoted
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.numbers.cells import are_numbers
from inspector.core.files.problem import Problem
from inspector.core.files.schema.contents import trimmed_numbers
from inspector.core.files.schema.names import is_grade, is_true, normalized

_EXAMPLES = 3
# So many rows tell what a column holds; so many labels, most of its texts, are in both files by no chance.
_HEAD, _FEWEST, _MOSTLY = 1000, 5, 0.5
# Relevance has few words.
_MOST_WORDS = 12
# What users do with an item; not all of it may count.
_EVENTS = {"view", "impression", "click", "clicks", "cart", "carts", "addtocart", "add_to_cart", "remove_from_cart"}
_EVENTS |= {"fav", "like", "skip", "pv", "purchase", "buy", "order", "orders", "transaction"}


def problems(alignment: Alignment, table: Table, reading: Reading) -> Iterable[Problem]:
    """Find the columns of both files that may be missing or misread. reading: of the submission."""
    yield from _unread_judgments(alignment)
    match reading.layout.shape:
        case "wide":
            yield from _unknown_columns(alignment, table)
            yield from _missing_classes(alignment, table)
            yield from _missing_columns(alignment)
        case "numbers":
            yield from _missing_columns(alignment)
        case "list":
            yield from _further_columns(alignment, table, reading)


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
