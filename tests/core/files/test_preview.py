"""The preview of two files: the detected layout, and the options of the user."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from inspector import InputError
from inspector.core.files.options import Options
from inspector.core.files.pair import read_pair
from inspector.core.files.preview import Preview, preview_pair
from inspector.core.task import drain

TRUTH = "Image,Id\na.jpg,x\nb.jpg,y\nc.jpg,z\n"
SUBMISSION = "Image,Id\nc.jpg,z x\na.jpg,y x\nu.jpg,x\nb.jpg,y\n"


def preview(folder: Path, truth: str = TRUTH, submission: str | None = SUBMISSION, **options: object) -> Preview:
    (folder / "t.csv").write_text(truth)
    if submission is not None:
        (folder / "s.csv").write_text(submission)
    return drain(preview_pair(folder / "t.csv", submission and folder / "s.csv", Options(**options)))


def test_both_files_are_shown_as_they_were_understood(tmp_path: Path) -> None:
    seen = preview(tmp_path)
    assert (seen.matched, seen.of, seen.refusal) == (3, 3, None)
    assert seen.truth.words == '3 rows: id "Image", labels "Id", one a row'
    assert seen.truth.rows == (("a.jpg", "x"), ("b.jpg", "y"), ("c.jpg", "z"))
    assert seen.submission.rows == (("c.jpg", "z   x"), ("a.jpg", "y   x"), ("b.jpg", "y"))
    assert (seen.submission.shape, seen.submission.separator, seen.truth.separator) == ("list", "spaces", "")


def test_a_mismatched_pair_is_previewed_with_its_error_and_repair(tmp_path: Path) -> None:
    seen = preview(tmp_path, submission="Image,Id\na,x\nb,y\nc,y\n")
    assert (seen.matched, seen.of) == (0, 3)
    assert seen.submission.rows == (("a", "x"), ("b", "y"), ("c", "y"))
    assert "no id of the truth" in str(seen.refusal)
    assert [problem.fix.name for problem in seen.problems if problem.fix] == ["ids-extension"]
    repair_preview = preview(tmp_path, submission="Image,Id\na,x\nb,y\nc,y\n", fixes=("ids-extension",))
    assert (repair_preview.matched, repair_preview.refusal, repair_preview.submission.rows[0]) == (
        3,
        None,
        ("a.jpg", "x"),
    )


def test_confidences_follow_their_labels_and_long_lists_are_shortened(tmp_path: Path) -> None:
    many = " ".join(f"l{i}" for i in range(30))
    seen = preview(tmp_path, submission=f"Image,Id,conf\na.jpg,x,0.5\nb.jpg,y,0.25\nc.jpg,{many},0.1\n")
    assert (seen.submission.confidence, seen.submission.rows[0][1]) == ("conf", "x (0.5)")
    assert seen.submission.rows[2][1].endswith("…")


def test_one_file_that_holds_both_is_both_sides(tmp_path: Path) -> None:
    seen = preview(tmp_path, "id,y_true,y_pred\na,x,y\nb,y,y\n", None)
    assert (seen.truth.labels, seen.submission.labels, seen.matched) == ("y_true", "y_pred", 2)
    with pytest.raises(InputError, match="does not contain both"):
        preview(tmp_path, TRUTH, None)


def test_the_id_column_of_each_file_can_be_named_alone(tmp_path: Path) -> None:
    truth, submission = "n,Image,Id\n1,a,x\n2,b,y\n", "k,file,Id\nb,2,y x\na,1,x y\n"
    assert preview(tmp_path, truth, submission, id_column="Image", submission_id_column="k").submission.id == "k"
    assert preview(tmp_path, truth, submission, submission_id_column="file", id_column="n").matched == 2
    assert preview(tmp_path, truth, submission, submission_id_column="k").submission.id == "k"
    with pytest.raises(InputError, match="no column 'n'"):
        preview(tmp_path, truth, submission, id_column="n")


def test_the_shape_of_one_file_can_be_given_and_the_other_guessed(tmp_path: Path) -> None:
    seen = preview(tmp_path, "id,label\na,x\na,y\nb,y\n", "id,label\na,x y\nb,y x\n", shape="long/")
    assert (seen.truth.shape, seen.submission.shape) == ("long", "list")
    for wrong in ("/", "flat", "long/flat", "long/list/wide"):
        with pytest.raises(InputError, match="unknown shape"):
            Options(shape=wrong).shape_of(True)


def test_a_preview_of_a_packed_file_is_that_of_the_file(tmp_path: Path) -> None:
    plain = preview(tmp_path)
    (tmp_path / "s.csv.gz").write_bytes(gzip.compress(SUBMISSION.encode()))
    packed = drain(preview_pair(tmp_path / "t.csv", tmp_path / "s.csv.gz", Options()))
    assert packed.submission == plain.submission


def test_the_preview_equals_the_loaded_pair(tmp_path: Path) -> None:
    seen = preview(tmp_path, shape="list", submission_column="Id")
    pair = drain(read_pair(tmp_path / "t.csv", tmp_path / "s.csv", Options(shape="list", submission_column="Id")))
    assert (seen.truth.words, seen.submission.words) == (str(pair.truth), str(pair.submission))


def sampled(folder: Path, monkeypatch: pytest.MonkeyPatch, **options: object) -> Preview:
    """The first preview of files that count as large: of 600 ids, each tenth is absent, and the last is there twice."""
    monkeypatch.setattr("inspector.core.files.preview._LARGE", 500)
    truth = "".join(f"{number:03},x\n" for number in range(600))
    submission = "".join(f"{number:03},x y\n" for number in range(600) if number % 10)
    return preview(folder, f"id,label\n{truth}", f"id,label\n{submission}599,y\n", **options)


def test_of_large_files_a_sample_of_ids_is_counted_first_and_all_after_it(tmp_path: Path, monkeypatch) -> None:
    first = sampled(tmp_path, monkeypatch)
    assert (first.matched, first.of, first.known, first.problems) == (216, 240, None, ())
    assert first.truth.rows[:2] == (("000", "x"), ("001", "x"))
    assert first.submission.rows[0] == ("001", "x y")
    assert first.submission.words == '541 rows: id "id", labels "label"'
    assert first.rest is not None
    whole = drain(first.rest)
    assert (whole.matched, whole.of, whole.rest) == (540, 600, None)
    assert "is in more than one row" in str(whole.refusal)  # which no sample can tell


def test_the_whole_preview_of_large_files_is_that_of_small_ones(tmp_path: Path, monkeypatch) -> None:
    small = preview(tmp_path)
    monkeypatch.setattr("inspector.core.files.preview._LARGE", 2)
    first = preview(tmp_path)
    assert small.rest is None
    assert (first.matched, first.of) == (3, 3)
    assert first.rest is not None
    assert drain(first.rest) == small


def test_files_to_be_repaired_or_without_a_common_id_have_no_sample(tmp_path: Path, monkeypatch) -> None:
    assert sampled(tmp_path, monkeypatch, fixes=("keep-first",)).rest is None
    monkeypatch.setattr("inspector.core.files.preview._LARGE", 2)
    assert preview(tmp_path, submission="Image,Id\na,x\nb,y\nc,y\n").rest is None


def test_ids_of_two_columns_are_shown_apart_in_a_sample(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("inspector.core.files.preview._LARGE", 2)
    rows = "".join(f"a{number},b{number % 2},x\n" for number in range(6))
    first = preview(tmp_path, f"user,item,label\n{rows}", f"user,item,label\n{rows}", id_column="user+item")
    assert first.rest is not None
    assert first.truth.rows[0] == drain(first.rest).truth.rows[0] == ("a0_b0", "x")
