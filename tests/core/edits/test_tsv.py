"""Spreadsheet text as cells: as Python's csv module reads it, without its limit on the length of a cell."""

from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.edits.pasting.tsv import lines_of


def cells_of(text: str) -> list[list[str]]:
    lines = lines_of(text)
    return [lines.line(number) for number in range(len(lines))]


def by_the_csv_module(text: str) -> list[list[str]] | None:
    """The cells of a text with quoted cells; None for one whose quotes are plain characters."""
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter="\t", strict=True))
    except csv.Error:
        return None
    is_quoted = '"\n' in text + "\n" or '"\t' in text
    return [row or [""] for row in rows] if is_quoted and ('""' in text or len(rows) != text.count("\n") + 1) else None


@given(st.text('a"\t\n', max_size=14))
def test_cells_are_those_that_the_csv_module_finds(pasted):
    text = pasted.removesuffix("\n")
    plain = [line.split("\t") for line in text.split("\n")] if text else []
    quoted = by_the_csv_module(text)
    assert cells_of(pasted) == (plain if quoted is None else quoted)


@given(st.lists(st.lists(st.text('ab" \t\n', max_size=4), min_size=1, max_size=3), min_size=1, max_size=4))
def test_cells_quoted_by_a_spreadsheet_are_unquoted(rows):
    quoted = [['"' + cell.replace('"', '""') + '"' for cell in row] for row in rows]
    text = "\n".join("\t".join(row) for row in quoted)
    if '""' in text:
        assert cells_of(text) == rows


def test_a_quoted_cell_has_no_longest_length():
    long = 'say ""x""' * 20_000
    assert cells_of(f'a\t"{long}"\nb\tc') == [["a", 'say "x"' * 20_000], ["b", "c"]]


def test_lines_may_have_fewer_cells_than_requested():
    text = "a\t b \r\nc\rd\te\tf\n"
    lines = lines_of(text)
    assert cells_of(text) == [["a", " b "], ["c"], ["d", "e", "f"]]
    assert lines.column(1).to_pylist() == ["b", "", "e"]
    assert lines.part(1).column(0).to_pylist() == ["c", "d"]
    assert lines.part(0, 1).joined(" ", None).to_pylist() == ["a  b "]
    assert lines.joined(" ", 0).to_pylist() == [" b ", "", "e f"]
    assert lines.joined(" ", None).to_pylist() == ["a  b ", "c", "d e f"]
