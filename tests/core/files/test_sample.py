"""A pair that an engine drew from a larger one says so wherever its problems are told."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector.core.files.sample import BEGINNINGS, NOTE

PARAGRAPHS = [BEGINNINGS[0], f"{BEGINNINGS[1]}2 of 9,000 rows: the worst.", f"{BEGINNINGS[2]}MAP@2 0.5 (map@2)", "0 1"]


def kinds(folder: Path, note: str | None, truth: str = "truth.csv") -> dict[str, str]:
    """The problems of a pair beside this note, with the words of each."""
    (folder / truth).write_text("id,labels\na,x\nb,z\n")
    (folder / "submission.csv").write_text("id,labels\na,x\nb,x\n")
    if note is not None:
        (folder / NOTE).write_text(note)
    opened = inspector.open_pair(folder / truth, folder / "submission.csv", "map@2")
    return {problem.kind: f"{problem.message}; {problem.consequence}" for problem in opened.problems}


def test_the_note_becomes_a_problem_with_rows_and_score_of_all(tmp_path: Path) -> None:
    words = kinds(tmp_path, "\n\n".join(PARAGRAPHS))["sample"]
    assert words.startswith("this is a sample: 2 of 9,000 rows: the worst; ")
    assert "of all rows it is MAP@2 0.5 (map@2)" in words


@pytest.mark.parametrize("note", [None, "", "Notes on my samples", "\n\n".join(PARAGRAPHS[:2]), "\n\n".join("xyz")])
def test_other_notes_say_nothing(tmp_path: Path, note: str | None) -> None:
    assert "sample" not in kinds(tmp_path, note)


def test_a_pair_of_other_files_in_the_folder_is_no_sample(tmp_path: Path) -> None:
    assert "sample" not in kinds(tmp_path, "\n\n".join(PARAGRAPHS), "other.csv")


def test_a_hostile_note_is_cut_short(tmp_path: Path) -> None:
    words = kinds(tmp_path, "\n\n".join([PARAGRAPHS[0], BEGINNINGS[1] + "<b>" * 5000, *PARAGRAPHS[2:]]))
    assert "sample" not in words or len(words["sample"]) < 600
