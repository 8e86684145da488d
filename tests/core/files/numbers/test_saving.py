"""Files of numbers are saved byte for byte: only the cells that were edited differ."""

from __future__ import annotations

import tempfile
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import inspector
from inspector import InputError
from inspector.core.data.prediction import Prediction

WRITTEN = [
    "1.50",
    "1e-3",
    "+7",
    "-0.0",
    " 2.25 ",
    '"3.5"',
    "1E+2",
    ".5",
    "5.",
    "00.1",
    "nan",
    "",
    "inf",
    "12345678901234567890",
]
NAMES = ["a", "b"]


def pair_of(folder: Path, rows: list[list[str]], end: str = "\n") -> tuple[Path, Path]:
    truth, submission = folder / "truth.csv", folder / "submission.csv"
    truth.write_text("id,a,b\n" + "".join(f"r{row},{row}.5,{row}\n" for row in range(len(rows))))
    content = end.join(["id,a,b", *(f"r{row},{','.join(cells)}" for row, cells in enumerate(rows)), ""])
    submission.write_bytes(content.encode())
    return truth, submission


@pytest.mark.slow
@settings(max_examples=15)
@given(
    rows=st.lists(st.lists(st.sampled_from(WRITTEN), min_size=2, max_size=2), min_size=3, max_size=8),
    edits=st.dictionaries(st.integers(0, 2), st.tuples(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9)), max_size=3),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_cells_that_were_not_edited_keep_their_written_form(rows, edits, end) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        truth, submission = pair_of(folder, rows, end)
        columns = {"truth_column": "a+b", "submission_column": "a+b"}  # cells may be hardly any numbers
        found = inspector.open_pair(truth, submission, shape="numbers", **columns)
        for row, values in edits.items():
            found.edit(f"r{row}", NAMES, list(values))
        found.save(folder / "saved.csv")
        before, after = (path.read_bytes().decode().split(end) for path in (submission, folder / "saved.csv"))
        for row, (old, new) in enumerate(zip(before[1:-1], after[1:-1], strict=True)):
            if row not in edits:
                assert new == old
                continue
            for cell, was, value in zip(new.split(",")[1:], old.split(",")[1:], edits[row], strict=True):
                assert float(cell.strip('"')) == value
                assert cell == was or not was or _number(was) != value


def _number(cell: str) -> float:
    return float(cell.strip('"'))


def test_the_other_numbers_of_an_edited_row_keep_their_form(tmp_path: Path) -> None:
    found = inspector.open_pair(*pair_of(tmp_path, [["1.50", "1e-3"], ["2.0", "3"], ["4", "5"]]), shape="numbers")
    found.edit("r0", NAMES, [1.5, 9.25])
    found.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_text().splitlines()[1:3] == ["r0,1.50,9.25", "r1,2.0,3"]


def test_decimal_commas_are_written_as_they_are_read(tmp_path: Path) -> None:
    text = "id;y\n" + "".join(f"r{row};{row},25\n" for row in range(30))
    for name in ("truth", "submission"):
        (tmp_path / f"{name}.csv").write_text(text)
    found = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv")
    assert str(found.evaluation.pair.submission) == '30 rows: id "id", number "y", with decimal commas'
    found.edit("r3", ["y"], [1234.5])
    found.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_text() == text.replace("r3;3,25", "r3;1234,5")


def test_a_row_that_the_file_lacks_is_appended_with_its_numbers(tmp_path: Path) -> None:
    truth, submission = pair_of(tmp_path, [["1", "2"], ["3", "4"], ["5", "6"]])
    submission.write_text("id,b,a\nr0,2,1\nr1,4,3\n")
    found = inspector.open_pair(truth, submission, shape="numbers")
    found.edit("r2", NAMES, [0.5, 1e-9])
    found.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_text() == "id,b,a\nr0,2,1\nr1,4,3\nr2,1e-09,0.5\n"


@pytest.mark.parametrize("values", [[1.0], [float("inf"), 1.0]])
def test_numbers_that_do_not_fit_are_refused(tmp_path: Path, values: list[float]) -> None:
    found = inspector.open_pair(*pair_of(tmp_path, [["1", "2"], ["3", "4"]]), shape="numbers")
    with pytest.raises(InputError):
        found.edit("r0", NAMES[: len(values)], values)


def test_numbers_alone_are_a_prediction(tmp_path: Path) -> None:
    found = inspector.open_pair(*pair_of(tmp_path, [["1", "2"], ["3", "4"]]), shape="numbers")
    found.edit("r0", np.array([5, 6]))
    assert found.evaluation.prediction(0) == Prediction(tuple(NAMES), (5.0, 6.0))
    for numbers in ([1.0], [1.0, 2.0, 3.0], [1.0, "2"]):
        with pytest.raises(InputError, match="cannot be the prediction of a row"):
            found.edit("r0", numbers)
    labels = inspector.open_pair({"q": ["a"]}, {"q": ["a"]}, "map@2")
    with pytest.raises(InputError, match=r"Expected: labels"):
        labels.edit("q", [1.0])
