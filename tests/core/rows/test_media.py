"""Finding pictures and texts of rows; no name leads out of the folder."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from inspector.core.rows.media import LONGEST_TEXT, ImageSource, examples, find

INSIDE = ("a.jpg", "b", "sub/c.png", "d e", "..dots", "f..g", "-h", "a b.jpg.webp")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder images/ with some files, next to a secret that must not be reachable."""
    images = tmp_path / "images"
    for name in ("a.jpg", "b.jpeg", "sub/c.png", "d e.webp", "..dots.png", "f..g.jpg", "-h.png", "a b.jpg.webp"):
        (images / name).parent.mkdir(parents=True, exist_ok=True)
        (images / name).write_bytes(b"")
    for name in ("secret", "secret.png"):
        (tmp_path / name).write_bytes(b"")
    return images


@pytest.mark.parametrize("name", INSIDE)
def test_a_name_finds_its_file_with_or_without_an_ending(folder: Path, name: str) -> None:
    found = find(folder, name)
    assert found is not None
    assert found.parent in (folder, folder / "sub")
    assert found.relative_to(folder).as_posix().startswith(name)


@pytest.mark.parametrize(
    "name",
    [
        *("../secret", "..\\secret", "../secret.png", "sub/../../secret", "sub/../a.jpg", "..", ".", "", " ", "sub"),
        *(
            "/etc/passwd",
            "../../../../../../etc/passwd",
            "C:\\a.jpg",
            "C:a.jpg",
            "\\\\host\\share\\a",
            "a.jpg\0",
            "nul\0",
        ),
        *("x" * 5000, "missing", "sub/", "//etc/passwd", "\ud800"),
    ],
)
def test_a_name_outside_the_folder_or_without_a_file_finds_nothing(folder: Path, name: str) -> None:
    assert find(folder, name) is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(st.lists(st.sampled_from(["..", "/", "\\", "secret", "sub", "a.jpg", ".png", "images", "\0", "C:", " "])))
def test_every_found_file_is_inside_the_folder(folder: Path, parts: list[str]) -> None:
    found = find(folder, "".join(parts))
    if found is not None:
        assert folder in Path(os.path.normpath(found)).parents


def test_a_device_file_is_no_picture(folder: Path) -> None:
    os.mkfifo(folder / "pipe.png")
    assert find(folder, "pipe") is None


def test_a_row_is_named_by_its_id_or_by_its_cell(read, tmp_path: Path) -> None:
    evaluation = read('id,label,note\na,x,sub/c.png\nb,y z,"text, long"\nc,q,\n').evaluation
    by_id, by_column = ImageSource(tmp_path), ImageSource(None, "note")
    assert [by_id.name(evaluation, row) for row in range(3)] == ["a", "b", "c"]
    assert [by_column.name(evaluation, row) for row in range(3)] == ["sub/c.png", "text, long", ""]
    assert [by_id.text(evaluation, 1), by_column.text(evaluation, 1)] == ["", "text, long"]
    assert by_id.base(evaluation) == by_column.base(evaluation) == tmp_path
    assert ImageSource().base(evaluation) is None
    assert (bool(ImageSource()), bool(by_id), bool(by_column)) == (False, True, True)


def test_without_its_column_the_image_name_is_the_id(read, tmp_path: Path) -> None:
    evaluation = read().evaluation
    gone = ImageSource(tmp_path, "gone")
    assert (gone.name(evaluation, 0), gone.text(evaluation, 0)) == ("a", "")


def test_a_long_text_is_shortened_and_says_so(read) -> None:
    evaluation = read(f"id,label,note\na,x,{'w' * (LONGEST_TEXT + 1234)}\nb,y,\nc,z,\n").evaluation
    assert ImageSource(None, "note").text(evaluation, 0) == "w" * LONGEST_TEXT + " … and 1,234 more characters"


def test_examples_of_a_label_are_rows_whose_truth_has_it(read) -> None:
    evaluation = read("id,label\na,x\nb,y x\nc,q\nd,x\ne,x\n", "id,label\na,x\nb,q\nc,z\n").evaluation
    assert examples(evaluation, "x", 9, besides=1).tolist() == [0, 3, 4]
    assert examples(evaluation, "x", 2, besides=0).tolist() == [1, 3]
    assert examples(evaluation, "x", 2, besides=4).tolist() == [0, 1]
    assert examples(evaluation, "z", 2, besides=0).tolist() == []
    assert examples(evaluation, "never heard", 2, besides=0).dtype == np.int64
