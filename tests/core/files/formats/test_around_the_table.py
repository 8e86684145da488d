"""What spreadsheets and scripts write around a table: comments before it, empty rows behind it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import inspector
from inspector import InputError, Inspection
from inspector.core.files.repair_diff import CellChange
from inspector.core.task import drain

TRUTH = "id,label\na,x\nb,y\nc,z\n"
ROWS = "a,x y\nb,x y\nc,x y\n"
TABLE = f"id,labels\n{ROWS}"


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Inspection]:
    def open_texts(submission: str, truth: str = TRUTH, **options: object) -> Inspection:
        (tmp_path / "truth.csv").write_text(truth, newline="")
        (tmp_path / "submission.csv").write_text(submission, newline="")
        return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@2", **options)

    return open_texts


def kinds(found: Inspection) -> set[str]:
    return {problem.kind for problem in found.problems}


@pytest.mark.slow
@pytest.mark.parametrize(
    "lines",
    [
        "# a model\n",
        "\ufeff# a model\n# of 2026\n",
        "\n# a model\n\n#\n",
        '# says "x, y\n',
        "# a, b c\n",
        "# many, more, words\r\n",
        "sep=,\n",
        '"sep=,"\r\n',
    ],
)
def test_lines_before_the_header_are_kept_and_told(opened, tmp_path: Path, lines: str) -> None:
    found = opened(lines + TABLE)
    assert found.overall == 0.5
    assert "leading-lines" in kinds(found)
    assert not opened(TABLE).problems
    found = opened(lines + TABLE)
    found.edit("c", ["z"])
    found.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_bytes().decode() == (lines + TABLE).replace("c,x y", "c,z")
    again = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "saved.csv", "map@2")
    assert again.overall == found.overall > 0.5


def test_a_line_is_named_as_it_is_in_the_file(opened) -> None:
    found = opened("# a model\n\n# of 2026\n" + TABLE + "more,x\n")
    (problem,) = (problem for problem in found.problems if problem.kind == "unknown-ids")
    assert problem.line == 8
    with pytest.raises(InputError) as refused:
        opened("# a model\n" + TABLE + "d,x,y,z\n")
    assert refused.value.line == 6


@pytest.mark.parametrize("header", ["# id,labels\n", "#id,labels\n", "# a model, of 2026\n#id,labels\n"])
def test_a_comment_that_names_the_columns_is_the_header(opened, header: str) -> None:
    found = opened(header + ROWS)
    assert (found.overall, len(found.evaluation.table)) == (0.5, 3)
    assert found.evaluation.pair.submission.id_name in ("# id", "#id")


def test_labels_that_begin_with_a_hash_are_no_comments(opened) -> None:
    found = opened("#1,x y\n#2,x y\n#3,x y\n", "id,label\n#1,x\n#2,y\n#3,z\n")
    assert (found.overall, len(found.evaluation.table)) == (0.5, 3)


def test_a_delimiter_that_the_first_line_names_is_taken(opened) -> None:
    found = opened("sep=;\n" + TABLE.replace(",", ";").replace(" ", ","))
    assert found.overall == 0.5


@pytest.mark.parametrize("empty", [",\n", ",\n,\n", " ,\n , \n,"])
@pytest.mark.parametrize("place", [len(TABLE), len(TABLE) - len("c,x y\n")])
def test_empty_rows_are_told_and_kept(opened, tmp_path: Path, empty: str, place: int) -> None:
    empty = empty if place == len(TABLE) else empty.rstrip("\n") + "\n"
    text, rows = TABLE[:place] + empty + TABLE[place:], len(empty.strip("\n").split("\n"))
    found = opened(text)
    (problem,) = found.problems
    assert (problem.kind, problem.count, problem.line) == ("empty-rows", rows, TABLE[:place].count("\n") + 1)
    assert found.overall == 0.5
    found.edit("b", ["y"])
    found.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_text() == text.replace("b,x y", "b,y")
    assert inspector.open_pair(tmp_path / "truth.csv", tmp_path / "saved.csv", "map@2").overall == found.overall


def test_empty_rows_of_both_files_are_not_matched(opened) -> None:
    found = opened(TABLE + ",\n", TRUTH + ",\n,\n")
    assert (found.overall, len(found.evaluation.table)) == (0.5, 3)
    assert [(problem.kind, problem.where, problem.count) for problem in found.problems] == [
        ("empty-rows", "submission", 1),
        ("empty-rows", "truth", 2),
    ]


def test_a_row_that_lacks_only_its_id_is_not_empty(opened) -> None:
    with pytest.raises(InputError, match="in more than one row"):
        opened(TABLE + ",x\n,y\n")
    assert kinds(opened(TABLE + ",x\n")) == {"unknown-ids"}


@pytest.mark.slow
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(
    ("fix", "submission", "repaired"),
    [
        ("drop-leading", "# one\n\n# two\n" + TABLE, TABLE),
        ("drop-leading", "sep=;\n" + TABLE.replace(",", ";"), TABLE.replace(",", ";")),
        ("delimiter", "sep=;\n" + TABLE.replace(",", ";"), TABLE),
        ("drop-empty", "# one\n" + TABLE + ",\n", "# one\n" + TABLE),
        ("header", "# one\nLABEL,id\nx,a\ny,b\n", "# one\nid,label\na,x\nb,y\n"),
    ],
)
def test_a_repair_touches_no_other_line(
    opened, tmp_path: Path, mark: str, fix: str, submission: str, repaired: str
) -> None:
    assert fix in {problem.fix.name for problem in opened(mark + submission).problems if problem.fix is not None}
    opened(mark + submission, fixes=(fix,)).save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_bytes().decode() == mark + repaired


def test_the_preview_of_a_repair_names_the_lines_before_the_header(opened) -> None:
    found = opened("# one\n# two\n" + TABLE)
    (fix,) = [problem.fix for problem in found.problems]
    diff = drain(found.repair_preview_task(fix)).diff
    assert (diff.changes, diff.records) == ((CellChange(1, "before the header", "2 lines", ""),), 0)
