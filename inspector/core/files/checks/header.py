"""Check both files: the same one twice, empty rows; of a submission its header, delimiter, byte order mark, numbers."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow.compute as pc

from inspector.core.errors import shorten
from inspector.core.files.checks.restructuring import header, index_columns, unread_records
from inspector.core.files.detection.ids.columns import is_index_column
from inspector.core.files.formats.csv.reader import Delimited
from inspector.core.files.io.source import BOM
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Fix, Problem
from inspector.core.files.schema.names import normalized

_EXAMPLES, _FEW_ROWS, _CELLS = 3, 20, 1000
_SUMMARIES = {"total", "totals", "grand total", "sum", "all", "average", "mean", "overall", "gesamt", "summe"}
_THOUSANDS = r"^\s*[+-]?[1-9]\d{0,2}[.,]\d{3}\s*$"


def problems(alignment: Alignment) -> Iterable[Problem]:
    """Find all format problems, those of the submission compared with the truth."""
    truth, syntax = (sheet.syntax for sheet in alignment.sheets)
    yield from _same_cells(alignment)
    yield from _empty_rows(alignment)
    yield from _summary_row(alignment)
    if not isinstance(syntax, Delimited) or alignment.submission is alignment.truth:
        return
    names = alignment.submission.names
    index = index_columns(alignment)
    if index:
        fix = Fix("drop-index", "drop the index column", len(index), "columns")
        what, examples = "the file has an index column, which only numbers the rows", [names[i] for i in index]
        yield _problem(alignment, "index-column", what, examples, "to_csv was called without index=False", fix, True)
    if _differs(alignment):
        fix = Fix("header", "name and order the columns as the truth does", _moved(alignment), "columns")
        what = "the header differs from that of the truth in case, blanks or order"
        renamed = sorted(names) != sorted(alignment.truth.names)
        yield _problem(alignment, "header", what, list(names), "the columns were named manually", fix, renamed)
    if syntax.delimiter != "," and isinstance(truth, Delimited) and truth.delimiter == ",":
        fix = Fix("delimiter", "put commas between the columns", len(names), "columns")
        yield _problem(
            alignment, "delimiter", f"the file is {syntax.description}, the truth has commas", [], "", fix, True
        )
    if syntax.delimiter == ";":
        yield from _three_decimals(alignment)
    if syntax.leading:
        many = "1 line" if syntax.leading == 1 else f"{syntax.leading} lines"
        fix = Fix("drop-leading", "drop the lines before the header", syntax.leading, "lines")
        what, cause = f"{many} before the header {'is' if syntax.leading == 1 else 'are'} not read", "they are comments"
        yield _problem(alignment, "leading-lines", what, [], cause, fix, True)
    if syntax.source.head().startswith(BOM):
        fix = Fix("drop-bom", "remove the byte order mark", 1, "marks")
        what = "the file begins with a byte order mark"
        yield _problem(alignment, "byte-order-mark", what, [], "it was saved by a spreadsheet", fix, False)


def _same_cells(alignment: Alignment) -> Iterable[Problem]:
    """Find that the truth is read as the predictions, too."""
    sources = [sheet.source for sheet in alignment.sheets]
    truth, submission = alignment.layouts
    if len({source and source.stamp for source in sources}) > 1 or None in sources or truth.labels != submission.labels:
        return
    yield Problem(
        "same-cells",
        "submission",
        len(alignment.ids),
        "the predictions are the truth: both are read from the same column of one file",
        "every row is right",
        file=alignment.submission.name,
        column=alignment.submission.names[submission.labels[0]],
        cause="the same file was chosen twice",
    )


def _empty_rows(alignment: Alignment) -> Iterable[Problem]:
    """Find the rows of either file that hold nothing."""
    for which, sheet in enumerate(alignment.sheets):
        records = unread_records(alignment, which)
        if len(records) and not (which and sheet is alignment.truth):
            yield Problem(
                "empty-rows",
                "submission" if which else "truth",
                len(records),
                f"{'1 row is' if len(records) == 1 else f'{len(records):,} rows are'} empty",
                "they are not read" + ("; a site may reject the file" if which else ""),
                line=sheet.line(int(records[0])),
                rejects=bool(which),
                file=sheet.name,
                cause="a spreadsheet saved rows behind the table",
                fix=Fix("drop-empty", "drop the empty rows", len(records), "rows") if which else None,
            )


def _summary_row(alignment: Alignment) -> Iterable[Problem]:
    """Find a last row of both files that sums up the others."""
    *others, last = map(str, alignment.ids[-_FEW_ROWS:].to_pylist())
    is_alone = len(others) == _FEW_ROWS - 1 and all(any(map(str.isdigit, other)) for other in others)
    if last.strip().casefold() not in _SUMMARIES or not is_alone or alignment.found.entry_of_row[-1] < 0:
        return
    yield Problem(
        "summary-row",
        "truth",
        1,
        f"the last row of both files is called {shorten(last)}",
        "it is scored like the others; leave it out of the truth",
        examples=(last,),
        line=alignment.truth.line(int(alignment.entries[0].first[-1])),
        file=alignment.truth.name,
        cause="it sums up the other rows",
    )


def _three_decimals(alignment: Alignment) -> Iterable[Problem]:
    """Find columns whose numbers look like thousands, in two files of semicolons as a spreadsheet writes them so."""
    sheet = alignment.submission
    if alignment.layouts[1].shape != "numbers" or len(sheet) < _FEW_ROWS:
        return
    for pair in zip(*(layout.labels for layout in alignment.layouts), strict=False):
        sheets = zip((alignment.truth, sheet), pair, strict=True)
        cells = [one.columns[column].slice(0, _CELLS) for one, column in sheets]
        if all(pc.all(pc.match_substring_regex(column, _THOUSANDS)).as_py() for column in cells):
            yield Problem(
                "three-decimals",
                "submission",
                len(sheet),
                f"all numbers of {shorten(sheet.names[pair[1]])} have three digits behind the decimal sign",
                "they are read as decimals, not as thousands",
                examples=tuple(cells[1].slice(0, _EXAMPLES).to_pylist()),
                file=sheet.name,
                column=sheet.names[pair[1]],
                cause="they were rounded, or the sign stands between thousands: then write them without it",
            )


def _differs(alignment: Alignment) -> bool:
    """Whether both have the same columns, but in another order or case."""
    names, expected = (
        [name for column, name in enumerate(sheet.names) if not is_index_column(sheet, column)]
        for sheet in (alignment.submission, alignment.truth)
    )
    return names != expected and sorted(map(normalized, names)) == sorted(map(normalized, expected))


def _moved(alignment: Alignment) -> int:
    """The number of columns whose name or place the repair of the header changes."""
    changes, names = header(alignment), alignment.submission.names
    order = range(len(names)) if changes.columns is None else changes.columns
    return sum(i != column or column in changes.names for i, column in enumerate(order))


def _problem(
    alignment: Alignment, kind: str, what: str, examples: list[str], cause: str, fix: Fix, rejects: bool
) -> Problem:
    consequence = "the score does not change; " + (
        "a site that compares headers would reject the file" if rejects else "most sites accept it"
    )
    name = alignment.submission.name
    return Problem(
        kind, "submission", 1, what, consequence, tuple(examples[:3]), 1, rejects, name, cause=cause, fix=fix
    )
