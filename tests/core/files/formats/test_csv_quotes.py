"""Quotes that are not closed on their line, and cells that hold several lines."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector import InputError

TRUTH = "id,label\n" + "".join(f"r{number},a\n" for number in range(6))


def opened(folder: Path, submission: str) -> inspector.Inspection:
    (folder / "truth.csv").write_text(TRUTH)
    (folder / "submission.csv").write_text(submission, newline="")
    return inspector.open_pair(folder / "truth.csv", folder / "submission.csv", "map@2")


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_line_cut_inside_a_quote_does_not_swallow_the_next_one(tmp_path: Path, line_end: str) -> None:
    lines = ['"id","text","label"', *(f'"r{number}","some words","a b"' for number in range(6))]
    lines[3] = '"r2'  # `"r2⏎"r3","some words","a b"` has three cells, too
    with pytest.raises(InputError, match="a double quote is never closed") as error:
        opened(tmp_path, line_end.join(lines) + line_end)
    assert error.value.line == 4


def test_cells_of_several_lines_are_read_as_they_are(tmp_path: Path) -> None:
    texts = ("one\ntwo", 'he said ""yes""\n', '""\n""', "", "\n\n", 'a,\n""b"" c')
    rows = "".join(f'r{number},"{text}","a b"\n' for number, text in enumerate(texts))
    pair = opened(tmp_path, "id,text,label\n" + rows)
    assert pair.overall == 1.0
    assert pair.evaluation.table.ids.to_pylist() == [f"r{number}" for number in range(6)]


def test_text_behind_a_closing_quote_on_one_line_spoils_no_other_row(tmp_path: Path) -> None:
    rows = ['r0,"a b"'] + [f'r{number},"a" b' for number in range(1, 6)]
    assert opened(tmp_path, "id,label\n" + "\n".join(rows) + "\n").overall == 1.0
