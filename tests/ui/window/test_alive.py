"""The window during a load of real files: its event loop runs, progress arrives, and cancel keeps the open pair."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPushButton
from ui.user import find

ROWS = 60_000


@pytest.fixture
def many(tmp_path: Path) -> tuple[Path, Path]:
    """A pair that takes a moment to read."""
    files = tmp_path / "many_truth.csv", tmp_path / "many_submission.csv"
    for path, labels in zip(files, (2, 12), strict=True):
        cells = (" ".join(f"label{(row * 7 + place) % 5000}" for place in range(labels)) for row in range(ROWS))
        path.write_text("id,labels\n" + "".join(f"row{row},{cell}\n" for row, cell in enumerate(cells)), "utf-8")
    return files


@pytest.mark.slow
def test_the_event_loop_runs_between_the_steps_of_a_load(empty, many, qtbot) -> None:
    beats, steps = [0], []
    timer = QTimer(empty, interval=1)
    timer.timeout.connect(lambda: beats.append(beats.pop() + 1))
    empty.bench.open_controller.worker.progressed.connect(
        lambda fraction, doing: steps.append((fraction, doing, beats[0]))
    )
    with qtbot.waitSignal(empty.bench.open_controller.opened, timeout=60_000):
        timer.start()
        empty.bench.open_controller.open(*many)
    timer.stop()
    fractions, names, turns = zip(*steps, strict=True)
    assert list(fractions) == sorted(fractions)
    assert {"Reading the submission", "Matching ids", "Coding labels", "Checking", "Scoring"} <= set(names)
    assert turns[-1] > turns[0]


@pytest.mark.slow
def test_a_load_cancelled_halfway_keeps_the_open_pair(window, pair, many, qtbot) -> None:
    before, worker = pair.evaluation, window.bench.open_controller.worker
    with qtbot.waitSignal(worker.progressed, check_params_cb=lambda fraction, doing: fraction > 0):
        window.bench.open_controller.open(*many)
    find(window, QPushButton, "cancelButton").click()
    assert not worker.is_busy
    worker.close()
    assert pair.evaluation is before
    assert pair.undo_name is None
