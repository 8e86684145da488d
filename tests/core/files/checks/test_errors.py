"""Error messages name the options and repairs that help, and repairs count what they fix."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector.core.errors import InputError
from inspector.core.files.problem import Fix
from inspector.terminal.options import error_message


def pair(folder: Path, truth: str, submission: str) -> tuple[Path, Path]:
    for name, text in (("truth.csv", truth), ("submission.csv", submission)):
        (folder / name).write_text(text)
    return folder / "truth.csv", folder / "submission.csv"


def test_files_without_a_common_id_name_the_options_in_the_terminal_only(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        inspector.open_pair(*pair(tmp_path, "id,label\na1,x\na2,y\n", "id,label\nb1,x\nb2,y\n"))
    assert "--" not in str(raised.value)
    assert error_message(raised.value).endswith("(See --id-column and --submission-id-column)")


def test_an_id_in_several_rows_names_the_shape_that_would_allow_it(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        inspector.open_pair(*pair(tmp_path, "id,label\na,x\na,y\nb,z\n", "id,label\na,x\nb,z\n"), shape="list")
    assert "--" not in str(raised.value)
    assert error_message(raised.value).endswith("(See --id-column and --shape long/)")


def test_an_error_without_a_helpful_option_is_unchanged() -> None:
    assert error_message(InputError("no")) == "no."


@pytest.mark.parametrize(
    ("count", "unit", "words"), [(1, "columns", "1 column"), (2, "columns", "2 columns"), (7960, "ids", "7,960 ids")]
)
def test_a_repair_counts_what_it_fixes(count: int, unit: str, words: str) -> None:
    assert Fix("x", "do it", count, unit).counted == words


def test_the_repair_of_a_delimiter_counts_columns(tmp_path: Path) -> None:
    files = pair(tmp_path, "id,label\na,x\nb,y\n", "id;label\na;x\nb;y\n")
    fixes = [problem.fix for problem in inspector.open_pair(*files).problems if problem.fix]
    assert ("delimiter", "2 columns") in {(fix.name, fix.counted) for fix in fixes}
