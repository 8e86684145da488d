"""A file without ids whose rows are numbered: saved as it was but for edited cells, and never matched with another."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector import InputError, Inspection
from inspector.core.document.load import open_files
from inspector.core.ensemble.alone import read_alone
from inspector.core.files.check import check_pair
from inspector.core.files.options import Options
from inspector.core.notes.file import NotesFile
from inspector.core.task import drain
from inspector.core.versions.file import VersionsFile

ROWS = 60
DRAW = np.random.default_rng(8)
TRUE = [f"{value:.2f}" for value in DRAW.normal(50, 9, ROWS)]
GIVEN = [f"{float(value) + error:.4f}" for value, error in zip(TRUE, DRAW.normal(0, 4, ROWS), strict=True)]
FOLD = [*map(str, DRAW.integers(0, 5, ROWS))]


def lines(true: list[str] = TRUE, given: list[str] = GIVEN, sign: str = ",", end: str = "\n") -> bytes:
    rows = zip(["fold", *FOLD], ["y_true", *true], ["y_pred", *given], strict=False)
    return "".join(sign.join(row) + end for row in rows).encode()


FRAME = pd.DataFrame({"fold": map(int, FOLD), "y_true": map(float, TRUE), "y_pred": map(float, GIVEN)})
# By the name of a file, its bytes.
TEXTS: dict[str, bytes] = {
    "oof.csv": lines(),
    "windows.csv": b"\xef\xbb\xbf" + lines(end="\r\n"),
    "oof.tsv": lines(sign="\t"),
    "comma.csv": lines(sign=";").replace(b".", b","),
    "no_end.csv": lines().removesuffix(b"\n"),
    "comment.csv": b"# made by a model\n" + lines(),
    "oof.jsonl": FRAME.to_json(orient="records", lines=True).encode(),
    "oof.json": FRAME.to_json(orient="records").encode(),
}


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Inspection]:
    def open_file(content: bytes = lines(), name: str = "oof.csv") -> Inspection:
        return inspector.open_pair(written(tmp_path / name, content), metric="rmse")

    return open_file


@pytest.mark.parametrize("name", TEXTS)
def test_only_edited_cells_of_a_file_without_ids_change(name: str, opened, tmp_path: Path) -> None:
    found = opened(TEXTS[name], name)
    assert found.evaluation.table.is_numbered
    found.save(tmp_path / f"same_{name}")
    assert (tmp_path / f"same_{name}").read_bytes() == TEXTS[name]
    found.edit(7, [1.25])
    found.save(tmp_path / f"new_{name}")
    number, typed = (GIVEN[6].replace(".", ","), "1,25") if name == "comma.csv" else (GIVEN[6], "1.25")
    old = number if "json" not in name else str(float(number))
    assert TEXTS[name].count(old.encode()) == 1
    assert (tmp_path / f"new_{name}").read_bytes() == TEXTS[name].replace(old.encode(), typed.encode())
    again = inspector.open_pair(tmp_path / f"new_{name}", metric="rmse")
    assert (again.overall, again.evaluation.table.is_numbered) == (found.overall, True)


def test_a_packed_file_without_ids_is_saved(opened, tmp_path: Path) -> None:
    found = opened(gzip.compress(lines()), "oof.csv.gz")
    found.edit(ROWS, [2.5])
    found.save(tmp_path / "new.csv.gz")
    assert gzip.decompress((tmp_path / "new.csv.gz").read_bytes()) == lines(given=[*GIVEN[:-1], "2.5"])


@pytest.mark.slow
def test_parquet_without_ids_keeps_its_columns(tmp_path: Path) -> None:
    FRAME.to_parquet(tmp_path / "oof.parquet")
    found = inspector.open_pair(tmp_path / "oof.parquet")
    found.edit(3, [2.5])
    found.save(tmp_path / "new.parquet")
    found.save(tmp_path / "new.csv")
    wanted = FRAME.assign(y_pred=[2.5 if row == 2 else value for row, value in enumerate(FRAME["y_pred"])])
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "new.parquet"), wanted)
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "new.csv"), wanted)


@pytest.mark.slow
def test_a_data_frame_without_ids_keeps_its_columns(tmp_path: Path) -> None:
    found = inspector.open_pair(FRAME)
    found.edit(1, [2.5])
    found.save(tmp_path / "new.csv")
    wanted = FRAME.assign(y_pred=[2.5 if row == 0 else value for row, value in enumerate(FRAME["y_pred"])])
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "new.csv"), wanted)


def test_saved_edits_of_numbered_rows_are_undone(opened, tmp_path: Path) -> None:
    found = opened()
    found.edit(7, [1.25])
    found.save(tmp_path / "new.csv")
    found.undo()
    found.save(tmp_path / "new.csv", overwrite=True)
    assert (tmp_path / "new.csv").read_bytes() == lines()


def test_empty_rows_of_a_numbered_file_are_left_out(opened) -> None:
    found = opened(lines() + b",,\n,,\n")
    assert len(found.evaluation.table) == ROWS
    assert {problem.kind for problem in found.problems} == {"empty-rows"}


def test_a_missing_prediction_of_a_numbered_row_is_told(opened) -> None:
    found = opened(lines(given=["", *GIVEN[1:]]))
    assert [(problem.examples, problem.line) for problem in found.problems] == [(("1",), 2)]


def test_no_other_submission_goes_with_numbered_rows(opened, tmp_path: Path) -> None:
    found, other = opened(), written(tmp_path / "other.csv", lines(given=TRUE))
    for path in (other, tmp_path / "oof.csv"):
        with pytest.raises(InputError, match="the truth has no ids by which another submission could be matched"):
            found.add(path)
    with pytest.raises(InputError, match="no column can be the ids"):
        drain(read_alone([other, tmp_path / "oof.csv"], [Options(), Options()]))


def test_no_template_goes_with_numbered_rows(opened, tmp_path: Path) -> None:
    template = written(tmp_path / "sample.csv", b"id,y_pred\n1,0\n2,0\n")
    opened()
    with pytest.raises(InputError, match="without ids cannot be compared with a template"):
        drain(check_pair(tmp_path / "oof.csv", None, Options(), template))


def test_a_version_of_numbered_rows_can_be_the_baseline(opened) -> None:
    found = opened()
    found.keep("first")
    found.edit(2, [0.0])
    found.baseline = "first"
    assert found.rows().set_index("id")["delta"].ne(0).to_dict() == {str(row + 1): row == 1 for row in range(ROWS)}


def reloaded(found: Inspection, path: Path) -> None:
    found.commit(drain(found.rebase_task(drain(open_files(path)))))


def test_edits_stay_with_their_row_where_predictions_changed(opened, tmp_path: Path) -> None:
    found = opened()
    found.edit(7, [1.25])
    reloaded(found, written(tmp_path / "oof.csv", lines(given=["0.5", *GIVEN[1:]])))
    assert [found.evaluation.predictions(np.array([row])).weights.tolist() for row in (0, 6)] == [[0.5], [1.25]]


@pytest.mark.parametrize("change", ["moved", "shorter"])
def test_edits_are_not_carried_to_other_rows(change: str, opened, tmp_path: Path) -> None:
    found, start = opened(), 1 if change == "shorter" else 0
    found.edit(7, [1.25])
    content = lines(true=TRUE[start:] if start else TRUE[::-1], given=GIVEN[start:] if start else GIVEN[::-1])
    with pytest.raises(InputError, match="the edits cannot be carried over"):
        reloaded(found, written(tmp_path / "oof.csv", content))
    assert found.evaluation.predictions(np.array([6])).weights.tolist() == [1.25]


def test_notes_of_numbered_rows_stay_with_their_truths(opened, tmp_path: Path) -> None:
    def path_of(content: bytes) -> Path:
        return NotesFile(tmp_path, opened(content).evaluation.table).path

    assert path_of(lines()) == path_of(lines(given=TRUE)) != path_of(lines(true=GIVEN))
    found = opened()
    found.note(5, "odd")
    assert drain(NotesFile(tmp_path, found.evaluation.table).merge(found.notes)).notes.by_id["5"].text == "odd"


def test_versions_of_numbered_rows_stay_with_their_truths(opened, tmp_path: Path) -> None:
    tables = [opened(content).evaluation.table for content in (lines(), lines(given=TRUE), lines(true=GIVEN))]
    paths = [VersionsFile(tmp_path, Path("a"), Path("a"), table.row_print).path for table in tables]
    assert paths[0] == paths[1] != paths[2]


METRIC = """
def score(solution, submission, row_id_column_name):
    both = solution.merge(submission, on=row_id_column_name)
    return float((both["y_true"] - both["y_pred"]).abs().mean())
"""


@pytest.mark.slow
def test_the_metric_of_a_host_gets_the_numbers_as_ids(opened, tmp_path: Path) -> None:
    (tmp_path / "metric.py").write_text(METRIC)
    found = opened()
    found.set_metric(str(tmp_path / "metric.py"))
    errors = [abs(float(one) - float(other)) for one, other in zip(TRUE, GIVEN, strict=True)]
    assert found.overall == pytest.approx(np.mean(errors))
    found.edit(1, [float(TRUE[0])])
    assert found.overall == pytest.approx(sum(errors[1:]) / ROWS)
