"""Further submissions beside the small pair, and a window that compares them."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from ui.conftest import ROWS

from inspector import Inspection
from inspector.ui.window.main_window import MainWindow

Write = Callable[..., Path]


@pytest.fixture
def write(pair_files: tuple[Path, Path]) -> Write:
    """Write a submission beside the small pair: the same predictions but for those of some ids."""

    def write_file(name: str, **other: str) -> Path:
        path = pair_files[0].parent / f"{name}.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            lines = [(id_, other.get(id_, predicted)) for id_, _, predicted in ROWS if predicted is not None]
            csv.writer(file, lineterminator="\n").writerows([("id", "label"), *lines])
        return path

    return write_file


@pytest.fixture
def better(write: Write) -> Path:
    """Two rows better than the small pair, and one worse."""
    return write("better", r04="d", r05="e", r01="x y z")


@pytest.fixture
def three(pair: Inspection, better: Path, write: Write) -> Inspection:
    """The small pair with a better submission, and one with the same scores."""
    pair.add(better)
    pair.add(write("alike", r07="x"))
    return pair


@pytest.fixture
def compared(show, three: Inspection) -> MainWindow:
    """The window on three submissions, with their panel in sight."""
    window = show(three)
    window.bench.comparisons.show_panel()
    return window
