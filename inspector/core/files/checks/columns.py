"""Check which columns are read: those that are missing, that should not be read, or that are unread and may matter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, combine_chunks
from inspector.core.arrays.types import distinct, presence_mask
from inspector.core.data.table import Table
from inspector.core.errors import quoted
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.numbers.cells import are_numbers
from inspector.core.files.problem import MISSING_COLUMNS, Problem, of_columns
from inspector.core.files.schema.contents import trimmed_numbers
from inspector.core.files.schema.layout import Layout
from inspector.core.files.schema.names import id_hint, is_beside, is_grade, is_index, is_true, normalized, stems

_EXAMPLES = 3
# So many rows tell what a column holds; so many labels, most of its texts, are in both files by no chance.
_HEAD, _FEWEST, _MOSTLY = 1000, 5, 0.5
# Relevance has few words.
_MOST_WORDS = 12
# What users do with an item; not all of it may count.
_EVENTS = {"view", "impression", "click", "clicks", "cart", "carts", "addtocart", "add_to_cart", "remove_from_cart"}
_EVENTS |= {"fav", "like", "skip", "pv", "purchase", "buy", "order", "orders", "transaction"}
# Names of the part of a data set that models learn from, and of the others.
_LEARNT = frozenset(("train", "training"))
_SPLITS = _LEARNT | {"test", "testing", "valid", "validation", "val", "dev", "eval"}


def problems(alignment: Alignment, table: Table, reading: Reading) -> Iterable[Problem]:
    """Find the columns of both files that may be missing or misread. reading: of the submission."""
    yield from _splits(alignment)
    yield from _unread_judgments(alignment)
    match reading.layout.shape:
        case "wide":
            yield from _unknown_columns(alignment, table)
            yield from _missing_classes(alignment, table)
            yield from _missing_columns(alignment)
        case "numbers":
            yield from _missing_columns(alignment)
            yield from _unpaired_columns(alignment)
        case "list":
            yield from _further_columns(alignment, table, reading)


def _unread(sheet: Sheet, layout: Layout) -> list[int]:
    """The columns that are not read."""
    return [column for column in range(len(sheet.names)) if column not in layout.used]


def _further_columns(alignment: Alignment, table: Table, reading: Reading) -> Iterable[Problem]:
    """Find columns with labels of the truth, such as those of further ranks, beside a column of one label a row."""
    (true, layout), sheet = alignment.layouts, alignment.submission
    if reading.most_labels > 1 or sheet is alignment.truth:
        return
    taken = {normalized(alignment.truth.names[column]) for column in (*true.ids, *true.labels)}
    names = [sheet.names[column] for column in _unread(sheet, layout) if _holds_labels(table, sheet, column)]
    names = [name for name in names if normalized(name) not in taken and not is_true(normalized(name))]
    if not names:
        return
    what = f"{' and '.join(map(quoted, names[:_EXAMPLES]))} {'has' if len(names) == 1 else 'have'} labels of the truth"
    yield of_columns(
        "further-columns",
        sheet.name,
        names,
        f"{what}, too, and {'is' if len(names) == 1 else 'are'} not read",
        f"only the labels of {quoted(reading.label_name)} are scored",
        "they are the next ranks, or what another model predicts; all columns of ranks can be named",
    )


def _holds_labels(table: Table, sheet: Sheet, column: int) -> bool:
    """Whether most texts of a column are labels of the truth, and no numbers, which are alike by chance."""
    texts = combine_chunks(sheet.columns[column].slice(0, _HEAD)).unique()
    texts = texts.filter(booleans(np.isnan(trimmed_numbers(texts))))
    codes = [table.vocab.find(text) for text in texts.to_pylist() if text]
    in_truth = table.in_truth
    known = [code >= 0 and bool(in_truth[code]) for code in codes]
    return len(known) >= _FEWEST and sum(known) > _MOSTLY * len(known)


def _unknown_columns(alignment: Alignment, table: Table) -> Iterable[Problem]:
    """Find a few columns of a wide submission that no label of the truth names, as figures of the row are not."""
    (true, layout), sheet = alignment.layouts, alignment.submission
    if true.shape != "list":
        return
    known, in_truth = {name: table.vocab.find(name) for name in layout.names_of(sheet)}, table.in_truth
    unknown = [name for name, code in known.items() if code < 0 or not in_truth[code]]
    if not 0 < len(unknown) <= min(_EXAMPLES, len(layout.labels) // 2):
        return
    verb = "is" if len(unknown) == 1 else "are"
    yield of_columns(
        "unknown-columns",
        sheet.name,
        unknown,
        f"{len(unknown)} of {len(layout.labels)} columns {verb} named like no label of the truth: "
        f"{', '.join(map(quoted, unknown))}",
        "their numbers are ranked like those of the others",
        "they are figures of the row, or labels that the truth happens not to have",
    )


def _missing_columns(alignment: Alignment) -> Iterable[Problem]:
    """Find columns of the truth that the submission lacks: beside those that it has, they may be further targets."""
    (true, given), (truth, submission) = alignment.layouts, (alignment.truth, alignment.submission)
    if submission is truth or true.shape != given.shape or len(true.labels) < 2:
        return
    columns = [i for i in _unread(truth, true) if truth.names[i] not in submission.names and i != true.usage]
    columns = [i for i in columns if _may_be_target(truth, i, true)]
    if not columns or not (true.shape == "wide" or _stand_together(true.labels, columns)):
        return
    names = [truth.names[i] for i in columns]
    yield of_columns(
        MISSING_COLUMNS,
        submission.name,
        names,
        f"the submission has no column {' and none '.join(map(quoted, names[:_EXAMPLES]))}, which the truth has",
        f"the score is that of the other {len(given.labels)}",
        f"a column is missing or has another name, or it is a feature that only the truth has{_or_weights(names)}",
    )


def _or_weights(names: Sequence[str]) -> str:
    """What else a column may be whose name says so."""
    weights = [name for name in names if "weight" in normalized(name)]
    return f"; or it weighs the rows: choose weight={weights[0]} in the rule" if weights else ""


def _unpaired_columns(alignment: Alignment) -> Iterable[Problem]:
    """Find as many columns of numbers in both files that are not read, under other names: they may be targets, too."""
    sheets = alignment.truth, alignment.submission
    read = [[sheet.names[i] for i in layout.labels] for sheet, layout in zip(sheets, alignment.layouts, strict=True)]
    if sheets[0] is sheets[1]:
        return
    true, given = (_unread_numbers(*both) for both in zip(sheets, alignment.layouts, strict=True))
    if not true or len(true) != len(given) or {*map(normalized, true)} & {*map(normalized, given)}:
        return
    if [*map(normalized, read[0])] == [*map(normalized, read[1])] and not _count_on([*read[1], *true, *given]):
        return
    shown = [" and ".join(map(quoted, names[:_EXAMPLES])) for names in (true, given)]
    yield of_columns(
        "unpaired-columns",
        sheets[1].name,
        given,
        f"the numbers {shown[0]} of the truth and {shown[1]} of the submission are not read",
        f"only {quoted(read[0][0])} is scored, by {quoted(read[1][0])}",
        "they are further targets, whose columns need the same names in both files, or features",
    )


def _count_on(names: list[str]) -> bool:
    """Whether all names are numbered alike, so that they may be counted from another number in the other file."""
    return any(len(numbered) == len(names) for numbered in stems(names).values())


def _unread_numbers(sheet: Sheet, layout: Layout) -> list[str]:
    """The columns of numbers that are not read, by name; no ids, folds or answers of 0 and 1."""
    columns = [i for i in _unread(sheet, layout) if i != layout.usage and are_numbers(sheet, i)]
    heads = {i: trimmed_numbers(combine_chunks(sheet.columns[i].slice(0, _HEAD))) for i in columns}
    columns = [i for i, values in heads.items() if not np.isin(values, (0, 1)).all()]
    names = {i: normalized(sheet.names[i]) for i in columns}
    return [sheet.names[i] for i, n in names.items() if not (is_beside(n) or is_index(n) or id_hint(n) > 0)]


def _may_be_target(truth: Sheet, column: int, layout: Layout) -> bool:
    """Whether a column of a truth looks like those that are read: as numbers, or as 0 and 1 for each label."""
    if layout.shape != "wide":
        return are_numbers(truth, column)
    values = trimmed_numbers(combine_chunks(truth.columns[column].slice(0, _HEAD)))
    return bool(np.isin(values, (0, 1)).all())


def _stand_together(labels: Sequence[int], columns: Sequence[int]) -> bool:
    """Whether a few further columns stand among or right beside many more that are read."""
    block = sorted((*labels, *columns))
    return len(columns) < len(labels) and block[-1] - block[0] < len(block)


def _missing_classes(alignment: Alignment, table: Table) -> Iterable[Problem]:
    """Find the labels of a truth for which a wide submission has no column."""
    names, sheet = alignment.layouts[1].names_of(alignment.submission), alignment.submission
    size = len(table.vocab)
    has_column = presence_mask(np.array([table.vocab.find(name) for name in names]), size)[:-1]
    missing = np.flatnonzero(table.in_truth & ~has_column)
    if not len(missing) or not (table.in_truth & has_column).any():
        return
    rows = distinct(table.truth.list_of(np.flatnonzero(presence_mask(missing, size)[table.truth.codes])))
    labels = [*map(str, table.vocab.texts(missing[:_EXAMPLES]))]
    verb = "has" if len(missing) == 1 else "have"
    found = of_columns(
        "missing-classes",
        sheet.name,
        labels,
        f"{len(missing)} of the labels of the truth {verb} no column, such as {' and '.join(map(quoted, labels))}",
        f"{len(rows):,} rows with such a label cannot be right",
        "a column has another name, the classes are counted from another number, or a model does not know them",
    )
    yield replace(found, count=len(missing), column=None, rows=rows)


def _splits(alignment: Alignment) -> Iterable[Problem]:
    """Report a truth with a row for each label that has those of several splits, such as train and test."""
    sheet, layout = alignment.truth, alignment.layouts[0]
    for column in _unread(sheet, layout) if layout.shape == "long" else ():
        head = {*map(str.lower, sheet.columns[column].slice(0, _HEAD).unique().to_pylist())}
        if len(head) < 2 or not head <= _SPLITS or head.isdisjoint(_LEARNT):
            continue
        rows = pc.value_counts(sheet.columns[column]).to_pylist()
        counts = {str(one["values"]): int(one["counts"]) for one in rows}
        found = of_columns(
            "several-splits",
            sheet.name,
            [sheet.names[column]],
            f"the rows of the truth are of several splits, {' and '.join(map(quoted, counts))}",
            "all of them count as true labels; leave out the rows of those that models learn from",
            "the file holds what a model learns from, too",
        )
        count = sum(count for name, count in counts.items() if name.lower() in _LEARNT)
        yield replace(found, where="truth", count=count, examples=())


def _unread_judgments(alignment: Alignment) -> Iterable[Problem]:
    """Find a column of a truth with a row for each label that seems to judge them in words that are not known."""
    layout, sheet = alignment.layouts[0], alignment.truth
    if layout.shape != "long" or layout.confidence is not None:
        return
    for column in _unread(sheet, layout):
        words = [*filter(None, sheet.columns[column].slice(0, _HEAD).unique().to_pylist())]
        name = normalized(sheet.names[column])
        is_event = {*map(str.lower, words)} <= _EVENTS
        if (is_grade(name) or is_true(name) or is_event) and 1 < len(words) <= _MOST_WORDS:
            found = of_columns(
                "unread-judgments",
                sheet.name,
                [sheet.names[column]],
                f"{quoted(sheet.names[column])} may say which labels are relevant, and is not read",
                "every row counts as a true label",
                "relevance is read as a number, or as words such as yes and no",
            )
            yield replace(found, where="truth", count=len(sheet), examples=tuple(words[:_EXAMPLES]))
