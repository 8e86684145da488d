"""TREC files: lines that hold nothing are no records, neither for reading nor for writing."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector import InputError
from inspector.core.files.formats.detect import read_sheet
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.formats.trec import looks_like_trec


def test_an_edit_passes_over_blank_lines_and_comments_behind_blanks(tmp_path: Path) -> None:
    (tmp_path / "truth.txt").write_text("q1 0 x 1\nq2 0 x 1\nq3 0 x 1\n")
    lines = ["   ", "q1 Q0 a 1 0.5 me", " \t ", "  # a comment", "  q2 Q0 b 1 0.5 me", "# another", "q3 Q0 c 1 0.5 me"]
    (tmp_path / "s.txt").write_text("\n".join(lines) + "\n")
    inspection = inspector.open_pair(tmp_path / "truth.txt", tmp_path / "s.txt", "map@5")
    inspection.edit("q2", ["x"])
    inspection.save(tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text() == "\n".join(lines).replace(" b ", " x ") + "\n"


RUN = [f"q{at // 5} Q0 d{at % 5} {at % 5 + 1} {1 - at / 100} me" for at in range(30)]
QRELS = [f"q{at // 5} 0 d{at % 5} {at % 2}" for at in range(30)]


def read(path: Path, lines: list[str]) -> Sheet:
    path.write_text("\n".join(lines) + "\n")
    return read_sheet(path)


@pytest.mark.parametrize("odd", [0, 6, 25], ids=["first", "among those that are looked at", "behind them"])
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (RUN, "the 6 fields of a TREC run: topic Q0 document rank score tag"),
        ([line.replace("Q0", "0") for line in RUN], "the 6 fields of a TREC run: topic Q0 document rank score tag"),
        (QRELS, "the 4 fields of TREC qrels: topic iteration document relevance"),
    ],
    ids=["run", "run without Q0", "qrels"],
)
def test_a_line_that_lacks_a_field_is_named(tmp_path: Path, lines: list[str], expected: str, odd: int) -> None:
    fields = lines[odd].split()
    short = " ".join([*fields[:2], *fields[3:]])
    with pytest.raises(InputError) as caught:
        read(tmp_path / "lines.txt", [short if at == odd else line for at, line in enumerate(lines)])
    error = caught.value
    assert (error.line, error.what, error.expected) == (odd + 1, "the line has too few fields", expected)
    assert error.found == f"'{short}', {len(fields) - 1} fields"


def test_further_lines_that_lack_a_field_are_named(tmp_path: Path) -> None:
    odd = (5, 12, 21, 23, 24, 26)
    with pytest.raises(InputError) as caught:
        read(tmp_path / "run", [line[:8] if at in odd else line for at, line in enumerate(RUN)])
    assert (caught.value.line, caught.value.hint) == (6, "Others that have too few: 13, 22, 24 and 2 more")


@pytest.mark.parametrize(
    "lines",
    [
        ["topic Q0 document rank score tag", *RUN],
        [f"q{at} 1 {at} 2" if at % 5 else f"q{at} 7 3" for at in range(30)],
        [f"q{at} {at % 7} {at} 2" if at else "q0 7 3" for at in range(30)],
    ],
    ids=["a header", "lists of labels", "lists that hardly differ in length"],
)
def test_a_table_with_a_few_odd_lines_is_no_trec(tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("\n".join(lines) + "\n")
    assert looks_like_trec(path.read_bytes()) is None
