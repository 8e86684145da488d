"""Contests' own headers with made rows: the host's score comes out without any option, or the program asks."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.files.understanding import (
    contests_of_choices,
    contests_of_images,
    contests_of_nature,
    contests_of_search,
    contests_of_tables,
)
from core.files.understanding.contest import CONTESTS, Draw

import inspector
from inspector import InputError

# Importing a module registers its contests.
HELD = [contests_of_choices, contests_of_images, contests_of_nature, contests_of_search, contests_of_tables]


def read(name: str, folder: Path) -> tuple[float, float]:
    """The score that the program finds, and the expected one. Raises InputError when the program asks."""
    contest = CONTESTS[name]
    truth, submission, expected = contest.make(Draw(name))
    paths = folder / f"truth.{contest.endings[0]}", folder / f"submission.{contest.endings[1]}"
    for path, text in zip(paths, (truth, submission), strict=True):
        path.write_text(text)
    return inspector.open_pair(*paths, contest.metric).overall, expected


@pytest.mark.slow
@pytest.mark.parametrize("name", CONTESTS)
def test_a_contest_is_read_rightly_or_asked_about(name: str, tmp_path: Path) -> None:
    try:
        found, expected = read(name, tmp_path)
    except InputError:
        return
    assert found == pytest.approx(expected, abs=1e-9)


def test_enough_contests_are_covered() -> None:
    assert len(CONTESTS) >= 60
