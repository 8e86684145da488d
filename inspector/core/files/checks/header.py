"""What is odd in how a submission is written: its header, the order of its columns, the signs between them."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.core.files.formats.csv.reader import Delimited
from inspector.core.files.io.source import BOM
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Fix, Problem
from inspector.core.files.schema.layout import is_index, plain


def problems(alignment: Alignment) -> Iterable[Problem]:
    """Every finding about the submission's header and signs; the truth shows how they should be."""
    syntax = alignment.submission.syntax
    if not isinstance(syntax, Delimited) or alignment.submission is alignment.truth:
        return
    names = alignment.submission.names
    index = [name for name in names if is_index(plain(name))]
    if index:
        fix = Fix("drop-index", "drop the index column", len(index), "columns")
        what = "the file has a column that only counts the rows"
        yield _problem(alignment, "index-column", what, index, "to_csv was called without index=False", fix, True)
    if _differs(alignment):
        fix = Fix("header", "name and order the columns as the truth does", len(names), "columns")
        what = "the header differs from that of the truth in case, blanks or order"
        renamed = sorted(names) != sorted(alignment.truth.names)
        yield _problem(alignment, "header", what, list(names), "the columns were named by hand", fix, renamed)
    if syntax.delimiter != "," and _delimiter(alignment) == ",":
        fix = Fix("delimiter", "put commas between the columns", len(names), "columns")
        yield _problem(alignment, "delimiter", f"the file is {syntax.words}, the truth has commas", [], "", fix, True)
    if syntax.source.head().startswith(BOM):
        fix = Fix("drop-bom", "leave the byte order mark out", 1, "marks")
        what = "the file begins with a byte order mark"
        yield _problem(alignment, "byte-order-mark", what, [], "it was saved by a spreadsheet", fix, False)


def _differs(alignment: Alignment) -> bool:
    """Whether both have the same columns, but not written in the same way."""
    mine, theirs = (
        [name for name in sheet.names if not is_index(plain(name))] for sheet in (alignment.submission, alignment.truth)
    )
    return mine != theirs and sorted(map(plain, mine)) == sorted(map(plain, theirs))


def _delimiter(alignment: Alignment) -> str:
    syntax = alignment.truth.syntax
    return syntax.delimiter if isinstance(syntax, Delimited) else ""


def _problem(
    alignment: Alignment, kind: str, what: str, examples: list[str], cause: str, fix: Fix, rejects: bool
) -> Problem:
    consequence = "the score is not touched; " + (
        "a site that compares headers would refuse the file" if rejects else "few sites mind"
    )
    name = alignment.submission.name
    return Problem(
        kind, "submission", 1, tuple(examples[:3]), 1, what, consequence, rejects, name, cause=cause, fix=fix
    )
